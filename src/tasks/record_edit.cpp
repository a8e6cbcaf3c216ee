// SPDX-License-Identifier: MIT
#include "tasks/record_edit.hpp"

#include <string>

#include "legacy/json_layout.hpp"
#include "rlmdb/error.hpp"
#include "util/digest128.hpp"

namespace rlmdb::tasks {

bool RecordEdit::insert(std::int64_t id, std::int64_t event_seq, std::string_view json) {
  read(json);
  m_record.id = id;
  m_record.event_seq = event_seq;
  if (!m_rows.insert(m_record)) return false;
  m_children.insert(m_record);
  return true;
}

void RecordEdit::replace(const model::TaskRecord& before, std::string_view json, std::int64_t event_seq) {
  read(json);
  m_record.id = before.id;
  m_record.position = before.position;
  m_record.import_id = before.import_id;
  m_record.source_digest = before.source_digest;
  m_record.source_version = before.source_version;
  m_record.version = before.version + 1;
  m_record.event_seq = event_seq;
  m_rows.update(m_record);
  m_children.remove_all(before.id);
  m_children.insert(m_record);
}

void RecordEdit::read(std::string_view json) {
  m_arena.clear();
  if (m_reader.read(json, m_arena, m_overflow, m_record) != legacy::RecordFault::none)
    throw Error(ErrorCode::internal, "a record was put together wrongly");
  keep_verbatim_if_needed(json);
  m_layouts.assign(m_record);
}

void RecordEdit::keep_verbatim_if_needed(std::string_view json) {
  std::string columns;
  m_writer.append_columns(columns, m_record, 0);
  std::string pretty;
  legacy::append_pretty(pretty, json, 0);
  if (columns == pretty) return;
  const util::Digest128 digest = util::digest128(columns);
  m_record.verbatim = m_arena.keep(json);
  m_record.verbatim_digest = m_arena.keep({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

}  // namespace rlmdb::tasks
