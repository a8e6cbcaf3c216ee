// SPDX-License-Identifier: MIT
#include "schemas/state_rules.hpp"

#include "schemas/rule_parts.hpp"

namespace rlmdb::schemas {

namespace {

using namespace parts;
using Token = std::string_view;
using enum ValueKind;
using enum Need;

constexpr Token k_operations[] = {"create", "update", "delete", "rename"};

constexpr MemberRule k_state_variable[] = {
    formed("name", k_variable_name_form, required),
    {"value", any, present},
    {"type", text, required, nullptr, records::k_known_variable_types},
    {"description", text},
    {"source", text},
    {"created_at", time},
    {"updated_at", time},
    {"access_count", integer, optional, &k_counts},
    whole("metadata", k_variable_metadata),
};
constexpr MemberRule k_mutation_metadata[] = {{"reason", text}, {"task_node_id", text}};
constexpr MemberRule k_mutation[] = {
    formed("mutation_id", k_mutation_id_form, required),
    one_of("operation", k_operations, required),
    {"variable_name", text, required},
    {"source", text},
    {"timestamp", time, required},
    whole("metadata", k_mutation_metadata),
};
constexpr MemberRule k_state_checkpoint[] = {
    formed("checkpoint_id", k_checkpoint_id_form, required),
    {"name", text, required},
    {"timestamp", time, required},
    {"snapshot_path", text},
    {"description", text},
};
constexpr MemberRule k_history[] = {
    list_of("mutations", k_mutation, k_mutations_of_state),
    list_of("checkpoints", k_state_checkpoint, k_checkpoints_of_state),
};
constexpr MemberRule k_state_config[] = {
    {"model", text},
    {"temperature", number, optional, &k_temperatures},
    {"seed", integer},
    one_of("execution_mode", k_execution_modes),
    {"context_window_tokens", integer, optional, &k_from_thousand},
};
constexpr MemberRule k_state_metadata[] = {
    {"created_at", time},
    {"last_updated_at", time},
    {"variable_count", integer, optional, &k_counts},
    {"mutation_count", integer, optional, &k_counts},
    {"checkpoint_count", integer, optional, &k_counts},
    {"total_size_bytes", integer, optional, &k_counts},
    whole("execution_config", k_state_config),
    one_of("completion_status", k_completion_statuses),
};
constexpr MemberRule k_state[] = {
    formed("version", k_version_form, required),
    formed("state_id", k_state_id_form, required),
    {"session_id", text},
    formed("tree_id", k_tree_id_form, nullable),
    variables_at("variables", k_state_variable, required),
    whole("history", k_history),
    whole("metadata", k_state_metadata),
};

constexpr MemberRule k_checkpoint[] = {
    formed("checkpoint_id", k_checkpoint_id_form, required),
    {"name", text},
    {"timestamp", time},
    {"task_id", text},
    {"description", text},
    variables_at("state", k_variable),
};

}  // namespace

MemberRules state_rules() noexcept {
  return k_state;
}

MemberRules checkpoint_rules() noexcept {
  return k_checkpoint;
}

}  // namespace rlmdb::schemas
