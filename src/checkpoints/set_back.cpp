// SPDX-License-Identifier: MIT
#include "checkpoints/set_back.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "json/json_members.hpp"
#include "json/json_string.hpp"
#include "records/variable_text.hpp"
#include "rlmdb/error.hpp"
#include "util/instant.hpp"
#include "variables/state_reader.hpp"
#include "variables/state_variables.hpp"
#include "variables/task_variables.hpp"
#include "writing/precondition.hpp"

namespace rlmdb::checkpoints {

namespace {

constexpr std::string_view k_state_name = "\"rlm_state\"";

std::vector<json::Member> members_of(std::string_view object) {
  std::vector<json::Member> members;
  if (object.starts_with('{')) json::split_members(object, members);
  return members;
}

/// Where a state that is taken away would come back to.
bool is_last_in_metadata(std::string_view record) {
  const std::vector<json::Member> members = members_of(json::find_member(record, "metadata"));
  return !members.empty() && members.back().raw_name == k_state_name;
}

std::int64_t count_of(std::string_view state) {
  return static_cast<std::int64_t>(members_of(state).size());
}

RollbackResult result_of(CheckpointOwner owner, const ChangeResult& change, std::string_view state) {
  return {std::move(owner), change.version, change.event_seq, change.event_seq - 1, count_of(state)};
}

std::int64_t count_missing(std::string_view state, std::string_view other) {
  const std::vector<json::Member> members = members_of(state);
  return std::count_if(members.begin(), members.end(), [&](const json::Member& member) {
    return json::find_member(other, member.raw_name.substr(1, member.raw_name.size() - 2)).empty();
  });
}

/// Those that one of both alone has, and those that are others.
std::int64_t count_differing(std::string_view before, std::string_view after) {
  const std::vector<json::Member> members = members_of(before);
  const auto changed = std::count_if(members.begin(), members.end(), [&](const json::Member& member) {
    const std::string_view name = member.raw_name.substr(1, member.raw_name.size() - 2);
    return json::find_member(after, name) != member.raw_value;
  });
  return changed + count_missing(after, before);
}

}  // namespace

void require_state(const FoundCheckpoint& checkpoint) {
  const auto& outline = checkpoint.head.outline;
  if (!outline || json::find_member(*outline, "state").starts_with('{')) return;
  throw Error(
      ErrorCode::conflict, "checkpoint " + checkpoint.head.checkpoint_id + " has no object as its state",
      checkpoint.head.checkpoint_id, "nothing was changed; take another one, or mend its file and import it");
}

ResumeState resume_state(db::Connection& connection, const records::TaskHead& task,
                         const std::string& checkpoint_id) {
  const FoundCheckpoint found =
      find_checkpoint(connection, {checkpoint_id, CheckpointOwner(TaskId{task.legacy_id})});
  require_state(found);
  std::vector<variables::StoredVariable> then;
  for (SnapshotVariable& variable : variables_of(connection, found)) {
    if (variable.member == found.member.value_or("")) then.push_back(std::move(variable.variable));
  }
  ResumeState state;
  state.json = variables::state_of(then);
  state.differing =
      count_differing(variables::state_of(variables::StateReader(connection).of_task(task.id)), state.json);
  state.taken_at_ms = util::instant_ms(found.head.timestamp.value_or(""));
  return state;
}

RollbackResult SetBack::task(const records::TaskHead& head, std::string state) {
  writing::require_not_held(m_writer.heads(), head, m_only_if);
  variables::TaskVariables holder(m_writer, head);
  require_writable(head.legacy_id, holder.has_started(), holder.state(), state);
  // An empty state stands for none where the member could not come back to its place.
  if (state.empty() && holder.state().starts_with('{') &&
      !is_last_in_metadata(m_writer.texts().find(head.id, 0)))
    state = "{}";
  return result_of(TaskId{head.legacy_id}, holder.replace(state, cause()), state);
}

RollbackResult SetBack::document(const StateName& name, const std::string& state) {
  variables::StateVariables holder(m_writer, name, m_only_if);
  holder.require_there();
  require_writable(holder.label(), holder.has_started(), holder.state(), state);
  return result_of(name, holder.replace(state, cause()), state);
}

writing::Cause SetBack::cause() const {
  return {.kind = EventKind::checkpoint_restored, .token = m_only_if.token.value_or(0), .reason = m_reason};
}

void SetBack::require_writable(const std::string& owner, bool has_started, std::string_view before,
                               std::string_view after) const {
  if (m_only_if.force == Force::yes) return;
  const auto refuse = [&](const std::string& what) {
    throw Error(ErrorCode::conflict, what, owner, "nothing was changed; --force changes it all the same");
  };
  for (const json::Member& member : members_of(before)) {
    const std::string_view name = member.raw_name.substr(1, member.raw_name.size() - 2);
    if (json::find_member(after, name) == member.raw_value) continue;
    std::string text;
    json::decode_string(member.raw_name, text);
    if (records::read_variable_text(member.raw_value).read_only == "true")
      refuse(fmt::format("variable {} of {} is read-only, and would change", text, owner));
    if (text == "prompt" && has_started)
      refuse(fmt::format("the prompt of {} cannot change after its start", owner));
  }
}

}  // namespace rlmdb::checkpoints
