// SPDX-License-Identifier: MIT
// verify, tree documents: the digest of their text, and what the tasks of their nodes say beside them.
#include <map>
#include <string>
#include <vector>

#include "checks/verify_parts.hpp"
#include "db/sql_text.hpp"
#include "records/kept_text.hpp"
#include "records/record_text.hpp"
#include "sources/document_source.hpp"
#include "sources/source_kind.hpp"
#include "tree_documents/document_rows.hpp"
#include "tree_documents/tree_document.hpp"
#include "tree_documents/tree_metadata.hpp"
#include "tree_documents/tree_node.hpp"
#include "verify.sql.hpp"

namespace rlmdb::checks {

namespace {

struct Document {
  tree_documents::StoredDocument row;
  std::int64_t import_id = 0;
  std::string source_path;
};

std::vector<Document> documents_of(db::Connection& connection) {
  std::vector<Document> documents;
  db::for_each_row(connection.cached(db::sql_named(k_verify_sql, "select_documents")),
                   [&](const db::Statement& row) {
                     documents.push_back({{row.column_int64(0),
                                           std::string(row.column_text(1)),
                                           std::string(row.column_text(2)),
                                           std::string(row.column_text(3)),
                                           {}},
                                          row.column_int64(4),
                                          std::string(row.column_text(5))});
                   });
  return documents;
}

/// With those whose task is gone, which an export cannot see.
std::vector<tree_documents::StoredNode> nodes_of(db::Connection& connection, std::int64_t document) {
  std::vector<tree_documents::StoredNode> nodes;
  db::for_each_row(
      connection.cached(db::sql_named(k_verify_sql, "select_document_node_rows")).bind_all(document),
      [&](const db::Statement& row) {
        nodes.push_back({row.column_int64(0), row.column_int64(1), row.column_int64(2),
                         std::string(row.column_text(3)), std::string(row.column_text(4)),
                         row.column_int64(5), row.column_int64(6), std::string(row.column_blob(7))});
      });
  return nodes;
}

/// Whether every node stands under one that is there; verify_checks names those that do not.
bool has_parents(const std::vector<tree_documents::StoredNode>& nodes) {
  std::int64_t before = -1;
  for (const tree_documents::StoredNode& node : nodes) {
    if (node.level < 0 || node.level > before + 1) return false;
    before = node.level;
  }
  return !nodes.empty();
}

std::string text_of_document(const Document& document, const std::vector<tree_documents::StoredNode>& nodes) {
  tree_documents::TreeDocument text;
  const bool is_tree = document.row.kind == to_text(sources::SourceKind::tree);
  text.kind = is_tree ? tree_documents::TreeDocumentKind::tree : tree_documents::TreeDocumentKind::node;
  text.outline = document.row.outline;
  if (is_tree) text.is_list = tree_documents::has_node_list(document.row.outline);
  for (const tree_documents::StoredNode& node : nodes)
    text.nodes.push_back({static_cast<std::size_t>(node.level), 0, node.json});
  return tree_documents::join_tree_document(text);
}

/// What the nodes' tasks say beside what the nodes say.
class NodeTasks {
 public:
  explicit NodeTasks(db::Connection& connection) : m_finder(connection) {}

  /// A task that only documents know, and that nothing changed here, says what one of them says.
  void add(const tree_documents::StoredNode& node, VerifyNotes& notes) {
    const std::string where = "tasks:" + std::to_string(node.task_id);
    notes.guarded(where, [&] {
      const std::string& record = m_finder.find(node.task_id, 0);
      const records::TaskRecord& task = m_finder.record();
      if (record.empty() || !task.task[records::task_legacy_id].is_null() ||
          task.version != node.task_version)
        return;
      const std::vector<tree_documents::NodeDifference> differences =
          tree_documents::compare_node(node.json, record);
      auto [known, is_new] = m_said.try_emplace(node.task_id);
      if (differences.empty()) {
        known->second.clear();
      } else if (is_new) {
        for (const tree_documents::NodeDifference& difference : differences)
          known->second += " " + tree_documents::pointer_of(difference);
      }
    });
  }

  void finish(VerifyNotes& notes) const {
    for (const auto& [task, members] : m_said)
      if (!members.empty())
        notes.add("tasks:" + std::to_string(task), "columns_differ",
                  "the task is not what its tree's document says:" + members);
  }

 private:
  records::RecordTextFinder m_finder;
  std::map<std::int64_t, std::string> m_said;  ///< members in which a task differs from all its nodes so far
};

void verify_document(db::Connection& connection, const Document& document, NodeTasks& tasks,
                     VerifyNotes& notes) {
  const std::string where = "tree_documents:" + std::to_string(document.row.id);
  const bool is_tree = document.row.kind == to_text(sources::SourceKind::tree);
  const std::vector<tree_documents::StoredNode> nodes = nodes_of(connection, document.row.id);
  if (is_tree)
    records::require_kept_text(document.row.outline, records::KeptShape::object, where + " outline");
  for (const tree_documents::StoredNode& node : nodes) {
    const std::string where_node = "document_nodes:" + std::to_string(node.id);
    records::require_kept_text(node.json, records::KeptShape::object, where_node + " json");
    // As an import reads it: what no text can hold, SQLite's functions read otherwise.
    const auto name = tree_documents::identity_of_node(node.json).node_id;
    if (name && *name != node.node_id)
      notes.add(where_node, "columns_differ", "its node_id is not what its text says");
  }
  if (has_parents(nodes))
    verify_canonical(connection, document.import_id, sources::pretty(text_of_document(document, nodes)),
                     where, notes);
  for (const tree_documents::StoredNode& node : nodes) tasks.add(node, notes);
}

}  // namespace

void verify_tree_documents(db::Connection& connection, VerifyNotes& notes) {
  notes.guarded("tree_documents", [&] {
    NodeTasks tasks(connection);
    for (const Document& document : documents_of(connection))
      notes.guarded("tree_documents:" + std::to_string(document.row.id),
                    [&] { verify_document(connection, document, tasks, notes); });
    tasks.finish(notes);
  });
}

}  // namespace rlmdb::checks
