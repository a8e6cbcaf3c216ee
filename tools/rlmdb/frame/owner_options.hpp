// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "rlmdb/variable.hpp"

namespace CLI {
class App;
}

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

void add_owner_options(CLI::App& app, OwnerOptions& options, const char* group);

/// Error usage unless exactly one of them is given.
[[nodiscard]] VariableOwner owner_of(const OwnerOptions& options, const char* command);

/// The option that says it: "--session sess-1".
[[nodiscard]] std::string option_of(const VariableOwner& owner);

}  // namespace rlmdb::cli
