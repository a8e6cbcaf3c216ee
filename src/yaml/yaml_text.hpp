// SPDX-License-Identifier: MIT
/// YAML as JSON and back. Read by libyaml; plain scalars mean what YAML 1.2's core schema says.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace rlmdb::yaml {

/// What is refused, so that a small file cannot cost much.
struct Limits {
  std::size_t most_bytes = std::size_t{4} * 1024 * 1024;
  std::size_t most_depth = 64;
  std::size_t most_nodes = 200'000;  ///< with each use of an alias counted as often as it is used
};

/// The members whose plain values are always text, at any depth: a block, a thread, a hash is never a number.
using TextMembers = std::vector<std::string_view>;

/// One YAML document as compact JSON, members in the order of the text. A plain scalar is a number only where
/// JSON spells that number the same way (`08`, `0x1F`, `12e45678` and `.5` are text), so nothing is lost. Of
/// a member that is repeated the last counts; a key that is no scalar is refused. Empty text: "null". Throws
/// Error invalid_input, `where` "byte 12 (line 3, column 5)" counted in `yaml`, for what is no YAML, for more
/// than one document, and for more than `limits`.
[[nodiscard]] std::string to_json(std::string_view yaml, const TextMembers& text_members = {},
                                  const Limits& limits = {});

/// JSON pointers (RFC 6901) of the members that stand more than once in their mapping, each once, in the
/// order of the text. Throws as to_json does.
[[nodiscard]] std::vector<std::string> repeated_members(std::string_view yaml);

/// `yaml`, a mapping, with the members of `patch_json` merged into it: objects member by member, anything
/// else takes the place of what stood there; a new member goes behind the last one. What does not change
/// keeps its bytes, and so do comments, order and quoting. A changed scalar keeps the style of the old one
/// where that can say the new one. Throws Error invalid_input as to_json does, and where `yaml` is no
/// mapping.
[[nodiscard]] std::string merged(std::string_view yaml, std::string_view patch_json,
                                 const TextMembers& text_members = {});

/// `yaml` with an item at the end of the list at `json_pointer`; the list is made where there is none.
[[nodiscard]] std::string with_item(std::string_view yaml, std::string_view json_pointer,
                                    std::string_view item_json, const TextMembers& text_members = {});

/// A JSON object as YAML in block style, which to_json reads back as the same; texts of several lines as `|`.
[[nodiscard]] std::string from_json(std::string_view object_json);

}  // namespace rlmdb::yaml
