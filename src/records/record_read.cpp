// SPDX-License-Identifier: MIT
// 1. The record's members go to the cells of the tasks row, what does not fit exactly to residue.
// 2. An object `metadata` gives its layout; its RLM members make the tree_nodes row, the variables
// (rlm_state)
//    and the checkpoints; all other members of metadata go to residue.
// 3. Every variable and checkpoint object is read in the same way into a row with a residue of its own.
#include "records/record_read.hpp"

#include "json/json_layout.hpp"
#include "json/json_string.hpp"
#include "records/variable_text.hpp"

namespace rlmdb::records {

static constexpr std::string_view k_null = "null";

void RecordReader::Residue::clear() {
  for (std::string& level : m_levels) level.clear();
  m_plain.clear();
}

void RecordReader::Residue::add(Level level, std::string_view name_json, std::string_view raw_value) {
  std::string& text = m_levels[static_cast<std::size_t>(level)];
  text += text.empty() ? '{' : ',';
  text += name_json;
  text += ':';
  json::append_compact(text, raw_value);
}

void RecordReader::Residue::add_plain(std::string_view name, std::string_view raw_value) {
  if (!m_plain.empty()) m_plain += ',';
  m_plain += '"';
  m_plain += name;
  m_plain += "\":";
  json::append_compact(m_plain, raw_value);
}

std::string_view RecordReader::Residue::finish(TextArena& arena) {
  m_text = m_plain;
  for (std::size_t level = 0; level < m_levels.size(); ++level) {
    if (m_levels[level].empty()) continue;
    if (!m_text.empty()) m_text += ',';
    m_text += '"';
    m_text += to_text(static_cast<Level>(level));
    m_text += "\":";
    m_text += m_levels[level];
    m_text += '}';
  }
  if (m_text.empty()) return {};
  m_text.insert(0, 1, '{');
  m_text += '}';
  return arena.keep(m_text);
}

RecordFault RecordReader::read(std::string_view raw, TextArena& arena, LayoutPool::Overflow& overflow,
                               TaskRecord& record) {
  if (json::kind_of(raw) != json::JsonKind::object) return RecordFault::not_an_object;
  m_arena = &arena;
  m_overflow = &overflow;
  m_record = &record;
  record.clear();
  m_residue.clear();
  json::split_members(raw, m_task_members);
  record.layout = intern(Level::task, m_task_members);
  const auto& places = record.layout.layout->members;
  bool has_id = false;
  for (std::size_t i = 0; i < m_task_members.size(); ++i) {
    const Field* field = places[i].field;
    if (field != nullptr && field->kind == FieldKind::object) {
      read_metadata(m_task_members[i].raw_value);
      continue;
    }
    if (field != nullptr && field->cell == task_legacy_id) {
      has_id = m_task_members[i].kind == json::JsonKind::string;
      if (!has_id && m_task_members[i].kind != json::JsonKind::null) return RecordFault::id_not_a_string;
    }
    read_scalar(places[i], m_task_members[i], Level::task, {record.task, m_residue});
  }
  record.residue = m_residue.finish(arena);
  return has_id ? RecordFault::none : RecordFault::no_id;
}

void RecordReader::read_variable(std::string_view raw_name, std::string_view raw_value, TextArena& arena,
                                 LayoutPool::Overflow& overflow, TaskRecord& record) {
  m_arena = &arena;
  m_overflow = &overflow;
  m_record = &record;
  record.clear();
  read_variable({raw_name, raw_value, json::kind_of(raw_value)});
}

LayoutRef RecordReader::intern(Level level, const std::vector<json::Member>& members) {
  return {0, m_layouts.intern(level, members, *m_overflow)};
}

void RecordReader::read_scalar(const Layout::Member& place, const json::Member& member, Level level,
                               Target target) {
  if (place.field == nullptr) {
    target.residue.add(level, place.name_json, member.raw_value);
    return;
  }
  const DecodedField decoded = decode_field(place.field->kind, member.raw_value, *m_arena);
  target.cells[place.field->cell] = decoded.cell;
  if (place.field->kind == FieldKind::any) target.cells[place.field->cell + 1U] = decoded.type;
  if (decoded.exactness == json::Exactness::inexact)
    target.residue.add(level, place.name_json, member.raw_value);
}

/// A level without objects inside. False when `raw` must go to residue: neither an object nor null.
bool RecordReader::read_level(Level level, std::string_view raw, Target target, LayoutRef& layout) {
  if (json::kind_of(raw) != json::JsonKind::object) return raw == k_null;
  json::split_members(raw, m_inner_members);
  layout = intern(level, m_inner_members);
  for (std::size_t i = 0; i < m_inner_members.size(); ++i) {
    read_scalar(layout.layout->members[i], m_inner_members[i], level, target);
  }
  return true;
}

void RecordReader::read_metadata(std::string_view raw) {
  if (json::kind_of(raw) != json::JsonKind::object) {
    if (raw != k_null) m_residue.add(Level::task, "\"metadata\"", raw);
    return;
  }
  json::split_members(raw, m_metadata_members);
  m_record->metadata_layout = intern(Level::metadata, m_metadata_members);
  const auto& places = m_record->metadata_layout.layout->members;
  for (std::size_t i = 0; i < m_metadata_members.size(); ++i) {
    const Field* field = places[i].field;
    if (field != nullptr) m_record->has_node = true;
    if (field == nullptr || field->kind != FieldKind::object) {
      read_scalar(places[i], m_metadata_members[i], Level::metadata, {m_record->node, m_residue});
    } else if (!read_metadata_object(places[i], m_metadata_members[i])) {
      m_residue.add(Level::metadata, places[i].name_json, m_metadata_members[i].raw_value);
    }
  }
}

bool RecordReader::read_metadata_object(const Layout::Member& place, const json::Member& member) {
  const Target node{m_record->node, m_residue};
  switch (place.field->cell) {
    case object_context:
      return read_level(Level::context, member.raw_value, node, m_record->context_layout);
    case object_cost:
      return read_level(Level::cost, member.raw_value, node, m_record->cost_layout);
    case object_rlm_state:
      if (member.kind != json::JsonKind::object) return false;
      read_variables(member.raw_value);
      return true;
    default:
      if (member.kind != json::JsonKind::array) return false;
      read_checkpoints(member.raw_value);
      return true;
  }
}

void RecordReader::read_variables(std::string_view raw) {
  json::split_members(raw, m_variables);
  m_record->variables.reserve(m_variables.size());
  for (const json::Member& member : m_variables) read_variable(member);
}

void RecordReader::read_variable(const json::Member& member) {
  VariableRecord& variable = m_record->variables.emplace_back();
  m_row_residue.clear();
  json::Exactness exactness = json::Exactness::exact;
  variable.cells[variable_name] = Cell::of_text(column_key(member.raw_name, *m_arena, exactness));
  if (exactness == json::Exactness::inexact) m_row_residue.add_plain("key", member.raw_name);

  m_members.clear();
  if (member.kind == json::JsonKind::object) json::split_members(member.raw_value, m_members);
  if (is_variable_object(m_members)) {
    read_variable_object(member.raw_name, variable);
  } else {
    const DecodedField value = decode_field(FieldKind::any, member.raw_value, *m_arena);
    variable.cells[variable_value] = value.cell;
    variable.cells[variable_value_type] = value.type;
  }
  variable.residue = m_row_residue.finish(*m_arena);
}

void RecordReader::read_variable_object(std::string_view raw_key, VariableRecord& variable) {
  std::string key;
  json::append_canonical_string(key, raw_key);
  variable.layout = intern(Level::variable, m_members);
  const Target target{variable.cells, m_row_residue};
  for (std::size_t i = 0; i < m_members.size(); ++i) {
    const Layout::Member& place = variable.layout.layout->members[i];
    const json::Member& member = m_members[i];
    const Field* field = place.field;
    if (field != nullptr && field->kind == FieldKind::key) {
      std::string name;
      json::append_compact(name, member.raw_value);
      if (name != key) m_row_residue.add(Level::variable, place.name_json, member.raw_value);
    } else if (field != nullptr && field->kind == FieldKind::object) {
      if (!read_level(Level::variable_metadata, member.raw_value, target, variable.metadata_layout)) {
        m_row_residue.add(Level::variable, place.name_json, member.raw_value);
      }
    } else {
      read_scalar(place, member, Level::variable, target);
    }
  }
}

void RecordReader::read_checkpoints(std::string_view raw) {
  json::split_elements(raw, m_elements);
  m_record->checkpoints.reserve(m_elements.size());
  for (const std::string_view element : m_elements) {
    CheckpointRecord& checkpoint = m_record->checkpoints.emplace_back();
    m_row_residue.clear();
    const Target target{checkpoint.cells, m_row_residue};
    if (element == k_null || !read_level(Level::checkpoint, element, target, checkpoint.layout)) {
      m_row_residue.add_plain("element", element);
    }
    checkpoint.residue = m_row_residue.finish(*m_arena);
  }
}

}  // namespace rlmdb::records
