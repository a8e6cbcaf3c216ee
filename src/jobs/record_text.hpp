// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "jobs/layout_catalog.hpp"
#include "legacy/record_write.hpp"
#include "store/record_rows.hpp"
#include "util/digest128.hpp"

namespace rlmdb::jobs {

/// Records as canonical text, read with SELECT from their rows.
class RecordTexts {
 public:
  explicit RecordTexts(db::Connection& connection, std::int64_t first_id = 0)
      : m_layouts(connection), m_cursor(connection, first_id) {}

  /// The next record in store order, or false. `record()` and `text()` are valid until the next call.
  [[nodiscard]] bool next();
  [[nodiscard]] const model::TaskRecord& record() const noexcept { return m_record; }
  /// Laid out for its place in a document (depth 2).
  [[nodiscard]] const std::string& text() const noexcept { return m_text; }
  /// True for a row that a legacy document can hold: it has a store id.
  [[nodiscard]] bool has_store_id() const noexcept;

 private:
  LayoutCatalog m_layouts;
  store::RecordCursor m_cursor;
  legacy::RecordWriter m_writer;
  model::TaskRecord m_record;
  std::string m_text;
};

/// The same for single records.
class RecordTextFinder {
 public:
  explicit RecordTextFinder(db::Connection& connection) : m_layouts(connection), m_finder(connection) {}

  /// The canonical text of the record `tasks.id` for `depth` enclosing arrays and objects, or empty. Valid
  /// until the next call.
  [[nodiscard]] const std::string& find(std::int64_t id, unsigned depth);
  [[nodiscard]] const model::TaskRecord& record() const noexcept { return m_record; }

 private:
  LayoutCatalog m_layouts;
  store::RecordFinder m_finder;
  legacy::RecordWriter m_writer;
  model::TaskRecord m_record;
  std::string m_text;
};

}  // namespace rlmdb::jobs
