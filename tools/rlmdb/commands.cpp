// SPDX-License-Identifier: MIT
#include "commands.hpp"

#include "command_backup.hpp"
#include "command_budget.hpp"
#include "command_checkpoint.hpp"
#include "command_claim.hpp"
#include "command_cleanup.hpp"
#include "command_cost.hpp"
#include "command_eta.hpp"
#include "command_events.hpp"
#include "command_explain.hpp"
#include "command_export.hpp"
#include "command_heartbeat.hpp"
#include "command_help.hpp"
#include "command_import.hpp"
#include "command_init.hpp"
#include "command_limits.hpp"
#include "command_list.hpp"
#include "command_loop.hpp"
#include "command_merge.hpp"
#include "command_migrate.hpp"
#include "command_progress.hpp"
#include "command_ready.hpp"
#include "command_recover.hpp"
#include "command_release.hpp"
#include "command_report.hpp"
#include "command_restore.hpp"
#include "command_show.hpp"
#include "command_sql.hpp"
#include "command_stats.hpp"
#include "command_status.hpp"
#include "command_summary.hpp"
#include "command_task.hpp"
#include "command_tree.hpp"
#include "command_trees.hpp"
#include "command_var.hpp"
#include "command_verify.hpp"
#include "command_where.hpp"

namespace rlmdb::cli {

std::vector<CommandPtr> make_commands() {
  std::vector<CommandPtr> commands;
  commands.push_back(make_init_command());
  commands.push_back(make_import_command());
  commands.push_back(make_export_command());
  commands.push_back(make_verify_command());
  commands.push_back(make_task_command());
  commands.push_back(make_claim_command());
  commands.push_back(make_heartbeat_command());
  commands.push_back(make_release_command());
  commands.push_back(make_var_command());
  commands.push_back(make_checkpoint_command());
  commands.push_back(make_loop_command());
  commands.push_back(make_show_command());
  commands.push_back(make_list_command());
  commands.push_back(make_ready_command());
  commands.push_back(make_stats_command());
  commands.push_back(make_summary_command());
  commands.push_back(make_recover_command());
  commands.push_back(make_merge_command());
  commands.push_back(make_progress_command());
  commands.push_back(make_status_command());
  commands.push_back(make_eta_command());
  commands.push_back(make_trees_command());
  commands.push_back(make_tree_command());
  commands.push_back(make_report_command());
  commands.push_back(make_cost_command());
  commands.push_back(make_limits_command());
  commands.push_back(make_budget_command());
  commands.push_back(make_events_command());
  commands.push_back(make_sql_command());
  commands.push_back(make_cleanup_command());
  commands.push_back(make_backup_command());
  commands.push_back(make_restore_command());
  commands.push_back(make_where_command());
  commands.push_back(make_migrate_command());
  commands.push_back(make_explain_command());
  commands.push_back(make_help_command());
  return commands;
}

}  // namespace rlmdb::cli
