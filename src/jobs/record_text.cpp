// SPDX-License-Identifier: MIT
#include "jobs/record_text.hpp"

namespace rlmdb::jobs {

namespace {

constexpr unsigned k_document_depth = 2;

}  // namespace

bool RecordTexts::next() {
  if (!m_cursor.next(m_record)) return false;
  m_layouts.resolve(m_record);
  m_text.clear();
  m_writer.append(m_text, m_record, k_document_depth);
  return true;
}

bool RecordTexts::has_store_id() const noexcept {
  return !m_record.task[model::task_legacy_id].is_null();
}

const std::string& RecordTextFinder::find(std::int64_t id, unsigned depth) {
  m_text.clear();
  if (!m_finder.find(id, m_record)) return m_text;
  m_layouts.resolve(m_record);
  m_writer.append(m_text, m_record, depth);
  return m_text;
}

}  // namespace rlmdb::jobs
