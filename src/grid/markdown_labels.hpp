// SPDX-License-Identifier: MIT
/// The lines with labels of a STATE.md in Markdown, and what their values say. Internal to this room.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rlmdb::grid {

inline constexpr std::size_t k_date_bytes = std::string_view("2026-02-11").size();

/// A line with a label that is known.
struct LabelLine {
  std::string_view member;
  std::size_t begin = 0;        ///< of the line
  std::size_t value_begin = 0;  ///< in the whole text
  std::size_t value_end = 0;
  std::size_t end = 0;       ///< behind the line's end
  std::string_view before;   ///< what stands before the label: "- ", "**", "| "
  std::string_view between;  ///< from the label to the value: ": ", ":** ", " | "
  std::string_view after;    ///< behind the value: " |"
};

/// All of them outside of fences; of a member that has several the first. Views into `text`.
[[nodiscard]] std::vector<LabelLine> label_lines(std::string_view text);
/// nullptr: none is of that member.
[[nodiscard]] const LabelLine* find_line(const std::vector<LabelLine>& lines, std::string_view member);
[[nodiscard]] std::string_view value_in(std::string_view text, const LabelLine& line);

/// "block_complete" of "✅ Block 04 complete".
[[nodiscard]] std::string status_word(std::string_view text);
[[nodiscard]] bool is_block_complete(std::string_view status);
/// Phase, block, wave or thread.
[[nodiscard]] bool is_level(std::string_view member);

/// The digits that stand at `at`; "": none do.
[[nodiscard]] std::string_view digits_at(std::string_view text, std::size_t at);

/// "04 of 09 (Core)", "2/3 - Core", "2". Its parts are views into the value.
struct Counted {
  std::string_view number;
  std::string_view total;
  std::string_view name;
};

[[nodiscard]] Counted counted(std::string_view value);

/// The digits before "%", else all of a number.
[[nodiscard]] std::string_view percent_in(std::string_view value);

}  // namespace rlmdb::grid
