// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "command.hpp"

namespace rlmdb::cli {

/// Every command of the program, in the order the help lists them.
[[nodiscard]] std::vector<CommandPtr> make_commands();

}  // namespace rlmdb::cli
