// SPDX-License-Identifier: MIT
#include "tree_documents/tree_metadata.hpp"

#include <limits>
#include <utility>

#include "json/json_number.hpp"
#include "json/object_text.hpp"
#include "trees/cost.hpp"
#include "trees/node_cost_rules.hpp"

namespace rlmdb::tree_documents {

namespace {

struct TotalsMember {
  std::string_view name;
  std::string value;       ///< raw; "": there is none
  bool is_counted = true;  ///< changes with the nodes
};

std::string quoted_or_nothing(const std::optional<std::string>& text) {
  return text && !text->empty() ? json::quoted(*text) : std::string();
}

/// In the order of the schema.
std::vector<TotalsMember> members_of(const TreeTotals& totals) {
  char buffer[json::k_number_text_size];
  const std::string cost(json::shortest_text(trees::without_noise(totals.cost_usd), buffer));
  return {{"tree_id", json::quoted(totals.tree_id), false},
          {"root_prompt", json::quoted(totals.root_prompt), false},
          {"max_depth", std::to_string(totals.max_depth)},
          {"total_nodes", std::to_string(totals.nodes)},
          {"completed_nodes", std::to_string(totals.completed)},
          {"failed_nodes", std::to_string(totals.failed)},
          {"total_cost_usd", cost},
          {"total_tokens", std::to_string(totals.tokens)},
          {"execution_mode", quoted_or_nothing(totals.execution_mode), false},
          {"session_id", quoted_or_nothing(totals.session_id), false},
          {"created_at", quoted_or_nothing(totals.created_at), false},
          {"completed_at", totals.completed_at.empty() ? "null" : json::quoted(totals.completed_at)},
          {"duration_ms", totals.duration_ms ? std::to_string(*totals.duration_ms) : "null"}};
}

/// Token counts are the source's and may be anything: a sum stops at the largest number.
void add_tokens(std::int64_t& sum, std::int64_t tokens) {
  if (!__builtin_add_overflow(sum, tokens, &sum)) return;
  sum = tokens > 0 ? std::numeric_limits<std::int64_t>::max() : std::numeric_limits<std::int64_t>::min();
}

/// What the document gave beyond what its nodes said for themselves is nobody's, and was used all the same.
void add_unexplained(TreeTotals& totals, const std::vector<json::Member>& known, const NodeSums& said) {
  const double cost = json::number_of(json::find_member(known, "total_cost_usd")).value_or(0);
  if (trees::without_noise(cost - said.cost_usd) > 0) totals.cost_usd += cost - said.cost_usd;
  const std::int64_t tokens = json::exact_int64(json::find_member(known, "total_tokens")).value_or(0);
  if (tokens > said.tokens && said.tokens >= 0) add_tokens(totals.tokens, tokens - said.tokens);
}

}  // namespace

std::string new_outline(const TreeTotals& totals, bool is_list) {
  json::ObjectText outline;
  outline.add("version", "\"1.0.0\"");
  outline.add(is_list ? "nodes" : "root_task", is_list ? "[]" : "{}");
  outline.add("metadata", "{}");
  return with_totals(outline.finish(), totals, {});
}

bool has_node_list(std::string_view outline) {
  return json::find_member(outline, "root_task") != "{}";
}

void NodeSums::add(std::string_view node_json) {
  const std::string_view cost = json::find_member(node_json, "cost");
  if (!cost.starts_with('{')) return;
  cost_usd += trees::cost_in_object(cost).value_or(0);
  for (const std::string_view name : {"input_tokens", "output_tokens"})
    add_tokens(tokens, json::exact_int64(json::find_member(cost, name)).value_or(0));
}

std::string with_mode(std::string_view outline, const std::optional<std::string>& execution_mode,
                      const std::optional<std::string>& session_id) {
  const std::string_view metadata = json::find_member(outline, "metadata");
  if (!metadata.empty() && !metadata.starts_with('{')) return std::string(outline);
  std::string changed(metadata);
  const auto put = [&](std::string_view name, const std::optional<std::string>& text) {
    if (text && json::text_member(changed, name) != text)
      changed = json::with_member(changed, name, json::quoted(*text));
  };
  put("execution_mode", execution_mode);
  put("session_id", session_id);
  return changed == metadata ? std::string(outline) : json::with_member(outline, "metadata", changed);
}

std::string with_totals(std::string_view outline, TreeTotals totals, const NodeSums& said) {
  const std::string_view metadata = json::find_member(outline, "metadata");
  if (!metadata.starts_with('{')) return std::string(outline);
  std::vector<json::Member> known;
  json::split_members(metadata, known);
  add_unexplained(totals, known, said);
  std::string changed(metadata);
  for (const TotalsMember& member : members_of(totals)) {
    const bool is_there = !json::find_member(known, member.name).empty();
    if (!member.value.empty() && (member.is_counted || !is_there))
      changed = json::with_member(changed, member.name, member.value);
  }
  return json::with_member(outline, "metadata", changed);
}

}  // namespace rlmdb::tree_documents
