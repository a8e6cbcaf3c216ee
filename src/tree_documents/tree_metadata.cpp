// SPDX-License-Identifier: MIT
#include "tree_documents/tree_metadata.hpp"

#include <limits>
#include <utility>

#include "json/json_number.hpp"
#include "json/object_text.hpp"
#include "trees/money_rules.hpp"

namespace rlmdb::tree_documents {

namespace {

using Counts = std::vector<std::pair<std::string_view, std::string>>;

Counts counts_of(const TreeTotals& totals) {
  char buffer[json::k_number_text_size];
  const std::string cost(json::shortest_text(trees::without_noise(totals.cost_usd), buffer));
  return {{"max_depth", std::to_string(totals.max_depth)},
          {"total_nodes", std::to_string(totals.nodes)},
          {"completed_nodes", std::to_string(totals.completed)},
          {"failed_nodes", std::to_string(totals.failed)},
          {"total_cost_usd", cost},
          {"total_tokens", std::to_string(totals.tokens)},
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

void add_beginnings(json::ObjectText& metadata, const TreeTotals& totals) {
  const auto add = [&](std::string_view name, const std::string& text) {
    if (!text.empty()) metadata.add(name, json::quoted(text));
  };
  add("execution_mode", totals.execution_mode);
  add("session_id", totals.session_id);
  add("created_at", totals.created_at);
}

}  // namespace

std::string new_outline(std::string_view tree_id, const TreeTotals& totals, bool is_list) {
  json::ObjectText metadata;
  metadata.add("tree_id", json::quoted(tree_id));
  metadata.add("root_prompt", json::quoted(totals.root_prompt));
  for (const auto& [name, count] : counts_of(totals)) {
    if (name == "completed_at") add_beginnings(metadata, totals);
    metadata.add(name, count);
  }
  json::ObjectText outline;
  outline.add("version", "\"1.0.0\"");
  outline.add(is_list ? "nodes" : "root_task", is_list ? "[]" : "{}");
  outline.add("metadata", metadata.finish());
  return outline.finish();
}

bool has_node_list(std::string_view outline) {
  return json::find_member(outline, "root_task") != "{}";
}

void NodeSums::add(std::string_view node_json) {
  const std::string_view cost = json::find_member(node_json, "cost");
  if (!cost.starts_with('{')) return;
  cost_usd += json::number_of(json::find_member(cost, "total_cost_usd")).value_or(0);
  for (const std::string_view name : {"input_tokens", "output_tokens"})
    add_tokens(tokens, json::exact_int64(json::find_member(cost, name)).value_or(0));
}

std::string with_totals(std::string_view outline, TreeTotals totals, const NodeSums& said) {
  const std::string_view metadata = json::find_member(outline, "metadata");
  if (!metadata.starts_with('{')) return std::string(outline);
  std::vector<json::Member> known;
  json::split_members(metadata, known);
  add_unexplained(totals, known, said);
  std::string changed(metadata);
  for (const auto& [name, count] : counts_of(totals)) {
    if (!json::find_member(known, name).empty()) changed = json::with_member(changed, name, count);
  }
  return json::with_member(outline, "metadata", changed);
}

}  // namespace rlmdb::tree_documents
