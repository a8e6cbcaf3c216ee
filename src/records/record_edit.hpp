// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

#include "db/connection.hpp"
#include "records/layout_catalog.hpp"
#include "records/layout_pool.hpp"
#include "records/new_record.hpp"
#include "records/record_children.hpp"
#include "records/record_read.hpp"
#include "records/record_write.hpp"
#include "records/task_rows.hpp"
#include "records/text_arena.hpp"

namespace rlmdb::records {

/// What a written record comes from; 0: as it was, or none.
struct RecordOrigin {
  std::int64_t event_seq = 0;  ///< the event that tells of it
  std::int64_t import_id = 0;
};

/// Whether two records of one task tell of different runs: then a claim of the one is none of the other.
[[nodiscard]] bool runs_otherwise(const TaskRecord& one, const TaskRecord& other);

/// Writes whole records: new ones from values, others from their compact canonical JSON text, which a task
/// that has no store id gives without `id`. REQUIRES: an open write transaction; an object is given up with
/// it.
class RecordEdit {
 public:
  explicit RecordEdit(db::Connection& connection)
      : m_rows(connection), m_children(connection), m_layouts(connection) {}

  /// False, and nothing written, when the store id is taken.
  [[nodiscard]] bool insert(std::int64_t id, std::string_view json, const RecordOrigin& origin);
  [[nodiscard]] bool insert(std::int64_t id, const NewRecord& values, const RecordOrigin& origin);
  /// Gives the row `before`, which came from RecordFinder, the content of `json`, and raises its version.
  void replace(const TaskRecord& before, std::string_view json, const RecordOrigin& origin);
  /// The same for a `json` whose output is only what the row has of it: the chunks behind that stay. False, and
  /// nothing written, where the record would have to be kept as a whole text.
  [[nodiscard]] bool replace_beside_chunks(const TaskRecord& before, std::string_view json,
                                           const RecordOrigin& origin);
  /// `json` as a record that is not written; valid until the next call.
  [[nodiscard]] const TaskRecord& read(std::string_view json);
  /// What was read or written last; valid as long as its text.
  [[nodiscard]] const TaskRecord& record() const noexcept { return m_record; }
  /// Rows of `layouts` written so far.
  [[nodiscard]] std::uint64_t layouts_added() const noexcept { return m_layouts.added(); }

 private:
  void prepare(std::string_view json);
  [[nodiscard]] bool says(std::string_view json, std::string& columns);
  void read_given(std::string_view json);
  void update_row(const TaskRecord& before, const RecordOrigin& origin);
  [[nodiscard]] bool insert_record(std::int64_t id, const RecordOrigin& origin);

  TaskRows m_rows;
  RecordChildren m_children;
  LayoutCatalog m_layouts;
  LayoutPool m_pool;
  LayoutPool::Overflow m_overflow;
  RecordReader m_reader{m_pool};
  RecordWriter m_writer;
  TextArena m_arena;
  TaskRecord m_record;
};

}  // namespace rlmdb::records
