// SPDX-License-Identifier: MIT
#include "help/prime.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "format/json_writer.hpp"
#include "format/units_text.hpp"
#include "frame/stuck_lines.hpp"
#include "rlmdb/loop.hpp"
#include "rlmdb/version.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::size_t k_most_shown = 3;
constexpr std::size_t k_prompt_width = 50;
constexpr std::size_t k_page_width = 80;

constexpr std::array<std::string_view, 11> k_next_states{
    "no_database", "ready",   "interrupted", "running",       "stuck", "waiting",
    "failed",      "mission", "loop",        "unknown_state", "done"};

std::string counted_tasks(std::int64_t count) {
  return counted(static_cast<std::uint64_t>(count), "task", "tasks");
}

constexpr std::string_view k_rules = R"(The loop:
1. Take a task: `rlmdb claim --json`. `data.claim` has its `id`, its `token` and,
   in `task`, what is to be done. Where `data.claim` is null, no task is ready:
   `rlmdb ready --explain --limit 20` says why. --agent X takes only tasks that
   are meant for the agent X.
2. Do it. Before the lease ends: `rlmdb heartbeat ID --token T`.
3. End it, with one of these:
     rlmdb task complete ID --token T --result 'WHAT CAME OF IT'
     rlmdb task fail ID --token T --error 'WHY'
     rlmdb release ID --token T      # somebody else is to do it

Rules:
- Exit 7 about a token: the claim is another's now. Stop working on that task.
- Exit 5: others are writing. Make the same call again. With --request-id KEY a
  call that is made again is done once.
- New work: `rlmdb task add 'PROMPT'`, with --new-tree the root of a tree, with
  --parent ID below a task of one, with --depends-on ID behind another task,
  with --not-before 2h (22:00, tomorrow) for later.
- To remember: `rlmdb var set NAME JSON --task ID`; `var get` reads it.
- After a crash: `rlmdb recover --dry-run` says what is left, `rlmdb recover`
  queues it again.
- Long texts go in by `-`, from standard input. Every command takes --json.
- Leave the database and the JSON files it came from to rlmdb.
)";

std::string state_lines(const PrimeState& state) {
  const TaskStats& stats = state.stats;
  std::string lines =
      fmt::format("Tasks: {} queued ({} ready), {} running, {} completed, {} failed, {} cancelled\n",
                  stats.queued, state.ready, stats.running, stats.completed, stats.failed, stats.cancelled);
  for (std::size_t place = 0; place < std::min(state.unfinished.size(), k_most_shown); ++place) {
    const TreeProgress& tree = state.unfinished[place];
    lines +=
        fmt::format("Tree:  {}, {} of {} done{}\n", make_visible(tree.tree_id.text), tree.completed,
                    tree.total, tree.process_gone > 0 ? ", interrupted: see rlmdb recover --dry-run" : "");
  }
  if (state.unfinished.size() > k_most_shown) {
    lines += fmt::format("       {} more: rlmdb progress\n", state.unfinished.size() - k_most_shown);
  }
  if (!state.stuck.causes.empty())
    lines += fmt::format("Stuck: {} of the queued: rlmdb ready --explain\n", state.stuck.tasks);
  for (const TaskSummary& task : state.failed) {
    lines += fmt::format("Failed: {}  {}\n", make_visible(task.id.text),
                         cut_to_width(make_visible(task.prompt), k_prompt_width, "..."));
  }
  if (state.other() > 0)
    lines += fmt::format("Other: {} in no state that rlmdb knows: rlmdb list unknown\n", state.other());
  if (state.active_loops > 0) lines += fmt::format("Loops: {} active: rlmdb loop list\n", state.active_loops);
  if (!state.open_missions.empty())
    lines += fmt::format("Grid:  {} not completed: rlmdb grid list\n",
                         counted(state.open_missions.size(), "mission", "missions"));
  return lines;
}

/// Where no task is left that could go on.
NextStep next_beside_tasks(const PrimeState& state) {
  if (!state.open_missions.empty()) {
    const std::size_t count = state.open_missions.size();
    return {"mission", count == 1 ? "rlmdb grid status" : "rlmdb grid list",
            counted(count, "Grid mission is", "Grid missions are") + " not completed, and no task is left"};
  }
  if (state.active_loops > 0)
    return {"loop", "rlmdb loop list",
            counted(static_cast<std::uint64_t>(state.active_loops), "loop is", "loops are") +
                " active, and no task is left"};
  if (state.other() > 0)
    return {"unknown_state", "rlmdb list unknown",
            counted_tasks(state.other()) + (state.other() == 1 ? " is" : " are") +
                " in no state that rlmdb knows, and nothing else is left; `rlmdb task retry ID` queues such "
                "a task"};
  return {"done", "rlmdb task add 'PROMPT'", "nothing is left to do"};
}

}  // namespace

PrimeState prime_state_of(const Store& store) {
  PrimeState state;
  state.database = store.path();
  state.exists = true;
  state.stats = store.stats();
  state.ready = static_cast<std::int64_t>(store.ready().size());
  StoreProgress progress = progress_of_store(store);
  state.unfinished = std::move(progress.unfinished);
  state.stuck = std::move(progress.stuck);
  state.process_gone = progress.totals.in_trees.process_gone + progress.totals.outside.process_gone;
  state.failed = store.list({.state = "failed", .limit = k_most_shown});
  state.active_loops = static_cast<std::int64_t>(list_loops(store).size());
  state.open_missions = grid_missions(store);
  std::erase_if(state.open_missions,
                [](const GridMission& mission) { return mission.status == "completed"; });
  return state;
}

std::string_view agent_rules() noexcept {
  return k_rules;
}

NextStep next_step(const PrimeState& state) {
  if (!state.exists && !state.has_project)
    return {"no_database", "rlmdb task add 'PROMPT'",
            "there is no database yet, and no project's files that `rlmdb adopt` could bring over; the first "
            "task makes one"};
  if (!state.exists)
    return {
        "no_database", "rlmdb adopt",
        "there is no database yet; `rlmdb adopt` brings a project's files over, `rlmdb task add 'PROMPT'` "
        "begins without"};
  if (state.ready > 0)
    return {"ready", "rlmdb claim --json",
            counted_tasks(state.ready) + (state.ready == 1 ? " is" : " are") + " ready"};
  if (state.process_gone > 0)
    return {
        "interrupted", "rlmdb recover --dry-run",
        counted_tasks(state.process_gone) +
            " ran, and nobody works on what is left of these any more; `rlmdb recover` queues them again"};
  if (state.stats.running > 0)
    return {"running", "rlmdb claim --json --wait 10m",
            counted_tasks(state.stats.running) + (state.stats.running == 1 ? " runs" : " run") +
                " elsewhere, and nothing else is ready"};
  if (!state.stuck.causes.empty())
    return {"stuck", command_for(state.stuck.causes.front()), state.stuck.causes.front().message};
  if (state.stats.queued > 0)
    return {
        "waiting", "rlmdb claim --json --wait 10m",
        counted_tasks(state.stats.queued) + (state.stats.queued == 1 ? " waits" : " wait") +
            ", for a time, for somebody's hold or for each other; `rlmdb ready --explain` says for which"};
  if (!state.failed.empty())
    return {"failed", "rlmdb task retry --failed",
            counted_tasks(state.stats.failed) + " failed, and nothing else is left"};
  return next_beside_tasks(state);
}

std::string prime_text(const PrimeState& state) {
  std::string text = fmt::format("rlmdb {}: the tasks of this project.\n\n", library_version());
  const NextStep next = next_step(state);
  Terminal page;
  page.is_terminal = true;
  page.width = k_page_width;
  text += "Next: `" + make_visible(next.command) + "`\n" +
          wrapped("      " + make_visible(next.why) + "\n", page, 0) + "\n";
  text += fmt::format("Database: {}\n", make_visible(state.database.string()));
  if (state.exists) text += state_lines(state);
  return text + "\n" + std::string(k_rules) +
         "\nMore: `rlmdb show ID`, `rlmdb search TEXT`, `rlmdb COMMAND -h`, `rlmdb help -a`.\n";
}

std::string json_prime(const PrimeState& state) {
  JsonObject object;
  object.add("database", state.database.string())
      .add("exists", state.exists, "whether it is there")
      .add("queued", state.stats.queued)
      .add("ready", state.ready, "of the queued ones, those that could be claimed now")
      .add("running", state.stats.running)
      .add("completed", state.stats.completed)
      .add("failed", state.stats.failed)
      .add("cancelled", state.stats.cancelled);
  object.add_array("unfinished_trees", state.unfinished, [](JsonObject& member, const TreeProgress& tree) {
    member.add("tree_id", tree.tree_id.text)
        .add("completed", tree.completed)
        .add("total", tree.total)
        .add("process_gone", tree.process_gone, "nodes whose process is gone");
  });
  object.add_array("newest_failed", state.failed, [](JsonObject& member, const TaskSummary& task) {
    member.add("id", task.id.text).add("prompt", task.prompt);
  });
  object.add("other", state.other(), "tasks in no state that rlmdb knows")
      .add("active_loops", state.active_loops)
      .add("open_missions", static_cast<std::int64_t>(state.open_missions.size()),
           "Grid missions that are not completed, as far as is known");
  object.add_object("next", next_step(state), [](JsonObject& member, const NextStep& next) {
    member.add("state", WordOf<k_next_states>{next.what}).add("command", next.command).add("why", next.why);
  });
  add_stuck(object, state.stuck);
  object.add("text", prime_text(state), "what people are shown");
  return object.text();
}

}  // namespace rlmdb::cli
