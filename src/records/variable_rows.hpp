// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "db/connection.hpp"
#include "records/child_cursor.hpp"
#include "records/record.hpp"
#include "records/text_arena.hpp"

namespace rlmdb::records {

/// Whose variables: a task's or a state document's. The other one is 0.
struct VariablesOf {
  std::int64_t task_id = 0;   ///< tasks.id
  std::int64_t state_id = 0;  ///< states.id
};

/// The writer of `variables`. Layout ids must be filled in.
class VariableRows {
 public:
  explicit VariableRows(db::Connection& connection) : m_connection(connection) {}

  /// `content_id`: contents.id of the value where that is kept apart; 0: it is in its cell.
  void insert(const VariablesOf& owner, std::int64_t position, const VariableRecord& variable,
              std::int64_t content_id);
  /// Gives the row variables.id, which has the name of `variable`, other content, in its place.
  void update(std::int64_t id, const VariableRecord& variable, std::int64_t content_id);
  void remove(std::int64_t id);
  void remove_all(const VariablesOf& owner);

  /// The row of that name, or false. Texts are kept in `arena`.
  [[nodiscard]] bool find(const VariablesOf& owner, std::string_view name, TextArena& arena,
                          VariableRecord& variable);
  /// Fills `variables` with those of a state document, in order. Texts are kept in `arena`.
  void read_state(std::int64_t state_id, TextArena& arena, std::vector<VariableRecord>& variables);
  [[nodiscard]] std::int64_t count(const VariablesOf& owner);
  /// The paths of values that stand in files, of what was made or changed here.
  [[nodiscard]] std::set<std::string> references();
  /// Whether a variable says that its value is in the file at that place. Walks all variables.
  [[nodiscard]] bool is_referred_to(std::string_view place);
  /// The place behind all others; nullopt where there are none, or one has no place.
  [[nodiscard]] std::optional<std::int64_t> next_position(const VariablesOf& owner);

 private:
  [[nodiscard]] db::Statement& owned(std::string_view statement, const VariablesOf& owner);
  /// Kept, because looking it up for every row costs more than binding it.
  [[nodiscard]] db::Statement& insert_statement();

  db::Connection& m_connection;
  db::Statement* m_insert = nullptr;
};

/// Reads the variables of tasks; see ChildCursor for the cost.
class VariableCursor {
 public:
  VariableCursor(db::Connection& connection, Walk walk);

  /// Fills `record.variables` with those of `record.id`, in order. Texts are kept in `arena`.
  void read(TaskRecord& record, TextArena& arena);

 private:
  ChildCursor<VariableRecord> m_rows;
};

}  // namespace rlmdb::records
