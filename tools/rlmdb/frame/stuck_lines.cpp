// SPDX-License-Identifier: MIT
#include "frame/stuck_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "format/state_look.hpp"
#include "format/units_text.hpp"
#include "frame/warnings.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::array<std::string_view, 7> k_stuck_codes{
    "stuck_failed",     "stuck_process_gone", "stuck_unknown_state", "dependency_unknown",
    "dependency_cycle", "order_cycle",        "budget_spent"};

bool is_plain(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), [](char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
           std::string_view("._:/@%+,-").find(byte) != std::string_view::npos;
  });
}

/// As a shell reads it.
std::string shell_word(std::string_view word) {
  if (is_plain(word)) return std::string(word);
  std::string quoted = "'";
  for (const char byte : word) quoted += byte == '\'' ? std::string("'\\''") : std::string(1, byte);
  return quoted + "'";
}

std::string line_of(const StuckCause& cause) {
  return cause.message + "; " + command_for(cause);
}

std::string line_of_the_rest(const Stuck& stuck, std::size_t shown) {
  const std::int64_t more =
      stuck.more_causes + static_cast<std::int64_t>(stuck.causes.size()) - static_cast<std::int64_t>(shown);
  if (more <= 0) return {};
  return fmt::format("{} more {}, {} in all cannot go on; rlmdb ready --explain", more,
                     more == 1 ? "cause" : "causes",
                     counted(static_cast<std::uint64_t>(stuck.tasks), "task", "tasks"));
}

void add_cause(JsonObject& object, const StuckCause& cause) {
  object.add("code", WordOf<k_stuck_codes>{cause.code})
      .add("tasks", cause.tasks, "the one that is the cause, or those of a circle; none of a budget")
      .add_or_null("name", cause.name,
                   "of dependency_unknown the id that no task has, of a circle the task that the first one "
                   "depends on, of stuck_unknown_state the word, of budget_spent the tree")
      .add("waiting", cause.waiting, "queued tasks that cannot go on for it")
      .add("first_waiting", cause.first_waiting, "the nearest three of them")
      .add("message", cause.message)
      .add("command", command_for(cause), "a line to type");
}

}  // namespace

std::string command_for(const StuckCause& cause) {
  const std::string task = cause.tasks.empty() ? std::string() : shell_word(cause.tasks.front().text);
  if (cause.code == "stuck_failed") return "rlmdb task retry " + task;
  if (cause.code == "stuck_unknown_state") return "rlmdb task retry " + task;
  if (cause.code == "stuck_process_gone") return "rlmdb recover";
  if (cause.code == "budget_spent") return "rlmdb budget " + shell_word(cause.name) + " --clear";
  return "rlmdb task depend remove " + task + " --on " + shell_word(cause.name);
}

std::string text_stuck(const Stuck& stuck, const Terminal& terminal) {
  constexpr std::size_t k_most_lines = 3;
  std::string text;
  const auto add = [&](const std::string& line) {
    text += tinted(std::string(look_of(StateWord::stuck).name), tint_of(StateWord::stuck), terminal) + ": " +
            make_visible(line) + "\n";
  };
  const std::size_t shown = std::min(stuck.causes.size(), k_most_lines);
  for (std::size_t i = 0; i < shown; ++i) add(line_of(stuck.causes[i]));
  if (const std::string rest = line_of_the_rest(stuck, shown); !rest.empty()) add(rest);
  return wrapped(text, terminal);
}

void add_stuck(JsonObject& object, const Stuck& stuck) {
  object.add_object(
      "stuck_by", stuck,
      [](JsonObject& part, const Stuck& all) {
        part.add("tasks", all.tasks)
            .add_array("causes", all.causes, add_cause, "the first 10")
            .add("more_causes", all.more_causes);
      },
      "queued tasks that cannot go on before somebody does something");
}

void warn_of_stuck(const Stuck& stuck, const Context& context) {
  if (!context.wants_json()) return context.talk(text_stuck(stuck, context.error_terminal));
  std::vector<Finding> warnings;
  for (const StuckCause& cause : stuck.causes)
    warnings.push_back({cause.tasks.empty() ? cause.name : cause.tasks.front().text, cause.code,
                        "stuck: " + line_of(cause)});
  if (const std::string rest = line_of_the_rest(stuck, stuck.causes.size()); !rest.empty())
    warnings.push_back({"queue", "stuck", "stuck: " + rest});
  std::for_each(warnings.begin(), warnings.end(), keep_warning);
}

}  // namespace rlmdb::cli
