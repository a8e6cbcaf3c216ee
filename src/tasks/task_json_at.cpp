// SPDX-License-Identifier: MIT
// The record as it is now, with every later change taken back, newest first.
#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "events/task_events.hpp"
#include "json/json_layout.hpp"
#include "records/record_text.hpp"
#include "records/task_rows.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/history.hpp"
#include "variables/variable_read.hpp"

namespace rlmdb {

std::string task_json_at(const Store& store, const TaskId& task, const Moment& moment) {
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  const db::ReadTransaction snapshot(connection);
  const std::int64_t key = records::TaskRows(connection).get_id(task.text);
  const std::int64_t seq = variables::seq_of(connection, moment);
  std::string now;
  json::append_compact(now, records::RecordTextFinder(connection).find(key, 0));
  events::TaskEvents events(connection);
  const std::optional<std::string> record = events.record_at(key, std::move(now), seq);
  if (!record)
    throw Error(ErrorCode::not_found,
                "task " + task.text + " did not exist yet at event " + std::to_string(seq), task.text,
                "`rlmdb events --task " + task.text + "` shows its history");
  events::require_kept(connection, seq, task.text);
  std::string text;
  json::append_pretty(text, *record, 0);
  return text;
}

std::int64_t newest_event_by(const Store& store, const Moment& moment) {
  const auto use = db::connections_of(store).use();
  const db::ReadTransaction snapshot(use.connection());
  return variables::seq_of(use.connection(), moment);
}

}  // namespace rlmdb
