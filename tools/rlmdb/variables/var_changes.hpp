// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "rlmdb/change.hpp"
#include "rlmdb/error.hpp"
#include "variables/var_options.hpp"

namespace rlmdb::cli {

/// The NAMEs behind the verb. Error usage for too few or too many.
[[nodiscard]] std::vector<std::string> names_of(VarVerb verb, const VarOptions& options);

/// What set, delete or rename asks for, in order. Reads standard input where set has no value, or `-`. Error
/// usage for what is missing, too much, or contradicts itself, invalid_input for a text that is no UTF-8.
[[nodiscard]] std::vector<TaskAction> variable_actions(VarVerb verb, const VarOptions& options);

/// `error` of Store::change with its place as the command line knows it: a byte of the value, or the task.
[[nodiscard]] Error variable_error(const Error& error, const VarOptions& options);

}  // namespace rlmdb::cli
