// SPDX-License-Identifier: MIT
#include <string>

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "json/json_members.hpp"
#include "json/json_string.hpp"
#include "records/record_text.hpp"
#include "records/task_head.hpp"
#include "records/task_lookup.hpp"
#include "rlmdb/store.hpp"
#include "tasks/list_rows.hpp"

namespace rlmdb {

std::optional<RecordText> Store::find_record(const TaskId& id) const {
  const auto use = m_connections->use();
  db::Connection& connection = use.connection();
  const db::ReadTransaction snapshot(connection);
  const auto head = records::TaskHeads(connection).find(id.text);
  if (!head) return std::nullopt;
  return RecordText{id, records::RecordTextFinder(connection).take(head->id, 0), head->version};
}

void Store::records(const TaskFilter& filter, const std::function<bool(const RecordText&)>& sink) const {
  const auto use = m_connections->use();
  db::Connection& connection = use.connection();
  const db::ReadTransaction snapshot(connection);
  if (filter.tree) records::require_tree(connection, filter.tree->text);
  records::TaskHeads heads(connection);
  records::RecordTextFinder texts(connection);
  for (const TaskId& task : tasks::select_ids(connection, filter)) {
    const auto head = heads.find(task.text);
    if (head && !sink({task, texts.take(head->id, 0), head->version})) return;
  }
}

std::string Store::output(const TaskId& id) const {
  const std::optional<RecordText> record = find_record(id);
  if (!record) throw records::no_such_task(id.text);
  const std::string_view output = json::find_member(record->json, "output");
  if (!output.starts_with('"')) return output == "null" ? std::string() : std::string(output);
  std::string text;
  json::decode_string(output, text);
  return text;
}

}  // namespace rlmdb
