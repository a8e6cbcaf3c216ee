// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "frame/options.hpp"
#include "rlmdb/variable.hpp"

namespace rlmdb::cli {

/// --task, --global, --session, --tree, --temp and --state, as typed.
struct OwnerOptions {
  std::optional<std::string> task;
  bool is_global = false;
  std::optional<std::string> session;
  std::optional<std::string> tree;
  std::optional<std::string> temporary;
  std::optional<std::string> state;
};

/// --global, --session, --temp and --state. `noun`: what the option means, before "of the session"; "the
/// state ".
/// --task and --tree are not the same thing to every command.
void add_owner_options(Options& options, OwnerOptions& owner, const std::string& noun = {});

/// All that are given; `tree` is what --tree means there.
template <class Owner>
[[nodiscard]] std::vector<Owner> owners_given(const OwnerOptions& options, const Owner& tree) {
  std::vector<Owner> given;
  const auto add = [&given](const std::optional<std::string>& id, StateScope scope) {
    if (id.has_value()) {
      given.emplace_back(StateName{scope, *id});
    }
  };
  if (options.task.has_value()) {
    given.emplace_back(TaskId{*options.task});
  }
  if (options.tree.has_value()) {
    given.push_back(tree);
  }
  if (options.is_global) {
    given.emplace_back(StateName{});
  }
  add(options.session, StateScope::session);
  add(options.temporary, StateScope::temporary);
  add(options.state, StateScope::state);
  return given;
}

/// Error usage unless exactly one of them is given.
[[nodiscard]] VariableOwner owner_of(const OwnerOptions& options, const char* command);

/// The option that says it: "--session sess-1".
[[nodiscard]] std::string option_of(const VariableOwner& owner);

}  // namespace rlmdb::cli
