// SPDX-License-Identifier: MIT
#include "frame/owner_options.hpp"

#include <fmt/format.h>

#include "rlmdb/error.hpp"

namespace rlmdb::cli {

void add_owner_options(Options& options, OwnerOptions& owner, const std::string& noun) {
  options.toggle("--global", owner.is_global, noun + "of the whole project");
  options.text("--session", owner.session, "ID", noun + "of the session");
  options.text("--temp", owner.temporary, "ID",
               noun + "of the temporary document; `cleanup` removes it once it has expired");
  options.text("--state", owner.state, "ID", noun + "of the document of that id");
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
