// SPDX-License-Identifier: MIT
#include "records/value_rules.hpp"

#include <algorithm>
#include <limits>

#include "records/fields.hpp"
#include "records/tokens.hpp"

namespace rlmdb::records {

namespace {

using Token = std::string_view;

constexpr std::size_t k_any_number = std::numeric_limits<std::size_t>::max();
constexpr std::string_view k_digits = "0123456789";
constexpr std::string_view k_hex = "0123456789abcdef";
constexpr std::string_view k_name_begin = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
constexpr std::string_view k_name = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";

constexpr Token k_statuses[] = {"pending", "running", "completed", "failed", "cancelled"};
constexpr Token k_context_types[] = {"full", "slice", "filtered", "summary", "none"};
constexpr Token k_result_statuses[] = {"success", "partial", "failed", "cancelled"};
constexpr Token k_output_types[] = {"text", "json", "markdown", "code", "file_path"};
constexpr Token k_finish_reasons[] = {"stop", "length", "tool_use", "error"};
constexpr Token k_execution_modes[] = {"strict", "seeded", "logged", "default"};
// Of a variable: those of a state document but for the one of its own.
constexpr std::span<const Token> k_scopes = std::span(k_state_scopes).first<4>();

constexpr TextPattern k_tree_ids[] = {{{{"tree-", k_hex, 8, 8}}}};
constexpr TextPattern k_node_ids[] = {{{{"task-", k_hex, 8, 8}}}};
constexpr TextPattern k_versions[] = {
    {{{"1.", k_digits, 1, k_any_number}, {".", k_digits, 1, k_any_number}}}};
constexpr TextPattern k_variable_names[] = {{{{"", k_name_begin, 1, 1}, {"", k_name, 0, 127}}}};
// The schema's digits, the milliseconds of the legacy program, and the UUID of a workflow checkpoint.
constexpr TextPattern k_checkpoint_ids[] = {
    {{{"ckpt-", k_hex, 8, 8}}},
    {{{"ckpt-", k_digits, 1, k_any_number}}},
    {{{"", k_hex, 8, 8}, {"-", k_hex, 4, 4}, {"-", k_hex, 4, 4}, {"-", k_hex, 4, 4}, {"-", k_hex, 12, 12}}}};

constexpr ValueRule k_state{k_task_states, {}, {}};
constexpr ValueRule k_status{k_statuses, {}, {}};
constexpr ValueRule k_decomposition{k_decomposition_strategies, {}, {}};
constexpr ValueRule k_merge{k_merge_strategies, {}, {}};
constexpr ValueRule k_context_type{k_context_types, {}, {}};
constexpr ValueRule k_result_status{k_result_statuses, {}, {}};
constexpr ValueRule k_output_type{k_output_types, {}, {}};
constexpr ValueRule k_finish_reason{k_finish_reasons, {}, {}};
constexpr ValueRule k_execution_mode{k_execution_modes, {}, {}};
constexpr ValueRule k_variable_type{k_variable_types, {}, {}};
constexpr ValueRule k_scope{k_scopes, {}, {}};
constexpr ValueRule k_tree_id{{}, k_tree_ids, "^tree-[a-f0-9]{8}$"};
constexpr ValueRule k_node_id{{}, k_node_ids, "^task-[a-f0-9]{8}$"};
constexpr ValueRule k_version{{}, k_versions, R"(^1\.\d+\.\d+$)"};
constexpr ValueRule k_variable_name{{}, k_variable_names, "^[a-zA-Z_][a-zA-Z0-9_]{0,127}$"};
constexpr ValueRule k_checkpoint_id{
    {}, k_checkpoint_ids, "^(ckpt-([a-f0-9]{8}|[0-9]+)|[a-f0-9]{8}(-[a-f0-9]{4}){3}-[a-f0-9]{12})$"};

constexpr CellRule k_task_members[] = {{task_state, "/state", &k_state}};

// parent_id is a store id there, and store ids are opaque.
constexpr CellRule k_node_members[] = {
    {node_tree_id, "/metadata/tree_id", &k_tree_id, Judged::once_a_tree},
    {node_node_id, "/metadata/node_id", &k_node_id},
    {node_decomposition_strategy, "/metadata/decomposition_strategy", &k_decomposition},
    {node_merge_strategy, "/metadata/merge_strategy", &k_merge},
    {node_context_type, "/metadata/context_reference/type", &k_context_type},
};

constexpr CellRule k_variable_members[] = {
    {variable_name, "", &k_variable_name},
    {variable_type, "/type", &k_variable_type},
    {variable_scope, "/metadata/scope", &k_scope},
};

constexpr CellRule k_checkpoint_members[] = {{checkpoint_checkpoint_id, "/checkpoint_id", &k_checkpoint_id}};

constexpr MemberRule k_document_node[] = {
    {"/node_id", &k_node_id, "/metadata/node_id", &k_node_id},
    {"/parent_id", &k_node_id, {}},
    {"/status", &k_status, "/state", &k_state},
    {"/decomposition_strategy", &k_decomposition, "/metadata/decomposition_strategy", &k_decomposition},
    {"/merge_strategy", &k_merge, "/metadata/merge_strategy", &k_merge},
    {"/context/type", &k_context_type, "/metadata/context_reference/type", &k_context_type},
    {"/result/status", &k_result_status, {}},
    {"/result/output_type", &k_output_type, {}},
    {"/result/metadata/finish_reason", &k_finish_reason, {}},
};

constexpr MemberRule k_outline[] = {
    {"/version", &k_version, {}},
    {"/tree_id", &k_tree_id, {}},
    {"/metadata/tree_id", &k_tree_id, {}},
    {"/metadata/execution_mode", &k_execution_mode, {}},
};

bool matches(const TextPattern& pattern, std::string_view text) noexcept {
  for (const PatternPiece& piece : pattern) {
    if (!text.starts_with(piece.fixed)) return false;
    text.remove_prefix(piece.fixed.size());
    const std::size_t there = std::min(text.find_first_not_of(piece.alphabet), text.size());
    const std::size_t taken = std::min(there, piece.most);
    if (taken < piece.least) return false;
    text.remove_prefix(taken);
  }
  return text.empty();
}

}  // namespace

bool follows(const ValueRule& rule, std::string_view text) noexcept {
  return std::find(rule.tokens.begin(), rule.tokens.end(), text) != rule.tokens.end() ||
         std::any_of(rule.patterns.begin(), rule.patterns.end(),
                     [&](const TextPattern& pattern) { return matches(pattern, text); });
}

std::string to_text(const ValueRule& rule) {
  std::string text(rule.regex);
  for (const std::string_view token : rule.tokens) text.append(text.empty() ? "one of " : ", ").append(token);
  return text;
}

std::span<const CellRule> task_cell_rules() noexcept {
  return k_task_members;
}

std::span<const CellRule> node_cell_rules() noexcept {
  return k_node_members;
}

std::span<const CellRule> variable_cell_rules() noexcept {
  return k_variable_members;
}

std::span<const CellRule> checkpoint_cell_rules() noexcept {
  return k_checkpoint_members;
}

std::span<const MemberRule> document_node_rules() noexcept {
  return k_document_node;
}

std::span<const MemberRule> outline_rules() noexcept {
  return k_outline;
}

const ValueRule& tree_id_rule() noexcept {
  return k_tree_id;
}

}  // namespace rlmdb::records
