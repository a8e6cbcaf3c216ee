// SPDX-License-Identifier: MIT
#pragma once

namespace rlmdb {

/// dry_run does all that can be done without changing anything, and reports what would be.
enum class Run { apply, dry_run };

}  // namespace rlmdb
