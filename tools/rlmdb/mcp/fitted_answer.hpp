// SPDX-License-Identifier: MIT
/// Answers that are too long for an agent's context, cut so that they still are of their shape, and in pieces
/// that together say all of it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "format/shape.hpp"

namespace rlmdb::cli {

/// A list, an object whose names are data, or a text, from one of its elements, members or bytes on.
struct AnswerPlace {
  std::string at;        ///< a JSON pointer
  std::size_t from = 0;  ///< a number of elements or members, or of bytes of the text as JSON has it

  [[nodiscard]] bool operator==(const AnswerPlace&) const = default;
};

struct LeftOut {
  AnswerPlace rest;
  std::size_t count = 0;
  bool is_text = false;  ///< bytes are counted
};

struct FittedAnswer {
  std::string json;
  std::vector<LeftOut> left_out;  ///< what is within another stands behind it
};

/// `json`, an answer of `shape`, in at most `most_bytes` (1,000 at least; a bare skeleton may be longer). Lists end earlier, and
/// where that is not enough, texts do, at the end of a character. `from`: what of it is wanted; lists on the way
/// there have that one element, and the rest of the answer is cut like any other part. Linear in the text.
[[nodiscard]] FittedAnswer fit_answer(std::string_view json, const Shape& shape, std::size_t most_bytes,
                                      const AnswerPlace& from = {});

}  // namespace rlmdb::cli
