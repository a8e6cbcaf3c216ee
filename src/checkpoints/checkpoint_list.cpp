// SPDX-License-Identifier: MIT
#include "checkpoints/checkpoint_list.hpp"

#include <algorithm>
#include <array>

#include "json/json_members.hpp"
#include "json/json_number.hpp"
#include "json/json_string.hpp"
#include "json/object_text.hpp"
#include "records/layout_rows.hpp"
#include "rlmdb/error.hpp"
#include "variables/state_text.hpp"
#include "writing/member_edit.hpp"

namespace rlmdb::checkpoints {

namespace {

using records::ListedCheckpoint;

constexpr std::string_view k_metadata = "\"metadata\"";
constexpr const char* k_pointer = "/metadata/checkpoints";

std::string json_of(const std::optional<std::string>& text) {
  return text ? json::quoted(*text) : std::string();
}

/// A column cannot hold U+0000; the record's text can.
bool fits_columns(const ListedCheckpoint& checkpoint) {
  const std::array texts{&checkpoint.name, &checkpoint.description, &checkpoint.snapshot_path};
  return std::none_of(texts.begin(), texts.end(), [](const std::optional<std::string>* text) {
    return *text && (*text)->find('\0') != std::string::npos;
  });
}

records::CheckpointRecord record_of(const ListedCheckpoint& checkpoint) {
  records::CheckpointRecord record;
  const auto set = [&](std::size_t cell, const std::optional<std::string>& text) {
    if (text) record.cells.at(cell) = records::Cell::of_text(*text);
  };
  record.cells[records::checkpoint_checkpoint_id] = records::Cell::of_text(checkpoint.checkpoint_id);
  set(records::checkpoint_name, checkpoint.name);
  set(records::checkpoint_snapshot_path, checkpoint.snapshot_path);
  set(records::checkpoint_timestamp, checkpoint.timestamp);
  set(records::checkpoint_description, checkpoint.description);
  return record;
}

/// The names of element_of, in its order.
std::string_view layout_of(const ListedCheckpoint& checkpoint) {
  return checkpoint.description ? R"(["checkpoint_id","name","snapshot_path","timestamp","description"])"
                                : R"(["checkpoint_id","name","snapshot_path","timestamp"])";
}

/// One row more; false where the rows are not the whole list.
bool add_row(writing::TaskWriter& writer, const records::TaskHead& task, const ListedCheckpoint& checkpoint) {
  records::CheckpointRows rows(writer.connection());
  const auto position = rows.next_position(task.id);
  if (!position || !fits_columns(checkpoint)) return false;
  std::uint64_t added = 0;
  records::CheckpointRecord record = record_of(checkpoint);
  record.layout.id =
      records::LayoutRows(writer.connection()).intern("checkpoint", layout_of(checkpoint), added);
  rows.insert(task.id, *position, record);
  return true;
}

void require(bool holds, const std::string& owner, const char* what) {
  if (holds) return;
  throw Error(ErrorCode::conflict, owner + " has no " + what, owner,
              "nothing was changed; its checkpoints are listed there");
}

bool is_open(std::string_view raw, char first) {
  return raw.empty() || raw == "null" || raw.front() == first;
}

std::int64_t edit_record(writing::TaskWriter& writer, const records::TaskHead& task,
                         const ListedCheckpoint& checkpoint, const writing::Cause& cause) {
  writing::MemberEdit edit(writer, task);
  const std::string metadata(edit.find(k_metadata).value_or(""));
  const std::string list(json::find_member(metadata, "checkpoints"));
  require(is_open(metadata, '{'), task.legacy_id, "object at /metadata");
  require(is_open(list, '['), task.legacy_id, "array at /metadata/checkpoints");
  const std::vector<std::string> last{element_of(checkpoint)};
  edit.put(std::string(k_metadata),
           json::with_member(metadata, "checkpoints", json::with_elements(list, last)));
  return edit
      .write(cause,
             [&](std::int64_t seq) {
               const auto keep = [&](const std::string& pointer, const std::string& old) {
                 writer.events().insert_change(
                     seq, task.id, pointer,
                     old.empty() ? std::nullopt : std::optional<std::string_view>(old));
               };
               if (!metadata.starts_with('{')) {
                 keep("/metadata", metadata);
               } else if (!list.starts_with('[')) {
                 keep(k_pointer, list);
               } else {
                 keep(std::string(k_pointer) + "/-", "");
               }
             })
      .event_seq;
}

/// A member of the outline that changes, with what it was.
class OutlineEdit {
 public:
  OutlineEdit(writing::TaskWriter& writer, variables::StateHead& state, std::int64_t seq)
      : m_writer(writer), m_state(state), m_seq(seq) {}

  void put(std::string_view parent, std::string_view name, const std::string& raw, std::string_view old) {
    const std::string object(json::find_member(m_state.outline, parent));
    m_state.outline = json::with_member(m_state.outline, parent, json::with_member(object, name, raw));
    keep("/" + std::string(parent) + "/" + std::string(name), old);
  }
  void keep(const std::string& pointer, std::string_view old) {
    m_writer.events().insert_change(m_seq, m_state.id, pointer,
                                    old.empty() ? std::nullopt : std::optional(old));
  }

 private:
  writing::TaskWriter& m_writer;
  variables::StateHead& m_state;
  std::int64_t m_seq;
};

std::vector<std::string> elements_of(std::string_view list) {
  std::vector<std::string_view> elements;
  if (list.starts_with('[')) json::split_elements(list, elements);
  return {elements.begin(), elements.end()};
}

/// Takes those of the ids out; how many they were.
std::size_t drop(std::vector<std::string>& elements, const std::set<std::string>& ids) {
  return std::erase_if(elements, [&](const std::string& element) {
    const auto id = json::text_of(json::find_member(element, "checkpoint_id"));
    return id && ids.contains(*id);
  });
}

}  // namespace

std::string element_of(const ListedCheckpoint& checkpoint) {
  json::ObjectText element;
  element.add("checkpoint_id", json::quoted(checkpoint.checkpoint_id));
  element.add_if_there("name", json_of(checkpoint.name));
  element.add_if_there("snapshot_path", json_of(checkpoint.snapshot_path));
  element.add_if_there("timestamp", json_of(checkpoint.timestamp));
  element.add_if_there("description", json_of(checkpoint.description));
  return element.finish();
}

std::int64_t add_to_list(writing::TaskWriter& writer, const records::TaskHead& task,
                         const ListedCheckpoint& checkpoint, const writing::Cause& cause) {
  if (!add_row(writer, task, checkpoint)) return edit_record(writer, task, checkpoint, cause);
  const std::int64_t seq = writer.note(task, task.state.value_or(""), cause);
  writer.heads().touch(task.id, seq);
  writer.events().insert_change(seq, task.id, std::string(k_pointer) + "/-", std::nullopt);
  return seq;
}

std::int64_t add_to_list(writing::TaskWriter& writer, variables::StateHead state,
                         const ListedCheckpoint& checkpoint, const writing::Cause& cause) {
  const std::string owner = variables::label_of(state);
  const std::string history(json::find_member(state.outline, "history"));
  const std::string list(json::find_member(history, "checkpoints"));
  require(is_open(history, '{'), owner, "object at /history");
  require(is_open(list, '['), owner, "array at /history/checkpoints");
  const std::string metadata(json::find_member(state.outline, "metadata"));
  const std::string count(json::find_member(metadata, "checkpoint_count"));
  const std::int64_t seq = writer.note(state, cause);
  OutlineEdit edit(writer, state, seq);
  const std::string element = element_of(checkpoint);
  if (!history.starts_with('{')) {
    state.outline = json::with_member(state.outline, "history", "{\"checkpoints\":[" + element + "]}");
    edit.keep("/history", history);
  } else if (!list.starts_with('[')) {
    edit.put("history", "checkpoints", "[" + element + "]", list);
  } else {
    variables::StateRows(writer.connection()).append_checkpoint(state.id, element);
    edit.keep("/history/checkpoints/-", {});
  }
  if (const auto number = json::exact_int64(count))
    edit.put("metadata", "checkpoint_count", std::to_string(*number + 1), count);
  state.last_event_seq = seq;
  ++state.version;
  variables::StateRows(writer.connection()).update(state);
  return seq;
}

std::int64_t take_from_list(writing::TaskWriter& writer, const records::TaskHead& task,
                            const std::set<std::string>& ids, EventKind kind) {
  writing::MemberEdit edit(writer, task);
  const std::string metadata(edit.find(k_metadata).value_or(""));
  const std::string list(json::find_member(metadata, "checkpoints"));
  std::vector<std::string> left = elements_of(list);
  const std::string count = std::to_string(drop(left, ids));
  edit.put(std::string(k_metadata),
           json::with_member(metadata, "checkpoints", json::with_elements("[]", left)));
  return edit
      .write({.kind = kind, .reason = count},
             [&](std::int64_t seq) { writer.events().insert_change(seq, task.id, k_pointer, list); })
      .event_seq;
}

std::int64_t take_from_list(writing::TaskWriter& writer, variables::StateHead state,
                            const std::set<std::string>& ids, EventKind kind) {
  variables::StateRows rows(writer.connection());
  const std::string history(json::find_member(state.outline, "history"));
  const std::string list(json::find_member(history, "checkpoints"));
  const std::string metadata(json::find_member(state.outline, "metadata"));
  const std::string count(json::find_member(metadata, "checkpoint_count"));
  std::vector<std::string> imported = elements_of(list);
  std::vector<std::string> later = rows.checkpoints(state.id);
  const std::string before = json::with_elements(list, later);
  const std::size_t taken = drop(imported, ids) + drop(later, ids);
  const std::int64_t seq = writer.note(state, {.kind = kind, .reason = std::to_string(taken)});
  OutlineEdit edit(writer, state, seq);
  edit.put("history", "checkpoints", json::with_elements("[]", imported), before);
  rows.remove_checkpoints(state.id);
  for (const std::string& element : later) rows.append_checkpoint(state.id, element);
  if (const auto number = json::exact_int64(count))
    edit.put("metadata", "checkpoint_count",
             std::to_string(std::max<std::int64_t>(0, *number - static_cast<std::int64_t>(taken))), count);
  state.last_event_seq = seq;
  ++state.version;
  rows.update(state);
  return seq;
}

}  // namespace rlmdb::checkpoints
