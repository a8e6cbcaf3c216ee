// SPDX-License-Identifier: MIT
// 1. The record's text is taken apart into members; given ones take the place of theirs, new ones come last.
// 2. The new text is taken apart into rows like an imported record.
// 3. A state that came with it ends the task's claim.
#include "tasks/set_members.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jobs/previous_values.hpp"
#include "jobs/record_text.hpp"
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

void put(std::vector<NamedJson>& members, const std::string& name, std::string value) {
  const auto place = std::find_if(members.begin(), members.end(),
                                  [&](const NamedJson& member) { return member.first == name; });
  if (place == members.end()) {
    members.emplace_back(name, std::move(value));
  } else {
    place->second = std::move(value);
  }
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

/// Writes the record's new text over its rows. Returns the event's sequence number.
std::int64_t replace(TaskWriter& writer, RecordEdit& records, const store::TaskHead& head,
                     const std::vector<NamedJson>& members, std::string_view new_state, const Cause& cause,
                     jobs::RecordTextFinder& finder, const std::string& before) {
  const std::int64_t seq = writer.note(head, new_state, cause);
  records.replace(finder.record(), joined(members), seq);
  if (head.state != new_state) writer.heads().drop_claim(head.id);
  jobs::RecordTextFinder after(writer.connection());
  jobs::keep_previous_values(writer.events(), seq, head.id, before, after.find(head.id, 0));
  return seq;
}

}  // namespace

ChangeResult set_members(TaskWriter& writer, RecordEdit& records, const store::TaskHead& head,
                         const TaskChange& change, const std::string& where) {
  jobs::RecordTextFinder finder(writer.connection());
  const std::string before = finder.find(head.id, 0);
  std::vector<NamedJson> members = members_of(before);
  std::string state = head.state.value_or("");
  for (const auto& [name, json] : std::get<SetMembers>(change.action).members) {
    const std::string place = fmt::format("{}.{}", where, name);
    std::string value = checked_json(json.text, place);
    if (name == "state") state = model::to_text(state_named(value, head, change.only_if.force, place));
    put(members, raw_name(name, where), std::move(value));
  }
  const Cause cause{.kind = "task:updated", .token = change.only_if.token.value_or(0)};
  const std::int64_t seq = replace(writer, records, head, members, state, cause, finder, before);
  return {TaskId{head.legacy_id}, state, head.version + 1, seq, std::nullopt};
}

ChangeResult append_to_record(TaskWriter& writer, RecordEdit& records, const store::TaskHead& head,
                              std::string_view chunk, const Cause& cause) {
  jobs::RecordTextFinder finder(writer.connection());
  const std::string before = finder.find(head.id, 0);
  std::vector<NamedJson> members = members_of(before);
  const auto output = std::find_if(members.begin(), members.end(),
                                   [](const NamedJson& member) { return member.first == "\"output\""; });
  std::string value = "\"";
  if (output != members.end() && output->second.starts_with('"'))
    value = output->second.substr(0, output->second.size() - 1);
  value += json_string(chunk).substr(1);
  put(members, "\"output\"", std::move(value));
  const std::string state = head.state.value_or("");
  const std::int64_t seq = replace(writer, records, head, members, state, cause, finder, before);
  return {TaskId{head.legacy_id}, state, head.version + 1, seq, std::nullopt};
}

}  // namespace rlmdb::tasks
