// SPDX-License-Identifier: MIT
#include "mcp/tool_table.hpp"

#include <array>

namespace rlmdb::cli {
namespace {

using Does = ToolRow::Does;
using When = ToolRow::When;

constexpr std::array k_tools = {
    ToolRow{"ready", "list"},
    ToolRow{"claim", "ready"},
    ToolRow{"heartbeat", "show"},
    ToolRow{"release", "show"},
    ToolRow{"task.add", "list"},
    ToolRow{"task.complete", "show"},
    ToolRow{"task.fail", "show"},
    ToolRow{"task.retry", "show"},
    ToolRow{"task.cancel", "show"},
    ToolRow{"list", "stats"},
    ToolRow{"show", "list"},
    ToolRow{"search", "list"},
    ToolRow{"stats", "list"},
    ToolRow{"trees", "list"},
    ToolRow{"status", "trees"},
    ToolRow{"progress", "trees"},
    ToolRow{"var.get", "var_list"},
    ToolRow{"var.set", "var_list", Does::settles},
    ToolRow{"var.list", "list"},
    ToolRow{"checkpoint.create", "checkpoint_list"},
    ToolRow{"checkpoint.list", "trees"},
    ToolRow{"checkpoint.show", "checkpoint_list"},
    ToolRow{"recover", "trees", Does::adds, When::always, "recover_plan", "dry_run"},
    ToolRow{"recover", "recover_plan", Does::settles, When::with_apply, "recover_apply"},
    ToolRow{"explain", "stats"},
};

}  // namespace

std::span<const ToolRow> tool_table() noexcept {
  return k_tools;
}

}  // namespace rlmdb::cli
