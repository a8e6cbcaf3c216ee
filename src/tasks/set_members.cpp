// SPDX-License-Identifier: MIT
// 1. The record's text is taken apart into members; given ones take the place of theirs, new ones come last.
// 2. The new text is taken apart into rows like an imported record.
// 3. A state that came with it ends the task's claim.
#include "tasks/set_members.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jobs/previous_values.hpp"
#include "legacy/json_layout.hpp"
#include "legacy/json_members.hpp"
#include "legacy/json_scan.hpp"
#include "legacy/json_string.hpp"
#include "model/tokens.hpp"
#include "model/transitions.hpp"
#include "rlmdb/error.hpp"
#include "tasks/json_input.hpp"
#include "tasks/precondition.hpp"

namespace rlmdb::tasks {

namespace {

constexpr std::string_view k_output = "\"output\"";

using NamedJson = std::pair<std::string, std::string>;  ///< raw name with quotes, canonical value

std::string joined(const std::vector<NamedJson>& members) {
  std::string json = "{";
  for (const auto& [name, value] : members)
    json += fmt::format("{}{}:{}", json.size() > 1 ? "," : "", name, value);
  return json + "}";
}

std::vector<NamedJson> members_of(const std::string& record) {
  std::vector<legacy::Member> spans;
  legacy::split_members(record, spans);
  std::vector<NamedJson> members;
  for (const legacy::Member& span : spans) {
    members.emplace_back(span.raw_name, "");
    legacy::append_compact(members.back().second, span.raw_value);
  }
  return members;
}

std::string raw_name(const std::string& name, const std::string& where) {
  require_utf8(name, where);
  if (name == "id")
    throw Error(ErrorCode::usage, "the id of a task cannot be set", where,
                "ids are never changed nor used again");
  return json_string(name);
}

/// The state that a JSON value names; unknown for any other value.
TaskState state_named(std::string_view json, const store::TaskHead& head, Force force,
                      const std::string& where) {
  std::string text;
  if (legacy::kind_of(json) == legacy::JsonKind::string) legacy::decode_string(json, text);
  const auto state = model::find_task_state(text);
  if (!state)
    throw Error(ErrorCode::invalid_input, "Invalid state: " + std::string(json), where,
                "nothing was changed; states are queued, running, completed, failed and cancelled");
  if (force == Force::no && !model::may_follow(state_of(head), *state))
    throw Error(ErrorCode::conflict,
                "task " + head.legacy_id + " is " + head.state.value_or("in no state") + ", which " + text +
                    " may not follow",
                head.legacy_id, "--force changes any state");
  return *state;
}

/// A record as members, to change and to write over its rows.
class MemberEdit {
 public:
  MemberEdit(TaskWriter& writer, const store::TaskHead& head)
      : m_writer(writer),
        m_head(head),
        m_before(writer.texts().find(head.id, 0)),
        m_members(members_of(m_before)),
        m_state(head.state.value_or("")) {}

  /// The value of the member `raw_name`; nullptr where there is none.
  [[nodiscard]] const std::string* find(std::string_view raw_name) const {
    const auto place = std::find_if(m_members.begin(), m_members.end(),
                                    [&](const NamedJson& member) { return member.first == raw_name; });
    return place == m_members.end() ? nullptr : &place->second;
  }
  void put(const std::string& raw_name, std::string value) {
    for (NamedJson& member : m_members) {
      if (member.first != raw_name) continue;
      member.second = std::move(value);
      return;
    }
    m_members.emplace_back(raw_name, std::move(value));
  }
  void set_state(TaskState state) { m_state = model::to_text(state); }

  [[nodiscard]] ChangeResult write(const Cause& cause) {
    const std::int64_t seq = m_writer.note(m_head, m_state, cause);
    m_writer.node_counts().forget();  // the members may move it to another tree
    m_writer.records().replace(m_writer.texts().record(), joined(m_members), {.event_seq = seq});
    if (m_head.state != m_state) m_writer.heads().drop_claim(m_head.id);
    jobs::keep_previous_values(m_writer.events(), seq, m_head.id, m_before,
                               m_writer.texts().find(m_head.id, 0));
    return {TaskId{m_head.legacy_id}, m_state, m_head.version + 1, seq, std::nullopt};
  }

 private:
  TaskWriter& m_writer;
  const store::TaskHead& m_head;
  std::string m_before;
  std::vector<NamedJson> m_members;
  std::string m_state;
};

}  // namespace

ChangeResult set_members(TaskWriter& writer, const store::TaskHead& head, const TaskChange& change,
                         const std::string& where) {
  MemberEdit edit(writer, head);
  for (const auto& [name, json] : std::get<SetMembers>(change.action).members) {
    const std::string place = fmt::format("{}.{}", where, name);
    std::string value = checked_json(json.text, place);
    if (name == "state") edit.set_state(state_named(value, head, change.only_if.force, place));
    edit.put(raw_name(name, where), std::move(value));
  }
  return edit.write({.kind = "task:updated", .token = change.only_if.token.value_or(0)});
}

ChangeResult append_to_record(TaskWriter& writer, const store::TaskHead& head, std::string_view chunk,
                              const Cause& cause) {
  MemberEdit edit(writer, head);
  std::string value = "\"";
  if (const std::string* output = edit.find(k_output); output != nullptr && output->starts_with('"'))
    value = output->substr(0, output->size() - 1);
  value += json_string(chunk).substr(1);
  edit.put(std::string(k_output), std::move(value));
  return edit.write(cause);
}

}  // namespace rlmdb::tasks
