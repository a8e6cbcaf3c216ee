// SPDX-License-Identifier: MIT
#include "tree_documents/document_rows.hpp"

#include "db/sql_text.hpp"
#include "document_rows.sql.hpp"
#include "records/cell_columns.hpp"

namespace rlmdb::tree_documents {

namespace {

StoredDocument read_document(const db::Statement& row) {
  return {row.column_int64(0), std::string(row.column_text(1)), std::string(row.column_text(2)),
          std::string(row.column_text(3)), std::string(row.column_text(4))};
}

StoredNode read_node(const db::Statement& row) {
  return {row.column_int64(0),
          row.column_int64(1),
          row.column_int64(2),
          std::string(row.column_text(3)),
          std::string(row.column_text(4)),
          row.column_int64(5),
          row.column_int64(6),
          std::string(row.column_blob(7))};
}

TreeMember read_member(const db::Statement& row) {
  return {row.column_int64(0), std::string(row.column_text(1)), records::read_optional_text(row, 2),
          row.column_int64(3), std::string(row.column_text(4)), std::string(row.column_text(5))};
}

}  // namespace

std::optional<StoredDocument> DocumentRows::find(std::string_view source_path) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_document_rows_sql, "select_document"));
  return db::get_maybe(statement.bind_all(source_path), read_document);
}

std::vector<StoredDocument> DocumentRows::of_tree(std::string_view tree_id) {
  std::vector<StoredDocument> documents;
  db::for_each_row(
      m_connection.cached(db::sql_named(k_document_rows_sql, "select_documents_of_tree")).bind_all(tree_id),
      [&](const db::Statement& row) { documents.push_back(read_document(row)); });
  return documents;
}

std::vector<DocumentSourcePath> DocumentRows::all() {
  std::vector<DocumentSourcePath> documents;
  db::for_each_row(m_connection.cached(db::sql_named(k_document_rows_sql, "select_all_documents")),
                   [&](const db::Statement& row) {
                     documents.push_back({row.column_int64(0), std::string(row.column_text(1)),
                                          std::string(row.column_text(2)), std::string(row.column_text(3)),
                                          std::string(row.column_text(4))});
                   });
  return documents;
}

std::optional<StoredDocument> DocumentRows::find(std::int64_t document_id) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_document_rows_sql, "select_document_of_id"));
  return db::get_maybe(statement.bind_all(document_id), read_document);
}

std::set<std::int64_t> DocumentRows::made_here(const StoredDocument& document) {
  std::set<std::int64_t> ids;
  db::for_each_row(m_connection.cached(db::sql_named(k_document_rows_sql, "select_made_here"))
                       .bind_all(document.tree_id, document.id),
                   [&](const db::Statement& row) { ids.insert(row.column_int64(0)); });
  return ids;
}

std::set<std::int64_t> DocumentRows::may_be_silent(std::int64_t document_id) {
  std::set<std::int64_t> ids;
  db::for_each_row(
      m_connection.cached(db::sql_named(k_document_rows_sql, "select_may_be_silent")).bind_all(document_id),
      [&](const db::Statement& row) { ids.insert(row.column_int64(0)); });
  return ids;
}

std::vector<std::int64_t> DocumentRows::of_tasks_of(std::int64_t import_id) {
  std::vector<std::int64_t> ids;
  db::for_each_row(m_connection.cached(db::sql_named(k_document_rows_sql, "select_documents_of_tasks_of"))
                       .bind_all(import_id),
                   [&](const db::Statement& row) { ids.push_back(row.column_int64(0)); });
  return ids;
}

std::vector<std::string> DocumentRows::trees_made_here() {
  std::vector<std::string> trees;
  db::for_each_row(m_connection.cached(db::sql_named(k_document_rows_sql, "select_trees_made_here")),
                   [&](const db::Statement& row) { trees.emplace_back(row.column_text(0)); });
  return trees;
}

std::vector<std::pair<std::int64_t, std::string>> DocumentRows::nodes_of_imports_before(
    std::int64_t document_id, std::int64_t first_import_id) {
  std::vector<std::pair<std::int64_t, std::string>> nodes;
  db::for_each_row(m_connection.cached(db::sql_named(k_document_rows_sql, "select_nodes_of_imports_before"))
                       .bind_all(document_id, first_import_id),
                   [&](const db::Statement& row) {
                     nodes.emplace_back(row.column_int64(0), std::string(row.column_blob(1)));
                   });
  return nodes;
}

std::map<std::string, std::set<std::int64_t>> DocumentRows::nodes_without_file() {
  std::map<std::string, std::set<std::int64_t>> tasks;
  db::for_each_row(
      m_connection.cached(db::sql_named(k_document_rows_sql, "select_nodes_without_file")),
      [&](const db::Statement& row) { tasks[std::string(row.column_text(0))].insert(row.column_int64(1)); });
  return tasks;
}

std::int64_t DocumentRows::insert(std::string_view source_path, std::int64_t import_id,
                                  const StoredDocument& document) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_document_rows_sql, "insert_document"));
  statement.bind_all(source_path, import_id, document.kind, document.tree_id);
  records::bind_text_or_null(statement, 5, document.outline);
  statement.run();
  return m_connection.last_insert_rowid();
}

void DocumentRows::insert_node(std::int64_t document_id, std::int64_t position, const StoredNode& node) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_document_rows_sql, "insert_document_node"))
                                 .bind_all(document_id, position, node.level, node.task_id, node.task_version,
                                           node.node_id, node.json);
  statement.bind_blob(8, node.task_digest);
  statement.run();
}

std::vector<StoredNode> DocumentRows::nodes(std::int64_t document_id) {
  std::vector<StoredNode> nodes;
  db::for_each_row(
      m_connection.cached(db::sql_named(k_document_rows_sql, "select_document_nodes")).bind_all(document_id),
      [&](const db::Statement& row) { nodes.push_back(read_node(row)); });
  return nodes;
}

std::vector<std::string> DocumentRows::nodes_of_task(std::int64_t task_id) {
  std::vector<std::string> nodes;
  db::for_each_row(
      m_connection.cached(db::sql_named(k_document_rows_sql, "select_nodes_of_task")).bind_all(task_id),
      [&](const db::Statement& row) { nodes.emplace_back(row.column_text(0)); });
  return nodes;
}

void DocumentRows::remove(std::int64_t document_id) {
  m_connection.cached(db::sql_named(k_document_rows_sql, "delete_document_nodes"))
      .bind_all(document_id)
      .run();
  // The trigger on its last node takes the document's own row, unless all its nodes were gone before.
  m_connection.cached(db::sql_named(k_document_rows_sql, "delete_document")).bind_all(document_id).run();
}

std::int64_t DocumentRows::version_in_documents(std::int64_t task_id) {
  return db::get_int64(m_connection.cached(db::sql_named(k_document_rows_sql, "select_version_in_documents"))
                           .bind_all(task_id));
}

std::string DocumentRows::digest_in_documents(std::int64_t task_id) {
  return db::get_maybe(m_connection.cached(db::sql_named(k_document_rows_sql, "select_digest_in_documents"))
                           .bind_all(task_id),
                       [](const db::Statement& row) { return std::string(row.column_blob(0)); })
      .value_or("");
}

void DocumentRows::follow_version(std::int64_t task_id, std::int64_t version, std::int64_t before,
                                  std::string_view digest) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_document_rows_sql, "update_task_version"))
                                 .bind_all(task_id, version, before);
  statement.bind_blob(4, digest);
  statement.run();
}

void DocumentRows::move(std::int64_t from_task_id, std::int64_t to_task_id, std::int64_t version,
                        std::string_view digest) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_document_rows_sql, "move_document_nodes"))
                                 .bind_all(from_task_id, to_task_id, version);
  statement.bind_blob(4, digest);
  statement.run();
}

std::vector<TreeMember> DocumentRows::members_of_tree(std::string_view tree_id) {
  std::vector<TreeMember> members;
  db::for_each_row(
      m_connection.cached(db::sql_named(k_document_rows_sql, "select_nodes_of_tree")).bind_all(tree_id),
      [&](const db::Statement& row) { members.push_back(read_member(row)); });
  return members;
}

}  // namespace rlmdb::tree_documents
