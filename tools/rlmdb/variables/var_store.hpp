// SPDX-License-Identifier: MIT
/// The library's calls about variables, whosoever they are.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

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

/// Writes the value of `set` to the file where the legacy layout has it, beneath `root`, and puts the
/// reference in its place.
void spill_value(const Store& store, const VariableOwner& owner, SetVariable& set,
                 const std::filesystem::path& root);

}  // namespace rlmdb::cli
