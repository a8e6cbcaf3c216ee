// SPDX-License-Identifier: MIT
#include <array>
#include <charconv>
#include <string>
#include <vector>

#include "cleanup/print_maintain.hpp"
#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/duration.hpp"
#include "frame/envelope.hpp"
#include "frame/locate_database.hpp"
#include "frame/nearest_word.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/retention.hpp"

namespace rlmdb::cli {
namespace {

enum class RetentionVerb { show, set, clear };

constexpr std::array<Verb, 3> k_retention_verbs{{
    {.name = "show", .arguments = {}, .summary = "what was set", .prints_rows = true},
    {.name = "set",
     .arguments = "KIND=VALUE...",
     .summary = "how long, or how many, things of that kind are kept",
     .least = 1,
     .most = Verb::k_any,
     .needs = "a KIND=VALUE",
     .changes = true,
     .prints_rows = true},
    {.name = "clear",
     .arguments = "KIND...",
     .summary = "as if it had never been set",
     .least = 1,
     .most = Verb::k_any,
     .needs = "a KIND",
     .changes = true,
     .prints_rows = true},
}};
constexpr Verbs k_verbs_of_retention{"retention", k_retention_verbs};

RetentionKind kind_named(const std::string& word) {
  return member_named<RetentionKind>(word, "there is no retention of '" + word + "'");
}

std::int64_t parse_count(const std::string& kind, const std::string& text) {
  std::int64_t count = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (fault != std::errc{} || end != text.data() + text.size() || count < 1) {
    throw Error(ErrorCode::usage, "'" + text + "' is no number of checkpoints", kind,
                "a whole number from 1, for example checkpoints=10");
  }
  return count;
}

/// "failed=90d", "checkpoints=10"
std::pair<RetentionKind, Retained> setting_of(const std::string& word) {
  const std::size_t equals = word.find('=');
  if (equals == std::string::npos) {
    throw Error(ErrorCode::usage, "'" + word + "' is no KIND=VALUE", word,
                "for example completed=30d or checkpoints=10");
  }
  const std::string name = word.substr(0, equals);
  const std::string value = word.substr(equals + 1);
  const RetentionKind kind = kind_named(name);
  if (kind == RetentionKind::checkpoints) {
    return {kind, parse_count(name, value)};
  }
  return {kind, parse_duration(name, value)};
}

class RetentionCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "retention",
        "say how long things are kept",
        "VERB [options]",
        "KIND is completed, failed, cancelled (tasks, and trees of them), workflows\n"
        "(checkpoints of theirs, but the five newest; in whole days), events (with their\n"
        "previous values) or requests (answers to request ids), VALUE a duration as 30d\n"
        "or 1d12h; or checkpoints (of tasks, trees and state documents), VALUE\n"
        "how many of each tree: from then on a new one lets the least recently used go,\n"
        "but never one that is pinned or needed to go on. `rlmdb maintain` removes by\n"
        "these settings alone, and nothing before the first is set; of a kind that is\n"
        "not set nothing goes, but cancelled tasks go as completed ones. `rlmdb cleanup`\n"
        "takes them in place of its defaults. After a change maintain first lists what\n"
        "would go.",
        {"rlmdb retention set completed=30d failed=90d events=365d",
         "# the last ten checkpoints of each tree, as the legacy store keeps them",
         "rlmdb retention set checkpoints=10", "rlmdb retention show"},
        {{2, "wrong arguments; nothing was changed"}},
        {"maintain", "cleanup"},
        k_verbs_of_retention};
    return k_text;
  }

  void setup(Options& options) override {
    options.words("VERB", m_words, 1, Options::k_most_words, "show, set or clear, and what it needs");
  }

  [[nodiscard]] const Verb* verb() const override {
    return &k_retention_verbs.at(k_verbs_of_retention.find(m_words));
  }

  [[nodiscard]] Answers answers() const override {
    return {
        "How long, or of checkpoints how many, things are kept, by kind: one of kept_ms and kept_count is "
        "null.",
        {{"", "", shape_of([] { return json_retention({}); })}}};
  }

  ExitCode run(Context& context) override {
    const std::size_t place = k_verbs_of_retention.find(m_words);
    const std::vector<std::string> words =
        k_verbs_of_retention.arguments(k_retention_verbs.at(place), m_words);
    const auto verb = static_cast<RetentionVerb>(place);
    const std::vector<RetentionSetting> settings =
        verb == RetentionVerb::show ? retention_of(open_database(context, Access::read_only))
                                    : change(verb, words, context);
    context.out.write(context.wants_json() ? json_success("retention", json_retention(settings))
                                           : retention_rows().text(settings, context.terminal));
    context.out.flush();
    if (settings.empty()) {
      context.talk("no retention is set; `rlmdb maintain` removes nothing\n");
    }
    return ExitCode::done;
  }

 private:
  [[nodiscard]] static std::vector<RetentionSetting> change(RetentionVerb verb,
                                                            const std::vector<std::string>& words,
                                                            Context& context) {
    std::vector<std::pair<RetentionKind, Retained>> kept;
    std::vector<RetentionKind> cleared;
    for (const std::string& word : words) {
      if (verb == RetentionVerb::set) {
        kept.push_back(setting_of(word));
      } else {
        cleared.push_back(kind_named(word));
      }
    }
    context.out.require_writable();
    Store& store = open_database(context, Access::read_write);
    if (verb == RetentionVerb::set) {
      set_retention(store, kept);
    } else {
      clear_retention(store, cleared);
    }
    context.out.set_failure_hint("the change itself is done");
    return retention_of(store);
  }

  std::vector<std::string> m_words;
};

}  // namespace

CommandPtr make_retention_command() {
  return std::make_unique<RetentionCommand>();
}

}  // namespace rlmdb::cli
