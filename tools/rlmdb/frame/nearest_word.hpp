// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rlmdb::cli {

/// Of `words` the one a typing slip away from `word`, or nullopt.
[[nodiscard]] std::optional<std::string> nearest_word(std::string_view word,
                                                      const std::vector<std::string>& words);

}  // namespace rlmdb::cli
