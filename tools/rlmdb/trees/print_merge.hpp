// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "format/rows.hpp"
#include "rlmdb/merge.hpp"
#include "terminal/terminal.hpp"

namespace rlmdb::cli {

/// What is merged, one a child.
[[nodiscard]] const Rows<MergeInput>& input_rows();
/// For people: the node, its inputs, and the result or why there is none. Whole lines.
[[nodiscard]] std::string text_merge(const Merge& merge, const Terminal& terminal);
/// The `data` of `merge`.
[[nodiscard]] std::string json_merge(const Merge& merge);

}  // namespace rlmdb::cli
