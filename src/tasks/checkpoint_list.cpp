// SPDX-License-Identifier: MIT
#include "tasks/checkpoint_list.hpp"

#include <algorithm>
#include <array>

#include "jobs/state_text.hpp"
#include "legacy/json_number.hpp"
#include "legacy/object_text.hpp"
#include "rlmdb/error.hpp"
#include "store/layout_rows.hpp"
#include "tasks/member_edit.hpp"

namespace rlmdb::tasks {

namespace {

using store::ListedCheckpoint;

constexpr std::string_view k_metadata = "\"metadata\"";
constexpr const char* k_pointer = "/metadata/checkpoints";

std::string json_of(const std::optional<std::string>& text) {
  return text ? legacy::quoted(*text) : std::string();
}

/// A column cannot hold U+0000; the record's text can.
bool fits_columns(const ListedCheckpoint& checkpoint) {
  const std::array texts{&checkpoint.name, &checkpoint.description, &checkpoint.snapshot_path};
  return std::none_of(texts.begin(), texts.end(), [](const std::optional<std::string>* text) {
    return *text && (*text)->find('\0') != std::string::npos;
  });
}

model::CheckpointRecord record_of(const ListedCheckpoint& checkpoint) {
  model::CheckpointRecord record;
  const auto set = [&](std::size_t cell, const std::optional<std::string>& text) {
    if (text) record.cells.at(cell) = model::Cell::of_text(*text);
  };
  record.cells[model::checkpoint_checkpoint_id] = model::Cell::of_text(checkpoint.checkpoint_id);
  set(model::checkpoint_name, checkpoint.name);
  set(model::checkpoint_snapshot_path, checkpoint.snapshot_path);
  set(model::checkpoint_timestamp, checkpoint.timestamp);
  set(model::checkpoint_description, checkpoint.description);
  return record;
}

/// The names of element_of, in its order.
std::string_view layout_of(const ListedCheckpoint& checkpoint) {
  return checkpoint.description ? R"(["checkpoint_id","name","snapshot_path","timestamp","description"])"
                                : R"(["checkpoint_id","name","snapshot_path","timestamp"])";
}

/// One row more; false where the rows are not the whole list.
bool add_row(TaskWriter& writer, const store::TaskHead& task, const ListedCheckpoint& checkpoint) {
  store::CheckpointRows rows(writer.connection());
  const auto position = rows.next_position(task.id);
  if (!position || !fits_columns(checkpoint)) return false;
  std::uint64_t added = 0;
  model::CheckpointRecord record = record_of(checkpoint);
  record.layout.id =
      store::LayoutRows(writer.connection()).intern("checkpoint", layout_of(checkpoint), added);
  rows.insert(task.id, *position, record);
  return true;
}

std::string with_element(std::string_view array, const std::string& element) {
  if (!array.starts_with('[')) return "[" + element + "]";
  std::string text(array.substr(0, array.size() - 1));
  if (text.size() > 1) text += ',';
  return text + element + "]";
}

void require(bool holds, const std::string& owner, const char* what) {
  if (holds) return;
  throw Error(ErrorCode::conflict, owner + " has no " + what, owner,
              "nothing was changed; its checkpoints are listed there");
}

bool is_open(std::string_view raw, char first) {
  return raw.empty() || raw == "null" || raw.front() == first;
}

std::int64_t edit_record(TaskWriter& writer, const store::TaskHead& task, const ListedCheckpoint& checkpoint,
                         const Cause& cause) {
  MemberEdit edit(writer, task);
  const std::string* given = edit.find(k_metadata);
  const std::string metadata = given == nullptr ? "" : *given;
  const std::string list(legacy::find_member(metadata, "checkpoints"));
  require(is_open(metadata, '{'), task.legacy_id, "object at /metadata");
  require(is_open(list, '['), task.legacy_id, "array at /metadata/checkpoints");
  edit.put(std::string(k_metadata),
           legacy::with_member(metadata, "checkpoints", with_element(list, element_of(checkpoint))));
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
  OutlineEdit(TaskWriter& writer, store::StateHead& state, std::int64_t seq)
      : m_writer(writer), m_state(state), m_seq(seq) {}

  void put(std::string_view parent, std::string_view name, const std::string& raw, std::string_view old) {
    const std::string object(legacy::find_member(m_state.outline, parent));
    m_state.outline = legacy::with_member(m_state.outline, parent, legacy::with_member(object, name, raw));
    keep("/" + std::string(parent) + "/" + std::string(name), old);
  }
  void keep(const std::string& pointer, std::string_view old) {
    m_writer.events().insert_change(m_seq, m_state.id, pointer,
                                    old.empty() ? std::nullopt : std::optional(old));
  }

 private:
  TaskWriter& m_writer;
  store::StateHead& m_state;
  std::int64_t m_seq;
};

}  // namespace

std::string element_of(const ListedCheckpoint& checkpoint) {
  legacy::ObjectText element;
  element.add("checkpoint_id", legacy::quoted(checkpoint.checkpoint_id));
  element.add_if_there("name", json_of(checkpoint.name));
  element.add_if_there("snapshot_path", json_of(checkpoint.snapshot_path));
  element.add_if_there("timestamp", json_of(checkpoint.timestamp));
  element.add_if_there("description", json_of(checkpoint.description));
  return element.finish();
}

std::int64_t add_to_list(TaskWriter& writer, const store::TaskHead& task, const ListedCheckpoint& checkpoint,
                         const Cause& cause) {
  if (!add_row(writer, task, checkpoint)) return edit_record(writer, task, checkpoint, cause);
  const std::int64_t seq = writer.note(task, task.state.value_or(""), cause);
  writer.heads().touch(task.id, seq);
  writer.events().insert_change(seq, task.id, std::string(k_pointer) + "/-", std::nullopt);
  return seq;
}

std::int64_t add_to_list(TaskWriter& writer, store::StateHead state, const ListedCheckpoint& checkpoint,
                         const Cause& cause) {
  const std::string owner = jobs::label_of(state);
  const std::string history(legacy::find_member(state.outline, "history"));
  const std::string list(legacy::find_member(history, "checkpoints"));
  require(is_open(history, '{'), owner, "object at /history");
  require(is_open(list, '['), owner, "array at /history/checkpoints");
  const std::string metadata(legacy::find_member(state.outline, "metadata"));
  const std::string count(legacy::find_member(metadata, "checkpoint_count"));
  const std::int64_t seq = writer.note(state, cause);
  OutlineEdit edit(writer, state, seq);
  const std::string element = element_of(checkpoint);
  if (!history.starts_with('{')) {
    state.outline = legacy::with_member(state.outline, "history", "{\"checkpoints\":[" + element + "]}");
    edit.keep("/history", history);
  } else if (!list.starts_with('[')) {
    edit.put("history", "checkpoints", "[" + element + "]", list);
  } else {
    store::StateRows(writer.connection()).append_checkpoint(state.id, element);
    edit.keep("/history/checkpoints/-", {});
  }
  if (const auto number = legacy::exact_int64(count))
    edit.put("metadata", "checkpoint_count", std::to_string(*number + 1), count);
  state.last_event_seq = seq;
  ++state.version;
  store::StateRows(writer.connection()).update(state);
  return seq;
}

}  // namespace rlmdb::tasks
