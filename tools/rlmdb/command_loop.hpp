// SPDX-License-Identifier: MIT
#pragma once

#include "command.hpp"

namespace rlmdb::cli {

[[nodiscard]] CommandPtr make_loop_command();

}  // namespace rlmdb::cli
