// SPDX-License-Identifier: MIT
#include "db/cells.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <utility>

#include "cells.sql.hpp"
#include "db/sql_text.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::db {

namespace {

struct Table {
  std::string name;
  int keys = 0;
  std::string select;
  std::string update;  ///< by keys, whose parameters come first; "%" stands for what is set
};

/// A value that outlives its row.
struct KeptValue {
  ColumnType type = ColumnType::null;
  std::int64_t integer = 0;
  std::string bytes;
};

struct RowChange {
  std::vector<KeptValue> keys;
  std::vector<CellChange> cells;
};

std::vector<Table> tables_of(Connection& connection) {
  std::vector<Table> tables;
  for_each_row(connection.cached(sql_named(k_cells_sql, "select_tables")), [&](const Statement& row) {
    tables.push_back({std::string(row.column_text(0)), static_cast<int>(row.column_int64(1)),
                      std::string(row.column_text(2)), std::string(row.column_text(3))});
  });
  return tables;
}

KeptValue kept(const ColumnValue& value) {
  return {value.type, value.integer, std::string(value.bytes)};
}

void bind_kept(Statement& statement, int parameter, ColumnType type, std::int64_t integer,
               std::string_view bytes) {
  switch (type) {
    case ColumnType::null:
      return statement.bind_null(parameter);
    case ColumnType::text:
      return statement.bind_text(parameter, bytes);
    case ColumnType::blob:
      return statement.bind_blob(parameter, bytes);
    case ColumnType::integer:
      return statement.bind_int64(parameter, integer);
    case ColumnType::real:
      break;
  }
  throw Error(ErrorCode::internal, "a key or a new value is a real number");
}

/// The statement that sets these columns: their parameters come behind those of the keys.
std::string update_of(const Table& table, const std::vector<std::string_view>& columns) {
  std::string set;
  int parameter = table.keys;
  for (const std::string_view column : columns) {
    if (!set.empty()) set += ", ";
    set += '"' + std::string(column) + "\" = ?" + std::to_string(++parameter);
  }
  std::string update = table.update;
  return update.replace(update.find('%'), 1, set);
}

/// All changes of a row at once, since a CHECK may hold its columns against each other.
void write(Connection& connection, const Table& table, const std::vector<std::string>& columns,
           const std::vector<RowChange>& changes) {
  std::map<std::string, Statement> updates;
  for (const RowChange& row : changes) {
    std::vector<std::string_view> names;
    for (const CellChange& cell : row.cells) names.emplace_back(columns[cell.column]);
    const std::string sql = update_of(table, names);
    Statement& update = updates.try_emplace(sql, connection, sql).first->second;
    int parameter = 0;
    for (const KeptValue& key : row.keys) bind_kept(update, ++parameter, key.type, key.integer, key.bytes);
    for (const CellChange& cell : row.cells)
      bind_kept(update, ++parameter, cell.type, cell.integer, cell.bytes);
    update.run();
  }
}

void rewrite_table(Connection& connection, const Table& table, RewriteRun run,
                   const std::function<void(const WholeRow&, std::vector<CellChange>&)>& look_at) {
  Statement select(connection, table.select);
  std::vector<std::string> columns;
  for (int column = table.keys; column < select.column_count(); ++column)
    columns.emplace_back(select.column_name(column));
  std::vector<RowChange> changes;
  std::vector<CellChange> cells;
  for_each_row(select, [&](const Statement& row) {
    cells.clear();
    look_at(WholeRow(table.name, columns, row, table.keys), cells);
    if (cells.empty() || run == RewriteRun::look) return;
    RowChange& change = changes.emplace_back();
    for (int key = 0; key < table.keys; ++key) change.keys.push_back(kept(row.column_value(key)));
    change.cells = std::exchange(cells, {});
  });
  write(connection, table, columns, changes);
}

}  // namespace

ColumnValue WholeRow::value(std::string_view column) const noexcept {
  const auto found = std::find(m_columns.begin(), m_columns.end(), column);
  return found == m_columns.end() ? ColumnValue{}
                                  : value(static_cast<std::size_t>(found - m_columns.begin()));
}

void rewrite_rows(Connection& connection, RewriteRun run,
                  const std::function<void(const WholeRow&, std::vector<CellChange>&)>& look_at) {
  for (const Table& table : tables_of(connection)) rewrite_table(connection, table, run, look_at);
}

void CellWriter::put(std::string_view table, std::string_view column, std::int64_t row,
                     const ColumnValue& value) {
  const std::string name = std::string(table) + '.' + std::string(column);
  auto known = m_updates.find(name);
  if (known == m_updates.end()) {
    const std::vector<Table> tables = tables_of(m_connection);
    const auto found =
        std::find_if(tables.begin(), tables.end(), [&](const Table& other) { return other.name == table; });
    if (found == tables.end()) throw Error(ErrorCode::internal, "there is no such table", name);
    known = m_updates.try_emplace(name, m_connection, update_of(*found, {column})).first;
  }
  Statement& update = known->second;
  update.bind_int64(1, row);
  bind_kept(update, 2, value.type, value.integer, value.bytes);
  update.run();
}

void merge_rows(Connection& connection, std::string_view table, std::int64_t from, std::int64_t to) {
  std::vector<std::string> updates;
  for_each_row(connection.cached(sql_named(k_cells_sql, "select_foreign_keys")).bind_all(table),
               [&](const Statement& row) { updates.emplace_back(row.column_text(0)); });
  for (const std::string& update : updates) Statement(connection, update).bind_all(to, from).run();
  const std::string remove =
      get_text(connection.cached(sql_named(k_cells_sql, "select_delete")).bind_all(table));
  Statement(connection, remove).bind_all(from).run();
}

bool is_in_schema(Connection& connection, std::string_view text) {
  return get_int64(connection.cached(sql_named(k_cells_sql, "count_schema_texts")).bind_all(text)) > 0;
}

WithoutTriggers::WithoutTriggers(Connection& connection) : m_connection(connection) {
  (void)sqlite3_db_config(m_connection.handle(), SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
}

WithoutTriggers::~WithoutTriggers() {
  (void)sqlite3_db_config(m_connection.handle(), SQLITE_DBCONFIG_ENABLE_TRIGGER, 1, nullptr);
}

void erase_freed(Connection& connection) {
  connection.execute("PRAGMA secure_delete = ON");
}

}  // namespace rlmdb::db
