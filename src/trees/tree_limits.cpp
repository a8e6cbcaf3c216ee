// SPDX-License-Identifier: MIT
#include "trees/tree_limits.hpp"

#include "rlmdb/words.hpp"

namespace rlmdb::trees {

namespace {

std::optional<std::int64_t> unless(std::int64_t value, std::int64_t otherwise) {
  return value == otherwise ? std::nullopt : std::optional(value);
}

}  // namespace

TreeLimits limits_of(const ProjectLimits& project) {
  TreeLimits limits;
  limits.max_depth = project.limits.max_depth.value_or(limits.max_depth);
  limits.max_children = project.limits.max_children.value_or(limits.max_children);
  limits.max_nodes = project.limits.max_nodes.value_or(limits.max_nodes);
  limits.max_context_tokens = project.limits.max_context_tokens.value_or(limits.max_context_tokens);
  limits.timeout = project.limits.timeout.value_or(limits.timeout);
  return limits;
}

TreeLimits limits_of(const TreeSettings& settings, const TreeLimits& otherwise) {
  TreeLimits limits = otherwise;
  limits.max_depth = settings.max_depth.value_or(limits.max_depth);
  limits.max_children = settings.max_children.value_or(limits.max_children);
  limits.max_nodes = settings.max_nodes.value_or(limits.max_nodes);
  limits.max_context_tokens = settings.max_context_tokens.value_or(limits.max_context_tokens);
  if (settings.timeout_ms) limits.timeout = std::chrono::milliseconds(*settings.timeout_ms);
  limits.action = named<LimitAction>(settings.action.value_or("")).value_or(LimitAction::warn);
  return limits;
}

void put_limits(TreeSettings& settings, const TreeLimits& limits, const TreeLimits& otherwise) {
  settings.max_depth = unless(limits.max_depth, otherwise.max_depth);
  settings.max_children = unless(limits.max_children, otherwise.max_children);
  settings.max_nodes = unless(limits.max_nodes, otherwise.max_nodes);
  settings.max_context_tokens = unless(limits.max_context_tokens, otherwise.max_context_tokens);
  settings.timeout_ms = unless(limits.timeout.count(), otherwise.timeout.count());
  settings.action.reset();
  if (limits.action != LimitAction::warn) settings.action = to_text(limits.action);
}

}  // namespace rlmdb::trees
