// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "rlmdb/change.hpp"
#include "variables/variable_holder.hpp"

namespace rlmdb::variables {

/// A change of variables and what it needs around it.
struct VariableChange {
  const Precondition& only_if;
  const std::string& now;    ///< UTC, milliseconds
  const std::string& where;  ///< names the change in errors
};

/// The rules of variables, whosoever they are; the holder writes.
[[nodiscard]] ChangeResult set_variable(VariableHolder& holder, const SetVariable& set,
                                        const VariableChange& change);
[[nodiscard]] ChangeResult delete_variable(VariableHolder& holder, const DeleteVariable& gone,
                                           const VariableChange& change);
[[nodiscard]] ChangeResult rename_variable(VariableHolder& holder, const RenameVariable& rename,
                                           const VariableChange& change);

[[nodiscard]] ChangeResult count_reads(VariableHolder& holder, const CountReads& reads,
                                       const VariableChange& change);

}  // namespace rlmdb::variables
