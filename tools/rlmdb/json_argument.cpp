// SPDX-License-Identifier: MIT
#include "json_argument.hpp"

#include <fmt/format.h>

#include "rlmdb/error.hpp"
#include "visible_text.hpp"

namespace rlmdb::cli {

void require_no_bare_word(const std::string& json, const std::string& hint) {
  constexpr std::size_t k_most_shown = 60;
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const bool is_word = !json.empty() && is_letter(json.front());
  if (is_word && json != "true" && json != "false" && json != "null") {
    throw Error(ErrorCode::usage, fmt::format("'{}' is no JSON value", cut_to_width(json, k_most_shown)), {},
                hint);
  }
}

}  // namespace rlmdb::cli
