// SPDX-License-Identifier: MIT
#include "checkpoints/snapshot_rows.hpp"

#include "db/sql_text.hpp"
#include "records/cell_columns.hpp"
#include "records/content_rows.hpp"
#include "snapshot_rows.sql.hpp"

namespace rlmdb::checkpoints {

namespace {

SnapshotHead read_snapshot_head(const db::Statement& row) {
  SnapshotHead head;
  head.id = row.column_int64(0);
  head.scope = row.column_text(1);
  head.owner = row.column_text(2);
  head.checkpoint_id = row.column_text(3);
  head.name = records::read_optional_text(row, 4);
  head.timestamp = records::read_optional_text(row, 5);
  head.description = records::read_optional_text(row, 6);
  head.tree_id = records::read_optional_text(row, 7);
  head.source_path = records::read_optional_text(row, 8);
  head.import_id = row.column_optional_int64(9);
  head.outline = records::read_optional_text(row, 10);
  head.event_seq = row.column_optional_int64(11);
  head.is_pinned = row.column_int64(12) != 0;
  head.last_used_at = row.column_text(13);
  head.source_sha256 = row.column_text(14);
  return head;
}

std::vector<SnapshotHead> read_heads(db::Statement& statement) {
  std::vector<SnapshotHead> heads;
  db::for_each_row(statement, [&](const db::Statement& row) { heads.push_back(read_snapshot_head(row)); });
  return heads;
}

variables::StoredVariable read_variable(const db::Statement& row) {
  return {std::string(row.column_text(1)), records::read_content(row, 2), records::read_content(row, 5)};
}

db::Statement& bind_head(db::Statement& statement, const SnapshotHead& head) {
  return statement.bind_all(head.scope, head.owner, head.checkpoint_id, head.name, head.timestamp,
                            head.description, head.tree_id, head.source_path, head.import_id, head.outline,
                            head.event_seq, static_cast<std::int64_t>(head.is_pinned), head.last_used_at);
}

}  // namespace

std::optional<SnapshotHead> SnapshotRows::find(std::int64_t id) {
  return db::get_maybe(
      m_connection.cached(db::sql_named(k_snapshot_rows_sql, "select_snapshot")).bind_all(id),
      read_snapshot_head);
}

std::optional<SnapshotHead> SnapshotRows::find_by_source(std::string_view source_path) {
  return db::get_maybe(m_connection.cached(db::sql_named(k_snapshot_rows_sql, "select_snapshot_by_source"))
                           .bind_all(source_path),
                       read_snapshot_head);
}

std::vector<SnapshotHead> SnapshotRows::find_checkpoint(std::string_view checkpoint_id) {
  return read_heads(m_connection.cached(db::sql_named(k_snapshot_rows_sql, "select_snapshots_of_checkpoint"))
                        .bind_all(checkpoint_id));
}

bool SnapshotRows::has_checkpoint(std::string_view checkpoint_id) {
  return db::get_int64(m_connection.cached(db::sql_named(k_snapshot_rows_sql, "has_checkpoint"))
                           .bind_all(checkpoint_id)) != 0;
}

std::vector<SnapshotHead> SnapshotRows::of_owner(std::string_view scope, std::string_view owner) {
  return read_heads(m_connection.cached(db::sql_named(k_snapshot_rows_sql, "select_snapshots_of_owner"))
                        .bind_all(scope, owner));
}

std::vector<SnapshotHead> SnapshotRows::of_tree(std::string_view tree_id) {
  return read_heads(
      m_connection.cached(db::sql_named(k_snapshot_rows_sql, "select_snapshots_of_tree")).bind_all(tree_id));
}

std::vector<SnapshotHead> SnapshotRows::all() {
  return read_heads(m_connection.cached(db::sql_named(k_snapshot_rows_sql, "select_all_snapshots")));
}

std::int64_t SnapshotRows::insert(const SnapshotHead& head) {
  bind_head(m_connection.cached(db::sql_named(k_snapshot_rows_sql, "insert_snapshot")), head).run();
  return m_connection.last_insert_rowid();
}

void SnapshotRows::update(const SnapshotHead& head) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_snapshot_rows_sql, "update_snapshot"));
  bind_head(statement, head).bind_int64(14, head.id);
  statement.run();
}

void SnapshotRows::touch(std::int64_t id, std::string_view last_used_at) {
  m_connection.cached(db::sql_named(k_snapshot_rows_sql, "touch_snapshot")).bind_all(id, last_used_at).run();
}

void SnapshotRows::set_pinned(std::int64_t id, bool is_pinned) {
  m_connection.cached(db::sql_named(k_snapshot_rows_sql, "set_pinned"))
      .bind_all(id, static_cast<std::int64_t>(is_pinned))
      .run();
}

void SnapshotRows::remove(std::int64_t id) {
  remove_content(id);
  m_connection.cached(db::sql_named(k_snapshot_rows_sql, "delete_snapshot")).bind_all(id).run();
}

std::vector<SnapshotVariable> SnapshotRows::variables(std::int64_t id) {
  std::vector<SnapshotVariable> variables;
  db::for_each_row(m_connection.cached(db::sql_named(k_snapshot_rows_sql, "select_snapshot_variables"))
                       .bind_all(id, nullptr),
                   [&](const db::Statement& row) {
                     variables.push_back({std::string(row.column_text(0)), read_variable(row)});
                   });
  return variables;
}

std::vector<variables::StoredVariable> SnapshotRows::variables(std::int64_t id, std::string_view member) {
  std::vector<variables::StoredVariable> variables;
  db::for_each_row(m_connection.cached(db::sql_named(k_snapshot_rows_sql, "select_snapshot_variables"))
                       .bind_all(id, member),
                   [&](const db::Statement& row) { variables.push_back(read_variable(row)); });
  return variables;
}

std::vector<PrunedOf> SnapshotRows::pruned() {
  std::vector<PrunedOf> owners;
  db::for_each_row(m_connection.cached(db::sql_named(k_snapshot_rows_sql, "select_pruned")),
                   [&](const db::Statement& row) {
                     owners.push_back({std::string(row.column_text(0)), std::string(row.column_text(1)),
                                       row.column_int64(2)});
                   });
  return owners;
}

bool SnapshotRows::has_more_than(std::string_view scope, std::string_view owner, std::int64_t count) {
  return db::get_int64(m_connection.cached(db::sql_named(k_snapshot_rows_sql, "has_more_than"))
                           .bind_all(scope, owner, count)) != 0;
}

std::int64_t SnapshotRows::count_variables(std::int64_t id) {
  return db::get_int64(
      m_connection.cached(db::sql_named(k_snapshot_rows_sql, "count_snapshot_variables")).bind_all(id));
}

void SnapshotRows::insert_variables(std::int64_t id, std::string_view member,
                                    const std::vector<variables::StoredVariable>& variables) {
  const std::vector<Texts> known = texts_of_previous(id, member, variables);
  records::ContentRows contents(m_connection);
  const auto keep = [&](std::int64_t known_id, const std::string& text) {
    return known_id != 0 ? known_id : contents.keep(text);
  };
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const variables::StoredVariable& variable = variables[i];
    const std::int64_t json = keep(known[i].json, variable.json);
    std::optional<std::int64_t> value;
    if (!variable.value.empty()) value = keep(known[i].value, variable.value);
    m_connection.cached(db::sql_named(k_snapshot_rows_sql, "insert_snapshot_variable"))
        .bind_all(id, member, static_cast<std::int64_t>(i), variable.name, json, value)
        .run();
  }
}

std::vector<SnapshotRows::Texts> SnapshotRows::texts_of_previous(
    std::int64_t id, std::string_view member, const std::vector<variables::StoredVariable>& variables) {
  std::vector<Texts> known(variables.size());
  std::size_t i = 0;
  db::for_each_row(
      m_connection.cached(db::sql_named(k_snapshot_rows_sql, "select_previous_texts")).bind_all(id, member),
      [&](const db::Statement& row) {
        if (i == variables.size()) return;
        if (row.column_text(1) == variables[i].json) known[i].json = row.column_int64(0);
        if (row.column_text(3) == variables[i].value) known[i].value = row.column_int64(2);
        ++i;
      });
  return known;
}

void SnapshotRows::remove_content(std::int64_t id) {
  m_connection.cached(db::sql_named(k_snapshot_rows_sql, "delete_snapshot_nodes")).bind_all(id).run();
  m_connection.cached(db::sql_named(k_snapshot_rows_sql, "delete_snapshot_variables")).bind_all(id).run();
}

std::vector<SnapshotNode> SnapshotRows::nodes(std::int64_t id) {
  std::vector<SnapshotNode> nodes;
  db::for_each_row(
      m_connection.cached(db::sql_named(k_snapshot_rows_sql, "select_snapshot_nodes")).bind_all(id),
      [&](const db::Statement& row) {
        nodes.push_back({std::string(row.column_text(0)), records::read_content(row, 1)});
      });
  return nodes;
}

void SnapshotRows::insert_nodes(std::int64_t id, const std::vector<SnapshotNode>& nodes) {
  records::ContentRows contents(m_connection);
  std::int64_t position = 0;
  for (const SnapshotNode& node : nodes)
    m_connection.cached(db::sql_named(k_snapshot_rows_sql, "insert_snapshot_node"))
        .bind_all(id, node.member, position++, contents.keep(node.json))
        .run();
}

}  // namespace rlmdb::checkpoints
