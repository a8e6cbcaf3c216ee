// SPDX-License-Identifier: MIT
/// What a YAML text is to say, as canonical compact JSON. Pure. Internal to this room.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "json/json_members.hpp"
#include "yaml/yaml_text.hpp"

namespace rlmdb::yaml {

/// Canonical compact. Throws Error invalid_input for what is no JSON, and for more than `most_depth` levels.
[[nodiscard]] std::string canonical_json(std::string_view json, std::size_t most_depth);

/// `patch`, an object, merged into the object `old`, and everything in text members said as text.
[[nodiscard]] std::string merged_target(std::string_view old, std::string_view patch,
                                        const TextMembers& text_members);

/// `old` with `item` at the end of the list at `json_pointer`. Throws Error invalid_input where something
/// else than a list is there, or on the way.
[[nodiscard]] std::string with_item_target(std::string_view old, std::string_view json_pointer,
                                           std::string_view item, const TextMembers& text_members);

/// Whether the object `target` is the object `old` with other values, and perhaps more members behind.
[[nodiscard]] bool is_extension(std::string_view old, const std::vector<json::Member>& target);

}  // namespace rlmdb::yaml
