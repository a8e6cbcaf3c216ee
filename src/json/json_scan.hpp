// SPDX-License-Identifier: MIT
/// The strict scanner: checks one JSON value against RFC 8259 and writes its canonical bytes while doing so.
/// It works on lexemes, so number texts and member order stay as read. No recursion; stateless between calls
/// (working memory is kept per thread).
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rlmdb/words.hpp"

namespace rlmdb::json {

enum class JsonLayout {
  pretty,   ///< two spaces a level, ": ", `[]` and `{}` for empty: JSON.stringify(value, null, 2)
  compact,  ///< no white space: JSON.stringify(value)
};

/// Whether more bytes may follow the buffer. With `partial`, a value that could go on is `need_more`, which
/// includes a bare number that touches the buffer's end.
enum class ScanInput { partial, complete };

/// What happens to a value whose source bytes are its canonical bytes already.
enum class CanonicalCopy { always, only_when_different };

struct ScanOptions {
  JsonLayout layout = JsonLayout::pretty;
  unsigned indent_depth = 0;  ///< arrays and objects around the value; its own members are indented one more
  unsigned max_depth = 1000;  ///< arrays and objects inside each other, the value itself being 1
  ScanInput input = ScanInput::complete;
  CanonicalCopy copy = CanonicalCopy::always;
};

enum class ScanStatus { complete, need_more, fault };

/// The grammar rule that a text breaks, or the limit it exceeds.
enum class ScanFault {
  none,
  unexpected_byte,     ///< nothing in JSON begins with, or goes on with, this byte here
  bad_literal,         ///< neither true, false nor null
  bad_number,          ///< leading zero, missing digit, `+1`, `.5`, `1.`
  bad_escape,          ///< an escape that JSON lacks, or \u without four hexadecimal digits
  control_in_string,   ///< a raw byte below 0x20 in a string
  expected_name,       ///< a member name in double quotes had to come
  expected_colon,      ///< `:` had to come
  expected_separator,  ///< `,` or the closing bracket had to come
  trailing_comma,      ///< `,` before a closing bracket
  too_deep,            ///< nesting exceeds max_depth
  truncated,           ///< the text ends inside the value
};

}  // namespace rlmdb::json

namespace rlmdb {

/// One English clause each, without a full stop.
template <>
inline constexpr std::array<std::string_view, 12> k_words_of<json::ScanFault>{
    "nothing is wrong",
    "no JSON value begins with this byte",
    "a word that is neither true, false nor null",
    "a number that JSON does not allow",
    "an escape that JSON does not have",
    "a raw control character inside a string",
    "a member name in double quotes is missing",
    "a colon after a member name is missing",
    "a comma or a closing bracket is missing",
    "a comma stands before a closing bracket",
    "arrays and objects are nested deeper than the limit",
    "the input ends inside a value"};

}  // namespace rlmdb

namespace rlmdb::json {

enum class LossKind {
  duplicate_member,  ///< an earlier value of a repeated name; the last value counts, at the first position
  invalid_utf8,      ///< invalid bytes of a string became U+FFFD
};

/// Something that JSON.parse drops silently.
struct ScanLoss {
  LossKind kind;
  std::size_t offset;    ///< in the scanned buffer: of the overwritten value, or of the first invalid byte
  std::string pointer;   ///< RFC 6901, relative to the scanned value; a name's own loss points at its member
  std::string raw_text;  ///< source bytes: the overwritten value, or the whole string with its quotes
};

struct ScanResult {
  ScanStatus status = ScanStatus::fault;
  std::size_t end = 0;                ///< complete: one past the value's last byte
  ScanFault fault = ScanFault::none;  ///< fault only
  std::size_t fault_offset = 0;    ///< fault only: of the byte that breaks the rule; the size when truncated
  std::string pointer;             ///< fault only: of the innermost value being read, relative to the value
  std::vector<ScanLoss> losses;    ///< complete only, ascending by offset
  bool already_canonical = false;  ///< complete only: the source bytes are the canonical bytes
};

/// Reads the value that starts exactly at `begin` (no white space before it). With `canonical`, appends its
/// canonical bytes (nothing is appended unless complete). Values inside an overwritten value are part of that
/// one loss. Cost: linear in the value for any input; no allocation per member.
[[nodiscard]] ScanResult scan_value(std::string_view buffer, std::size_t begin, const ScanOptions& options,
                                    std::string* canonical);

/// Appends `/` and `name` with `~` and `/` escaped (RFC 6901). `name` is decoded UTF-8.
void append_pointer_name(std::string& pointer, std::string_view name);
/// Appends `/` and an array index.
void append_pointer_index(std::string& pointer, std::size_t index);

}  // namespace rlmdb::json
