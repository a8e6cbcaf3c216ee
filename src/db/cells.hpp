// SPDX-License-Identifier: MIT
/// All rows of all tables, whatever they are called: for a job that must see every value that the file holds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "db/connection.hpp"

namespace rlmdb::db {

/// One row with all its stored columns; generated ones are not among them. Valid while it is looked at.
class WholeRow {
 public:
  WholeRow(std::string_view table, const std::vector<std::string>& columns, const Statement& row,
           int first_column) noexcept
      : m_table(table), m_columns(columns), m_row(row), m_first_column(first_column) {}

  [[nodiscard]] std::string_view table() const noexcept { return m_table; }
  [[nodiscard]] const std::vector<std::string>& columns() const noexcept { return m_columns; }
  [[nodiscard]] ColumnValue value(std::size_t column) const noexcept {
    return m_row.column_value(m_first_column + static_cast<int>(column));
  }
  /// By its name; NULL where the table has no such column.
  [[nodiscard]] ColumnValue value(std::string_view column) const noexcept;

 private:
  std::string_view m_table;
  const std::vector<std::string>& m_columns;
  const Statement& m_row;
  int m_first_column;
};

/// What a value becomes.
struct CellChange {
  std::size_t column = 0;
  ColumnType type = ColumnType::text;
  std::string bytes{};
  std::int64_t integer = 0;
};

enum class RewriteRun { look, write };

/// Shows every row of every table to `look_at`, table by table, and puts in place what it adds to the list;
/// with RewriteRun::look nothing is written. Changes of a table are kept in memory until all its rows were
/// looked at. REQUIRES: one snapshot; to write, a write transaction.
void rewrite_rows(Connection& connection, RewriteRun run,
                  const std::function<void(const WholeRow&, std::vector<CellChange>&)>& look_at);

/// Sets single values of rows of tables that have rowids.
class CellWriter {
 public:
  explicit CellWriter(Connection& connection) : m_connection(connection) {}

  /// `bytes` of a text or blob must outlive the call. REQUIRES: a write transaction.
  void put(std::string_view table, std::string_view column, std::int64_t row, const ColumnValue& value);

 private:
  Connection& m_connection;
  std::map<std::string, Statement> m_updates;  ///< by table and column
};

/// What refers to the row `from` of the table refers to `to` from now on, and `from` goes.
void merge_rows(Connection& connection, std::string_view table, std::int64_t from, std::int64_t to);

/// Whether the text stands in the schema itself: in a name, a definition, a comment.
[[nodiscard]] bool is_in_schema(Connection& connection, std::string_view text);

/// While it lives no trigger of the schema runs on this connection.
class WithoutTriggers {
 public:
  explicit WithoutTriggers(Connection& connection);
  WithoutTriggers(const WithoutTriggers&) = delete;
  WithoutTriggers& operator=(const WithoutTriggers&) = delete;
  ~WithoutTriggers();

 private:
  Connection& m_connection;
};

/// What this connection frees in the file from now on is overwritten with zeros.
void erase_freed(Connection& connection);

}  // namespace rlmdb::db
