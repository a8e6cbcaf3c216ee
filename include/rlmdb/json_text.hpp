// SPDX-License-Identifier: MIT
/// JSON text, taken apart without reading its values into numbers and strings of the machine, so that 1e400,
/// -0, 1.50, half a surrogate pair and the order of members stay as they are written. Everything here is
/// pure, linear in the text, for any nesting, and may be called from any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rlmdb {

enum class JsonKind { null, boolean, number, string, array, object };

/// The kind of a value, from its first byte; what begins like no other is a number, and nothing is null.
[[nodiscard]] JsonKind json_kind(std::string_view value) noexcept;

/// Whether `text` is one value by the grammar of RFC 8259, in UTF-8, with nothing but white space around it.
/// A byte order mark is refused. Names may repeat.
[[nodiscard]] bool is_json(std::string_view text);

/// What becomes of half a surrogate pair (\ud83d alone), which UTF-8 cannot hold.
enum class HalfPairs { refused, stay_escaped };

/// What a JSON string says, as UTF-8; it may hold U+0000. nullopt for anything else than a JSON string
/// without white space around it, and for half pairs that are refused.
[[nodiscard]] std::optional<std::string> json_string_text(std::string_view value,
                                                          HalfPairs half_pairs = HalfPairs::refused);

struct JsonMember {
  std::string name;        ///< decoded
  std::string_view value;  ///< a view into the text. It ends where it must, but may itself be no JSON
  std::size_t offset = 0;  ///< of the value, in bytes of the text
};

/// The members of an object in their order. `half_pairs`: in names. Error invalid_input where the text is no
/// object, is followed by something, or names a member twice; `where` is then the byte offset in `text`.
[[nodiscard]] std::vector<JsonMember> split_json_object(std::string_view text,
                                                        HalfPairs half_pairs = HalfPairs::refused);

/// The elements of an array in their order, as views into `text`; each may itself be no JSON. Error
/// invalid_input where the text is no array or is followed by something; `where` as above.
[[nodiscard]] std::vector<std::string_view> split_json_array(std::string_view text);

/// The value of the member `name` of the object `text`, the last one if it repeats, as JSON.parse takes it;
/// nullopt where there is none, and for a text that is no object.
[[nodiscard]] std::optional<std::string_view> find_json_member(std::string_view text, std::string_view name);

}  // namespace rlmdb
