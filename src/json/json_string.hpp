// SPDX-License-Identifier: MIT
/// JSON string texts: escaped, decoded, and brought to the one form that JavaScript's JSON.stringify writes.
/// Every function here is pure and may be called from any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace rlmdb::json {

/// Whether a decoded text gives back its source's canonical bytes. Those have U+FFFD for invalid UTF-8 too.
enum class Exactness {
  exact,
  inexact,  ///< U+0000 or a lone surrogate was replaced by U+FFFD
};

/// Appends the inside of a JSON string (no quotes) as JSON.stringify writes it: only `"`, `\` and
/// U+0000..U+001F are escaped. `utf8` must be valid UTF-8; other bytes go through untouched. Cost: linear,
/// about memcpy speed.
void append_escaped(std::string& out, std::string_view utf8);

/// The same with quotes around it, and what stands inside them: a member's name as find_member and
/// with_member take it.
[[nodiscard]] std::string quoted(std::string_view utf8);
[[nodiscard]] std::string escaped(std::string_view utf8);

/// Appends the value of the valid JSON string `raw_with_quotes` as UTF-8. What UTF-8 text of SQLite cannot
/// hold (U+0000, lone surrogates) and invalid bytes (one per maximal ill-formed part) become U+FFFD.
Exactness decode_string(std::string_view raw_with_quotes, std::string& out);

/// The same for any raw value; nullopt for one that is no string, or absent ("").
[[nodiscard]] std::optional<std::string> text_of(std::string_view raw);

/// The value of the valid JSON string `raw_with_quotes`: a view of `raw_with_quotes` itself when nothing had
/// to be decoded, else of `scratch`, which is overwritten. Valid as long as both.
[[nodiscard]] std::string_view decode_string_view(std::string_view raw_with_quotes, std::string& scratch,
                                                  Exactness& exactness);

/// Appends the canonical JSON text (with quotes) of the valid JSON string `raw_with_quotes`: what
/// JSON.stringify writes after JSON.parse. Lone surrogates become lower-case \udxxx, so two strings are equal
/// exactly when their canonical texts are. Returns the offset in `raw_with_quotes` of the first invalid UTF-8
/// byte that was replaced.
std::optional<std::size_t> append_canonical_string(std::string& out, std::string_view raw_with_quotes);

/// The text with U+FFFD for every maximal part that is no UTF-8.
[[nodiscard]] std::string with_valid_utf8(std::string_view text);

/// The index of the first `"`, `\` or control byte at or after `begin`; `text.size()` when there is none.
[[nodiscard]] std::size_t find_string_stop(std::string_view text, std::size_t begin) noexcept;

}  // namespace rlmdb::json
