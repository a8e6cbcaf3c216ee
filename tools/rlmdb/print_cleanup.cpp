// SPDX-License-Identifier: MIT
#include "print_cleanup.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>
#include <vector>

#include "json_writer.hpp"
#include "state_tint.hpp"
#include "task_table.hpp"
#include "units_text.hpp"

namespace rlmdb::cli {
namespace {

std::uint64_t unsigned_of(std::int64_t count) {
  return static_cast<std::uint64_t>(count);
}

std::string removals_table(const CleanupReport& report, const Terminal& terminal) {
  constexpr std::size_t k_tree = 3;
  std::vector<std::vector<TableCell>> rows;
  for (const Removal& task : report.tasks) {
    rows.push_back({{task.id.text},
                    {task.state, tint_of(state_named(task.state))},
                    {minute_of(task.completed_at)},
                    {task.tree_id},
                    {bytes_text(unsigned_of(task.bytes))}});
  }
  return fitted_table({{{"ID", Align::left, 16}},
                       {{"STATE", Align::left, 9}},
                       {{"ENDED", Align::left, 10}},
                       {{"TREE", Align::left, 13}},
                       {{"SIZE", Align::right}}},
                      rows, {k_tree}, terminal);
}

/// "2 tasks", "1 event": what there is of each.
std::vector<std::string> parts_of(const CleanupReport& report) {
  std::vector<std::string> parts;
  const auto add = [&parts](std::uint64_t count, std::string_view singular, std::string_view plural) {
    if (count > 0) {
      parts.push_back(counted(count, singular, plural));
    }
  };
  add(report.tasks.size(), "task", "tasks");
  add(report.expired.size(), "expired variable", "expired variables");
  add(report.empty_states.size(), "empty state document", "empty state documents");
  add(unsigned_of(report.events), "event", "events");
  add(unsigned_of(report.requests), "stored answer", "stored answers");
  return parts;
}

void append_removal(std::string& json, const Removal& task) {
  JsonObject(json)
      .add("id", task.id.text)
      .add("state", task.state)
      .add("completed_at", task.completed_at)
      .add_or_null("tree_id", task.tree_id)
      .add("bytes", task.bytes)
      .close();
}

void append_expired(std::string& json, const ExpiredVariable& variable) {
  JsonObject(json)
      .add("state", std::string_view(variable.state))
      .add("name", std::string_view(variable.name))
      .add("expired_at", std::string_view(variable.expired_at))
      .close();
}

std::string expired_lines(const CleanupReport& report, const Terminal& terminal) {
  std::string lines;
  for (const ExpiredVariable& variable : report.expired) {
    lines += tab_separated_line({{"temporary:" + variable.state}, {variable.name}, {variable.expired_at}},
                                terminal);
  }
  return lines;
}

std::string expired_table(const CleanupReport& report, const Terminal& terminal) {
  std::vector<std::vector<TableCell>> rows;
  for (const ExpiredVariable& variable : report.expired) {
    rows.push_back({{variable.state}, {variable.name}, {minute_of(variable.expired_at)}});
  }
  return fitted_table(
      {{{"TEMPORARY", Align::left, 16}}, {{"VARIABLE", Align::left, 16}}, {{"EXPIRED", Align::left, 10}}},
      rows, {}, terminal);
}

}  // namespace

bool is_empty(const CleanupReport& report) {
  return report.tasks.empty() && report.expired.empty() && report.empty_states.empty() &&
         report.events == 0 && report.requests == 0;
}

std::string text_removals(const CleanupReport& report, const Terminal& terminal) {
  if (terminal.is_terminal) {
    return (report.tasks.empty() ? std::string{} : removals_table(report, terminal)) +
           (report.expired.empty() ? std::string{} : expired_table(report, terminal));
  }
  std::string lines;
  for (const Removal& task : report.tasks) {
    lines += tab_separated_line({{task.id.text},
                                 {task.state, tint_of(state_named(task.state))},
                                 {task.completed_at},
                                 {task.tree_id},
                                 {std::to_string(task.bytes)}},
                                terminal);
  }
  return lines + expired_lines(report, terminal);
}

std::string text_cleanup(const CleanupReport& report, CleanupRun run) {
  std::string lines = "nothing is old enough to go\n";
  if (!is_empty(report)) {
    const std::string size =
        report.tasks.empty() ? std::string{} : ": " + bytes_text(unsigned_of(report.bytes));
    lines = fmt::format("{} {}{}\n", run == CleanupRun::apply ? "removed" : "would remove",
                        fmt::join(parts_of(report), ", "), size);
  }
  if (run == CleanupRun::apply && !report.applied) {
    lines =
        fmt::format("removed {} of {} before it was interrupted\n", count_text(unsigned_of(report.removed)),
                    counted(report.tasks.size(), "task", "tasks"));
  }
  if (report.kept_for_trees == 1) {
    lines += "1 old task stays: its tree is unfinished or younger\n";
  } else if (report.kept_for_trees > 1) {
    lines += fmt::format("{} old tasks stay: their trees are unfinished or younger\n",
                         count_text(unsigned_of(report.kept_for_trees)));
  }
  return lines;
}

std::string json_cleanup(const CleanupReport& report) {
  std::string json;
  JsonObject(json)
      .add_array("tasks", report.tasks, append_removal)
      .add("removed", report.removed)
      .add("bytes", report.bytes)
      .add("events", report.events)
      .add("requests", report.requests)
      .add("kept_for_trees", report.kept_for_trees)
      .add_array("expired", report.expired, append_expired)
      .add_strings("empty_states", report.empty_states)
      .add("applied", report.applied)
      .close();
  return json;
}

}  // namespace rlmdb::cli
