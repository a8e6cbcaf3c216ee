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

namespace rlmdb::tasks {

/// Writes whole records from their JSON text, as an import does. REQUIRES: an open write transaction; an
/// object is given up with it.
class RecordEdit {
 public:
  explicit RecordEdit(db::Connection& connection)
      : m_rows(connection), m_children(connection), m_layouts(connection) {}

  /// False, and nothing written, when the store id is taken. `json` is canonical; `event_seq` tells of it.
  [[nodiscard]] bool insert(std::int64_t id, std::int64_t event_seq, std::string_view json);
  /// Gives the row `before`, which came from RecordFinder, the content of `json`, and raises its version.
  void replace(const model::TaskRecord& before, std::string_view json, std::int64_t event_seq);

 private:
  void read(std::string_view json);
  void keep_verbatim_if_needed(std::string_view json);

  store::TaskRows m_rows;
  jobs::RecordChildren m_children;
  jobs::LayoutCatalog m_layouts;
  legacy::LayoutPool m_pool;
  legacy::LayoutPool::Overflow m_overflow;
  legacy::RecordReader m_reader{m_pool};
  legacy::RecordWriter m_writer;
  model::TextArena m_arena;
  model::TaskRecord m_record;
};

}  // namespace rlmdb::tasks
