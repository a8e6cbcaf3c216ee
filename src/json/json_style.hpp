// SPDX-License-Identifier: MIT
/// How a JSON text is written, and the same text with other values.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace rlmdb::json {

/// The habits of a writer: with these alone most texts come back byte for byte.
struct TextStyle {
  std::string prefix{};        ///< before the value: a byte order mark, white space
  std::string newline = "\n";  ///< "" where all stands in one line
  std::string indent = "  ";   ///< of one level
  std::string colon = ": ";    ///< with the white space around it
  std::string separator{};     ///< in one line, the white space after a comma
  std::string suffix{};        ///< after the value
  bool is_ascii = false;       ///< beyond ASCII everything is escaped
  bool operator==(const TextStyle&) const = default;
  /// Both write a value in the same bytes, whatever stands around it.
  [[nodiscard]] bool has_layout_of(const TextStyle& other) const {
    return newline == other.newline && indent == other.indent && colon == other.colon &&
           separator == other.separator && is_ascii == other.is_ascii;
  }
};

/// What the text of a document, JSON with white space and perhaps a byte order mark around it, looks like.
[[nodiscard]] TextStyle style_of(std::string_view text);

/// The same of an object by its first bytes, without the suffix; canonical habits where they do not reach to
/// a first member. Other text is read without fault.
[[nodiscard]] TextStyle style_of_beginning(std::string_view beginning);

/// The canonical compact text in that style. Linear, iterative.
[[nodiscard]] std::string styled(std::string_view compact, const TextStyle& style);

/// Appends the value alone, in a line of that indentation.
void append_styled(std::string& out, std::string_view compact, const TextStyle& style,
                   std::string_view indentation);

/// `text`, which is of that style more or less, with the values that `compact` has: where a value, a name or
/// an order is the same, its bytes are. What is new is written in the style. A text that says what `compact`
/// says comes back as it is. Cost: the size times the nesting.
[[nodiscard]] std::string rewritten(std::string_view text, std::string_view compact, const TextStyle& style);

/// As compact JSON and back; nullopt for other text.
[[nodiscard]] std::string to_json(const TextStyle& style);
[[nodiscard]] std::optional<TextStyle> style_from_json(std::string_view json);

}  // namespace rlmdb::json
