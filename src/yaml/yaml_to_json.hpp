// SPDX-License-Identifier: MIT
/// Nodes as JSON. Internal to this room.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "yaml/yaml_reader.hpp"

namespace rlmdb::yaml {

/// Whether plain values are always text here.
enum class Member { any, text };

[[nodiscard]] inline Member member_of(std::string_view name, const TextMembers& text_members) {
  const bool is_text = std::find(text_members.begin(), text_members.end(), name) != text_members.end();
  return is_text ? Member::text : Member::any;
}

/// The node as compact JSON. Of a mapping in a text member each member has its own name's meaning; the items
/// of a list have that of the list.
[[nodiscard]] std::string json_of(const NodeTree& tree, NodeId id, Member member,
                                  const TextMembers& text_members);
/// As yaml::repeated_members().
[[nodiscard]] std::vector<std::string> repeated_members_of(const NodeTree& tree);
/// Of the whole document; "null" where there is none.
[[nodiscard]] std::string json_of(const NodeTree& tree, const TextMembers& text_members);

}  // namespace rlmdb::yaml
