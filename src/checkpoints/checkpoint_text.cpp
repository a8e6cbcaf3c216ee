// SPDX-License-Identifier: MIT
#include "checkpoints/checkpoint_text.hpp"

#include <algorithm>

#include "json/json_members.hpp"
#include "json/json_string.hpp"
#include "json/object_text.hpp"
#include "records/kept_text.hpp"
#include "variables/state_text.hpp"

namespace rlmdb::checkpoints {

namespace {

constexpr std::string_view k_state = "state";
constexpr std::string_view k_nodes = "nodes";
constexpr std::string_view k_records = "records";

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

std::string records_text(const std::vector<SnapshotNode>& nodes) {
  json::ObjectText records;
  for (const SnapshotNode& node : nodes) records.add(json::escaped(node.member), node.json);
  return records.finish();
}

std::string name_in(const json::Member& member) {
  return std::string(member.raw_name.substr(1, member.raw_name.size() - 2));
}

std::vector<json::Member> objects_in(std::string_view object) {
  std::vector<json::Member> members;
  if (object.starts_with('{')) json::split_members(object, members);
  const bool has_other = std::any_of(members.begin(), members.end(), [](const json::Member& member) {
    return !member.raw_value.starts_with('{');
  });
  return has_other ? std::vector<json::Member>() : members;
}

void add_variables(std::vector<SnapshotVariable>& variables, const std::string& member,
                   std::string_view state) {
  std::vector<json::Member> members;
  json::split_members(state, members);
  for (const json::Member& variable : members)
    variables.push_back({member, variables::stored_variable(name_in(variable), variable.raw_value)});
}

/// The nodes of the checkpoint of a tree, where they stand as nodes_text and records_text write them.
void split_nodes(std::string_view compact, CheckpointDocument& document) {
  const std::string_view records = json::find_member(compact, k_records);
  const std::string_view nodes = json::find_member(compact, k_nodes);
  std::vector<SnapshotNode> split;
  std::vector<SnapshotVariable> variables;
  for (const json::Member& member : objects_in(records))
    split.push_back({json::text_of(member.raw_name).value_or(""), std::string(member.raw_value)});
  for (const json::Member& member : objects_in(nodes))
    add_variables(variables, json::text_of(member.raw_name).value_or(""), member.raw_value);
  std::stable_sort(variables.begin(), variables.end(),
                   [](const SnapshotVariable& a, const SnapshotVariable& b) { return a.member < b.member; });
  const bool has_nodes = !nodes.empty();
  if (split.empty() || records_text(split) != records || (has_nodes && nodes_text(variables) != nodes))
    return;
  document.outline = json::with_member(document.outline, k_records, "{}");
  if (has_nodes) document.outline = json::with_member(document.outline, k_nodes, "{}");
  document.nodes = std::move(split);
  for (SnapshotVariable& variable : variables) document.variables.push_back(std::move(variable));
}

}  // namespace

CheckpointDocument split_checkpoint(std::string_view compact) {
  CheckpointDocument document;
  document.outline = compact;
  if (const std::string_view state = json::find_member(compact, k_state); state.starts_with('{')) {
    add_variables(document.variables, "", state);
    document.outline = json::with_member(compact, k_state, "{}");
  }
  split_nodes(compact, document);
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
  if (const std::string nodes = nodes_text(variables); nodes != "{}")
    text = json::with_member(text, k_nodes, nodes);
  const std::string records = records_text(SnapshotRows(connection).nodes(head.id));
  return records == "{}" ? text : json::with_member(text, k_records, records);
}

}  // namespace rlmdb::checkpoints
