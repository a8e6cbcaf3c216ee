// SPDX-License-Identifier: MIT
#include "mcp/tool_table.hpp"

#include <array>

namespace rlmdb::cli {
namespace {

using Does = ToolRow::Does;
using When = ToolRow::When;

constexpr std::string_view k_run =
    "partial output_type confidence model finish_reason input_tokens output_tokens input_cost_usd "
    "output_cost_usd cost_usd cache_hits cache_savings_usd if_version token force request_id result "
    "result_json error code";
constexpr std::string_view k_condition = "if_version token force request_id";

constexpr ToolOfTree of_tree(std::string_view forced, std::string_view arguments = {},
                             std::string_view tasks = {}, std::string_view fixed = {}) {
  return {forced, arguments, tasks, fixed, true};
}

constexpr std::array k_tools = {
    ToolRow{.method = "ready", .look = "list", .of_tree = of_tree("tree", "agent limit explain", "after")},
    ToolRow{.method = "claim",
            .look = "ready",
            .own_pid = "pid",
            .of_tree = of_tree("tree", "agent lease wait pid request_id")},
    ToolRow{.method = "heartbeat", .look = "show", .of_tree = of_tree("", "token lease request_id", "id")},
    ToolRow{.method = "release", .look = "show", .of_tree = of_tree("", "token request_id", "id")},
    ToolRow{
        .method = "task.add",
        .look = "list",
        .of_tree = of_tree("tree",
                           "prompt prompt_json agent priority metadata max_attempts backoff "
                           "decomposition_strategy merge_strategy context config not_before request_id tasks",
                           "parent depends_on")},
    ToolRow{.method = "task.complete", .look = "show", .never = "tasks", .of_tree = of_tree("", k_run, "id")},
    ToolRow{.method = "task.fail", .look = "show", .never = "tasks", .of_tree = of_tree("", k_run, "id")},
    ToolRow{
        .method = "task.retry", .look = "show", .never = "tasks", .of_tree = of_tree("", k_condition, "id")},
    ToolRow{
        .method = "task.cancel", .look = "show", .never = "tasks", .of_tree = of_tree("", k_condition, "id")},
    ToolRow{
        .method = "list",
        .look = "explain",
        .of_tree = of_tree("tree", "state agent created started ended since until limit blocked", "after")},
    ToolRow{.method = "show", .look = "list", .of_tree = of_tree("", "at", "id")},
    ToolRow{.method = "search",
            .look = "list",
            .of_tree = of_tree("tree", "text in created since until limit after")},
    ToolRow{.method = "stats", .look = "list"},
    ToolRow{.method = "trees", .look = "list"},
    ToolRow{.method = "status", .look = "list", .of_tree = of_tree("id", "depth cost")},
    ToolRow{.method = "progress", .look = "list", .of_tree = of_tree("id")},
    ToolRow{.method = "var.get",
            .look = "var_list",
            .of_tree = of_tree("tree", "name at inherit", "task", "stored")},
    ToolRow{.method = "var.set",
            .look = "var_list",
            .does = Does::settles,
            .with_files = "spill_to_file",
            .of_tree = of_tree("tree",
                               "name value type description source ttl read_only writable reason if_version "
                               "force request_id",
                               "task")},
    ToolRow{.method = "var.list", .look = "list", .of_tree = of_tree("tree", "at", "task")},
    ToolRow{.method = "checkpoint.create",
            .look = "checkpoint_list",
            .with_files = "keep_artifacts artifact_bytes",
            .of_tree = of_tree("tree", "name description pin request_id", "task")},
    ToolRow{.method = "checkpoint.list", .look = "list", .of_tree = of_tree("tree", "", "task")},
    ToolRow{.method = "checkpoint.show", .look = "checkpoint_list", .of_tree = of_tree("tree", "id", "task")},
    ToolRow{.method = "recover",
            .look = "list",
            .name = "recover_plan",
            .fixed = "dry_run",
            .never = "plan apply request_id",
            .of_tree = of_tree("tree", "retry_failed force")},
    ToolRow{.method = "recover",
            .look = "recover_plan",
            .does = Does::settles,
            .when = When::with_apply,
            .name = "recover_apply",
            .never = "plan apply",
            .of_tree = of_tree("tree", "retry_failed force request_id")},
    ToolRow{.method = "explain", .look = "list", .of_tree = of_tree("", "code")},
    ToolRow{.method = "sql", .look = "list", .when = When::with_files},
    ToolRow{.method = "verify", .look = "list", .when = When::with_files},
    ToolRow{.method = "report", .look = "trees", .when = When::with_files},
    ToolRow{.method = "export", .look = "trees", .does = Does::takes_away, .when = When::with_files},
    ToolRow{.method = "import", .look = "list", .does = Does::takes_away, .when = When::with_files},
    ToolRow{.method = "backup", .look = "stats", .does = Does::takes_away, .when = When::with_files},
    ToolRow{.method = "restore", .look = "stats", .does = Does::takes_away, .when = When::with_files},
    ToolRow{.method = "cleanup", .look = "list", .does = Does::takes_away, .when = When::with_files},
    ToolRow{.method = "purge", .look = "list", .does = Does::takes_away, .when = When::with_files},
    ToolRow{.method = "migrate", .look = "stats", .does = Does::settles, .when = When::with_files},
    ToolRow{.method = "adopt",
            .look = "list",
            .does = Does::takes_away,
            .when = When::with_files,
            .at_project = "dir"},
};

}  // namespace

std::span<const ToolRow> tool_table() noexcept {
  return k_tools;
}

bool has_word(std::string_view words, std::string_view word) noexcept {
  for (std::size_t at = words.find(word); at != std::string_view::npos; at = words.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || words[at - 1] == ' ') && (end == words.size() || words[end] == ' ')) return !word.empty();
  }
  return false;
}

}  // namespace rlmdb::cli
