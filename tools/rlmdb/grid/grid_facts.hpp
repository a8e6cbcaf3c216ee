// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "terminal/text_table.hpp"

namespace rlmdb::cli {

/// One thing to tell of a mission. One without a value is not told.
struct GridFact {
  std::string name;
  std::string value;
  Tint tint = Tint::none;
};

/// Facts below a title, with the values below each other; in a pipe lines of name and value, the first of
/// them `grid` and the title.
[[nodiscard]] std::string text_facts(const std::string& title, const std::vector<GridFact>& facts,
                                     const Terminal& terminal);

/// For a terminal: `text` from column `indent` on, made visible and broken at spaces.
[[nodiscard]] std::string sentence_at(const std::string& text, std::size_t indent, const Terminal& terminal);

}  // namespace rlmdb::cli
