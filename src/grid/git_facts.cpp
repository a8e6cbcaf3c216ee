// SPDX-License-Identifier: MIT
#include "grid/git_facts.hpp"

#include <algorithm>
#include <cstdlib>
#include <initializer_list>
#include <optional>

#include "json/json_string.hpp"
#include "util/run_program.hpp"

namespace rlmdb::grid {

namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr char k_end_of_field = '\0';

bool is_commit_hash(std::string_view text) {
  constexpr std::size_t k_least = 4;
  constexpr std::size_t k_most = 64;
  const auto is_hex = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  };
  return text.size() >= k_least && text.size() <= k_most && std::all_of(text.begin(), text.end(), is_hex);
}

/// The text up to `end`, which goes from the front of `rest`.
std::string_view take_until(std::string_view& rest, char end) {
  const std::string_view part = rest.substr(0, rest.find(end));
  rest.remove_prefix(std::min(rest.size(), part.size() + 1));
  return part;
}

std::string first_line(std::string_view text) {
  return json::with_valid_utf8(take_until(text, '\n'));
}

/// Where the user's own configuration is: the only variables of git that reach it.
std::vector<std::string> kept_variables() {
  std::vector<std::string> kept;
  for (const char* const name : {"GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM"}) {
    if (const char* const value = std::getenv(name)) kept.push_back(std::string(name) + "=" + value);
  }
  return kept;
}

/// One repository, and the settings that hold for each question to it.
class GitQuestions {
 public:
  GitQuestions(const std::filesystem::path& root, const GitLimits& limits)
      : m_root(root), m_limits(limits), m_end(SteadyClock::now() + limits.most_time) {}

  util::ProgramResult ask(std::initializer_list<std::string> words, std::string input = {}) {
    m_call = call_of(words);
    m_call.input = std::move(input);
    return util::run_program(m_call);
  }

  /// Why the last question got no answer, in one line.
  [[nodiscard]] std::string fault_of(const util::ProgramResult& result) const {
    const std::string said = first_line(result.errors);
    if (result.end == util::ProgramEnd::too_long)
      return "git took longer than " + std::to_string(m_limits.most_time.count()) + " ms and was ended";
    return "git " + util::to_text(m_call, result) + (said.empty() ? "" : ": " + said);
  }

  /// A setting that counts before those of the repository, for the questions to come.
  void set(const std::string& name, const std::string& value) { m_settings.emplace_back(name, value); }

 private:
  [[nodiscard]] util::ProgramCall call_of(std::initializer_list<std::string> words) const {
    util::ProgramCall call{.words = {"git", "--no-pager", "--no-optional-locks", "-C", m_root.string()}};
    // Each of these names a program, or what one is run for.
    for (const char* const setting :
         {"core.fsmonitor=false", "core.hooksPath=/dev/null", "log.showSignature=false",
          "protocol.allow=never", "status.submoduleSummary=false", "safe.bareRepository=explicit",
          "core.quotePath=false"}) {
      call.words.emplace_back("-c");
      call.words.emplace_back(setting);
    }
    call.words.insert(call.words.end(), words.begin(), words.end());
    call.dropped_variables = {"GIT_"};
    call.environment = kept_variables();
    // A clone that lacks objects would fetch them, by a program that its configuration names.
    for (const char* const variable : {"LC_ALL=C", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none",
                                       "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0"}) {
      call.environment.emplace_back(variable);
    }
    call.environment.push_back("GIT_CONFIG_COUNT=" + std::to_string(m_settings.size()));
    for (std::size_t i = 0; i < m_settings.size(); ++i) {
      call.environment.push_back("GIT_CONFIG_KEY_" + std::to_string(i) + "=" + m_settings[i].first);
      call.environment.push_back("GIT_CONFIG_VALUE_" + std::to_string(i) + "=" + m_settings[i].second);
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(m_end - SteadyClock::now());
    call.most_time = std::max(left, std::chrono::milliseconds(0));
    call.most_bytes = m_limits.most_bytes;
    return call;
  }

  std::filesystem::path m_root;
  GitLimits m_limits;
  SteadyClock::time_point m_end;
  std::vector<std::pair<std::string, std::string>> m_settings;
  util::ProgramCall m_call;
};

GitState state_of(const util::ProgramResult& result) {
  if (result.is_good() && result.output.starts_with("true\n")) return GitState::ready;
  if (result.end == util::ProgramEnd::not_started) return GitState::no_program;
  const bool is_none = result.is_good() || result.errors.find("not a git repository") != std::string::npos;
  return is_none ? GitState::no_repository : GitState::refused;
}

/// "OID commit SIZE", "NAME missing" or "NAME ambiguous", as cat-file says it.
CommitClaim claim_of(const std::string& hash, std::string_view answer) {
  std::string lower = hash;
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c; });
  if (answer.ends_with(" ambiguous")) return CommitClaim::ambiguous;
  if (answer.find(" commit ") == std::string_view::npos) return CommitClaim::missing;
  return answer.starts_with(lower) ? CommitClaim::exists : CommitClaim::ambiguous;
}

/// "": answered.
std::string look_up(GitQuestions& git, std::span<const std::string> hashes, std::size_t most_hashes,
                    GitFacts& facts) {
  std::vector<std::string> asked;
  std::string input;
  for (const std::string& hash : hashes) {
    if (is_commit_hash(hash) && asked.size() == most_hashes) continue;
    if (!facts.claims.emplace(hash, CommitClaim::no_hash).second || !is_commit_hash(hash)) continue;
    asked.push_back(hash);
    input += hash + "^{commit}\n";
  }
  if (asked.empty()) return {};
  const util::ProgramResult result = git.ask({"cat-file", "--batch-check"}, input);
  if (!result.is_good()) return git.fault_of(result);
  std::string_view rest = result.output;
  for (const std::string& hash : asked) facts.claims[hash] = claim_of(hash, take_until(rest, '\n'));
  return {};
}

/// "": answered.
std::string read_log(GitQuestions& git, std::size_t most_commits, GitFacts& facts) {
  if (!git.ask({"rev-parse", "--verify", "--quiet", "HEAD^{commit}"}).is_good()) return {};
  const util::ProgramResult result =
      git.ask({"log", "-z", "--no-show-signature", "--no-decorate", "--no-notes", "--encoding=UTF-8",
               "--format=%H%x00%cI%x00%s", "--max-count=" + std::to_string(most_commits), "HEAD", "--"});
  if (!result.is_good()) return git.fault_of(result);
  std::string_view rest = result.output;
  while (!rest.empty()) {
    GitCommit commit;
    commit.hash = take_until(rest, k_end_of_field);
    commit.at = take_until(rest, k_end_of_field);
    commit.text = json::with_valid_utf8(take_until(rest, k_end_of_field));
    commit.subject = subject_of(commit.text);
    facts.commits.push_back(std::move(commit));
  }
  return {};
}

/// Filters rewrite files by programs while git compares them. They cannot be switched off as a whole, so each
/// that the configuration names is. "": done.
std::string switch_filters_off(GitQuestions& git) {
  const util::ProgramResult result = git.ask({"config", "-z", "--name-only", "--get-regexp", "^filter\\."});
  constexpr int k_none_matches = 1;
  if (result.end == util::ProgramEnd::exited && result.code == k_none_matches) return {};
  if (!result.is_good()) return git.fault_of(result);
  std::string_view rest = result.output;
  while (!rest.empty()) {
    const std::string_view name = take_until(rest, k_end_of_field);
    const std::string filter(name.substr(0, name.rfind('.')));
    for (const char* const program : {".clean", ".smudge", ".process"}) git.set(filter + program, "");
    git.set(filter + ".required", "false");
  }
  return {};
}

/// "XY PATH" by "XY PATH", as status says it with -z; each path begins with `prefix`.
void take_status(std::string_view rest, std::string_view prefix, GitFacts& facts) {
  const std::size_t before_path = 3 + prefix.size();
  while (!rest.empty()) {
    const std::string_view entry = take_until(rest, k_end_of_field);
    if (entry.size() <= before_path) continue;
    const std::string path = json::with_valid_utf8(entry.substr(before_path));
    if (entry.starts_with("??")) {
      facts.untracked.push_back(path);
    } else {
      facts.uncommitted.push_back(path);
      facts.has_staged = facts.has_staged || entry.front() != ' ';
    }
  }
}

std::string read_status(GitQuestions& git, std::string_view prefix, GitFacts& facts) {
  if (std::string fault = switch_filters_off(git); !fault.empty()) return fault;
  const util::ProgramResult result = git.ask({"status", "--porcelain=v1", "-z", "--no-renames",
                                              "--ignore-submodules=all", "--untracked-files=all", "--", "."});
  if (!result.is_good()) return git.fault_of(result);
  take_status(result.output, prefix, facts);
  return {};
}

}  // namespace

GitFacts git_facts(const std::filesystem::path& root, std::span<const std::string> hashes,
                   const GitLimits& limits) {
  GitFacts facts;
  GitQuestions git(root, limits);
  const util::ProgramResult inside = git.ask({"rev-parse", "--is-inside-work-tree", "--show-prefix"});
  facts.state = state_of(inside);
  if (facts.state != GitState::ready) {
    facts.fault = facts.state == GitState::no_repository ? root.string() + " is in no git repository"
                                                         : git.fault_of(inside);
    return facts;
  }
  std::string fault = look_up(git, hashes, limits.most_hashes, facts);
  if (fault.empty()) fault = read_log(git, limits.most_commits, facts);
  if (!fault.empty()) return {.state = GitState::refused, .fault = fault};
  std::string_view prefix = inside.output;
  take_until(prefix, '\n');
  facts.uncommitted_fault = read_status(git, take_until(prefix, '\n'), facts);
  return facts;
}

}  // namespace rlmdb::grid
