// SPDX-License-Identifier: MIT
#include <array>
#include <string>
#include <string_view>

#include "json/json_members.hpp"
#include "json/object_text.hpp"
#include "rlmdb/error.hpp"
#include "tasks/task_changes.hpp"
#include "writing/given_json.hpp"
#include "writing/member_edit.hpp"
#include "writing/member_path.hpp"

namespace rlmdb::tasks {

namespace {

constexpr std::string_view k_metadata = "\"metadata\"";
constexpr std::string_view k_notes = "notes";

std::string json_of(const AddNote& note, const std::string& at, const std::string& where) {
  writing::require_utf8(note.text, where + ".text");
  if (note.text.find_first_not_of(" \t\r\n") == std::string::npos)
    throw Error(ErrorCode::usage, "a note without a word", where, "nothing was changed");
  json::ObjectText object;
  object.add("at", writing::json_string(at));
  if (note.by) {
    writing::require_utf8(*note.by, where + ".by");
    object.add("by", writing::json_string(*note.by));
  }
  object.add("text", writing::json_string(note.text));
  return object.finish();
}

/// The list with one more at its end. `notes` is canonical; empty or null: there are none yet.
std::string with_one_more(std::string_view notes, const std::string& note, const std::string& task) {
  if (notes.empty() || notes == "null" || notes == "[]") return "[" + note + "]";
  if (!notes.starts_with('['))
    throw Error(ErrorCode::conflict, "metadata.notes of task " + task + " is no list", task,
                "nothing was changed; set it first: rlmdb task set ID metadata.notes='[]'");
  return std::string(notes.substr(0, notes.size() - 1)) + "," + note + "]";
}

}  // namespace

ChangeResult add_note(writing::TaskWriter& writer, const records::TaskHead& head, const AddNote& note,
                      const TaskChange& change, const std::string& where) {
  const std::string added = json_of(note, writer.now(), where);
  writing::MemberEdit edit(writer, head);
  const std::string metadata(edit.find(k_metadata).value_or(""));
  const std::string_view notes =
      metadata.starts_with('{') ? json::find_member(metadata, k_notes) : std::string_view();
  const std::array<std::string, 1> path{std::string(k_notes)};
  edit.put(
      std::string(k_metadata),
      writing::with_member(metadata, path, with_one_more(notes, added, head.legacy_id), where + ".metadata"));
  return edit.write({.kind = EventKind::task_updated, .token = change.only_if.token.value_or(0)});
}

}  // namespace rlmdb::tasks
