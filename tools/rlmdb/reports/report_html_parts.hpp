// SPDX-License-Identifier: MIT
/// Parts of an HTML report. All text from data is escaped and isolated in its direction.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "rlmdb/report.hpp"

namespace rlmdb::cli {

/// From the doctype to </head>; `title` has been made visible, `more_style` stands behind report_style().
[[nodiscard]] std::string html_head(const std::string& title, std::string_view more_style = {});
/// The beginning of a section that its heading names; `id` is ours and unique on the page.
[[nodiscard]] std::string section_begin(const std::string& id, const std::string& title,
                                        std::optional<std::uint64_t> count = {}, const char* css_class = "");
/// A remark under a list; nothing for no text.
[[nodiscard]] std::string html_note(const std::string& text);
/// Lines as they are, made visible.
[[nodiscard]] std::string html_block(const std::string& text);
/// The node's state as a coloured word, and its name.
[[nodiscard]] std::string state_and_name(const TreeNode& node);
[[nodiscard]] std::string html_prompt(const TreeNode& node);

/// Who ran when; nothing where no node has a start.
[[nodiscard]] std::string html_timeline(const TreeReport& report);
[[nodiscard]] std::string html_costs(const TreeReport& report);
/// The nodes below their parents, to be folded.
[[nodiscard]] std::string html_tree(const TreeReport& report);

/// The style sheet of an HTML report: system fonts, light and dark, and black on white on paper.
[[nodiscard]] std::string_view report_style();

}  // namespace rlmdb::cli
