// SPDX-License-Identifier: MIT
#include "tree_documents/tree_metadata.hpp"

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

std::string with_totals(std::string_view outline, const TreeTotals& totals) {
  const std::string_view metadata = json::find_member(outline, "metadata");
  if (!metadata.starts_with('{')) return std::string(outline);
  std::vector<json::Member> known;
  json::split_members(metadata, known);
  std::string changed(metadata);
  for (const auto& [name, count] : counts_of(totals)) {
    if (!json::find_member(known, name).empty()) changed = json::with_member(changed, name, count);
  }
  return json::with_member(outline, "metadata", changed);
}

}  // namespace rlmdb::tree_documents
