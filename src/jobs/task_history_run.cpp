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
#include "store/task_rows.hpp"

namespace rlmdb {

std::string task_json_at(const Store& store, const TaskId& task, const Moment& moment) {
  const auto use = store.connections().use();
  db::Connection& connection = use.connection();
  const db::ReadTransaction snapshot(connection);
  const std::int64_t key = store::TaskRows(connection).get_id(task.text);
  const std::int64_t seq = jobs::seq_of(connection, moment);
  std::string now;
  legacy::append_compact(now, jobs::RecordTextFinder(connection).find(key, 0));
  jobs::TaskEvents events(connection);
  const std::optional<std::string> record = events.record_at(key, std::move(now), seq);
  if (!record)
    throw Error(ErrorCode::not_found,
                "task " + task.text + " did not exist yet at event " + std::to_string(seq), task.text,
                "`rlmdb events --task " + task.text + "` shows its history");
  jobs::require_kept(connection, seq, task.text);
  std::string text;
  legacy::append_pretty(text, *record, 0);
  return text;
}

}  // namespace rlmdb
