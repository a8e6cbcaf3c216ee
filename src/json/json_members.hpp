// SPDX-License-Identifier: MIT
/// One level of an already scanned value, as spans of its own text. Repeated names are resolved as JSON.parse
/// does: last value, first position. Thread-safe (working memory is kept per thread).
#pragma once

#include <string_view>
#include <vector>

#include "rlmdb/json_text.hpp"

namespace rlmdb::json {

using rlmdb::JsonKind;

/// The kind of the value that `raw_value` is, from its first byte.
[[nodiscard]] JsonKind kind_of(std::string_view raw_value) noexcept;

struct Member {
  std::string_view raw_name;   ///< source text with quotes, of the first occurrence
  std::string_view raw_value;  ///< source text without white space around it
  JsonKind kind;
};

/// Replaces `out` by the members of `object_text`, a valid JSON object without white space around it. Spans
/// point into `object_text`. Linear, also for 100,000 members. Uses simdjson; where that refuses,
/// and for a text of more than 1 MiB, which is not copied, split_members_strict.
void split_members(std::string_view object_text, std::vector<Member>& out);

/// The raw value of the member `name`, which needs no escapes; empty where there is none.
[[nodiscard]] std::string_view find_member(const std::vector<Member>& members, std::string_view name);
/// The same of an object's text; empty also for a text that is no object. Linear.
[[nodiscard]] std::string_view find_member(std::string_view object_text, std::string_view name);

/// The same answer from our own lexeme walker, for any text that scan_value accepts.
void split_members_strict(std::string_view object_text, std::vector<Member>& out);

/// Replaces `out` by the elements of `array_text`, a valid JSON array without white space around it.
void split_elements(std::string_view array_text, std::vector<std::string_view>& out);

}  // namespace rlmdb::json
