// SPDX-License-Identifier: MIT
#include "checkpoints/checkpoint_text.hpp"

#include "json/json_members.hpp"
#include "json/json_string.hpp"
#include "json/object_text.hpp"
#include "records/kept_text.hpp"
#include "variables/state_text.hpp"

namespace rlmdb::checkpoints {

namespace {

constexpr std::string_view k_state = "state";

std::string new_outline(const SnapshotHead& head) {
  json::ObjectText outline;
  outline.add("checkpoint_id", json::quoted(head.checkpoint_id));
  if (head.name) outline.add("name", json::quoted(*head.name));
  if (head.timestamp) outline.add("timestamp", json::quoted(*head.timestamp));
  if (head.description) outline.add("description", json::quoted(*head.description));
  if (head.scope == "task") outline.add("task_id", json::quoted(head.owner));
  if (head.scope == "tree") outline.add("tree_id", json::quoted(head.owner));
  if (head.scope == "session") outline.add("session_id", json::quoted(head.owner));
  if (head.scope == "state" || head.scope == "temporary") outline.add("state_id", json::quoted(head.owner));
  outline.add(k_state, "{}");
  return outline.finish();
}

/// The variables of each member that has a name, by that.
std::string nodes_text(const std::vector<SnapshotVariable>& variables) {
  json::ObjectText nodes;
  for (std::size_t i = 0; i < variables.size();) {
    const std::string& member = variables[i].member;
    json::ObjectText node;
    for (; i < variables.size() && variables[i].member == member; ++i)
      node.add(variables[i].variable.name, variables::text_of(variables[i].variable));
    if (!member.empty()) nodes.add(json::escaped(member), node.finish());
  }
  return nodes.finish();
}

}  // namespace

CheckpointDocument split_checkpoint(std::string_view compact) {
  CheckpointDocument document;
  document.outline = compact;
  const std::string_view state = json::find_member(compact, k_state);
  if (!state.starts_with('{')) return document;
  std::vector<json::Member> members;
  json::split_members(state, members);
  for (const json::Member& member : members)
    document.variables.push_back(
        variables::stored_variable(member.raw_name.substr(1, member.raw_name.size() - 2), member.raw_value));
  document.outline = json::with_member(compact, k_state, "{}");
  return document;
}

std::string checkpoint_text(db::Connection& connection, const SnapshotHead& head) {
  std::string text = head.outline.value_or(new_outline(head));
  const std::string row = "snapshots:" + std::to_string(head.id) + " ";
  records::require_kept_text(text, records::KeptShape::object, row + "outline");
  const std::vector<SnapshotVariable> variables = SnapshotRows(connection).variables(head.id);
  for (const SnapshotVariable& variable : variables)
    variables::require_kept_variable(variable.variable,
                                     row + "variables/" + variable.member + "/" + variable.variable.name);
  json::ObjectText state;
  for (const SnapshotVariable& variable : variables) {
    if (variable.member.empty()) state.add(variable.variable.name, variables::text_of(variable.variable));
  }
  if (!state.empty()) text = json::with_member(text, k_state, state.finish());
  const std::string nodes = nodes_text(variables);
  return nodes == "{}" ? text : json::with_member(text, "nodes", nodes);
}

}  // namespace rlmdb::checkpoints
