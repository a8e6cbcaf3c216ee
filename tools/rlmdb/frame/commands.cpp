// SPDX-License-Identifier: MIT
#include "frame/commands.hpp"

namespace rlmdb::cli {
namespace {

struct Group {
  std::string_view title;
  std::vector<CommandPtr (*)()> makers;
};

const std::vector<Group>& groups() {
  static const std::vector<Group> k_groups = {
      {"Bring over",
       {make_init_command, make_import_command, make_export_command, make_adopt_command, make_verify_command,
        make_shadow_command}},
      {"Work",
       {make_task_command, make_claim_command, make_heartbeat_command, make_release_command,
        make_work_command, make_serve_command, make_mcp_command}},
      {"Keep state", {make_var_command, make_checkpoint_command, make_loop_command, make_grid_command}},
      {"Look at tasks",
       {make_show_command, make_list_command, make_search_command, make_ready_command, make_stats_command,
        make_summary_command, make_events_command, make_sql_command}},
      {"Look at trees",
       {make_recover_command, make_merge_command, make_progress_command, make_status_command,
        make_eta_command, make_trees_command, make_tree_command, make_report_command, make_cost_command,
        make_limits_command, make_budget_command}},
      {"Look after it",
       {make_cleanup_command, make_retention_command, make_maintain_command, make_purge_command,
        make_vacuum_command, make_backup_command, make_restore_command, make_where_command,
        make_migrate_command, make_explain_command, make_prime_command, make_help_command}},
  };
  return k_groups;
}

}  // namespace

std::vector<CommandPtr> make_commands() {
  std::vector<CommandPtr> commands;
  for (const Group& group : groups()) {
    for (const auto make : group.makers) commands.push_back(make());
  }
  return commands;
}

std::vector<CommandGroup> command_groups() {
  std::vector<CommandGroup> all;
  for (const Group& group : groups()) all.push_back({group.title, group.makers.size()});
  return all;
}

}  // namespace rlmdb::cli
