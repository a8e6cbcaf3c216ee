// SPDX-License-Identifier: MIT
#include "purging/purge_rows.hpp"

#include "db/sql_text.hpp"
#include "purge_rows.sql.hpp"
#include "sources/home_rows.hpp"

namespace rlmdb::purging {

namespace {

NamePair read_pair(const db::Statement& row) {
  return {std::string(row.column_text(0)), std::string(row.column_text(1))};
}

std::optional<std::string> read_optional(const db::Statement& row, int column) {
  const auto text = row.column_optional_text(column);
  return text ? std::optional<std::string>(*text) : std::nullopt;
}

std::vector<std::int64_t> read_ids(db::Statement& statement) {
  std::vector<std::int64_t> ids;
  db::for_each_row(statement, [&](const db::Statement& row) { ids.push_back(row.column_int64(0)); });
  return ids;
}

}  // namespace

void PurgeRows::for_each_output(const std::function<void(std::int64_t, std::string_view, bool)>& use) {
  db::for_each_row(m_connection.cached(db::sql_named(k_purge_rows_sql, "select_outputs")),
                   [&](const db::Statement& row) {
                     use(row.column_int64(0), row.column_text(1), row.column_int64(2) != 0);
                   });
}

std::optional<std::int64_t> PurgeRows::find_content(std::string_view sha256) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_purge_rows_sql, "select_content_by_sha256"));
  return db::get_maybe(statement.bind_all(sha256),
                       [](const db::Statement& row) { return row.column_int64(0); });
}

std::string PurgeRows::name_of_grid_file(std::int64_t file_id) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_purge_rows_sql, "select_name_of_grid_file"));
  return db::get_text(statement.bind_all(file_id));
}

std::string PurgeRows::canonical_of_import(std::int64_t import_id) {
  db::Statement& statement =
      m_connection.cached(db::sql_named(k_purge_rows_sql, "select_canonical_of_import"));
  return db::get_text(statement.bind_all(import_id));
}

std::int64_t PurgeRows::import_of_tree_document(std::int64_t document_id) {
  db::Statement& statement =
      m_connection.cached(db::sql_named(k_purge_rows_sql, "select_import_of_tree_document"));
  return db::get_int64(statement.bind_all(document_id));
}

std::vector<std::string> PurgeRows::source_paths(std::optional<std::string_view> imports) {
  std::vector<std::string> paths;
  db::Statement& statement = m_connection.cached(db::sql_named(k_purge_rows_sql, "select_source_paths"));
  db::for_each_row(statement.bind_all(imports), [&](const db::Statement& row) {
    paths.push_back(sources::path_of_known(m_connection, row.column_text(0)).string());
  });
  return paths;
}

std::vector<PurgedValues> PurgeRows::count_rows(const PurgeSets& sets) {
  std::vector<PurgedValues> counts;
  db::Statement& statement = m_connection.cached(db::sql_named(k_purge_rows_sql, "count_rows"));
  db::for_each_row(statement.bind_all(sets.owners, sets.names, sets.trees, sets.snapshots),
                   [&](const db::Statement& row) {
                     if (row.column_int64(1) > 0)
                       counts.push_back({std::string(row.column_text(0)), {}, row.column_int64(1)});
                   });
  return counts;
}

std::vector<TaskNames> PurgeRows::names_of(std::string_view tasks) {
  std::vector<TaskNames> names;
  db::Statement& statement = m_connection.cached(db::sql_named(k_purge_rows_sql, "select_task_names"));
  db::for_each_row(statement.bind_all(tasks), [&](const db::Statement& row) {
    names.push_back(
        {row.column_int64(0), read_optional(row, 1), read_optional(row, 2), row.column_optional_int64(3)});
  });
  return names;
}

std::optional<std::int64_t> PurgeRows::removed_owner(std::string_view store_id) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_purge_rows_sql, "select_removed_owner"));
  return db::get_maybe(statement.bind_all(store_id),
                       [](const db::Statement& row) { return row.column_int64(0); });
}

std::vector<ChildName> PurgeRows::children(std::string_view tasks) {
  std::vector<ChildName> children;
  db::Statement& statement = m_connection.cached(db::sql_named(k_purge_rows_sql, "select_children_left"));
  db::for_each_row(statement.bind_all(tasks), [&](const db::Statement& row) {
    children.push_back({row.column_int64(0), std::string(row.column_text(1))});
  });
  return children;
}

std::optional<ChildName> PurgeRows::find_running(std::string_view tasks) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_purge_rows_sql, "select_running"));
  return db::get_maybe(statement.bind_all(tasks), [](const db::Statement& row) {
    return ChildName{row.column_int64(0), std::string(row.column_text(1))};
  });
}

std::optional<NamePair> PurgeRows::find_needed(std::string_view tasks) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_purge_rows_sql, "select_needed"));
  return db::get_maybe(statement.bind_all(tasks), read_pair);
}

std::optional<NamePair> PurgeRows::find_described(std::string_view tasks, std::string_view trees) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_purge_rows_sql, "select_described"));
  return db::get_maybe(statement.bind_all(tasks, trees), read_pair);
}

std::vector<std::int64_t> PurgeRows::snapshots(std::string_view tasks, std::string_view trees,
                                               std::string_view session) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_purge_rows_sql, "select_snapshots"));
  return read_ids(statement.bind_all(tasks, trees, session));
}

std::vector<std::int64_t> PurgeRows::imports_of_documents(std::string_view states, std::string_view trees,
                                                          std::string_view snapshots) {
  db::Statement& statement =
      m_connection.cached(db::sql_named(k_purge_rows_sql, "select_imports_of_documents"));
  return read_ids(statement.bind_all(states, trees, snapshots));
}

std::vector<std::string> PurgeRows::trees_of_session(std::string_view session) {
  std::vector<std::string> trees;
  db::Statement& statement = m_connection.cached(db::sql_named(k_purge_rows_sql, "select_trees_of_session"));
  db::for_each_row(statement.bind_all(session),
                   [&](const db::Statement& row) { trees.emplace_back(row.column_text(0)); });
  return trees;
}

}  // namespace rlmdb::purging
