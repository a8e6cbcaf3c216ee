// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "db/connection.hpp"
#include "records/child_cursor.hpp"
#include "records/record.hpp"
#include "records/text_arena.hpp"

namespace rlmdb::records {

/// The writer of `variables`. Layout ids must be filled in.
class VariableRows {
 public:
  explicit VariableRows(db::Connection& connection) : m_connection(connection) {}

  /// `content_id`: contents.id of the value where that is kept apart; 0: it is in its cell.
  void insert(std::int64_t task_id, std::int64_t position, const VariableRecord& variable,
              std::int64_t content_id);
  /// Gives the row of that task and name other content, in its place.
  void update(std::int64_t task_id, const VariableRecord& variable, std::int64_t content_id);
  void remove_all(std::int64_t task_id);

  /// The row of that name, or false. Texts are kept in `arena`.
  [[nodiscard]] bool find(std::int64_t task_id, std::string_view name, TextArena& arena,
                          VariableRecord& variable);
  [[nodiscard]] std::int64_t count(std::int64_t task_id);
  /// The paths of values that stand in files, of what was made or changed here.
  [[nodiscard]] std::set<std::string> references();
  /// The place behind all others; nullopt where there are none, or one has no place.
  [[nodiscard]] std::optional<std::int64_t> next_position(std::int64_t task_id);

 private:
  /// Kept, because looking it up for every row costs more than binding it.
  [[nodiscard]] db::Statement& insert_statement();

  db::Connection& m_connection;
  db::Statement* m_insert = nullptr;
};

/// Reads the variables of tasks; see ChildCursor for the cost. One at a time a connection.
class VariableCursor {
 public:
  explicit VariableCursor(db::Connection& connection);

  /// Fills `record.variables` with those of `record.id`, in order. Texts are kept in `arena`.
  void read(TaskRecord& record, TextArena& arena);

 private:
  ChildCursor<VariableRecord> m_rows;
};

}  // namespace rlmdb::records
