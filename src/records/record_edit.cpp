// SPDX-License-Identifier: MIT
#include "records/record_edit.hpp"

#include <string>

#include "json/json_layout.hpp"
#include "rlmdb/error.hpp"
#include "util/digest128.hpp"

namespace rlmdb::records {

bool runs_otherwise(const TaskRecord& one, const TaskRecord& other) {
  return one.task[task_state] != other.task[task_state] ||
         one.task[task_started_at] != other.task[task_started_at] ||
         one.task[task_pid] != other.task[task_pid];
}

bool RecordEdit::insert(std::int64_t id, std::string_view json, const RecordOrigin& origin) {
  prepare(json, origin);
  m_record.id = id;
  if (!m_rows.insert(m_record)) return false;
  m_children.insert(m_record);
  return true;
}

void RecordEdit::replace(const TaskRecord& before, std::string_view json, const RecordOrigin& origin) {
  prepare(json, {origin.event_seq, origin.import_id == 0 ? before.import_id : origin.import_id});
  m_record.id = before.id;
  m_record.position = before.position;
  m_record.source_digest = before.source_digest;
  m_record.source_version = before.source_version;
  m_record.version = before.version + 1;
  m_rows.update(m_record);
  m_children.remove_all(before.id);
  m_children.insert(m_record);
}

const TaskRecord& RecordEdit::read(std::string_view json) {
  m_arena.clear();
  const RecordFault fault = m_reader.read(json, m_arena, m_overflow, m_record);
  if (fault != RecordFault::none && fault != RecordFault::no_id)
    throw Error(ErrorCode::internal, "a record was put together wrongly");
  return m_record;
}

void RecordEdit::prepare(std::string_view json, const RecordOrigin& origin) {
  (void)read(json);
  keep_verbatim_if_needed(json);
  m_layouts.assign(m_record);
  m_record.event_seq = origin.event_seq;
  m_record.import_id = origin.import_id;
}

void RecordEdit::keep_verbatim_if_needed(std::string_view json) {
  std::string columns;
  m_writer.append_columns(columns, m_record, 0);
  std::string pretty;
  json::append_pretty(pretty, json, 0);
  if (columns == pretty) return;
  const util::Digest128 digest = util::digest128(columns);
  m_record.verbatim = m_arena.keep(json);
  m_record.verbatim_digest = m_arena.keep({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

}  // namespace rlmdb::records
