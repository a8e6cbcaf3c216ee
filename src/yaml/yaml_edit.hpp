// SPDX-License-Identifier: MIT
/// A YAML text changed where it has to change. Internal to this room.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "yaml/yaml_emit.hpp"
#include "yaml/yaml_reader.hpp"

namespace rlmdb::yaml {

/// How far down from the root values are changed from inside; those further down are written anew.
inline constexpr std::size_t k_all_the_way_down = 0xFFFF;

struct EditForm {
  std::size_t fine_depth = k_all_the_way_down;
  Care care = Care::usual;
};

/// The text of `tree` as it should say `target`, canonical compact JSON. It may say something else: the
/// caller reads it again. nullopt: there is no place for the change.
[[nodiscard]] std::optional<std::string> edited_text(const NodeTree& tree, std::string_view target,
                                                     const TextMembers& text_members, const EditForm& form);

}  // namespace rlmdb::yaml
