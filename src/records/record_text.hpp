// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "records/layout_catalog.hpp"
#include "records/record_rows.hpp"
#include "records/record_write.hpp"
#include "util/bounded_queue.hpp"
#include "util/digest128.hpp"

namespace rlmdb::records {

/// Records as canonical text, read with SELECT from their rows. The rows are read on a second thread, ahead
/// of the caller: the connection must not be used otherwise while a RecordTexts exists.
class RecordTexts {
 public:
  explicit RecordTexts(db::Connection& connection, std::int64_t first_id = 0);
  RecordTexts(const RecordTexts&) = delete;
  RecordTexts& operator=(const RecordTexts&) = delete;
  ~RecordTexts();

  /// The next record in store order, or false. `record()` and `text()` are valid until the next call.
  /// Rethrows what the reading thread met.
  [[nodiscard]] bool next();
  [[nodiscard]] const TaskRecord& record() const noexcept { return m_batch->records[m_next - 1]; }
  /// Laid out for its place in a document (depth 2).
  [[nodiscard]] const std::string& text() const noexcept { return m_text; }
  /// True for a row that a legacy document can hold: it has a store id.
  [[nodiscard]] bool has_store_id() const noexcept;

 private:
  struct Batch {
    TextArena arena{TextArena::k_batch_bytes};
    std::vector<TaskRecord> records;
    std::vector<std::shared_ptr<const LayoutCatalog::Layouts>> layouts;
  };

  void read(db::Connection& connection, std::int64_t first_id);
  /// False when there are no more records.
  static bool fill(Batch& batch, RecordCursor& cursor, LayoutCatalog& layouts);

  RecordWriter m_writer;
  std::unique_ptr<Batch> m_batch;
  std::size_t m_next = 0;
  std::string m_text;
  util::BoundedQueue<std::unique_ptr<Batch>> m_batches{3};
  std::thread m_thread;
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
