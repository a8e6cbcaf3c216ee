// SPDX-License-Identifier: MIT
#include "tasks/workflow_event.hpp"

#include <unistd.h>

namespace rlmdb::tasks {

std::optional<store::LoopHead> find_live_loop(db::Connection& connection, std::string_view loop_id) {
  std::vector<store::LoopHead> loops = store::LoopRows(connection).find_by_loop(loop_id);
  if (loops.empty() || loops.front().is_archived) return std::nullopt;
  return std::move(loops.front());
}

std::int64_t note_workflow(TaskWriter& writer, std::string_view kind, std::string_view reason,
                           std::optional<store::LoopHead>& loop) {
  const std::string actor = "rlmdb/" + std::to_string(getpid());
  store::NewEvent event{.at = writer.now(), .actor = actor, .kind = kind};
  event.reason = reason;
  if (loop) {
    event.task_id = loop->id;
    event.prev_seq = loop->last_event_seq.value_or(0);
  }
  const std::int64_t seq = writer.events().insert(event);
  if (loop) loop->last_event_seq = seq;
  return seq;
}

}  // namespace rlmdb::tasks
