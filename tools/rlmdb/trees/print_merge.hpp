// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "rlmdb/merge.hpp"
#include "terminal/terminal.hpp"

namespace rlmdb::cli {

/// For people: the node, its inputs, and the result or why there is none. Whole lines.
[[nodiscard]] std::string text_merge(const Merge& merge, const Terminal& terminal);
/// The `data` of `merge`.
[[nodiscard]] std::string json_merge(const Merge& merge);

}  // namespace rlmdb::cli
