// SPDX-License-Identifier: MIT
#pragma once

#include "command.hpp"

namespace rlmdb::cli {

[[nodiscard]] CommandPtr make_backup_command();

}  // namespace rlmdb::cli
