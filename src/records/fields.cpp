// SPDX-License-Identifier: MIT
#include "records/fields.hpp"

namespace rlmdb::records {

namespace {

constexpr Field k_task_fields[] = {
    {"id", FieldKind::key, task_legacy_id},
    {"prompt", FieldKind::text, task_prompt},
    {"agent", FieldKind::text, task_agent},
    {"priority", FieldKind::number, task_priority},
    {"state", FieldKind::state, task_state},
    {"createdAt", FieldKind::text, task_created_at},
    {"startedAt", FieldKind::text, task_started_at},
    {"completedAt", FieldKind::text, task_completed_at},
    {"pid", FieldKind::integer, task_pid},
    {"result", FieldKind::any, task_result},
    {"error", FieldKind::text, task_error},
    {"output", FieldKind::text, task_output},
    {"metadata", FieldKind::object, object_metadata},
};

constexpr Field k_metadata_fields[] = {
    {"tree_id", FieldKind::name, node_tree_id},
    {"node_id", FieldKind::text, node_node_id},
    {"parent_id", FieldKind::text, node_parent_ref},
    {"depth", FieldKind::integer, node_depth},
    {"decomposition_strategy", FieldKind::text, node_decomposition_strategy},
    {"merge_strategy", FieldKind::text, node_merge_strategy},
    {"rlm_state", FieldKind::object, object_rlm_state},
    {"context_reference", FieldKind::object, object_context},
    {"cost_tracking", FieldKind::object, object_cost},
    {"checkpoints", FieldKind::object, object_checkpoints},
};

constexpr Field k_context_fields[] = {
    {"type", FieldKind::text, node_context_type},
    {"source", FieldKind::text, node_context_source},
    {"size_tokens", FieldKind::integer, node_context_size_tokens},
};

constexpr Field k_cost_fields[] = {
    {"input_tokens", FieldKind::integer, node_cost_input_tokens},
    {"output_tokens", FieldKind::integer, node_cost_output_tokens},
    {"total_tokens", FieldKind::integer, node_cost_total_tokens},
    {"input_cost_usd", FieldKind::real, node_cost_input_usd},
    {"output_cost_usd", FieldKind::real, node_cost_output_usd},
    {"total_cost_usd", FieldKind::real, node_cost_total_usd},
    {"subtree_total_cost_usd", FieldKind::real, node_cost_subtree_total_usd},
    {"cache_hits", FieldKind::integer, node_cost_cache_hits},
    {"cache_savings_usd", FieldKind::real, node_cost_cache_savings_usd},
};

constexpr Field k_variable_fields[] = {
    {"name", FieldKind::key, variable_name},
    {"value", FieldKind::any, variable_value},
    {"type", FieldKind::text, variable_type},
    {"description", FieldKind::text, variable_description},
    {"source", FieldKind::text, variable_source},
    {"created_at", FieldKind::text, variable_created_at},
    {"updated_at", FieldKind::text, variable_updated_at},
    {"access_count", FieldKind::integer, variable_access_count},
    {"metadata", FieldKind::object, object_variable_metadata},
};

constexpr Field k_variable_metadata_fields[] = {
    {"read_only", FieldKind::boolean, variable_read_only},
    {"scope", FieldKind::text, variable_scope},
    {"ttl_seconds", FieldKind::number, variable_ttl_seconds},
};

constexpr Field k_checkpoint_fields[] = {
    {"checkpoint_id", FieldKind::text, checkpoint_checkpoint_id},
    {"name", FieldKind::text, checkpoint_name},
    {"snapshot_path", FieldKind::text, checkpoint_snapshot_path},
    {"timestamp", FieldKind::text, checkpoint_timestamp},
    {"description", FieldKind::text, checkpoint_description},
};

}  // namespace

std::span<const Field> fields_of(Level level) noexcept {
  switch (level) {
    case Level::task:
      return k_task_fields;
    case Level::metadata:
      return k_metadata_fields;
    case Level::context:
      return k_context_fields;
    case Level::cost:
      return k_cost_fields;
    case Level::variable:
      return k_variable_fields;
    case Level::variable_metadata:
      return k_variable_metadata_fields;
    case Level::checkpoint:
      return k_checkpoint_fields;
  }
  return k_task_fields;
}

const Field* find_field(Level level, std::string_view name) noexcept {
  for (const Field& field : fields_of(level)) {
    if (field.name == name) return &field;
  }
  return nullptr;
}

}  // namespace rlmdb::records
