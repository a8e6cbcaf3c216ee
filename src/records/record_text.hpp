// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/read_ahead.hpp"
#include "records/layout_catalog.hpp"
#include "records/record_rows.hpp"
#include "records/record_write.hpp"
#include "util/digest128.hpp"

namespace rlmdb::records {

/// Records as canonical text, read with SELECT from their rows, on a second thread ahead of the caller: the
/// connection is lent (db/read_ahead.hpp) while a RecordTexts exists.
class RecordTexts {
 public:
  /// What is known of a record beside its rows, read on that thread.
  using Beside = std::function<std::optional<std::string>(std::int64_t task_id)>;

  explicit RecordTexts(db::Connection& connection, std::int64_t first_id = 0, Beside beside = {});

  /// The next record in store order, or false. What it is asked for is valid until the next call.
  /// Rethrows what the reading thread met.
  [[nodiscard]] bool next();
  [[nodiscard]] const TaskRecord& record() const noexcept { return m_batch->records[m_next - 1]; }
  /// Laid out for its place in a document (depth 2).
  [[nodiscard]] const std::string& text() const noexcept { return m_text; }
  /// What `beside` said of it; nullopt without one.
  [[nodiscard]] std::optional<std::string_view> beside() const;
  /// True for a row that a legacy document can hold: it has a store id.
  [[nodiscard]] bool has_store_id() const noexcept;

 private:
  struct Batch {
    TextArena arena{TextArena::k_batch_bytes};
    std::vector<TaskRecord> records;
    std::vector<std::shared_ptr<const LayoutCatalog::Layouts>> layouts;
    std::vector<std::optional<std::string>> beside;  ///< as many as records, or none
  };
  using Batches = db::ReadAhead<std::unique_ptr<Batch>>;

  static void read(db::Connection& connection, std::int64_t first_id, const Beside& beside,
                   const Batches::Push& push);
  /// False when there are no more records.
  static bool fill(Batch& batch, RecordCursor& cursor, LayoutCatalog& layouts);

  RecordWriter m_writer;
  std::unique_ptr<Batch> m_batch;
  std::size_t m_next = 0;
  std::string m_text;
  Batches m_batches;
};

/// The same for single records, on the caller's thread.
class RecordTextFinder {
 public:
  explicit RecordTextFinder(db::Connection& connection) : m_layouts(connection), m_finder(connection) {}

  /// The canonical text of the record `tasks.id` for `depth` enclosing arrays and objects, or empty. Valid
  /// until the next call.
  [[nodiscard]] const std::string& find(std::int64_t id, unsigned depth, Chunks chunks = Chunks::joined);
  /// The same, for the caller to keep.
  [[nodiscard]] std::string take(std::int64_t id, unsigned depth, Chunks chunks = Chunks::joined);
  [[nodiscard]] const TaskRecord& record() const noexcept { return m_record; }

 private:
  LayoutCatalog m_layouts;
  RecordFinder m_finder;
  RecordWriter m_writer;
  TaskRecord m_record;
  std::string m_text;
};

}  // namespace rlmdb::records
