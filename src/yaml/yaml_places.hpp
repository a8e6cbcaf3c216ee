// SPDX-License-Identifier: MIT
/// Places of a YAML text around its nodes. Internal to this room.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "yaml/yaml_reader.hpp"

namespace rlmdb::yaml {

inline constexpr std::size_t k_no_place = std::string_view::npos;

/// The characters between the line's begin and `at`, as libyaml counts columns.
[[nodiscard]] std::size_t column_of(std::string_view yaml, std::size_t at);
/// The line break at or after `at`, or the end.
[[nodiscard]] std::size_t line_end(std::string_view yaml, std::size_t at);
/// Behind blanks, line breaks and comments.
[[nodiscard]] std::size_t skip_blanks(std::string_view yaml, std::size_t at);
/// Behind the anchor and the tag at `at`, where there are any.
[[nodiscard]] std::size_t behind_properties(std::string_view yaml, std::size_t at);
[[nodiscard]] bool has_line_break(std::string_view text);
[[nodiscard]] std::string_view line_break_of(std::string_view yaml);

/// What stands between "key:" or "-", which ends at `behind`, and its value.
[[nodiscard]] std::string_view gap_before(std::string_view yaml, const Node& node, std::size_t behind);
/// Where that ends without the blanks and line breaks before the value.
[[nodiscard]] std::size_t end_of_comments(std::string_view yaml, const Node& node, std::size_t behind);
[[nodiscard]] bool is_one_line(std::string_view yaml, const Node& node);
/// The comment behind "|" or ">", with the blanks before it; "" of other values.
[[nodiscard]] std::string comment_of_head(std::string_view yaml, const Node& node);

struct ByteRange {
  std::size_t begin;
  std::size_t end;
};
/// Of a block scalar that ends with the text, what its head has in place of the "-"
/// that would say so; nullopt: it has it, and of all other nodes.
[[nodiscard]] std::optional<ByteRange> chomping_of_open_end(std::string_view yaml, const Node& node);

/// Behind the ":" of a key; k_no_place: it has none.
[[nodiscard]] std::size_t behind_colon(const NodeTree& tree, NodeId key);
/// Behind the "-" of an item, `before` being the item before it, or none; k_no_place: there is none.
[[nodiscard]] std::size_t behind_dash(const NodeTree& tree, NodeId sequence, NodeId before);
/// The column of the keys of a block mapping, or of their "?".
[[nodiscard]] std::size_t column_of_keys(const NodeTree& tree, NodeId mapping);
/// How far the lines of a collection's parts are indented.
[[nodiscard]] std::size_t column_of_parts(const NodeTree& tree, NodeId collection);

}  // namespace rlmdb::yaml
