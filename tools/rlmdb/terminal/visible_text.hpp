// SPDX-License-Identifier: MIT
/// Text that came from data, made safe and measurable for a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "terminal/terminal.hpp"

namespace rlmdb::cli {

enum class LineBreaks { escape, keep };

/// `text` with every character that could move the cursor, change colours, reorder or hide text written as
/// an escape: \n, \t, \r, \u001b, \u202e, what Unicode calls default ignorable (but for one joiner or variation
/// selector behind a character that can be seen), and \xff for a byte that is not UTF-8. With `keep`, line feeds and
/// tabs stay.
[[nodiscard]] std::string make_visible(std::string_view text, LineBreaks line_breaks = LineBreaks::escape);

/// `text` as it may be shown there: made visible on a terminal, exact elsewhere.
[[nodiscard]] std::string shown(std::string_view text, const Terminal& terminal);

/// JSON text with the same characters written \uXXXX, as inside its strings they may be; equal JSON. Bytes
/// that are not UTF-8 become \ufffd. Line feeds and tabs stay.
[[nodiscard]] std::string visible_json(std::string_view json);

/// Of how many bytes at the end of `text` a UTF-8 character is begun and not ended; 0 to 3.
[[nodiscard]] std::size_t cut_character(std::string_view text);

/// Columns `text` takes on a terminal: wide characters 2, combining marks 0.
[[nodiscard]] std::size_t display_width(std::string_view text);

/// `text` if it fits into `width` columns, else its beginning and `ellipsis`, never splitting a character
/// from its combining marks.
[[nodiscard]] std::string cut_to_width(std::string_view text, std::size_t width,
                                       std::string_view ellipsis = "…");

/// Sentences for a screen: no line is wider than the terminal where it can go on at a space below, `further` columns
/// further in than its beginning. What stands in `backquotes` stays in one line, to be copied. Elsewhere `text` as it is.
[[nodiscard]] std::string wrapped(std::string_view text, const Terminal& terminal, std::size_t further = 2);

/// One field of a tab-separated line: backslash, tab, LF and CR as \\, \t, \n, \r; all else exact.
[[nodiscard]] std::string tab_field(std::string_view text);

}  // namespace rlmdb::cli
