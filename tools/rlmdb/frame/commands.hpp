// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "frame/command.hpp"

namespace rlmdb::cli {

/// Every command of the program, in the order the help lists them.
[[nodiscard]] std::vector<CommandPtr> make_commands();

/// Commands that belong together.
struct CommandGroup {
  std::string_view title;
  std::size_t size = 0;  ///< so many of make_commands() after those of the groups before it
};
[[nodiscard]] std::vector<CommandGroup> command_groups();

/// One function a command; each is in the command_*.cpp of its subject.
[[nodiscard]] CommandPtr make_backup_command();
[[nodiscard]] CommandPtr make_adopt_command();
[[nodiscard]] CommandPtr make_budget_command();
[[nodiscard]] CommandPtr make_checkpoint_command();
[[nodiscard]] CommandPtr make_claim_command();
[[nodiscard]] CommandPtr make_cleanup_command();
[[nodiscard]] CommandPtr make_cost_command();
[[nodiscard]] CommandPtr make_eta_command();
[[nodiscard]] CommandPtr make_events_command();
[[nodiscard]] CommandPtr make_explain_command();
[[nodiscard]] CommandPtr make_export_command();
[[nodiscard]] CommandPtr make_grid_command();
[[nodiscard]] CommandPtr make_heartbeat_command();
[[nodiscard]] CommandPtr make_help_command();
[[nodiscard]] CommandPtr make_import_command();
[[nodiscard]] CommandPtr make_init_command();
[[nodiscard]] CommandPtr make_limits_command();
[[nodiscard]] CommandPtr make_list_command();
[[nodiscard]] CommandPtr make_search_command();
[[nodiscard]] CommandPtr make_loop_command();
[[nodiscard]] CommandPtr make_maintain_command();
[[nodiscard]] CommandPtr make_mcp_command();
[[nodiscard]] CommandPtr make_merge_command();
[[nodiscard]] CommandPtr make_migrate_command();
[[nodiscard]] CommandPtr make_prime_command();
[[nodiscard]] CommandPtr make_progress_command();
[[nodiscard]] CommandPtr make_ready_command();
[[nodiscard]] CommandPtr make_recover_command();
[[nodiscard]] CommandPtr make_release_command();
[[nodiscard]] CommandPtr make_report_command();
[[nodiscard]] CommandPtr make_restore_command();
[[nodiscard]] CommandPtr make_retention_command();
[[nodiscard]] CommandPtr make_serve_command();
[[nodiscard]] CommandPtr make_shadow_command();
[[nodiscard]] CommandPtr make_show_command();
[[nodiscard]] CommandPtr make_sql_command();
[[nodiscard]] CommandPtr make_stats_command();
[[nodiscard]] CommandPtr make_status_command();
[[nodiscard]] CommandPtr make_summary_command();
[[nodiscard]] CommandPtr make_task_command();
[[nodiscard]] CommandPtr make_tree_command();
[[nodiscard]] CommandPtr make_trees_command();
[[nodiscard]] CommandPtr make_purge_command();
[[nodiscard]] CommandPtr make_vacuum_command();
[[nodiscard]] CommandPtr make_var_command();
[[nodiscard]] CommandPtr make_verify_command();
[[nodiscard]] CommandPtr make_where_command();
[[nodiscard]] CommandPtr make_work_command();

}  // namespace rlmdb::cli
