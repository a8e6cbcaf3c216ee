// SPDX-License-Identifier: MIT
/// Whole records, read from the five tables that hold them. Layout ids are filled in, layouts are not.
#pragma once

#include <cstdint>
#include <optional>

#include "db/connection.hpp"
#include "records/checkpoint_rows.hpp"
#include "records/output_rows.hpp"
#include "records/record.hpp"
#include "records/text_arena.hpp"
#include "records/variable_rows.hpp"

namespace rlmdb::records {

/// Records in store order.
class RecordCursor {
 public:
  /// Only those with ids from `first_id` on.
  explicit RecordCursor(db::Connection& connection, std::int64_t first_id = 0);
  RecordCursor(const RecordCursor&) = delete;
  RecordCursor& operator=(const RecordCursor&) = delete;

  /// The next record, or false at the end. Its texts are kept in `arena`.
  [[nodiscard]] bool next(TaskRecord& record, TextArena& arena);

 private:
  db::Statement m_statement;
  VariableCursor m_variables;
  CheckpointCursor m_checkpoints;
  OutputCursor m_outputs;
};

/// Whether the record is kept as a whole text too, because its rows may not say all of it.
[[nodiscard]] bool has_verbatim(db::Connection& connection, std::int64_t id);

/// What of an output stands in chunks: `left_out` costs nothing however long the output is, and a record whose
/// whole text is kept has it all the same.
enum class Chunks { joined, left_out };

/// Single records.
class RecordFinder {
 public:
  explicit RecordFinder(db::Connection& connection);
  RecordFinder(const RecordFinder&) = delete;
  RecordFinder& operator=(const RecordFinder&) = delete;
  ~RecordFinder() { m_statement.reset(); }

  /// The record `tasks.id`, or false. Its texts are valid until the next call; rows may be changed meanwhile.
  [[nodiscard]] bool find(std::int64_t id, TaskRecord& record, Chunks chunks = Chunks::joined);

 private:
  db::Connection& m_connection;
  db::Statement& m_statement;
  TextArena m_arena;
};

}  // namespace rlmdb::records
