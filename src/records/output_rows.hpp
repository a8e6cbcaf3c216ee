// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "db/connection.hpp"
#include "records/child_cursor.hpp"
#include "records/record.hpp"
#include "records/text_arena.hpp"

namespace rlmdb::records {

/// The writer of `output_chunks`: output that follows `tasks.output`.
class OutputRows {
 public:
  explicit OutputRows(db::Connection& connection) : m_connection(connection) {}

  void insert(std::int64_t task_id, std::int64_t end_bytes, std::string_view chunk);
  /// Length of the whole output so far, in bytes. Reads `tasks.output` only where there is no chunk yet.
  [[nodiscard]] std::int64_t output_bytes(std::int64_t task_id);
  [[nodiscard]] bool has_chunks(std::int64_t task_id);
  /// All output of the task; "" where it has none.
  [[nodiscard]] std::string whole(std::int64_t task_id);
  void remove_all(std::int64_t task_id);

 private:
  db::Connection& m_connection;
};

/// Joins the chunks of tasks to their output; see ChildCursor for the cost.
class OutputCursor {
 public:
  OutputCursor(db::Connection& connection, Walk walk);

  /// Appends the chunks of `record.id` to its output cell; the text is kept in `arena`.
  void read(TaskRecord& record, TextArena& arena);

 private:
  struct Nothing {};
  ChildCursor<Nothing> m_rows;
};

}  // namespace rlmdb::records
