// SPDX-License-Identifier: MIT
/// At what a loop takes checkpoints by itself: configuration.auto_checkpoints of its document.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rlmdb/loop.hpp"

namespace rlmdb::loops {

/// Whether the document asks for it.
[[nodiscard]] bool asks_for(std::string_view outline, AutoCheckpoint at);

/// The member as JSON, each word once, in the order of the enumeration.
[[nodiscard]] std::string auto_checkpoints_text(const std::vector<AutoCheckpoint>& at);

}  // namespace rlmdb::loops
