// SPDX-License-Identifier: MIT
#include "purging/column_form_rules.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace rlmdb::purging {

namespace {

/// The columns of one table that have one form, with spaces around each. A column of numbers is none of them:
/// it holds a text only where a SQL tool put one, which then counts as any text.
struct Columns {
  std::string_view table;
  ColumnForm form;
  std::string_view names;
};

using enum ColumnForm;

constexpr std::array k_columns = {
    Columns{"schema_migrations", own, " name sha256 applied_at by_version "},
    Columns{"meta", own, " key "},
    Columns{"meta", ColumnForm::meta, " value "},
    Columns{"layouts", own, " level "},
    Columns{"layouts", json, " members "},
    Columns{"contents", content, " sha256 body "},
    Columns{"tasks", text,
            " legacy_id agent created_at started_at completed_at resume_checkpoint_id owner owner_host "
            "prompt error "
            "output "},
    Columns{"tasks", typed, " result "},
    Columns{"tasks", json, " residue verbatim "},
    Columns{"tasks", own,
            " state not_before lease_expires_at owner_boot_id source_digest result_type verbatim_digest "},
    Columns{"holds", text, " owner owner_host "},
    Columns{"holds", own, " owner_boot_id lease_expires_at "},
    Columns{"output_chunks", text, " chunk "},
    Columns{"requests", text, " key "},
    Columns{"requests", json, " answer "},
    Columns{"requests", own, " at request_sha256 "},
    Columns{"tree_settings", text, " tree_id session_id "},
    Columns{"tree_settings", own, " limit_action execution_mode "},
    Columns{"tree_nodes", text,
            " tree_id node_id parent_ref decomposition_strategy merge_strategy context_type context_source "},
    Columns{"tree_documents", text, " source_path tree_id "},
    Columns{"tree_documents", json, " outline "},
    Columns{"tree_documents", own, " kind "},
    Columns{"document_nodes", text, " node_id "},
    Columns{"document_nodes", json, " json "},
    Columns{"document_nodes", own, " task_digest "},
    Columns{"variables", text, " name type description source created_at updated_at scope "},
    Columns{"variables", typed, " value "},
    Columns{"variables", json, " residue "},
    Columns{"variables", own, " value_type "},
    Columns{"value_files", text, " place name "},
    Columns{"value_files", own, " sha256 "},
    Columns{"states", text, " name source_path "},
    Columns{"states", json, " outline "},
    Columns{"states", own, " scope "},
    Columns{"state_mutations", json, " json "},
    Columns{"state_checkpoints", json, " json "},
    Columns{"task_checkpoints", text, " checkpoint_id name snapshot_path timestamp description "},
    Columns{"task_checkpoints", json, " residue "},
    Columns{"snapshots", text, " owner checkpoint_id name timestamp description tree_id source_path "},
    Columns{"snapshots", json, " outline "},
    Columns{"snapshots", own, " scope last_used_at "},
    Columns{"snapshot_variables", text, " member "},
    Columns{"snapshot_variables", json_inside, " name "},
    Columns{"snapshot_nodes", text, " member "},
    Columns{"loops", text, " place loop_id source_path "},
    Columns{"loops", json, " outline "},
    Columns{"loops", own, " family "},
    Columns{"loop_iterations", json, " json "},
    Columns{"loop_iterations", own, " list "},
    Columns{"loop_regressions", json, " json "},
    Columns{"loop_reinforcements", json, " json "},
    Columns{"loop_recoveries", json, " json "},
    Columns{"loop_patterns", json, " json "},
    Columns{"workflow_checkpoints", text,
            " place owner source_path defect checkpoint_id workflow_id loop_id workflow_type created_at "
            "trigger_reason phase step schema_version "},
    Columns{"workflow_checkpoints", json, " tags "},
    Columns{"workflow_checkpoints", packed, " packed "},
    Columns{"workflow_checkpoints", packed_file, " file_bytes "},
    Columns{"workflow_checkpoints", own, " kind compression payload_sha256 "},
    Columns{"workflow_artifacts", text, " path hash status "},
    Columns{"workflow_states", text, " owner phase step "},
    Columns{"workflow_states", json, " variables agent_state "},
    Columns{"workflow_states", own, " restored_at "},
    Columns{"grids", text, " place source_path "},
    Columns{"grid_files", text, " name "},
    Columns{"grid_files", own, " kind agreed_sha256 "},
    Columns{"grid_versions", text, " text "},
    Columns{"grid_versions", own, " at sha256 document "},
    Columns{"imports", text, " source_path "},
    Columns{"imports", json, " top_level "},
    Columns{"imports", own, " kind sha256 canonical_sha256 proof started_at by_version modified_at "},
    Columns{"import_rejects", text, " json_pointer "},
    Columns{"import_rejects", json_or_text, " raw "},
    Columns{"import_rejects", own, " code "},
    Columns{"import_losses", text, " json_pointer "},
    Columns{"import_losses", json_or_text, " raw "},
    Columns{"import_losses", own, " code "},
    Columns{"reissued_ids", text, " legacy_id created_at "},
    Columns{"files", text, " place source_path "},
    Columns{"files", own, " kind "},
    Columns{"source_texts", text, " source_path "},
    Columns{"source_texts", own, " style "},
    Columns{"source_texts", packed, " packed "},
    Columns{"source_records", json, " text "},
    Columns{"removed_records", text, " legacy_id created_at "},
    Columns{"removed_records", own, " removed_at "},
    Columns{"removed_sources", text, " source_path tree_id "},
    Columns{"removed_sources", own, " sha256 removed_at "},
    Columns{"retention_settings", own, " kind set_at listed_at "},
    Columns{"failure_reviews", text, " failed_at reviewed_by note "},
    Columns{"failure_reviews", own, " reviewed_at "},
    Columns{"events", text, " actor tree_id reason old_state new_state node_id "},
    Columns{"events", own, " at kind "},
    Columns{"event_changes", text, " member "},
    Columns{"event_changes", earlier, " old_value "},
    Columns{"event_changes", own, " old_form "},
};

}  // namespace

std::optional<ColumnForm> form_of_column(std::string_view table, std::string_view column) {
  const std::string name = " " + std::string(column) + " ";
  const auto found = std::find_if(k_columns.begin(), k_columns.end(), [&](const Columns& columns) {
    return columns.table == table && columns.names.find(name) != std::string_view::npos;
  });
  return found == k_columns.end() ? std::nullopt : std::optional(found->form);
}

}  // namespace rlmdb::purging
