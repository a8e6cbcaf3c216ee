// SPDX-License-Identifier: MIT
// The record as it is now, with every later change taken back, newest first.
#include "db/transaction.hpp"
#include "jobs/record_text.hpp"
#include "jobs/task_events.hpp"
#include "jobs/variable_read.hpp"
#include "legacy/json_layout.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/history.hpp"
#include "store/connections.hpp"
#include "store/event_rows.hpp"
#include "store/task_rows.hpp"

namespace rlmdb {

namespace {

/// Whether an event made the task after `seq`.
bool is_younger(db::Connection& connection, const std::vector<Event>& events, std::int64_t key,
                std::int64_t seq) {
  for (const Event& event : events) {
    if (event.kind == "task:created") return event.seq > seq;
  }
  return store::EventRows(connection).first_import(key) > seq;
}

}  // namespace

std::string task_json_at(const Store& store, const TaskId& task, const Moment& moment) {
  const auto use = store.connections().use();
  db::Connection& connection = use.connection();
  const db::ReadTransaction snapshot(connection);
  const std::int64_t key = store::TaskRows(connection).get_id(task.text);
  const std::int64_t seq = jobs::seq_of(connection, moment);
  const std::vector<Event> events = jobs::events_with_imports(connection, task, key);
  if (is_younger(connection, events, key, seq))
    throw Error(ErrorCode::not_found,
                "task " + task.text + " did not exist yet at event " + std::to_string(seq), task.text,
                "`rlmdb events --task " + task.text + "` shows its history");
  if (const std::int64_t oldest = store::EventRows(connection).oldest(); seq + 1 < oldest)
    throw Error(ErrorCode::not_found,
                "what changed after event " + std::to_string(seq) + " is not kept any more", task.text,
                "the oldest event kept is " + std::to_string(oldest) + "; `cleanup` removes old ones");
  std::string record;
  legacy::append_compact(record, jobs::RecordTextFinder(connection).find(key, 0));
  for (auto event = events.rbegin(); event != events.rend() && event->seq > seq; ++event) {
    for (const MemberChange& change : event->changes) record = jobs::without_change(record, change);
  }
  std::string text;
  legacy::append_pretty(text, record, 0);
  return text;
}

}  // namespace rlmdb
