// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "records/record.hpp"

namespace rlmdb::tasks {

/// What hangs on a record's metadata, and goes with it.
struct Belongings {
  std::string tree_id;                 ///< "": it is no node
  std::vector<std::string> variables;  ///< names, in order
  /// Of them those with which something goes: not what a root begins with, the Final that is null and the
  /// prompt that its record has as well.
  std::vector<std::string> telling;
  std::size_t checkpoints = 0;
};

[[nodiscard]] Belongings belongings_of(const records::TaskRecord& record);

/// "it would leave tree-1 and lose 2 variables (a, b)"; "" where nothing goes.
[[nodiscard]] std::string loss_between(const Belongings& before, const Belongings& after);

/// Error invalid_input where a task would get more variables than one state has, and more than the `before`
/// that it has. `hint` says what to do.
void require_variable_room(const std::string& label, std::size_t before, std::size_t after,
                           const std::string& hint);

}  // namespace rlmdb::tasks
