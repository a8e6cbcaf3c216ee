// SPDX-License-Identifier: MIT
#include "records/document_values.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "json/json_members.hpp"
#include "json/json_string.hpp"
#include "json/object_text.hpp"
#include "json/object_view.hpp"
#include "util/digest128.hpp"

namespace rlmdb::records {

namespace {

constexpr std::string_view k_mark = "documents";

/// A member of which a record may be silent; no name occurs at both levels.
struct SilentField {
  std::string_view name;
  Level level;
  std::uint8_t cell;
};

constexpr std::array k_silent_fields{
    SilentField{"prompt", Level::task, task_prompt},
    SilentField{"state", Level::task, task_state},
    SilentField{"createdAt", Level::task, task_created_at},
    SilentField{"startedAt", Level::task, task_started_at},
    SilentField{"completedAt", Level::task, task_completed_at},
    SilentField{"result", Level::task, task_result},
    SilentField{"error", Level::task, task_error},
    SilentField{"parent_id", Level::metadata, node_parent_ref},
    SilentField{"depth", Level::metadata, node_depth},
    SilentField{"decomposition_strategy", Level::metadata, node_decomposition_strategy},
    SilentField{"merge_strategy", Level::metadata, node_merge_strategy},
};

template <class Record>
auto& cell_of(Record& record, const SilentField& field) {
  return field.level == Level::task ? record.task[field.cell] : record.node[field.cell];
}

/// The column that says whether a result is JSON goes with it.
bool has_type(const SilentField& field) {
  return field.level == Level::task && field.cell == task_result;
}

std::string digest_of(const TaskRecord& record, const SilentField& field) {
  const Cell& cell = cell_of(record, field);
  std::string bytes(cell.type == CellType::integer ? std::to_string(cell.integer) : std::string(cell.text));
  if (has_type(field)) bytes += record.task[field.cell + 1U].text;
  constexpr std::size_t k_digits = 16;
  return util::to_hex(util::digest128(bytes)).substr(0, k_digits);
}

std::string_view mark_of(const TaskRecord& record) {
  return has_document_values(record.residue) ? json::find_member(record.residue, k_mark) : std::string_view();
}

/// Whether the column has what the mark says that it had from documents.
bool is_from_documents(const TaskRecord& record, std::string_view mark, const SilentField& field) {
  if (cell_of(record, field).is_null()) return false;
  const auto digest = json::text_member(mark, field.name);
  return digest && *digest == digest_of(record, field);
}

void empty(TaskRecord& record, const SilentField& field) {
  cell_of(record, field) = Cell{};
  if (has_type(field)) record.task[field.cell + 1U] = Cell{};
}

bool has_withdrawn(std::string_view metadata_residue, std::string_view name) {
  const std::string_view withdrawn = json::find_member(metadata_residue, k_withdrawn);
  return withdrawn.find(name) != std::string_view::npos;
}

bool is_silent(const TaskRecord& record, const SilentField& field) {
  if (!cell_of(record, field).is_null()) return false;
  if (field.level == Level::task && field.cell == task_completed_at) {
    const std::string_view state = record.task[task_state].text;
    if (state == "queued" || state == "running") return false;
  }
  if (record.residue.empty()) return true;
  const std::string_view values = json::find_member(record.residue, to_text(field.level));
  if (!json::is_nothing(json::find_member(values, field.name))) return false;
  return !has_withdrawn(json::find_member(record.residue, to_text(Level::metadata)), field.name);
}

std::string_view with_mark(const TaskRecord& record, std::string_view mark, TextArena& arena) {
  const std::string residue = json::with_member(record.residue.empty() ? "{}" : record.residue, k_mark, mark);
  return residue == "{}" ? std::string_view() : arena.keep(residue);
}

}  // namespace

bool may_be_withdrawn(std::string_view name) noexcept {
  return std::any_of(k_silent_fields.begin(), k_silent_fields.end(),
                     [&](const SilentField& field) { return field.name == name; });
}

bool has_document_values(std::string_view residue) noexcept {
  return residue.find("\"documents\":{\"") != std::string_view::npos;
}

void drop_document_values(TaskRecord& record, TextArena& arena) {
  const std::string_view mark = mark_of(record);
  if (mark.empty()) return;
  for (const SilentField& field : k_silent_fields)
    if (is_from_documents(record, mark, field)) empty(record, field);
  record.residue = with_mark(record, {}, arena);
}

void put_document_values(TaskRecord& record, const TaskRecord& said, TextArena& arena) {
  json::ObjectText mark;
  for (const SilentField& field : k_silent_fields) {
    const Cell& cell = cell_of(said, field);
    if (cell.is_null() || !is_silent(record, field)) continue;
    cell_of(record, field) = cell.type == CellType::text ? Cell::of_text(arena.keep(cell.text)) : cell;
    if (has_type(field)) record.task[field.cell + 1U] = said.task[field.cell + 1U];
    mark.add(field.name, json::quoted(digest_of(record, field)));
  }
  if (!mark.empty()) record.residue = with_mark(record, mark.finish(), arena);
}

void keep_document_values(const TaskRecord& before, TaskRecord& record, TextArena& arena) {
  const std::string_view mark = mark_of(before);
  if (mark.empty()) return;
  TaskRecord said;
  for (const SilentField& field : k_silent_fields) {
    if (!is_from_documents(before, mark, field)) continue;
    cell_of(said, field) = cell_of(before, field);
    if (has_type(field)) said.task[field.cell + 1U] = before.task[field.cell + 1U];
  }
  put_document_values(record, said, arena);
}

}  // namespace rlmdb::records
