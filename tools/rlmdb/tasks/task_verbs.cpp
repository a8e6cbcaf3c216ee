// SPDX-License-Identifier: MIT
#include "tasks/task_verbs.hpp"

#include <array>

namespace rlmdb::cli {
namespace {

constexpr Verb change_of_tasks(std::string_view name, std::string_view arguments, std::string_view summary) {
  return {.name = name,
          .arguments = arguments,
          .summary = summary,
          .least = 1,
          .most = Verb::k_any,
          .needs = "an ID",
          .changes = true};
}

/// Also of tasks that no ID names.
constexpr Verb change_of_chosen(std::string_view name, std::string_view needs, std::string_view summary) {
  Verb verb = change_of_tasks(name, "[ID...]", summary);
  verb.least = 0;
  verb.needs = needs;
  return verb;
}

constexpr std::array<Verb, 13> k_task_verbs{{
    {.name = "add",
     .arguments = "PROMPT|-",
     .summary = "a new task, queued; prints its id",
     .most = 1,
     .changes = true},
    change_of_tasks("start", "ID...", "queued to running"),
    change_of_tasks("complete", "ID...", "running to completed"),
    change_of_tasks("fail", "ID... --error TEXT", "queued or running to failed"),
    change_of_chosen("cancel", "an ID, or --tree",
                     "queued or running to cancelled; with --tree all of a tree"),
    change_of_chosen("retry", "an ID, or --failed",
                     "failed or cancelled to queued; with --failed all that failed"),
    change_of_tasks("cost", "ID... --cost-usd USD",
                    "tokens and dollars that a run used, added to the task's"),
    {.name = "append",
     .arguments = "ID [TEXT|-]",
     .summary = "TEXT, or standard input as it comes, to a running task's output",
     .least = 1,
     .most = 2,
     .needs = "an ID",
     .changes = true},
    change_of_tasks("set", "ID... [FIELD=JSON...]",
                    "members of the record; of a root also its tree's execution_mode and session_id"),
    {.name = "note",
     .arguments = "ID TEXT|-",
     .summary = "a note beside the task, with its time; whoever works on it goes on",
     .least = 2,
     .most = Verb::k_any,
     .needs = "an ID and a TEXT",
     .changes = true},
    {.name = "depend",
     .arguments = "add|remove|list ID...",
     .summary = "add, remove or list what tasks depend on",
     .least = 2,
     .most = Verb::k_any,
     .needs = "add, remove or list, and an ID",
     .changes = true,
     .but_reads = "list"},
    change_of_chosen("hold", "an ID, or --all",
                     "keep queued tasks from others (--all: those held already), or let them go"),
    change_of_tasks("remove", "ID...", "out of the store, with its variables, output and checkpoints"),
}};
constexpr Verbs k_verbs_of_task{"task", k_task_verbs, "`rlmdb list` shows the ids there are"};

}  // namespace

const Verbs& task_verbs() noexcept {
  return k_verbs_of_task;
}

}  // namespace rlmdb::cli
