// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rlmdb/task.hpp"

namespace rlmdb::cli {

/// What `rlmdb explain CODE` says about one code.
struct Explanation {
  enum class Kind { error, finding };
  Kind kind;
  std::string_view code;
  std::string_view meaning;
  std::string_view cause;
  std::string_view remedy;
};

/// All codes: errors in the order of docs/cli.md, then findings by name.
[[nodiscard]] const std::vector<Explanation>& all_explanations();

}  // namespace rlmdb::cli
