// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

#include "db/connection.hpp"
#include "jobs/layout_catalog.hpp"
#include "jobs/record_children.hpp"
#include "legacy/layout_pool.hpp"
#include "legacy/record_read.hpp"
#include "legacy/record_write.hpp"
#include "model/text_arena.hpp"
#include "store/task_rows.hpp"

namespace rlmdb::jobs {

/// What a written record comes from; 0: as it was, or none.
struct RecordOrigin {
  std::int64_t event_seq = 0;  ///< the event that tells of it
  std::int64_t import_id = 0;
};

/// Whether two records of one task tell of different runs: then a claim of the one is none of the other.
[[nodiscard]] bool runs_otherwise(const model::TaskRecord& one, const model::TaskRecord& other);

/// Writes whole records from their compact canonical JSON text, which a task that has no store id gives
/// without `id`. REQUIRES: an open write transaction; an object is given up with it.
class RecordEdit {
 public:
  explicit RecordEdit(db::Connection& connection)
      : m_rows(connection), m_children(connection), m_layouts(connection) {}

  /// False, and nothing written, when the store id is taken.
  [[nodiscard]] bool insert(std::int64_t id, std::string_view json, const RecordOrigin& origin);
  /// Gives the row `before`, which came from RecordFinder, the content of `json`, and raises its version.
  void replace(const model::TaskRecord& before, std::string_view json, const RecordOrigin& origin);
  /// `json` as a record that is not written; valid until the next call.
  [[nodiscard]] const model::TaskRecord& read(std::string_view json);
  /// Rows of `layouts` written so far.
  [[nodiscard]] std::uint64_t layouts_added() const noexcept { return m_layouts.added(); }

 private:
  void prepare(std::string_view json, const RecordOrigin& origin);
  void keep_verbatim_if_needed(std::string_view json);

  store::TaskRows m_rows;
  RecordChildren m_children;
  LayoutCatalog m_layouts;
  legacy::LayoutPool m_pool;
  legacy::LayoutPool::Overflow m_overflow;
  legacy::RecordReader m_reader{m_pool};
  legacy::RecordWriter m_writer;
  model::TextArena m_arena;
  model::TaskRecord m_record;
};

}  // namespace rlmdb::jobs
