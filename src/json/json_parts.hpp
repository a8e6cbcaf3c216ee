// SPDX-License-Identifier: MIT
/// A valid JSON text taken apart with its white space: the parts put together again are the text.
#pragma once

#include <string_view>
#include <vector>

namespace rlmdb::json {

/// A member or an element with the white space around it.
struct Part {
  std::string_view before;  ///< white space
  std::string_view name;    ///< raw; "" in an array
  std::string_view colon;   ///< with white space
  std::string_view value;
  std::string_view after;  ///< white space
};

/// Of an object or an array, without its brackets, in the order of the text, repeated names too.
[[nodiscard]] std::vector<Part> parts_of(std::string_view text);

/// The value without what stands around it.
struct Framed {
  std::string_view prefix;
  std::string_view value;
  std::string_view suffix;
};

/// Of a document: white space and a byte order mark stand around its value.
[[nodiscard]] Framed framed(std::string_view text);

/// Whether it is one JSON value with no more than that around it.
[[nodiscard]] bool is_document(std::string_view text);

}  // namespace rlmdb::json
