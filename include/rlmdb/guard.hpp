// SPDX-License-Identifier: MIT
/// The processes between a worker and the commands that it runs, seen from outside.
#pragma once

#include <string_view>

namespace rlmdb {

/// The name of a process that owns the claim of a command of `rlmdb work`. As long as nobody has waited for it
/// the process counts as alive, also once it has ended: its worker first ends what it has left.
inline constexpr std::string_view k_guard_process_name = "rlmdb-guard";

}  // namespace rlmdb
