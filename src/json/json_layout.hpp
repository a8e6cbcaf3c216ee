// SPDX-License-Identifier: MIT
/// The two layouts of canonical text.
#pragma once

#include <string>
#include <string_view>

namespace rlmdb::json {

/// Appends the canonical compact text of `raw_value`, a value that scan_value accepts: names resolved,
/// strings canonical, numbers as read. Throws rlmdb::Error (internal) for any other text.
void append_compact(std::string& out, std::string_view raw_value);

/// Whether `text` is one JSON value as append_compact writes it. Linear; about memcpy speed twice.
[[nodiscard]] bool is_compact(std::string_view text);

/// Appends `canonical_compact` in the two-space layout; `depth` arrays and objects enclose it. Linear,
/// iterative. Other text: unspecified text, or Error corrupt; is_compact tells.
void append_pretty(std::string& out, std::string_view canonical_compact, unsigned depth);

/// Whether append_pretty writes `canonical_compact` as `text`; nothing is copied.
[[nodiscard]] bool is_pretty_of(std::string_view text, std::string_view canonical_compact, unsigned depth);

/// Room for `more` bytes and some, where they are many: a string that grows by itself copies what it has, and
/// takes twice as much.
void make_room(std::string& out, std::size_t more);

/// Appends a line feed and two spaces for each of `depth` levels.
void append_line_break(std::string& out, unsigned depth);

}  // namespace rlmdb::json
