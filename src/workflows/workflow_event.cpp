// SPDX-License-Identifier: MIT
#include "workflows/workflow_event.hpp"

namespace rlmdb::workflows {

std::optional<loops::LoopHead> find_live_loop(db::Connection& connection, std::string_view loop_id) {
  std::vector<loops::LoopHead> loops = loops::LoopRows(connection).find_by_loop(loop_id);
  if (loops.empty() || loops.front().is_archived) return std::nullopt;
  return std::move(loops.front());
}

std::int64_t note_workflow(writing::TaskWriter& writer, EventKind kind, std::string_view reason,
                           std::optional<loops::LoopHead>& loop) {
  events::NewEvent event{.at = writer.now(), .kind = kind};
  event.reason = reason;
  if (loop) {
    event.loop_id = loop->id;
    event.prev_seq = loop->last_event_seq.value_or(0);
  }
  const std::int64_t seq = writer.events().insert(event);
  if (loop) loop->last_event_seq = seq;
  return seq;
}

}  // namespace rlmdb::workflows
