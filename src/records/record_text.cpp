// SPDX-License-Identifier: MIT
#include "records/record_text.hpp"

#include <utility>

namespace rlmdb::records {

namespace {

constexpr unsigned k_document_depth = 2;
constexpr std::size_t k_batches_ahead = 3;
constexpr std::size_t k_batch_records = 256;
constexpr std::size_t k_batch_text_bytes = 512 * 1024;

}  // namespace

RecordTexts::RecordTexts(db::Connection& connection, std::int64_t first_id, Beside beside)
    : m_batches(connection, k_batches_ahead, [&connection, first_id, beside](const Batches::Push& push) {
        read(connection, first_id, beside, push);
      }) {}

void RecordTexts::read(db::Connection& connection, std::int64_t first_id, const Beside& beside,
                       const Batches::Push& push) {
  LayoutCatalog layouts(connection);
  RecordCursor cursor(connection, first_id);
  for (bool more = true; more;) {
    auto batch = std::make_unique<Batch>();
    more = fill(*batch, cursor, layouts);
    if (beside)
      for (const TaskRecord& record : batch->records) batch->beside.push_back(beside(record.id));
    push(std::move(batch));
  }
}

bool RecordTexts::fill(Batch& batch, RecordCursor& cursor, LayoutCatalog& layouts) {
  batch.records.reserve(k_batch_records);
  while (batch.records.size() < k_batch_records && batch.arena.kept_bytes() < k_batch_text_bytes) {
    // Each record is read where it stays: moving one costs as much as reading it.
    if (!cursor.next(batch.records.emplace_back(), batch.arena)) {
      batch.records.pop_back();
      return false;
    }
    auto owner = layouts.resolve(batch.records.back());
    if (batch.layouts.empty() || batch.layouts.back() != owner) batch.layouts.push_back(std::move(owner));
  }
  return true;
}

bool RecordTexts::next() {
  while (!m_batch || m_next == m_batch->records.size()) {
    auto batch = m_batches.next();
    if (!batch) return false;
    m_batch = *std::move(batch);
    m_next = 0;
  }
  ++m_next;
  m_text.clear();
  m_writer.append(m_text, record(), k_document_depth);
  return true;
}

std::optional<std::string_view> RecordTexts::beside() const {
  return m_batch->beside.empty() ? std::nullopt
                                 : std::optional<std::string_view>(m_batch->beside[m_next - 1]);
}

bool RecordTexts::has_store_id() const noexcept {
  return !record().task[task_legacy_id].is_null();
}

const std::string& RecordTextFinder::find(std::int64_t id, unsigned depth, Chunks chunks) {
  m_text.clear();
  if (!m_finder.find(id, m_record, chunks)) return m_text;
  const auto layouts = m_layouts.resolve(m_record);
  m_writer.append(m_text, m_record, depth);
  return m_text;
}

std::string RecordTextFinder::take(std::int64_t id, unsigned depth, Chunks chunks) {
  (void)find(id, depth, chunks);
  return std::exchange(m_text, {});
}

}  // namespace rlmdb::records
