// SPDX-License-Identifier: MIT
#include <utility>

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "json/json_members.hpp"
#include "json/json_string.hpp"
#include "json/object_text.hpp"
#include "records/record_text.hpp"
#include "records/task_head.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/export.hpp"
#include "tree_documents/document_rows.hpp"
#include "tree_documents/known_members_rules.hpp"
#include "tree_documents/tree_node.hpp"
#include "trees/tree_rows.hpp"

namespace rlmdb {

namespace {

/// What it goes by in documents.
std::string id_of(std::string_view record, const std::string& store_id) {
  return json::text_member(json::find_member(record, "metadata"), "node_id").value_or(store_id);
}

std::optional<std::string> parent_of(db::Connection& connection, std::int64_t task_id) {
  const auto parent = trees::TreeRows(connection).parent(task_id);
  if (!parent) return std::nullopt;
  const records::TaskHead head = records::TaskHeads(connection).get(*parent);
  return id_of(records::RecordTextFinder(connection).find(*parent, 0), head.legacy_id);
}

}  // namespace

std::optional<KnownNode> node_of_task(const Store& store, const TaskId& task) {
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  const db::ReadTransaction snapshot(connection);
  const auto head = records::TaskHeads(connection).find(task.text);
  if (!head) throw Error(ErrorCode::not_found, "there is no task '" + task.text + "'", task.text);
  if (head->tree_id.empty()) return std::nullopt;
  const std::string record = records::RecordTextFinder(connection).take(head->id, 0);
  const std::vector<std::string> nodes = tree_documents::DocumentRows(connection).nodes_of_task(head->id);
  if (nodes.empty())
    return KnownNode{{tree_documents::node_of_record(record, id_of(record, head->legacy_id),
                                                     parent_of(connection, head->id))},
                     false};
  std::string node = tree_documents::with_record(tree_documents::known_node(nodes), record);
  // Documents name the parent of then.
  const auto parent = parent_of(connection, head->id);
  if (const auto named = json::text_member(node, "parent_id"); named && parent && *named != *parent)
    node = json::with_member(node, "parent_id", json::quoted(*parent));
  return KnownNode{{std::move(node)}, true};
}

}  // namespace rlmdb
