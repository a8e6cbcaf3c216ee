// SPDX-License-Identifier: MIT
/// Takes an object's JSON text apart without reading the values into numbers and strings of the machine, so
/// that 1e400, -0, 1.50, lone surrogates and the order of members stay as they are written.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rlmdb::cli {

struct JsonMember {
  std::string name;        ///< decoded
  std::string_view value;  ///< a view into the text. It ends where it must, but may itself be no JSON
};

/// The members in their order. Error invalid_input where the text is no object, is followed by something, or
/// names a member twice; `where` is then the byte offset in `text`.
[[nodiscard]] std::vector<JsonMember> split_object(std::string_view text);

}  // namespace rlmdb::cli
