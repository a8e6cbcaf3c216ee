// SPDX-License-Identifier: MIT
// Changes of a loop at which it takes a checkpoint where it asks for one: both in one transaction.
#include "json/json_members.hpp"
#include "json/object_text.hpp"
#include "loops/auto_checkpoints.hpp"
#include "loops/loop_change.hpp"
#include "loops/loop_edit.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/workflow.hpp"
#include "util/clock.hpp"
#include "util/instant.hpp"
#include "workflows/take_workflow_checkpoint.hpp"
#include "workflows/workflow_find.hpp"
#include "writing/given_json.hpp"

namespace rlmdb {

namespace {

/// The moment of the change, as a checkpoint says it.
std::string utc_of(const std::string& time) {
  const auto ms = util::instant_ms(time);
  if (!ms) return util::utc_now_text();
  return util::utc_text(std::chrono::system_clock::time_point(std::chrono::milliseconds(*ms)));
}

/// At the first of them that the loop asks for: one checkpoint a change.
void take_where_asked(loops::LoopEdit& edit, std::initializer_list<AutoCheckpoint> reached,
                      LoopChanged& changed) {
  for (const AutoCheckpoint at : reached) {
    if (!loops::asks_for(edit.head().outline, at)) continue;
    NewWorkflowCheckpoint asked;
    asked.owner = {WorkflowKind::loop, edit.head().loop_id};
    asked.trigger = std::string(to_text(at));
    writing::TaskWriter writer(edit.connection());
    changed.checkpoint_id = workflows::id_of(
        workflows::take_checkpoint(writer, asked, std::nullopt, {}, edit.head(), utc_of(edit.at())));
    return;
  }
}

bool names_artifacts(loops::LoopEdit& edit, const LoopChanged& recorded) {
  const auto entry = edit.rows().find_iteration(edit.head().id, recorded.iteration.value_or(0));
  return entry && json::find_member(entry->json, "artifacts").size() > 2;
}

}  // namespace

LoopChanged record_iteration(Store& store, const LoopId& loop, const JsonText& iteration,
                             const LoopCondition& condition) {
  return loops::change_once(store, loop, condition, [&](loops::LoopEdit& edit) {
    LoopChanged changed = loops::append_iteration(edit, iteration);
    if (names_artifacts(edit, changed))
      take_where_asked(edit, {AutoCheckpoint::iteration_boundary, AutoCheckpoint::artifact_complete},
                       changed);
    else
      take_where_asked(edit, {AutoCheckpoint::iteration_boundary}, changed);
    return changed;
  });
}

LoopChanged start_phase(Store& store, const LoopId& loop, const std::string& phase,
                        const LoopCondition& condition) {
  if (phase.empty()) throw Error(ErrorCode::usage, "a phase needs a name", "phase");
  writing::require_utf8(phase, "phase");
  return loops::change_once(store, loop, condition, [&](loops::LoopEdit& edit) {
    loops::require_not_ended(edit, "a phase begins only before its end");
    edit.set("phase", json::quoted(phase));
    LoopChanged changed = edit.finish(EventKind::loop_changed, "phase");
    take_where_asked(edit, {AutoCheckpoint::phase_start}, changed);
    return changed;
  });
}

}  // namespace rlmdb
