// SPDX-License-Identifier: MIT
// What `given` does not say its column gives back exactly, so that the record needs no residue for it.
#include "records/new_record.hpp"

#include <vector>

#include "json/json_string.hpp"
#include "records/tokens.hpp"

namespace rlmdb::records {

namespace {

using Members = std::vector<json::Member>;

std::vector<std::string> quoted_names(Level level) {
  std::vector<std::string> names;
  for (const Field& field : fields_of(level)) names.push_back(json::quoted(field.name));
  return names;
}

/// All that the legacy writer writes, in its order.
const Members& members_of_task() {
  static const std::vector<std::string> names = quoted_names(Level::task);
  static const Members members = [] {
    Members all;
    for (const std::string& name : names) all.push_back({name, {}, {}});
    return all;
  }();
  return members;
}

/// Those of the node, whose first columns are the first fields of the level, then those that were given.
Members members_of_metadata(const std::optional<NewNode>& node, const Layout* given) {
  static const std::vector<std::string> names = quoted_names(Level::metadata);
  Members members;
  const auto add = [&](NodeCell cell) { members.push_back({names[cell], {}, {}}); };
  if (node) {
    for (const NodeCell cell : {node_tree_id, node_node_id, node_parent_ref, node_depth}) add(cell);
    if (node->decomposition_strategy) add(node_decomposition_strategy);
    if (node->merge_strategy) add(node_merge_strategy);
  }
  if (given != nullptr)
    for (const Layout::Member& member : given->members) members.push_back({member.name_json, {}, {}});
  return members;
}

void put_node(const NewNode& node, TaskRecord& record) {
  const auto put = [&](NodeCell cell, const std::optional<std::string_view>& text) {
    if (text) record.node[cell] = Cell::of_text(*text);
  };
  record.has_node = true;
  put(node_tree_id, node.tree_id);
  put(node_node_id, node.node_id);
  put(node_parent_ref, node.parent_id);
  record.node[node_depth] = Cell::of_integer(node.depth);
  put(node_decomposition_strategy, node.decomposition_strategy);
  put(node_merge_strategy, node.merge_strategy);
}

}  // namespace

void put_values(const NewRecord& values, LayoutPool& layouts, LayoutPool::Overflow& overflow,
                TaskRecord& record) {
  record.task[task_legacy_id] = Cell::of_text(values.id);
  record.task[task_prompt] = values.prompt;
  record.task[task_agent] = values.agent;
  record.task[task_priority] = values.priority;
  record.task[task_state] = Cell::of_text(to_text(TaskState::queued));
  record.task[task_created_at] = Cell::of_text(values.created_at);
  record.task[task_output] = Cell::of_text("");
  if (values.node) put_node(*values.node, record);
  record.layout.layout = layouts.intern(Level::task, members_of_task(), overflow);
  record.metadata_layout.layout = layouts.intern(
      Level::metadata, members_of_metadata(values.node, record.metadata_layout.layout), overflow);
}

}  // namespace rlmdb::records
