// SPDX-License-Identifier: MIT
#include "trees/tree_limits.hpp"

#include "rlmdb/words.hpp"

namespace rlmdb::trees {

namespace {

std::optional<std::int64_t> unless_default(std::int64_t value, std::int64_t standard) {
  return value == standard ? std::nullopt : std::optional(value);
}

}  // namespace

TreeLimits limits_of(const TreeSettings& settings) {
  TreeLimits limits;
  limits.max_depth = settings.max_depth.value_or(limits.max_depth);
  limits.max_children = settings.max_children.value_or(limits.max_children);
  limits.max_nodes = settings.max_nodes.value_or(limits.max_nodes);
  limits.max_context_tokens = settings.max_context_tokens.value_or(limits.max_context_tokens);
  if (settings.timeout_ms) limits.timeout = std::chrono::milliseconds(*settings.timeout_ms);
  limits.action = named<LimitAction>(settings.action.value_or("")).value_or(LimitAction::warn);
  return limits;
}

void put_limits(TreeSettings& settings, const TreeLimits& limits) {
  constexpr TreeLimits k_standard;
  settings.max_depth = unless_default(limits.max_depth, k_standard.max_depth);
  settings.max_children = unless_default(limits.max_children, k_standard.max_children);
  settings.max_nodes = unless_default(limits.max_nodes, k_standard.max_nodes);
  settings.max_context_tokens = unless_default(limits.max_context_tokens, k_standard.max_context_tokens);
  settings.timeout_ms = unless_default(limits.timeout.count(), k_standard.timeout.count());
  settings.action.reset();
  if (limits.action != LimitAction::warn) settings.action = to_text(limits.action);
}

}  // namespace rlmdb::trees
