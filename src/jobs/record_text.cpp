// SPDX-License-Identifier: MIT
#include "jobs/record_text.hpp"

namespace rlmdb::jobs {

namespace {

constexpr unsigned k_document_depth = 2;
constexpr std::size_t k_batch_records = 256;
constexpr std::size_t k_batch_text_bytes = 512 * 1024;

}  // namespace

RecordTexts::RecordTexts(db::Connection& connection, std::int64_t first_id) {
  m_thread = std::thread([this, &connection, first_id] { read(connection, first_id); });
}

RecordTexts::~RecordTexts() {
  m_batches.abandon();
  m_thread.join();
}

void RecordTexts::read(db::Connection& connection, std::int64_t first_id) {
  try {
    LayoutCatalog layouts(connection);
    store::RecordCursor cursor(connection, first_id);
    auto batch = std::make_unique<Batch>();
    model::TaskRecord record;
    while (cursor.next(record, batch->arena)) {
      auto owner = layouts.resolve(record);
      if (batch->layouts.empty() || batch->layouts.back() != owner)
        batch->layouts.push_back(std::move(owner));
      batch->records.push_back(std::move(record));
      if (batch->records.size() < k_batch_records && batch->arena.kept_bytes() < k_batch_text_bytes) continue;
      if (!m_batches.push(std::move(batch))) break;
      batch = std::make_unique<Batch>();
    }
    if (batch) (void)m_batches.push(std::move(batch));  // false: the caller has gone
    m_batches.close();
  } catch (...) {
    m_batches.close(std::current_exception());
  }
}

bool RecordTexts::next() {
  while (!m_batch || m_next == m_batch->records.size()) {
    std::optional<std::unique_ptr<Batch>> batch = m_batches.pop();
    if (!batch) return false;
    m_batch = *std::move(batch);
    m_next = 0;
  }
  ++m_next;
  m_text.clear();
  m_writer.append(m_text, record(), k_document_depth);
  return true;
}

bool RecordTexts::has_store_id() const noexcept {
  return !record().task[model::task_legacy_id].is_null();
}

const std::string& RecordTextFinder::find(std::int64_t id, unsigned depth) {
  m_text.clear();
  if (!m_finder.find(id, m_record)) return m_text;
  const auto layouts = m_layouts.resolve(m_record);
  m_writer.append(m_text, m_record, depth);
  return m_text;
}

}  // namespace rlmdb::jobs
