// SPDX-License-Identifier: MIT
#include "frame/json_argument.hpp"

#include <fmt/format.h>

#include "rlmdb/error.hpp"

namespace rlmdb::cli {

void require_no_bare_word(const std::string& json, const std::string& name, const std::string& hint) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const bool is_word = !json.empty() && is_letter(json.front());
  if (is_word && json != "true" && json != "false" && json != "null") {
    throw Error(ErrorCode::invalid_input,
                fmt::format("{} is no JSON value: a text has to stand in double quotes", name), name + ":0",
                hint);
  }
}

}  // namespace rlmdb::cli
