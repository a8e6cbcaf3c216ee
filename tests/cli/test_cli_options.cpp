// SPDX-License-Identifier: MIT
// Every command, with every option that it takes, shows a difference, refuses, or stands in a table with the
// reason why nothing can differ. Commands, verbs and options are those that the program describes; what they
// are tried with is tests/cli/options/trials.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "frame/command_line.hpp"
#include "line_difference.hpp"
#include "option_runs.hpp"
#include "option_trials.hpp"
#include "test_dir.hpp"

namespace {

using namespace cli_tests;
using Kind = OptionTrial::Kind;

/// What narrows a list: of a call that lists things these have to leave something out.
const std::set<std::string> k_filters = {
    "--agent",   "--state", "--tree",  "--task", "--session", "--created", "--since", "--until",
    "--started", "--ended", "--where", "--kind", "--in",      "--limit",   "--after", "--open"};
const std::set<std::string> k_lists = {"list",      "search",          "ready", "events", "trees",
                                       "sql",       "checkpoint list",

                                       "loop list", "loop regressions"};

/// One call of the program by words, and the options that it takes.
struct CommandCall {
  std::string command;
  std::string verb;      ///< "task add"; of a command without verbs its name
  bool is_first = true;  ///< of its command
  std::vector<const rlmdb::cli::Option*> options;
};

std::vector<CommandCall> calls_of(const rlmdb::cli::CommandLine& program) {
  std::vector<CommandCall> calls;
  for (std::size_t index = 0; index < program.commands().size(); ++index) {
    const rlmdb::cli::CommandText& text = program.commands()[index]->text();
    const std::string name(text.name);
    std::vector<const rlmdb::cli::Option*> all;
    for (const rlmdb::cli::Option& option : program.options_of(index).all())
      if (!option.is_words()) all.push_back(&option);
    if (text.verbs.all.empty()) calls.push_back({name, name, true, all});
    for (const rlmdb::cli::Verb& verb : text.verbs.all) {
      CommandCall call{name, name + " " + std::string(verb.name), &verb == text.verbs.all.data(), {}};
      std::copy_if(all.begin(), all.end(), std::back_inserter(call.options), [&](const auto* option) {
        return option->verbs.empty() || rlmdb::cli::is_for(*option, verb);
      });
      calls.push_back(std::move(call));
    }
  }
  return calls;
}

/// With an option, which stands before the `--` of a command that another program is given to.
std::string with_option(const std::string& call, const std::string& given) {
  const std::size_t words = call.find(" -- ");
  return words == std::string::npos ? call + " " + given
                                    : call.substr(0, words) + " " + given + call.substr(words);
}

std::set<std::string> rows_in(const std::string& text) {
  std::set<std::string> rows;
  for (const std::string_view line : rlmdb::test::lines_of(text)) rows.emplace(line);
  return rows;
}

std::size_t count_shared(const std::set<std::string>& rows, const std::set<std::string>& others) {
  return static_cast<std::size_t>(
      std::count_if(rows.begin(), rows.end(), [&](const std::string& row) { return others.contains(row); }));
}

/// "--hold-pid" as "hold pid", and so what a message has as hold_pid.
std::string as_plain_words(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char letter) { return letter == '-' || letter == '_'; }, ' ');
  return text.substr(std::min(text.size(), text.find_first_not_of(' ')));
}

/// What was wrong with the trials of one program.
class OptionWalk {
 public:
  explicit OptionWalk(const TrialTable& table) : m_table(table), m_runs(table.preparation()) {}

  void walk(const CommandCall& call) {
    if (m_table.call_of(call.verb).empty()) {
      fault(call.verb + " has no call in tests/cli/options/trials");
      return;
    }
    std::vector<OptionTrial> all;
    for (const rlmdb::cli::Option* option : call.options) {
      const std::vector<OptionTrial> trials = m_table.trials_of(call.command, call.verb, option->name());
      if (trials.empty())
        fault(call.verb + " " + option->name() + " has no line in tests/cli/options/trials");
      for (const OptionTrial& trial : trials)
        if (call.is_first || !trial.is_once) all.push_back(trial);
    }
    // The call without an option is made once for all of its options.
    std::stable_sort(all.begin(), all.end(), [](const OptionTrial& left, const OptionTrial& right) {
      return left.call < right.call;
    });
    for (const OptionTrial& trial : all) walk(call, trial);
  }

  /// Lines of the table that nothing asked for, and shared reasons that no call needed.
  void walk_table() {
    for (const auto& [head, section] : m_table.sections()) {
      for (const OptionTrial& trial : section.trials) {
        if (!m_walked.contains(trial.place))
          fault(trial.place + ": no call takes " + trial.option);
        else if (trial.kind == Kind::same && !m_needed.contains(trial.place))
          fault(trial.place + ": the reason is needed no longer: " + trial.given);
      }
    }
  }

  [[nodiscard]] const std::vector<std::string>& faults() const { return m_faults; }
  [[nodiscard]] std::size_t count() const { return m_count; }

 private:
  void fault(std::string text) {
    std::replace_if(
        text.begin(), text.end(), [](unsigned char byte) { return byte < ' ' && byte != '\n'; }, ' ');
    m_faults.push_back(std::move(text));
  }

  void fault(const CommandCall& call, const OptionTrial& trial, const std::string& text) {
    fault(fmt::format("{} ({}): rlmdb {}: {}", trial.place, call.verb, with_option(trial.call, trial.given),
                      text));
  }

  /// The call without the option. Two of the same differ in nothing.
  const CallRun& plain_run(const std::string& call) {
    if (m_plain.call == call) return m_plain;
    m_plain = m_runs.run(call, Kept::without);
    const std::string unsettled = m_runs.difference(m_plain, m_runs.run(call, Kept::with));
    constexpr int k_timed_out = 124;
    if (m_plain.outcome.exit_code == k_timed_out) fault("rlmdb " + call + " does not end");
    if (!unsettled.empty()) fault("rlmdb " + call + " twice: " + unsettled);
    return m_plain;
  }

  void walk(const CommandCall& call, const OptionTrial& trial) {
    m_walked.insert(trial.place);
    if (trial.kind == Kind::elsewhere) return walk_elsewhere(call, trial);
    const bool is_filter = k_lists.contains(call.verb) && k_filters.contains(trial.option);
    if (is_filter && trial.kind == Kind::differs)
      fault(call, trial, "a filter says what it leaves out: ' |'");
    const CallRun& without = plain_run(trial.call);
    const CallRun with = m_runs.run(with_option(trial.call, trial.given), Kept::with);
    ++m_count;
    const std::string difference = m_runs.difference(without, with);
    if (difference.empty()) {
      m_needed.insert(trial.place);
      if (trial.kind != Kind::same) fault(call, trial, "shows no difference");
      return;
    }
    const std::string refusal = fault_of_refusal(without, with, trial);
    if (!refusal.empty()) fault(call, trial, refusal);
    if (trial.kind == Kind::same && !trial.call.empty() && is_own(trial, call))
      fault(call, trial, "the reason is needed no longer: " + difference);
    if (trial.kind == Kind::filters) walk_filter(call, trial, without, with);
    if (trial.option == "--quiet" && with.outcome.exit_code == 0 && !with.outcome.error.empty())
      fault(call, trial, "talks: " + with.outcome.error);
  }

  /// Whether the line stands under the head of that very call.
  [[nodiscard]] bool is_own(const OptionTrial& trial, const CommandCall& call) const {
    const auto section = m_table.sections().find(call.verb);
    return section != m_table.sections().end() &&
           std::any_of(section->second.trials.begin(), section->second.trials.end(),
                       [&](const OptionTrial& own) { return own.place == trial.place; });
  }

  /// A call that is refused only with the option says so by its name, or by the value.
  static std::string fault_of_refusal(const CallRun& without, const CallRun& with, const OptionTrial& trial) {
    const bool is_elsewhere = trial.option == "--db" || trial.option == "-C";
    if (is_elsewhere) return {};
    const bool is_refused = with.outcome.exit_code != without.outcome.exit_code &&
                            with.outcome.exit_code != 0 && with.outcome.exit_code != 3;
    if (!is_refused) return {};
    const std::string said = with.outcome.error;
    const std::size_t behind = trial.given.find_first_of(" =");
    std::string value = behind == std::string::npos ? "" : trial.given.substr(behind + 1);
    std::erase(value, '\'');
    const bool is_named = as_plain_words(said).find(as_plain_words(trial.option)) != std::string::npos ||
                          (!value.empty() && said.find(value) != std::string::npos);
    return is_named ? "" : fmt::format("exit {} does not name it: {}", with.outcome.exit_code, said);
  }

  void walk_filter(const CommandCall& call, const OptionTrial& trial, const CallRun& without,
                   const CallRun& with) {
    const std::set<std::string> all = rows_in(without.outcome.out);
    const std::set<std::string> part = rows_in(with.outcome.out);
    if (part.empty() || part.size() >= all.size() || count_shared(part, all) != part.size())
      fault(call, trial,
            fmt::format("{} rows of {}, {} of them the same", part.size(), all.size(),
                        count_shared(part, all)));
    if (trial.nothing.empty()) return;
    const CallRun nothing = m_runs.run(with_option(trial.call, trial.nothing), Kept::with);
    ++m_count;
    const std::size_t shown = count_shared(rows_in(nothing.outcome.out), all);
    if (shown > 0) fault(call, trial, fmt::format("{} rows with {}", shown, trial.nothing));
  }

  /// Another test has it with that name.
  void walk_elsewhere(const CommandCall& call, const OptionTrial& trial) {
    const std::filesystem::path file =
        std::filesystem::path(RLMDB_SOURCE_DIR) / trial.why.substr(0, trial.why.find(' '));
    const bool is_there = std::filesystem::is_regular_file(file);
    const std::string name = trial.option;
    if (!is_there || rlmdb::test::read_all(file).find(name) == std::string::npos)
      fault(call, trial, "does not stand in " + file.string());
  }

  const TrialTable& m_table;
  OptionRuns m_runs;
  CallRun m_plain;
  std::vector<std::string> m_faults;
  std::set<std::string> m_walked;
  std::set<std::string> m_needed;
  std::size_t m_count = 0;
};

}  // namespace

TEST_SUITE("cli::options") {
  TEST_CASE("every option of every command shows a difference, refuses, or has a reason") {
    const TrialTable table(std::filesystem::path(RLMDB_SOURCE_DIR) / "tests/cli/options/trials");
    const rlmdb::cli::CommandLine program;
    OptionWalk walk(table);
    for (const CommandCall& call : calls_of(program)) walk.walk(call);
    walk.walk_table();
    CHECK_EQ(fmt::format("{}", fmt::join(walk.faults(), "\n")), "");
    MESSAGE(walk.count(), " calls with an option were made");
  }
}
