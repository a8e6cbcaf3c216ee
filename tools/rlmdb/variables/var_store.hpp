// SPDX-License-Identifier: MIT
/// The library's calls about variables, whosoever they are.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "frame/context.hpp"
#include "frame/owner_options.hpp"
#include "rlmdb/variable.hpp"

namespace rlmdb::cli {

[[nodiscard]] std::vector<Variable> list_variables(const Store& store, const VariableOwner& owner,
                                                   const std::optional<Moment>& at);
/// `inherit` is for tasks: Error usage otherwise.
[[nodiscard]] Variable read_variable(const Store& store, const VariableOwner& owner, const std::string& name,
                                     Inherit inherit);
[[nodiscard]] std::vector<VariableMutation> list_mutations(const Store& store, const VariableOwner& owner,
                                                           const std::optional<std::string>& name);
/// All or nothing. The condition holds before the first. Error usage for an action that no state document
/// knows.
[[nodiscard]] ChangeReport change_variables(Store& store, const VariableOwner& owner,
                                            const std::vector<TaskAction>& actions,
                                            const Precondition& only_if, const std::string& request_id);

/// require_value_file() of the library; a state document that its first variable will make has no file yet.
void require_file_of(const Store& store, const VariableOwner& owner, const std::string& name,
                     const std::filesystem::path& root);

/// Brings the files with copies of values up to date after a change; one that was left is a warning, and
/// findings the exit code. `root` as --root gave it; without one, and of a database that lies in no project,
/// nothing is done: nobody knows where the files would be.
[[nodiscard]] ExitCode settle_files(Store& store, const VariableOwner& owner,
                                    const std::optional<std::string>& root, Context& context);

}  // namespace rlmdb::cli
