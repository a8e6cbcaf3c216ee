// SPDX-License-Identifier: MIT
#include "tasks/node_place.hpp"

#include <fmt/format.h>

#include "records/task_lookup.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/words.hpp"
#include "trees/tree_growth_rows.hpp"
#include "trees/tree_limits.hpp"
#include "trees/tree_rows.hpp"
#include "trees/tree_setting_rows.hpp"
#include "util/own_names.hpp"
#include "writing/given_json.hpp"
#include "writing/precondition.hpp"

namespace rlmdb::tasks {

namespace {

[[noreturn]] void refuse(const std::string& message, const std::string& where, const std::string& hint) {
  throw Error(ErrorCode::conflict, message, where, hint);
}

/// What has ended merges no more: the result of a node below it would reach nobody.
void require_open(const records::TaskHead& parent) {
  const TaskState state = writing::state_of(parent);
  if (state == TaskState::completed)
    refuse("task " + parent.legacy_id + " is completed, and its result cannot take in a new node below it",
           parent.legacy_id,
           "name another parent, or queue this one again first: `rlmdb task retry --force`");
  if (state == TaskState::cancelled)
    refuse("task " + parent.legacy_id + " is cancelled, and takes no new node below it", parent.legacy_id,
           "name another parent, or queue this one again first: `rlmdb task retry`");
}

NodePlace place_below(writing::TaskWriter& writer, const NewTask& task) {
  const auto parent = writer.heads().find(task.parent->text);
  if (!parent) throw records::no_such_task(task.parent->text);
  if (parent->tree_id.empty())
    refuse("task " + task.parent->text + " belongs to no tree", task.parent->text,
           "add the root of a tree with a tree id, and its nodes below it");
  if (task.tree && task.tree->text != parent->tree_id)
    refuse("task " + task.parent->text + " belongs to " + parent->tree_id + ", not to " + task.tree->text,
           task.parent->text, "leave the tree out: it is the parent's");
  require_open(*parent);
  const std::int64_t depth = trees::TreeRows(writer.connection()).depth(parent->id);
  return {parent->tree_id, parent->legacy_id, parent->id, depth + 1};
}

/// What makes a tree, and what its root alone can say, is given to nothing else.
void require_root_alone(const NewTask& task, const std::string& where) {
  if (task.makes_tree && (task.parent || task.tree))
    throw Error(ErrorCode::usage, "a new tree has no parent, and its id is made up", where,
                "name no parent and no tree beside it");
  const bool is_root = task.makes_tree || (task.tree && !task.parent);
  if (!is_root && (task.execution_mode || task.session_id))
    throw Error(ErrorCode::usage, "an execution mode and a session are those of a tree", where,
                "give them with the root of a tree");
  writing::require_word("execution_mode", task.execution_mode, k_execution_modes, where + ".execution_mode");
  if (task.session_id) writing::require_utf8(*task.session_id, where + ".session_id");
}

/// In the schema's form, of no tree there is.
std::string new_tree_id(writing::TaskWriter& writer) {
  constexpr std::size_t k_digits = 8;
  for (;;) {
    std::string id = "tree-" + util::random_name().substr(0, k_digits);
    if (trees::TreeGrowthRows(writer.connection()).nodes_up_to(id, 1) == 0) return id;
  }
}

/// One limit that a new node goes beyond.
struct Breach {
  std::string_view code;    ///< as in LimitUse
  std::string_view option;  ///< of `rlmdb limits`
  std::string where;        ///< whose limit it is
  std::string is_full;      ///< why the node is refused
  std::string is_over;      ///< what is so once it was added
};

Breach too_deep(const NodePlace& place, std::int64_t limit) {
  const std::string depth =
      fmt::format("at depth {}, deeper than {} allows: {}", place.depth, place.tree_id, limit);
  return {"max_depth", "--max-depth", place.parent_id, "the new node would lie " + depth, "it lies " + depth};
}

/// "1 child", "10 children"
std::string counted(std::int64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

Breach too_many_children(const NodePlace& place, std::int64_t limit) {
  const std::string& parent = place.parent_id;
  const std::string children = counted(limit, "child", "children");
  return {"max_children", "--max-children", parent,
          fmt::format("{} has no room for another child: {} allows a node {}", parent, place.tree_id, limit),
          fmt::format("{} has more than the {} that {} allows a node", parent, children, place.tree_id)};
}

Breach too_many_nodes(const NodePlace& place, std::int64_t limit) {
  const std::string nodes = counted(limit, "node", "nodes");
  return {"max_nodes", "--max-nodes", place.tree_id,
          fmt::format("{} has no room for another node: it may have {}", place.tree_id, limit),
          fmt::format("{} has more than the {} that it may have", place.tree_id, nodes)};
}

Breach too_much_context(const NodePlace& place, std::int64_t tokens, std::int64_t limit) {
  const std::string size =
      fmt::format("a context of {} tokens, more than {} allows: {}", tokens, place.tree_id, limit);
  return {"max_context_tokens", "--max-context-tokens", place.tree_id, "the new node would have " + size,
          "it has " + size};
}

std::vector<Breach> find_breaches(writing::TaskWriter& writer, const NodePlace& place,
                                  const TreeLimits& limits, std::optional<std::int64_t> context_tokens) {
  writing::NodeCounter& counts = writer.node_counts();
  std::vector<Breach> breaches;
  if (place.depth > limits.max_depth) breaches.push_back(too_deep(place, limits.max_depth));
  if (!place.parent_id.empty() &&
      counts.children(place.tree_id, place.parent_id, limits.max_children) >= limits.max_children)
    breaches.push_back(too_many_children(place, limits.max_children));
  if (counts.nodes(place.tree_id, limits.max_nodes) >= limits.max_nodes)
    breaches.push_back(too_many_nodes(place, limits.max_nodes));
  if (context_tokens && *context_tokens > limits.max_context_tokens)
    breaches.push_back(too_much_context(place, *context_tokens, limits.max_context_tokens));
  return breaches;
}

}  // namespace

std::optional<NodePlace> place_of(writing::TaskWriter& writer, const NewTask& task,
                                  const std::string& where) {
  require_root_alone(task, where);
  if (task.makes_tree) return NodePlace{new_tree_id(writer), "", 0, 0};
  if (task.parent) return place_below(writer, task);
  if (!task.tree) return std::nullopt;
  writing::require_utf8(task.tree->text, where + ".tree");
  writing::require_file_name(task.tree->text, "tree", where + ".tree");
  if (trees::TreeGrowthRows(writer.connection()).has_root(task.tree->text))
    refuse("tree " + task.tree->text + " has a root already", task.tree->text,
           "name the parent of the new node");
  return NodePlace{task.tree->text, "", 0, 0};
}

std::vector<Finding> check_limits(writing::TaskWriter& writer, const NodePlace& place,
                                  std::optional<std::int64_t> context_tokens) {
  std::optional<ProjectLimits>& project = writer.project_limits();
  if (!project) project = trees::project_limits(writer.connection());
  const TreeLimits limits = trees::limits_of(trees::TreeSettingRows(writer.connection()).find(place.tree_id),
                                             trees::limits_of(*project));
  std::vector<Finding> findings;
  if (!project->fault.empty()) findings.push_back({"", "limits_unread", project->fault});
  for (Breach& breach : find_breaches(writer, place, limits, context_tokens)) {
    if (limits.action == LimitAction::refuse)
      refuse(breach.is_full, breach.where,
             fmt::format("nothing was changed; `rlmdb limits` shows the limits of {}, with {} N it raises "
                         "this one, with --warn it adds such nodes with a warning",
                         place.tree_id, breach.option));
    findings.push_back({"", std::string(breach.code), std::move(breach.is_over)});
  }
  return findings;
}

}  // namespace rlmdb::tasks
