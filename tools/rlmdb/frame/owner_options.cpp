// SPDX-License-Identifier: MIT
#include "frame/owner_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <vector>

#include "frame/options_store.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::cli {

void add_owner_options(CLI::App& app, OwnerOptions& options, const char* group) {
  add_text(app, "--task", options.task, "ID", "of the task")->group(group);
  add_switch(
      app, "--global", [&options] { options.is_global = true; }, "of the whole project")
      ->group(group);
  add_text(app, "--session", options.session, "ID", "of the session")->group(group);
  add_text(app, "--tree", options.tree, "ID", "of the tree, besides those of its nodes")->group(group);
  add_text(app, "--temp", options.temporary, "ID", "temporary ones; `cleanup` removes what has expired")
      ->group(group);
  add_text(app, "--state", options.state, "ID", "of the state document of that id")->group(group);
}

VariableOwner owner_of(const OwnerOptions& options, const char* command) {
  const auto given =
      owners_given<VariableOwner>(options, StateName{StateScope::tree, options.tree.value_or("")});
  if (given.size() == 1) {
    return given.front();
  }
  throw Error(ErrorCode::usage,
              given.empty() ? fmt::format("{} needs to know whose variables they are", command)
                            : "only one of --task, --global, --session, --tree, --temp and --state",
              {}, "--task ID, --global, --session ID, --tree ID, --temp ID or --state ID");
}

std::string option_of(const VariableOwner& owner) {
  if (const auto* task = std::get_if<TaskId>(&owner)) {
    return "--task " + task->text;
  }
  const auto& state = std::get<StateName>(owner);
  if (state.scope == StateScope::global) {
    return "--global";
  }
  return fmt::format("--{} {}", state.scope == StateScope::temporary ? "temp" : to_text(state.scope),
                     state.id);
}

}  // namespace rlmdb::cli
