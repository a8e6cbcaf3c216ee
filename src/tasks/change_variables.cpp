// SPDX-License-Identifier: MIT
// 1. metadata.rlm_state is taken out of the record's text and changed as text.
// 2. The new record is taken apart into rows like an imported one.
// 3. What one variable was before is kept under its own pointer. Where one goes or changes its name, the
// whole
//    state is kept, because its place cannot be told otherwise.
#include "tasks/change_variables.hpp"

#include <fmt/format.h>

#include <vector>

#include "legacy/json_scan.hpp"
#include "legacy/object_text.hpp"
#include "legacy/variable_text.hpp"
#include "rlmdb/error.hpp"
#include "tasks/json_input.hpp"
#include "tasks/member_edit.hpp"
#include "util/clock.hpp"

namespace rlmdb::tasks {

namespace {

constexpr std::string_view k_metadata = "\"metadata\"";
constexpr const char* k_state_pointer = "/metadata/rlm_state";
constexpr std::size_t k_most_variables = 1000;

class StateEdit {
 public:
  StateEdit(TaskWriter& writer, const store::TaskHead& head, const Precondition& only_if)
      : m_writer(writer), m_head(head), m_only_if(only_if), m_edit(writer, head) {
    if (const std::string* metadata = m_edit.find(k_metadata)) m_metadata = *metadata;
    m_state = legacy::find_member(m_metadata, "rlm_state");
    require_object(m_metadata, "/metadata");
    require_object(m_state, k_state_pointer);
  }

  /// Raw; "" where there is none of that name.
  [[nodiscard]] std::string_view find(const std::string& name) const {
    return legacy::find_member(m_state, legacy::escaped(name));
  }

  [[nodiscard]] std::string_view require(const std::string& name) const {
    const std::string_view variable = find(name);
    if (variable.empty())
      throw Error(ErrorCode::not_found, "Variable " + name + " not found in " + m_head.legacy_id,
                  m_head.legacy_id,
                  "nothing was changed; `rlmdb var list --task " + m_head.legacy_id +
                      "` shows the variables there are");
    return variable;
  }

  void require_writable(const std::string& name, std::string_view variable) const {
    if (m_only_if.force == Force::yes) return;
    if (legacy::read_variable_text(variable).read_only == "true")
      refuse("variable " + name + " of " + m_head.legacy_id + " is read-only");
    if (name == "prompt" && !variable.empty() && m_head.started_at)
      refuse("the prompt of " + m_head.legacy_id + " cannot change after its start");
  }

  void require_new_name(const std::string& name) const {
    if (legacy::is_variable_name(name)) return;
    throw Error(ErrorCode::invalid_input, "'" + name + "' is no name for a variable", m_head.legacy_id,
                "nothing was changed; a letter or _, then letters, digits and _, at most 128");
  }

  void require_room() const {
    std::vector<legacy::Member> members;
    if (m_state.starts_with('{')) legacy::split_members(m_state, members);
    if (members.size() >= k_most_variables && m_only_if.force == Force::no)
      throw Error(ErrorCode::invalid_input, m_head.legacy_id + " has 1,000 variables, the most of one state",
                  m_head.legacy_id, "nothing was changed; delete one, or --force");
  }

  /// One variable, new or changed.
  [[nodiscard]] ChangeResult put(const std::string& name, const std::string& variable, const Cause& cause) {
    const std::string before(find(name));
    std::string pointer = k_state_pointer;
    legacy::append_pointer_name(pointer, name);
    return write(legacy::with_member(m_state, legacy::escaped(name), variable), cause, pointer, before);
  }
  /// The whole state.
  [[nodiscard]] ChangeResult replace(const std::string& state, const Cause& cause) {
    return write(state, cause, k_state_pointer, m_state);
  }
  [[nodiscard]] const std::string& state() const noexcept { return m_state; }

 private:
  [[noreturn]] void refuse(const std::string& message) const {
    throw Error(ErrorCode::conflict, message, m_head.legacy_id,
                "nothing was changed; --force changes it all the same");
  }

  void require_object(const std::string& json, const char* pointer) const {
    if (json.empty() || json == "null" || json.starts_with('{')) return;
    throw Error(ErrorCode::conflict, m_head.legacy_id + " has no object at " + pointer, m_head.legacy_id,
                "nothing was changed; variables need one there: `rlmdb show` shows what it has");
  }

  [[nodiscard]] ChangeResult write(const std::string& state, const Cause& cause, const std::string& pointer,
                                   const std::string& before) {
    m_edit.put(std::string(k_metadata), legacy::with_member(m_metadata, "rlm_state", state));
    return m_edit.write(cause, [&](std::int64_t seq) {
      const bool has_metadata = m_metadata.starts_with('{');
      const bool has_state = m_state.starts_with('{');
      const std::string& old = has_state ? before : has_metadata ? m_state : m_metadata;
      m_writer.events().insert_change(seq, m_head.id,
                                      has_state      ? pointer
                                      : has_metadata ? k_state_pointer
                                                     : "/metadata",
                                      old.empty() ? std::nullopt : std::optional<std::string_view>(old));
    });
  }

  TaskWriter& m_writer;
  const store::TaskHead& m_head;
  const Precondition& m_only_if;
  MemberEdit m_edit;
  std::string m_metadata;
  std::string m_state;
};

Cause cause_of(std::string_view kind, const Precondition& only_if, const std::string& reason) {
  return {.kind = kind, .token = only_if.token.value_or(0), .reason = reason};
}

void require_texts(const SetVariable& set, const std::string& where) {
  require_utf8(set.name, where + ".name");
  require_utf8(set.reason, where + ".reason");
  if (set.description) require_utf8(*set.description, where + ".description");
  if (set.source) require_utf8(*set.source, where + ".source");
  if (set.type && !legacy::is_variable_type(*set.type))
    throw Error(ErrorCode::usage, "'" + *set.type + "' is no type of a variable", where + ".type",
                "text, number, boolean, null, json, array, file_path or file_content");
  if (set.ttl_seconds && *set.ttl_seconds < 0)
    throw Error(ErrorCode::usage, "a ttl is no negative number of seconds", where + ".ttl_seconds");
}

/// A time to live counts from here; and what has expired is not there any more.
bool begins_anew(std::string_view before, const SetVariable& set) {
  if (set.ttl_seconds && *set.ttl_seconds > 0) return true;
  const auto end = legacy::expiry_of(legacy::read_variable_text(before));
  return end && *end <= util::now();
}

}  // namespace

ChangeResult set_variable(TaskWriter& writer, const store::TaskHead& head, const SetVariable& set,
                          const Precondition& only_if, const std::string& where) {
  require_texts(set, where);
  const std::string value = checked_json(set.value.text, where + ".value");
  StateEdit edit(writer, head, only_if);
  const std::string_view before = edit.find(set.name);
  if (before.empty()) {
    edit.require_new_name(set.name);
    edit.require_room();
  }
  edit.require_writable(set.name, before);
  const std::string variable =
      legacy::with_update(before, {set.name, value, set.type, set.description, set.source, set.read_only,
                                   set.ttl_seconds, writer.now(), begins_anew(before, set)});
  return edit.put(set.name, variable, cause_of("var:set", only_if, set.reason));
}

ChangeResult delete_variable(TaskWriter& writer, const store::TaskHead& head, const DeleteVariable& gone,
                             const Precondition& only_if, const std::string& where) {
  require_utf8(gone.name, where + ".name");
  require_utf8(gone.reason, where + ".reason");
  StateEdit edit(writer, head, only_if);
  edit.require_writable(gone.name, edit.require(gone.name));
  return edit.replace(legacy::with_member(edit.state(), legacy::escaped(gone.name), {}),
                      cause_of("var:deleted", only_if, gone.reason));
}

ChangeResult rename_variable(TaskWriter& writer, const store::TaskHead& head, const RenameVariable& rename,
                             const Precondition& only_if, const std::string& where) {
  require_utf8(rename.name, where + ".name");
  require_utf8(rename.new_name, where + ".new_name");
  require_utf8(rename.reason, where + ".reason");
  StateEdit edit(writer, head, only_if);
  edit.require_writable(rename.name, edit.require(rename.name));
  edit.require_new_name(rename.new_name);
  if (!edit.find(rename.new_name).empty())
    throw Error(ErrorCode::conflict, head.legacy_id + " has a variable " + rename.new_name + " already",
                head.legacy_id, "nothing was changed; delete it, or take another name");
  return edit.replace(legacy::with_renamed_variable(edit.state(), rename.name, rename.new_name),
                      cause_of("var:renamed", only_if, rename.reason));
}

}  // namespace rlmdb::tasks
