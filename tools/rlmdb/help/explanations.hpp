// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rlmdb/task.hpp"
#include "rlmdb/words.hpp"

namespace rlmdb::cli {

/// What `rlmdb explain CODE` says about one code.
struct Explanation {
  enum class Kind { error, finding, reason };
  Kind kind;
  std::string_view code;
  std::string_view meaning;
  std::string_view cause;
  std::string_view remedy;
};

}  // namespace rlmdb::cli

template <>
inline constexpr std::array<std::string_view, 3> rlmdb::k_words_of<rlmdb::cli::Explanation::Kind>{
    "error", "finding", "reason"};

namespace rlmdb::cli {

/// Findings, but for those of `rlmdb grid validate`.
[[nodiscard]] const std::vector<Explanation>& finding_explanations();

/// Findings of `rlmdb grid validate`.
[[nodiscard]] const std::vector<Explanation>& grid_explanations();

/// All codes: errors in the order of docs/cli.md, then findings and reasons by name.
[[nodiscard]] const std::vector<Explanation>& all_explanations();

}  // namespace rlmdb::cli
