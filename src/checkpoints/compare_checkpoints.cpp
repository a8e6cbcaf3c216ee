// SPDX-License-Identifier: MIT
// The variables of both sides by member and name; of each that differs, the places inside its value.
#include <algorithm>
#include <unordered_map>

#include "checkpoints/checkpoint_find.hpp"
#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "json/json_difference.hpp"
#include "records/variable_text.hpp"
#include "rlmdb/checkpoint.hpp"
#include "trees/tree_rows.hpp"
#include "variables/checkpoint_owner.hpp"
#include "variables/state_reader.hpp"
#include "variables/state_text.hpp"

namespace rlmdb {

namespace {

using checkpoints::SnapshotVariable;
using Side = std::vector<SnapshotVariable>;

std::optional<JsonText> json_of(std::string_view raw) {
  return raw.empty() ? std::nullopt : std::optional(JsonText{std::string(raw)});
}

std::string value_of(const std::string& text) {
  return std::string(records::read_variable_text(text).value);
}

/// "" for none; member and name cannot hold U+0000.
std::string key_of(const SnapshotVariable& variable) {
  return variable.member + '\0' + variable.variable.name;
}

std::unordered_map<std::string, const SnapshotVariable*> by_key(const Side& side) {
  std::unordered_map<std::string, const SnapshotVariable*> variables;
  for (const SnapshotVariable& variable : side) variables.emplace(key_of(variable), &variable);
  return variables;
}

VariableDifference difference_of(const SnapshotVariable& variable, DifferenceKind kind,
                                 const std::string& before, const std::string& after) {
  VariableDifference difference{variable.member, variables::decoded_name(variable.variable), kind, {}};
  for (const json::JsonDifference& place : json::differences(before, after))
    difference.values.push_back({place.pointer, json_of(place.old_raw), json_of(place.new_raw)});
  return difference;
}

/// By member; within one first what was there, in its order, then what is new.
std::vector<VariableDifference> compare(const Side& before, const Side& after) {
  const auto old_variables = by_key(before);
  const auto new_variables = by_key(after);
  std::vector<VariableDifference> all;
  for (const SnapshotVariable& variable : before) {
    const std::string text = variables::text_of(variable.variable);
    const auto now = new_variables.find(key_of(variable));
    if (now == new_variables.end()) {
      all.push_back(difference_of(variable, DifferenceKind::removed, value_of(text), ""));
    } else if (const std::string later = variables::text_of(now->second->variable); later != text) {
      all.push_back(difference_of(variable, DifferenceKind::changed, value_of(text), value_of(later)));
    }
  }
  for (const SnapshotVariable& variable : after) {
    if (old_variables.contains(key_of(variable))) continue;
    const std::string text = variables::text_of(variable.variable);
    all.push_back(difference_of(variable, DifferenceKind::added, "", value_of(text)));
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const VariableDifference& left, const VariableDifference& right) {
                     return left.member < right.member;
                   });
  return all;
}

/// The owner's variables as they are now.
class Present {
 public:
  explicit Present(db::Connection& connection) : m_connection(connection), m_states(connection) {}

  Side operator()(const TaskId& task) {
    return side("", m_states.of_task(variables::get_task(m_connection, task).id));
  }

  Side operator()(const TreeId& tree) {
    variables::require_tree(m_connection, tree);
    Side all;
    for (const trees::NodeRow& node : trees::TreeRows(m_connection).load(tree.text)) {
      for (SnapshotVariable& variable : side(trees::name_of(node), m_states.of_task(node.id)))
        all.push_back(std::move(variable));
    }
    if (const auto document = variables::StateRows(m_connection).find("tree", tree.text)) {
      for (SnapshotVariable& variable : side("", m_states.of_document(document->id)))
        all.push_back(std::move(variable));
    }
    return all;
  }

  Side operator()(const StateName& name) {
    return side("", m_states.of_document(variables::get_checkpointed_state(m_connection, name).id));
  }

 private:
  static Side side(const std::string& member, std::vector<variables::StoredVariable> variables) {
    Side side;
    for (variables::StoredVariable& variable : variables) side.push_back({member, std::move(variable)});
    return side;
  }

  db::Connection& m_connection;
  variables::StateReader m_states;
};

/// One node of a tree's checkpoint is compared with the task itself, or with one of its own.
void forget_members(Side& side) {
  for (SnapshotVariable& variable : side) variable.member.clear();
}

}  // namespace

CheckpointDifference compare_checkpoints(const Store& store, const CheckpointName& before,
                                         const std::optional<CheckpointName>& after) {
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  const db::ReadTransaction snapshot(connection);
  const checkpoints::FoundCheckpoint from = checkpoints::find_checkpoint(connection, before);
  CheckpointDifference difference{checkpoints::checkpoint_of(connection, from.head), std::nullopt, {}};
  Side old_side = checkpoints::variables_of(connection, from);
  Side new_side;
  bool is_one_node = from.member.has_value();
  if (after) {
    const checkpoints::FoundCheckpoint to = checkpoints::find_checkpoint(connection, *after);
    new_side = checkpoints::variables_of(connection, to);
    difference.after = checkpoints::checkpoint_of(connection, to.head);
    is_one_node = is_one_node || to.member;
  } else {
    const CheckpointOwner owner = from.member ? TaskId{*from.member} : variables::owner_of(from.head);
    new_side = std::visit(Present(connection), owner);
  }
  if (is_one_node) {
    forget_members(old_side);
    forget_members(new_side);
  }
  difference.variables = compare(old_side, new_side);
  return difference;
}

}  // namespace rlmdb
