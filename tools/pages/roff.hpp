// SPDX-License-Identifier: MIT
/// Text for a manual page. Every formatter reads it: plain man macros, ASCII alone.
#pragma once

#include <string>
#include <string_view>

namespace rlmdb::pages {

/// A text as it stands, for the inside of a line.
[[nodiscard]] std::string roff_text(std::string_view text);
/// The same for what is typed as it stands, and for what stands for something else.
[[nodiscard]] std::string bold(std::string_view text);
[[nodiscard]] std::string italic(std::string_view text);

/// What CommonMark says, as paragraphs; headings are subsections. Throws std::runtime_error for raw HTML,
/// which a manual page cannot have.
[[nodiscard]] std::string roff_of_markdown(const std::string& markdown);
/// The same behind a text that has begun: the first paragraph without a start, the others indented to it.
[[nodiscard]] std::string roff_within_entry(const std::string& markdown);

/// A finished page with escapes for what formatters replace (quotes, accents) or cannot read.
[[nodiscard]] std::string ascii_page(const std::string& page);

}  // namespace rlmdb::pages
