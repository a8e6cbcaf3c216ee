// SPDX-License-Identifier: MIT
#pragma once

#include "loops/loop_edit.hpp"

namespace rlmdb::loops {

/// Appends the iteration and finishes the edit: what record_iteration() promises, but for the checkpoint.
[[nodiscard]] LoopChanged append_iteration(LoopEdit& edit, const JsonText& iteration);

}  // namespace rlmdb::loops
