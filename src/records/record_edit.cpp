// SPDX-License-Identifier: MIT
#include "records/record_edit.hpp"

#include <string>

#include "json/json_layout.hpp"
#include "records/document_values.hpp"
#include "rlmdb/error.hpp"
#include "util/digest128.hpp"

namespace rlmdb::records {

bool runs_otherwise(const TaskRecord& one, const TaskRecord& other) {
  return one.task[task_state] != other.task[task_state] ||
         one.task[task_started_at] != other.task[task_started_at] ||
         one.task[task_pid] != other.task[task_pid];
}

bool RecordEdit::insert(std::int64_t id, std::string_view json, const RecordOrigin& origin) {
  prepare(json);
  return insert_record(id, origin);
}

bool RecordEdit::insert(std::int64_t id, const NewRecord& values, const RecordOrigin& origin) {
  read_given(values.given);
  put_values(values, m_pool, m_overflow, m_record);
  return insert_record(id, origin);
}

bool RecordEdit::insert_record(std::int64_t id, const RecordOrigin& origin) {
  m_layouts.assign(m_record);
  m_record.id = id;
  m_record.event_seq = origin.event_seq;
  m_record.import_id = origin.import_id;
  if (!m_rows.insert(m_record)) return false;
  m_children.insert(m_record);
  return true;
}

void RecordEdit::replace(const TaskRecord& before, std::string_view json, const RecordOrigin& origin) {
  prepare(json);
  update_row(before, origin);
  m_children.remove_all(before.id);
  m_children.insert(m_record);
}

bool RecordEdit::replace_beside_chunks(const TaskRecord& before, std::string_view json,
                                       const RecordOrigin& origin) {
  prepare(json);
  if (!m_record.verbatim.empty()) return false;
  update_row(before, origin);
  m_children.remove_beside_chunks(before.id);
  m_children.insert(m_record);
  return true;
}

void RecordEdit::update_row(const TaskRecord& before, const RecordOrigin& origin) {
  keep_document_values(before, m_record, m_arena);
  m_layouts.assign(m_record);
  m_record.event_seq = origin.event_seq;
  m_record.import_id = origin.import_id == 0 ? before.import_id : origin.import_id;
  m_record.id = before.id;
  m_record.position = before.position;
  m_record.source_digest = before.source_digest;
  m_record.source_version = before.source_version;
  m_record.version = before.version + 1;
  m_rows.update(m_record);
}

const TaskRecord& RecordEdit::read(std::string_view json) {
  m_arena.clear();
  const RecordFault fault = m_reader.read(json, m_arena, m_overflow, m_record);
  if (fault != RecordFault::none && fault != RecordFault::no_id)
    throw Error(ErrorCode::internal, "a record was put together wrongly");
  return m_record;
}

void RecordEdit::prepare(std::string_view json) {
  (void)read(json);
  std::string columns;
  if (says(json, columns)) return;
  const util::Digest128 digest = util::digest128(columns);
  m_record.verbatim = m_arena.keep(json);
  m_record.verbatim_digest = m_arena.keep({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

/// Whether the record, as it was read, gives the text back; `columns` is what it gives.
bool RecordEdit::says(std::string_view json, std::string& columns) {
  m_writer.append_columns(columns, m_record, 0);
  return json::is_pretty_of(columns, json, 0);
}

void RecordEdit::read_given(std::string_view json) {
  m_arena.clear();
  m_record.clear();
  if (json.empty()) return;
  (void)read(json);
  std::string columns;
  if (!says(json, columns)) throw Error(ErrorCode::internal, "what was given has no place in a record");
}

}  // namespace rlmdb::records
