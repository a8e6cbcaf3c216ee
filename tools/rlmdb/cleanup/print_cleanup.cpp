// SPDX-License-Identifier: MIT
#include "cleanup/print_cleanup.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "cleanup/cleanup_columns.hpp"
#include "format/json_writer.hpp"
#include "format/units_text.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

std::uint64_t unsigned_of(std::int64_t count) {
  return static_cast<std::uint64_t>(count);
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
  add(report.workflows.removed.size(), "checkpoint of a workflow", "checkpoints of workflows");
  add(report.checkpoints.removed.size(), "checkpoint", "checkpoints");
  add(report.project_files.size(), "file in the project", "files in the project");
  add(unsigned_of(report.events), "event", "events");
  add(unsigned_of(report.requests), "stored answer", "stored answers");
  return parts;
}

/// "tree-1 goes whole: 3 nodes, 1 document, its settings"
std::string tree_text(const TreeRemoval& tree, const Terminal& terminal) {
  std::vector<std::string> parts = {counted(unsigned_of(tree.nodes), "node", "nodes")};
  const auto add = [&parts](std::int64_t count, std::string_view singular, std::string_view plural) {
    if (count > 0) {
      parts.push_back(counted(unsigned_of(count), singular, plural));
    }
  };
  add(tree.documents, "document", "documents");
  add(tree.states, "state document", "state documents");
  add(tree.checkpoints, "checkpoint", "checkpoints");
  add(tree.files, "file", "files");
  if (tree.has_settings) {
    parts.emplace_back("its settings");
  }
  return fmt::format("{} goes whole: {}\n", shown(tree.tree_id.text, terminal), fmt::join(parts, ", "));
}

std::string kept_text(const Kept& kept, const Terminal& terminal) {
  const std::string who = kept.tree_id.has_value() ? kept.tree_id->text : id_text(kept.id);
  const std::string nodes = kept.tree_id.has_value()
                                ? " (" + counted(unsigned_of(kept.tasks), "old node", "old nodes") + ")"
                                : std::string{};
  return fmt::format("{}{} stays: {}\n", shown(who, terminal), nodes, shown(kept.because, terminal));
}

std::string packed_text(const WorkflowPruneReport& workflows, CleanupRun run) {
  return workflows.packed.empty() ? std::string{}
                                  : fmt::format("{} {}\n", run == CleanupRun::apply ? "packed" : "would pack",
                                                counted(workflows.packed.size(), "checkpoint of a workflow",
                                                        "checkpoints of workflows"));
}

constexpr std::size_t k_lines_shown = 10;

template <class Value, class Line>
std::string first_lines(const std::vector<Value>& values, Line line, const Terminal& terminal) {
  std::string lines;
  for (std::size_t i = 0; i < std::min(values.size(), k_lines_shown); ++i) {
    lines += line(values[i], terminal);
  }
  if (values.size() > k_lines_shown) {
    lines += fmt::format("… and {} more\n", count_text(values.size() - k_lines_shown));
  }
  return lines;
}

/// "task-0001, task-0002, …"
template <class Task>
std::string first_ids(const std::vector<Task>& tasks, const Terminal& terminal) {
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < std::min(tasks.size(), k_lines_shown); ++i) {
    ids.push_back(shown(tasks[i].id.text, terminal));
  }
  if (tasks.size() > k_lines_shown) {
    ids.emplace_back("…");
  }
  return fmt::format("{}", fmt::join(ids, ", "));
}

std::string undated_text(const std::vector<UndatedTask>& tasks, const Terminal& terminal) {
  return tasks.empty() ? std::string{}
                       : fmt::format("{} (`rlmdb task set ID completedAt=TIME`), kept until then: {}\n",
                                     counted(tasks.size(), "finished task with no end that can be read",
                                             "finished tasks with no end that can be read"),
                                     first_ids(tasks, terminal));
}

std::int64_t undated_count(const WorkflowPruneReport& workflows) {
  return std::count_if(workflows.kept.begin(), workflows.kept.end(),
                       [](const auto& kept) { return kept.second == WorkflowKept::undated; });
}

std::string undated_text(const WorkflowPruneReport& workflows) {
  const std::int64_t count = undated_count(workflows);
  return count == 0 ? std::string{}
                    : fmt::format("{} (`rlmdb checkpoint prune --workflows --dry-run`), kept for ever\n",
                                  counted(unsigned_of(count),
                                          "checkpoint of a workflow with no time that can be read",
                                          "checkpoints of workflows with no time that can be read"));
}

std::string failures_text(const std::vector<OldFailure>& failures, const Terminal& terminal) {
  return failures.empty() ? std::string{}
                          : fmt::format("{} to review (`rlmdb cleanup --review`), kept until then: {}\n",
                                        counted(failures.size(), "old failed task", "old failed tasks"),
                                        first_ids(failures, terminal));
}

}  // namespace

std::string text_removals(const CleanupReport& report, const Terminal& terminal) {
  return removal_rows().text(report.tasks, terminal) +
         (terminal.is_terminal ? first_lines(report.trees, tree_text, terminal)
                               : removed_tree_rows().text(report.trees, terminal)) +
         removed_workflow_rows().text(report.workflows.removed, terminal) +
         removed_checkpoint_rows().text(report.checkpoints.removed, terminal) +
         expired_rows().text(report.expired, terminal);
}

std::string text_cleanup(const CleanupReport& report, CleanupRun run, const Terminal& terminal) {
  std::string lines = "nothing is old enough to go\n";
  if (!is_empty(report)) {
    const std::string size = report.tasks.empty() ? std::string{}
                                                  : fmt::format(": {} in the tasks' records",
                                                                bytes_text(unsigned_of(report.bytes)));
    const std::vector<std::string> parts = parts_of(report);
    lines = parts.empty() ? std::string{}
                          : fmt::format("{} {}{}\n", run == CleanupRun::apply ? "removed" : "would remove",
                                        fmt::join(parts, ", "), size);
    lines += packed_text(report.workflows, run);
  }
  if (run == CleanupRun::apply && !report.applied) {
    lines =
        fmt::format("removed {} of {} before it was interrupted\n", count_text(unsigned_of(report.removed)),
                    counted(report.tasks.size(), "task", "tasks"));
  }
  lines += first_lines(report.kept, kept_text, terminal);
  lines += failures_text(report.to_review, terminal);
  lines += undated_text(report.undated, terminal) + undated_text(report.workflows);
  return lines;
}

void add_cleanup(JsonObject& object, const CleanupReport& report) {
  object.add_array("tasks", report.tasks, removal_rows(), "what went, or would go, oldest end first")
      .add_array("trees", report.trees, removed_tree_rows(), "those that go whole, with what belongs to them")
      .add_array("kept", report.kept, kept_rows(), "old tasks and trees that stay, and why")
      .add_array("to_review", report.to_review, old_failure_rows(),
                 "failed tasks that would be old enough but for a review")
      .add("at", report.at, "the moment that all ages are told from")
      .add("removed", report.removed, "tasks that are gone; 0 with --dry-run")
      .add("bytes", report.bytes, "of the tasks' records")
      .add("events", report.events)
      .add("requests", report.requests)
      .add("kept_tasks", report.kept_tasks, "the sum of tasks in kept")
      .add_array("expired", report.expired, expired_rows())
      .add("empty_states", report.empty_states, "temporary documents that go")
      .add("project_files", report.project_files,
           "places of files that were removed from the project; none with --dry-run")
      .add_array("workflow_checkpoints", report.workflows.removed, removed_workflow_rows())
      .add_array("checkpoints", report.checkpoints.removed, removed_checkpoint_rows())
      .add("packed", report.workflows.packed.size())
      .add_array("undated", report.undated, undated_rows(),
                 "finished tasks whose end cannot be read, so that no age lets them go")
      .add("undated_workflow_checkpoints", undated_count(report.workflows),
           "beyond the number, with no time that can be read")
      .add("applied", report.applied,
           "false with --dry-run, and after an interruption: then tasks still lists all that should have "
           "gone");
}

std::string json_cleanup(const CleanupReport& report) {
  JsonObject object;
  add_cleanup(object, report);
  return object.text();
}

std::string json_failures(const std::vector<FailedTask>& tasks) {
  return JsonObject().add_array("failures", tasks, failed_task_rows()).text();
}

}  // namespace rlmdb::cli
