// SPDX-License-Identifier: MIT
/// Text that came from data, in a Markdown document (CommonMark with GitHub's tables).
#pragma once

#include <string>
#include <string_view>

namespace rlmdb::cli {

/// One line of text that Markdown shows as it is: what could be markup, an entity or HTML is behind a
/// backslash. For the middle of a line; `line` holds no line break.
[[nodiscard]] std::string markdown_text(std::string_view line);
/// The same for the beginning of a line, where a number or a dash would begin a list.
[[nodiscard]] std::string markdown_line(std::string_view line);
/// The same for a name: in a code span where it is a plain word.
[[nodiscard]] std::string markdown_name(std::string_view name);
/// `text` as a fenced block, each line behind `indent`; made visible, line breaks and tabs kept, the fence
/// longer than any in the text. Ends with a line feed.
[[nodiscard]] std::string markdown_block(std::string_view text, std::string_view indent);

}  // namespace rlmdb::cli
