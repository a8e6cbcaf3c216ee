// SPDX-License-Identifier: MIT
/// JSON written as YAML. Values are canonical compact JSON. Internal to this room.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "yaml/yaml_reader.hpp"
#include "yaml/yaml_scalar_rules.hpp"
#include "yaml/yaml_to_json.hpp"

namespace rlmdb::yaml {

/// `quoted` is for where the usual was read back as something else: every text in double quotes, on one line.
enum class Care { usual, quoted };

struct EmitForm {
  std::string_view line_break = "\n";
  Care care = Care::usual;
};

/// What stands behind "key:" or "-" on its line, and the lines below it, each with a line break before it.
struct ScalarText {
  std::string head;
  std::string lines;
};

/// What a JSON string says. Throws Error invalid_input for half a surrogate pair.
[[nodiscard]] std::string decoded_text(std::string_view raw_string);

/// A scalar, or an empty collection. Lines are indented by `indent`.
[[nodiscard]] ScalarText scalar_text(std::string_view raw, std::size_t indent, const EmitForm& form);
/// In the style of `old` where that can say it.
[[nodiscard]] ScalarText scalar_text_like(const Node& old, Member member, Around around, std::string_view raw,
                                          std::size_t indent, const EmitForm& form);

/// Any value on one line, as it may stand in brackets and outside of them.
[[nodiscard]] std::string flow_text(std::string_view raw, Care care);
/// "name: value"
[[nodiscard]] std::string flow_member(std::string_view raw_name, std::string_view raw, Care care);

/// A collection that is not empty. Its first line has no indentation, the others have `indent` spaces and
/// more; no line break at the end.
[[nodiscard]] std::string block_text(std::string_view raw, std::size_t indent, const EmitForm& form);
/// "name: value" with the lines that belong to it.
[[nodiscard]] std::string block_member(std::string_view raw_name, std::string_view raw, std::size_t indent,
                                       const EmitForm& form);
/// "- value"
[[nodiscard]] std::string block_item(std::string_view raw, std::size_t indent, const EmitForm& form);

[[nodiscard]] inline bool is_collection(std::string_view raw) {
  return raw.size() > 2 && (raw.front() == '{' || raw.front() == '[');
}

}  // namespace rlmdb::yaml
