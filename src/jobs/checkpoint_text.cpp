// SPDX-License-Identifier: MIT
#include "jobs/checkpoint_text.hpp"

#include "jobs/kept_text.hpp"
#include "jobs/state_text.hpp"
#include "legacy/json_members.hpp"
#include "legacy/json_string.hpp"
#include "legacy/object_text.hpp"

namespace rlmdb::jobs {

namespace {

constexpr std::string_view k_state = "state";

std::string new_outline(const store::SnapshotHead& head) {
  legacy::ObjectText outline;
  outline.add("checkpoint_id", legacy::quoted(head.checkpoint_id));
  if (head.name) outline.add("name", legacy::quoted(*head.name));
  if (head.timestamp) outline.add("timestamp", legacy::quoted(*head.timestamp));
  if (head.description) outline.add("description", legacy::quoted(*head.description));
  if (head.scope == "task") outline.add("task_id", legacy::quoted(head.owner));
  if (head.scope == "tree") outline.add("tree_id", legacy::quoted(head.owner));
  if (head.scope == "session") outline.add("session_id", legacy::quoted(head.owner));
  if (head.scope == "state" || head.scope == "temporary") outline.add("state_id", legacy::quoted(head.owner));
  outline.add(k_state, "{}");
  return outline.finish();
}

/// The variables of each member that has a name, by that.
std::string nodes_text(const std::vector<store::SnapshotVariable>& variables) {
  legacy::ObjectText nodes;
  for (std::size_t i = 0; i < variables.size();) {
    const std::string& member = variables[i].member;
    legacy::ObjectText node;
    for (; i < variables.size() && variables[i].member == member; ++i)
      node.add(variables[i].variable.name, text_of(variables[i].variable));
    if (!member.empty()) nodes.add(legacy::escaped(member), node.finish());
  }
  return nodes.finish();
}

}  // namespace

CheckpointDocument split_checkpoint(std::string_view compact) {
  CheckpointDocument document;
  document.outline = compact;
  const std::string_view state = legacy::find_member(compact, k_state);
  if (!state.starts_with('{')) return document;
  std::vector<legacy::Member> members;
  legacy::split_members(state, members);
  for (const legacy::Member& member : members)
    document.variables.push_back(
        stored_variable(member.raw_name.substr(1, member.raw_name.size() - 2), member.raw_value));
  document.outline = legacy::with_member(compact, k_state, "{}");
  return document;
}

std::string checkpoint_text(db::Connection& connection, const store::SnapshotHead& head) {
  std::string text = head.outline.value_or(new_outline(head));
  const std::string row = "snapshots:" + std::to_string(head.id) + " ";
  require_kept_text(text, KeptShape::object, row + "outline");
  const std::vector<store::SnapshotVariable> variables = store::SnapshotRows(connection).variables(head.id);
  for (const store::SnapshotVariable& variable : variables)
    require_kept_variable(variable.variable,
                          row + "variables/" + variable.member + "/" + variable.variable.name);
  legacy::ObjectText state;
  for (const store::SnapshotVariable& variable : variables) {
    if (variable.member.empty()) state.add(variable.variable.name, text_of(variable.variable));
  }
  if (!state.empty()) text = legacy::with_member(text, k_state, state.finish());
  const std::string nodes = nodes_text(variables);
  return nodes == "{}" ? text : legacy::with_member(text, "nodes", nodes);
}

}  // namespace rlmdb::jobs
