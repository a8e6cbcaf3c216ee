// SPDX-License-Identifier: MIT
#include "tasks/task_columns.hpp"

#include <algorithm>

#include "format/claim_text.hpp"
#include "format/state_look.hpp"
#include "format/units_text.hpp"
#include "terminal/local_time.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::size_t k_room_for_task_prompt = 24;
constexpr std::size_t k_room_for_state = 20;  // "claimed by NAME" of a short name
constexpr std::size_t k_room_for_reason = 28;

std::optional<std::string_view> state_of(const TaskSummary& task) {
  return task.state.has_value() ? std::optional<std::string_view>(task.state_text) : std::nullopt;
}

Tint tint_of_state(const TaskSummary& task) {
  return tint_of(task.state);
}

/// The same on a screen, which tells what works no more.
TableCell state_cell(const TaskSummary& task) {
  if (task.is_process_gone) {
    return {task.claim.has_value() ? "running, claim over" : "running, gone",
            tint_of(StateWord::interrupted)};
  }
  if (task.scheduled_for.has_value() && !task.claim.has_value()) return {"scheduled", tint_of(task.state)};
  const std::string_view verb = task.state == TaskState::queued ? "held" : "claimed";
  return {task.claim.has_value() ? short_claim_holder(*task.claim, verb) : task.state_text,
          tint_of(task.state)};
}

TableCell reason_cell(const Readiness& task, const Terminal&) {
  return {local_times_in(task.reason)};
}

Tint tint_of_id(const TaskSummary& task) {
  return task.is_process_gone ? tint_of(StateWord::interrupted) : tint_of(task.state);
}

std::vector<Column<TaskSummary>> task_columns() {
  return {{"id", &TaskSummary::id, {"ID", 16}},
          {"state", state_of, {"STATE", 9, k_room_for_state}, tint_of_state, state_cell},
          {"agent", &TaskSummary::agent, {"AGENT"}},
          {"priority", &TaskSummary::priority, {"PRIO", 4}},
          {"created_at", as_time(&TaskSummary::created_at), {"CREATED", time_width()}},
          {"started_at", &TaskSummary::started_at},
          {"completed_at", as_time(&TaskSummary::completed_at), {"ENDED", time_width()}},
          {"pid", &TaskSummary::pid},
          {"tree_id", &TaskSummary::tree_id, {"TREE", 13}},
          {"prompt", &TaskSummary::prompt, {"PROMPT", 8, k_room_for_task_prompt}}};
}

// The order tells the time, so that gives way.
constexpr Places k_task_places{.screen = "id state agent priority created_at tree_id prompt",
                               .gives_way = "created_at priority tree_id agent"};

Tint tint_of_code(const Readiness& task) {
  return task.code == "ready" ? Tint::green : Tint::yellow;
}

/// The reason matters most, so the prompt takes a quarter of a line at most.
TableCell cut_prompt(const Readiness& task, const Terminal& terminal) {
  constexpr std::size_t k_least = 18;
  constexpr std::size_t k_share = 4;
  return {cut_to_width(make_visible(task.task.prompt), std::max(k_least, terminal.width / k_share),
                       ellipsis_of(terminal))};
}

/// What stands first in a line of `rlmdb summary`.
Column<TaskSummary> kind_column(std::string_view kind) {
  return {"kind", [kind](const TaskSummary&) { return kind; }};
}

}  // namespace

namespace {

Rows<TaskSummary> rows_of_list(const Places& places) {
  std::vector<Column<TaskSummary>> columns = task_columns();
  columns.push_back({"process_gone", &TaskSummary::is_process_gone});
  columns.push_back({"claimed_by", claimed_by<TaskSummary>});
  columns.push_back({"claimed_until", claimed_until<TaskSummary>});
  columns.push_back(
      {"scheduled_for",
       about("of a queued task that is claimed from then on", as_time(&TaskSummary::scheduled_for)),
       {"NOT BEFORE", time_width()}});
  columns.push_back({"attempts", &TaskSummary::attempts});
  columns.push_back({"version", &TaskSummary::version});
  columns.push_back(
      {"error", about("of a failed task", &TaskSummary::error), {"ERROR", 12, k_room_for_reason}});
  return Rows<TaskSummary>(columns, {}, places);
}

}  // namespace

const Rows<TaskSummary>& task_rows() {
  static const Rows<TaskSummary> k_rows = rows_of_list(k_task_places);
  return k_rows;
}

const Rows<TaskSummary>& failed_rows() {
  static const Rows<TaskSummary> k_rows =
      rows_of_list({.screen = "id agent completed_at tree_id error prompt",
                    .lines = "id state agent priority created_at tree_id prompt error",
                    .gives_way = "completed_at agent tree_id prompt",
                    .may_lack = "agent tree_id"});
  return k_rows;
}

const Rows<TaskSummary>& ready_rows() {
  static const Rows<TaskSummary> k_rows(task_columns(), {}, k_task_places);
  return k_rows;
}

const Rows<Readiness>& readiness_rows() {
  static const Rows<Readiness> k_rows = [] {
    std::vector<Column<Readiness>> columns = columns_of<Readiness>(&Readiness::task, task_columns());
    columns.push_back({"code", word_of<k_readiness_codes>(&Readiness::code), {"CODE", 10}, tint_of_code});
    columns.push_back({"reason", &Readiness::reason, {"REASON", 8, k_room_for_reason}, reason_cell});
    columns.push_back({"blocked_by", about("the tasks that it waits for", &Readiness::blocked_by)});
    columns.push_back(
        {"not_before",
         about("when a backoff ends, or for when it is scheduled", as_time(&Readiness::not_before)),
         {"NOT BEFORE", time_width()}});
    return Rows<Readiness>(columns, {{"cut_prompt", &Readiness::code, {"PROMPT"}, cut_prompt}},
                           {.screen = "id code agent priority created_at tree_id cut_prompt reason",
                            .lines = "id state agent priority created_at tree_id prompt code reason",
                            .gives_way = "created_at priority agent tree_id cut_prompt"});
  }();
  return k_rows;
}

const Rows<Dependency>& dependency_rows() {
  static const Rows<Dependency> k_rows({{"id", &Dependency::task, {"ID", 16}},
                                        {"depends_on", &Dependency::depends_on, {"DEPENDS ON", 16}},
                                        {"state", unless_empty(&Dependency::state), {"STATE"}},
                                        {"is_met", &Dependency::is_met, {"MET"}}});
  return k_rows;
}

const Rows<TaskSummary>& running_rows() {
  static const Rows<TaskSummary> k_rows(
      {{"id", &TaskSummary::id, {"RUNNING", 16}, tint_of_id},
       {"prompt", &TaskSummary::prompt, {"PROMPT", 8, k_room_for_task_prompt}},
       {"agent", &TaskSummary::agent, {"AGENT"}},
       {"started_at", as_time(&TaskSummary::started_at), {"STARTED", time_width()}},
       {"process_gone", &TaskSummary::is_process_gone},
       {"claimed_by", claimed_by<TaskSummary>},
       {"claimed_until", claimed_until<TaskSummary>}},
      {kind_column("running")},
      {.screen = "id agent started_at prompt",
       .lines = "kind id agent started_at prompt",
       .gives_way = "started_at"});
  return k_rows;
}

const Rows<TaskSummary>& recent_rows() {
  static const Rows<TaskSummary> k_rows(
      {{"id", &TaskSummary::id, {"NEWEST", 16}},
       {"prompt", &TaskSummary::prompt, {"PROMPT", 8, k_room_for_task_prompt}},
       {"state", state_of, {"STATE", 9}, tint_of_state},
       {"completed_at", as_time(&TaskSummary::completed_at), {"ENDED", time_width()}}},
      {kind_column("recent")},
      {.screen = "id state completed_at prompt",
       .lines = "kind id state completed_at prompt",
       .gives_way = "completed_at"});
  return k_rows;
}

std::vector<StateCount> counts_of(const TaskStats& stats) {
  const std::int64_t known = stats.queued + stats.running + stats.completed + stats.failed + stats.cancelled;
  return {{"queued", stats.queued, tint_of(TaskState::queued)},
          {"running", stats.running, tint_of(TaskState::running)},
          {"completed", stats.completed, tint_of(TaskState::completed)},
          {"failed", stats.failed, tint_of(TaskState::failed)},
          {"cancelled", stats.cancelled, tint_of(TaskState::cancelled)},
          {"other", stats.total - known, tint_of(TaskState::unknown)},
          {"total", stats.total, Tint::bold}};
}

const Rows<StateCount>& count_rows() {
  static const Rows<StateCount> k_rows(
      {}, {{"state", &StateCount::state, {}, &StateCount::tint}, {"tasks", &StateCount::tasks}}, {});
  return k_rows;
}

}  // namespace rlmdb::cli
