// SPDX-License-Identifier: MIT
// 1. Members are written in the order of the layout, each from its column; where residue holds the member and
//    the column still says what that entry decodes to, the entry's raw text is written instead.
// 2. Columns that hold something although the layout does not name their member follow at the end.
// 3. metadata, context, cost, rlm_state and checkpoints are written by the same two rules from their own
// rows.
#include "records/record_write.hpp"

#include <algorithm>

#include "json/json_layout.hpp"
#include "json/json_scan.hpp"
#include "json/json_string.hpp"
#include "records/document_values.hpp"
#include "records/field_codec.hpp"
#include "rlmdb/error.hpp"
#include "util/digest128.hpp"

namespace rlmdb::records {

namespace {

struct NodeLevel {
  Level level;
  LayoutRef TaskRecord::*layout;
};

NodeLevel node_level(const Field& field) {
  return field.cell == object_context ? NodeLevel{Level::context, &TaskRecord::context_layout}
                                      : NodeLevel{Level::cost, &TaskRecord::cost_layout};
}

bool any_cell(std::span<const Cell> cells, Level level) {
  for (const Field& field : fields_of(level)) {
    if (field.kind != FieldKind::object && !cells[field.cell].is_null()) return true;
  }
  return false;
}

std::size_t text_bytes(std::span<const Cell> cells) {
  std::size_t bytes = 0;
  for (const Cell& cell : cells) bytes += cell.text.size();
  return bytes;
}

/// About how long a record's text will be, where that is long.
std::size_t text_bytes(const TaskRecord& record) {
  std::size_t bytes = text_bytes(record.task) + text_bytes(record.node) + record.residue.size();
  for (const VariableRecord& variable : record.variables)
    bytes += text_bytes(variable.cells) + variable.residue.size();
  return bytes;
}

void append_name(std::string& out, std::string_view name) {
  out += '"';
  json::append_escaped(out, name);
  out += '"';
}

}  // namespace

void RecordWriter::Residue::read(std::string_view text, std::string_view where) {
  if (!m_empty) {
    for (auto& level : m_levels) level.clear();
    m_entries.clear();
  }
  m_empty = text.empty();
  if (m_empty) return;
  const json::ScanResult scan = json::scan_value(text, 0, json::ScanOptions{.max_depth = 1U << 30}, nullptr);
  if (scan.status != json::ScanStatus::complete || scan.end != text.size() ||
      json::kind_of(text) != json::JsonKind::object) {
    throw Error(ErrorCode::corrupt, "residue is no JSON object", std::string(where),
                "set it back to what it was, or restore a backup");
  }
  json::split_members(text, m_entries);
  for (const json::Member& entry : m_entries) {
    for (std::size_t level = 0; level < m_levels.size(); ++level) {
      const std::string_view name = entry.raw_name.substr(1, entry.raw_name.size() - 2);
      if (name == to_text(static_cast<Level>(level)) && entry.kind == json::JsonKind::object) {
        m_levels[level].read(entry.raw_value);
      }
    }
  }
}

std::string_view RecordWriter::Residue::find(Level level, std::string_view name_json) const {
  if (m_empty) return {};
  return m_levels[static_cast<std::size_t>(level)].find(name_json);
}

std::string_view RecordWriter::Residue::find_plain(std::string_view name) const {
  if (m_empty) return {};
  for (const json::Member& entry : m_entries) {
    if (entry.raw_name.substr(1, entry.raw_name.size() - 2) == name) return entry.raw_value;
  }
  return {};
}

void RecordWriter::Object::begin_member(std::string_view name_json) {
  out += empty ? '{' : ',';
  empty = false;
  json::append_line_break(out, depth + 1);
  out += name_json;
  out += ": ";
}

void RecordWriter::Object::end() {
  if (empty) {
    out += "{}";
    return;
  }
  json::append_line_break(out, depth);
  out += '}';
}

void RecordWriter::append(std::string& out, const TaskRecord& record, unsigned depth) {
  const std::size_t before = out.size();
  append_columns(out, record, depth);
  if (record.verbatim.empty()) return;
  std::string columns;
  append_columns(columns, record, 0);
  const util::Digest128 digest = util::digest128(columns);
  const std::string_view bytes(reinterpret_cast<const char*>(digest.data()), digest.size());
  if (bytes != record.verbatim_digest) return;
  if (!json::is_compact(record.verbatim))
    throw Error(ErrorCode::corrupt, "a record that is kept whole is no JSON value in compact form",
                "tasks:" + std::to_string(record.id) + " verbatim",
                "set it back to what it was, or restore a backup");
  out.resize(before);
  json::append_pretty(out, record.verbatim, depth);
}

void RecordWriter::append_columns(std::string& out, const TaskRecord& record, unsigned depth) {
  json::make_room(out, text_bytes(record));
  m_record = &record;
  m_arena.clear();
  m_residue.read(record.residue, "tasks:" + std::to_string(record.id) + " residue");
  if (has_document_values(record.residue)) {
    m_spoken = record;
    drop_document_values(m_spoken, m_arena);
    m_record = &m_spoken;
  }
  append_level(out, Level::task, record.layout.layout, {m_record->task, m_residue}, depth);
}

void RecordWriter::append_variable(std::string& name, std::string& text, const TaskRecord& record,
                                   const VariableRecord& variable) {
  m_record = &record;
  m_arena.clear();
  append_name_of(name, variable);
  append_variable(text, variable, 0);
}

void RecordWriter::append_level(std::string& out, Level level, const Layout* layout, const Row& row,
                                unsigned depth) {
  Object object{out, depth};
  if (layout != nullptr) {
    for (const auto& member : layout->members) append_member(object, level, member, row);
    for (const Field* field : layout->absent) append_absent(object, level, *field, row);
  } else {
    for (const Field& field : fields_of(level)) append_absent(object, level, field, row);
  }
  object.end();
}

void RecordWriter::append_member(Object& object, Level level, const Layout::Member& member, const Row& row) {
  const std::string_view raw = row.residue.find(level, member.name_json);
  if (member.field == nullptr) {
    if (raw.empty()) return;  // somebody took the entry out of residue: the member is gone
    object.begin_member(member.name_json);
    json::append_pretty(object.out, raw, object.depth + 1);
    return;
  }
  if (level == Level::variable && member.field->kind == FieldKind::key) {
    object.begin_member(member.name_json);
    if (raw.empty()) {
      append_key(object.out, row);
    } else {
      json::append_pretty(object.out, raw, object.depth + 1);
    }
    return;
  }
  object.begin_member(member.name_json);
  if (member.field->kind == FieldKind::object) {
    append_object_field(object.out, *member.field, raw, row, object.depth + 1);
  } else {
    append_scalar(object.out, *member.field, raw, row, object.depth + 1);
  }
}

void RecordWriter::append_absent(Object& object, Level level, const Field& field, const Row& row) {
  const bool is_object = field.kind == FieldKind::object;
  const bool is_variable_name = level == Level::variable && field.kind == FieldKind::key;
  if (is_variable_name || (is_object ? !has_object_field(field, row) : row.cells[field.cell].is_null()))
    return;
  std::string name;
  append_name(name, field.name);
  object.begin_member(name);
  if (is_object) {
    append_object_field(object.out, field, {}, row, object.depth + 1);
  } else {
    append_scalar(object.out, field, {}, row, object.depth + 1);
  }
}

void RecordWriter::append_scalar(std::string& out, const Field& field, std::string_view raw, const Row& row,
                                 unsigned depth) {
  const Cell& cell = row.cells[field.cell];
  const Cell type = field.kind == FieldKind::any ? row.cells[field.cell + 1U] : Cell{};
  if (!raw.empty() && decode_field(field.kind, raw, m_arena).cell == cell) {
    json::append_pretty(out, raw, depth);
  } else {
    append_cell(out, field.kind, cell, type, depth);
  }
}

bool RecordWriter::has_object_field(const Field& field, const Row& row) const {
  switch (field.cell) {
    case object_metadata:
      return m_record->has_node || m_record->metadata_layout.present() || !m_record->variables.empty() ||
             !m_record->checkpoints.empty();
    case object_rlm_state:
      return !m_record->variables.empty();
    case object_checkpoints:
      return !m_record->checkpoints.empty();
    case object_variable_metadata:
      return row.variable->metadata_layout.present() || any_cell(row.cells, Level::variable_metadata);
    default: {
      const NodeLevel node = node_level(field);
      return (m_record->*node.layout).present() || any_cell(m_record->node, node.level);
    }
  }
}

void RecordWriter::append_object_field(std::string& out, const Field& field, std::string_view raw,
                                       const Row& row, unsigned depth) {
  const bool is_list_of_rows = field.cell == object_rlm_state || field.cell == object_checkpoints;
  if (!has_object_field(field, row)) {
    if (!raw.empty()) {
      json::append_pretty(out, raw, depth);
      return;
    }
    if (!is_list_of_rows) {
      out += "null";
      return;
    }
  }
  switch (field.cell) {
    case object_metadata:
      append_level(out, Level::metadata, m_record->metadata_layout.layout, {m_record->node, m_residue},
                   depth);
      return;
    case object_rlm_state:
      append_variables(out, depth);
      return;
    case object_checkpoints:
      append_checkpoints(out, depth);
      return;
    case object_variable_metadata:
      append_level(out, Level::variable_metadata, row.variable->metadata_layout.layout, row, depth);
      return;
    default: {
      const NodeLevel node = node_level(field);
      append_level(out, node.level, (m_record->*node.layout).layout, {m_record->node, m_residue}, depth);
    }
  }
}

/// A variable's name: the source's own while the column still stands for it.
void RecordWriter::append_key(std::string& out, const Row& row) {
  const std::string_view raw = row.residue.find_plain("key");
  const Cell& key = row.cells[variable_name];
  if (!raw.empty() && decode_field(FieldKind::key, raw, m_arena).cell == key) {
    out += raw;
  } else {
    append_cell(out, FieldKind::text, key, {}, 0);
  }
}

/// Reads the residue of the variable, which the rest of it also needs.
void RecordWriter::append_name_of(std::string& out, const VariableRecord& variable) {
  // Most have none, and its name would cost each of them.
  m_row_residue.read(variable.residue, variable.residue.empty()
                                           ? std::string()
                                           : "variables:" + std::to_string(variable.id) + " residue");
  append_key(out, {variable.cells, m_row_residue, &variable});
}

void RecordWriter::append_variables(std::string& out, unsigned depth) {
  Object object{out, depth};
  std::string name;
  for (const VariableRecord& variable : m_record->variables) {
    name.clear();
    append_name_of(name, variable);
    object.begin_member(name);
    append_variable(out, variable, depth + 1);
  }
  object.end();
}

void RecordWriter::append_variable(std::string& out, const VariableRecord& variable, unsigned depth) {
  const Row row{variable.cells, m_row_residue, &variable};
  if (variable.layout.present()) {
    append_level(out, Level::variable, variable.layout.layout, row, depth);
    return;
  }
  const auto is_set = [](const Cell& cell) { return !cell.is_null(); };
  if (std::none_of(variable.cells.begin() + variable_type, variable.cells.end(), is_set)) {
    append_cell(out, FieldKind::any, variable.cells[variable_value], variable.cells[variable_value_type],
                depth);
    return;
  }
  // A row written in a SQL shell: the schema's required members first, then whatever else is set.
  Object object{out, depth};
  object.begin_member("\"name\"");
  append_key(out, row);
  object.begin_member("\"value\"");
  append_cell(out, FieldKind::any, variable.cells[variable_value], variable.cells[variable_value_type],
              depth + 1);
  for (const Field& field : fields_of(Level::variable)) {
    if (field.kind != FieldKind::any) append_absent(object, Level::variable, field, row);
  }
  object.end();
}

void RecordWriter::append_checkpoints(std::string& out, unsigned depth) {
  bool first = true;
  for (const CheckpointRecord& checkpoint : m_record->checkpoints) {
    out += first ? '[' : ',';
    first = false;
    json::append_line_break(out, depth + 1);
    m_row_residue.read(checkpoint.residue, "task_checkpoints.residue");
    const std::string_view element = m_row_residue.find_plain("element");
    if (!element.empty() && !checkpoint.layout.present() && !any_cell(checkpoint.cells, Level::checkpoint)) {
      json::append_pretty(out, element, depth + 1);
    } else {
      append_level(out, Level::checkpoint, checkpoint.layout.layout, {checkpoint.cells, m_row_residue},
                   depth + 1);
    }
  }
  if (first) {
    out += "[]";
    return;
  }
  json::append_line_break(out, depth);
  out += ']';
}

}  // namespace rlmdb::records
