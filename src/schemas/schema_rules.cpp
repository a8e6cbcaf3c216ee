// SPDX-License-Identifier: MIT
#include "schemas/schema_rules.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "schemas/rule_parts.hpp"

namespace rlmdb::schemas {

namespace {

using namespace parts;
using Token = std::string_view;
using enum ValueKind;
using enum Need;

constexpr Token k_statuses[] = {"pending", "running", "completed", "failed", "cancelled"};
constexpr Token k_context_types[] = {"full", "slice", "filtered", "summary", "none"};

constexpr MemberRule k_reference_document[] = {
    {"doc_id", text, required}, {"source", text, required},
    list_of_texts("chunk_ids"), {"relevance_score", number, optional, &k_shares},
    {"excerpt", text},
};
constexpr MemberRule k_date_range[] = {{"start", time}, {"end", time}};
constexpr MemberRule k_filters[] = {
    list_of_texts("file_patterns"),
    whole("date_range", k_date_range),
    {"relevance_threshold", number, optional, &k_shares},
};
constexpr MemberRule k_context[] = {
    one_of("type", k_context_types),
    {"source", text},
    list_of("documents", k_reference_document),
    {"size_tokens", integer},
    whole("filters", k_filters),
};

constexpr MemberRule k_cost[] = {
    {"input_tokens", integer, optional, &k_counts},          {"output_tokens", integer, optional, &k_counts},
    {"total_tokens", integer, optional, &k_counts},          {"input_cost_usd", number, optional, &k_counts},
    {"output_cost_usd", number, optional, &k_counts},        {"total_cost_usd", number, optional, &k_counts},
    {"subtree_total_cost_usd", number, optional, &k_counts}, {"cache_hits", integer, optional, &k_counts},
    {"cache_savings_usd", number, optional, &k_counts},
};

constexpr MemberRule k_retry_policy[] = {
    {"max_retries", integer, optional, &k_counts},
    {"backoff_ms", integer, optional, &k_counts},
};
constexpr MemberRule k_cache_policy[] = {
    {"enabled", boolean},
    {"ttl_seconds", integer, optional, &k_counts},
};
constexpr MemberRule k_config[] = {
    {"model", text},
    {"temperature", number, optional, &k_temperatures},
    {"seed", integer},
    {"max_tokens", integer, optional, &k_from_one},
    {"timeout_ms", integer, optional, &k_from_thousand},
    whole("retry_policy", k_retry_policy),
    whole("cache_policy", k_cache_policy),
};

constexpr MemberRule k_result_metadata[] = {
    {"model_used", text},
    {"temperature", number},
    {"seed", integer},
    one_of("finish_reason", k_finish_reasons),
};
constexpr MemberRule k_result_error[] = {{"message", text}, {"code", text}, {"timestamp", time}};
constexpr MemberRule k_result_artifact[] = {{"path", text}, {"type", text}, {"description", text}};
constexpr MemberRule k_result[] = {
    one_of("status", k_result_statuses),     {"output", text},
    one_of("output_type", k_output_types),   {"confidence", number, optional, &k_shares},
    whole("metadata", k_result_metadata),    list_of("errors", k_result_error),
    list_of("artifacts", k_result_artifact),
};

constexpr MemberRule k_task_checkpoint[] = {
    formed("checkpoint_id", k_checkpoint_id_form),
    {"name", text},
    {"snapshot_path", text},
    {"timestamp", text},
    {"description", text},
};

// parent_id is a store id there, and store ids are opaque.
constexpr MemberRule k_metadata[] = {
    formed("tree_id", k_tree_id_form),
    formed("node_id", k_node_id_form),
    {"depth", integer, optional, &k_counts},
    one_of("decomposition_strategy", k_decomposition_strategies),
    one_of("merge_strategy", k_words_of<MergeStrategy>),
    whole("context_reference", k_context),
    whole("cost_tracking", k_cost),
    whole("execution_config", k_config),
    variables_at("rlm_state", k_variable),
    list_of("checkpoints", k_task_checkpoint, k_checkpoints_of_state),
};

constexpr MemberRule k_record[] = {
    one_of("state", k_task_states),
    {"result", object, optional, nullptr, {}, k_result, nullptr, any, Inside::node_result},
    whole("metadata", k_metadata),
};

constexpr MemberRule k_timestamps[] = {
    {"created_at", time},
    {"started_at", time},
    {"completed_at", time},
    {"duration_ms", integer, optional, &k_counts},
};

constexpr MemberRule k_document_node[] = {
    formed("node_id", k_node_id_form, required),
    formed("parent_id", k_node_id_form),
    {"depth", integer, optional, &k_counts},
    {"prompt", text, required},
    one_of("status", k_statuses, required),
    one_of("decomposition_strategy", k_decomposition_strategies),
    one_of("merge_strategy", k_words_of<MergeStrategy>),
    whole("context", k_context),
    {"children", array},
    whole("result", k_result),
    whole("cost", k_cost),
    whole("timestamps", k_timestamps),
    whole("execution_config", k_config),
};

constexpr MemberRule k_tree_metadata[] = {
    formed("tree_id", k_tree_id_form),
    {"root_prompt", text},
    {"max_depth", integer, optional, &k_counts},
    {"total_nodes", integer, optional, &k_from_one},
    {"completed_nodes", integer, optional, &k_counts},
    {"failed_nodes", integer, optional, &k_counts},
    {"total_cost_usd", number, optional, &k_counts},
    {"total_tokens", integer, optional, &k_counts},
    one_of("execution_mode", k_execution_modes),
    {"session_id", text},
    {"created_at", time},
    {"completed_at", time, nullable},
    {"duration_ms", integer, nullable, &k_counts},
};

// root_task is required too, but a document that has no nodes is none, and one may list them in "nodes".
constexpr MemberRule k_outline[] = {
    formed("version", k_version_form, required),
    formed("tree_id", k_tree_id_form),
    whole("metadata", k_tree_metadata),
};

constexpr SharedPointer k_shared[] = {
    {"/node_id", "/metadata/node_id"},
    {"/depth", "/metadata/depth"},
    {"/status", "/state"},
    {"/decomposition_strategy", "/metadata/decomposition_strategy"},
    {"/merge_strategy", "/metadata/merge_strategy"},
    {"/context", "/metadata/context_reference"},
    {"/cost", "/metadata/cost_tracking"},
    {"/execution_config", "/metadata/execution_config"},
    {"/result", "/result"},
};

std::vector<CellRule> rules_of_cells(records::Level level) {
  std::vector<CellRule> rules;
  for (const records::Field& field : records::fields_of(level)) {
    const MemberRule* const rule = find_rule(level_rules(level), field.name);
    if (rule != nullptr && field.kind != records::FieldKind::object && field.kind != records::FieldKind::any)
      rules.push_back({field.cell, rule});
  }
  return rules;
}

}  // namespace

MemberRules record_rules() noexcept {
  return k_record;
}

MemberRules document_node_rules() noexcept {
  return k_document_node;
}

MemberRules outline_rules() noexcept {
  return k_outline;
}

MemberRules context_rules() noexcept {
  return k_context;
}

MemberRules config_rules() noexcept {
  return k_config;
}

MemberRules metadata_rules() noexcept {
  return k_metadata;
}

MemberRules result_rules() noexcept {
  return k_result;
}

std::span<const std::string_view> result_statuses() noexcept {
  return k_result_statuses;
}

MemberRules level_rules(records::Level level) noexcept {
  switch (level) {
    case records::Level::task:
      return k_record;
    case records::Level::metadata:
      return k_metadata;
    case records::Level::context:
      return k_context;
    case records::Level::cost:
      return k_cost;
    case records::Level::variable:
      return k_variable;
    case records::Level::variable_metadata:
      return k_variable_metadata;
    case records::Level::checkpoint:
      return k_task_checkpoint;
  }
  return {};
}

std::span<const CellRule> cell_rules(records::Level level) {
  static const std::array<std::vector<CellRule>, records::k_level_count> k_rules = [] {
    std::array<std::vector<CellRule>, records::k_level_count> rules;
    for (std::size_t i = 0; i < rules.size(); ++i)
      rules.at(i) = rules_of_cells(static_cast<records::Level>(i));
    return rules;
  }();
  return k_rules.at(static_cast<std::size_t>(level));
}

std::span<const SharedPointer> shared_pointers() noexcept {
  return k_shared;
}

}  // namespace rlmdb::schemas
