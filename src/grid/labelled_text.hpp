// SPDX-License-Identifier: MIT
/// Numbered sections with bold labels, as DECISIONS.md and BLOCKERS.md have them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "grid/grid_markdown.hpp"

namespace rlmdb::grid {

/// "## Decision 2: 2026-01-23T14:30:00Z"
struct NumberedHeading {
  std::string_view number;  ///< "2"
  std::string_view rest;    ///< what stands behind the number and a colon
};

/// nullopt: the section's heading does not begin with `word` and a number.
[[nodiscard]] std::optional<NumberedHeading> numbered_heading(const Section& section, std::string_view word);

/// An object's members in the order of their first mention; of one that is named twice the last counts.
class MemberList {
 public:
  void set(const std::string& name, std::string raw);
  [[nodiscard]] std::string finish() const;

 private:
  std::vector<std::pair<std::string, std::string>> m_members;
  std::unordered_map<std::string, std::size_t> m_places;
};

/// One label of a section, with the bullets below it.
struct LabelledValue {
  std::string name;   ///< in snake_case
  std::string value;  ///< as it is written, with its quotes
  std::vector<std::string> bullets;
};
[[nodiscard]] std::vector<LabelledValue> labels_of(const Section& section);

/// What a label says: its value, and the bullets below it as lines of their own.
[[nodiscard]] std::string text_of(const LabelledValue& label);

/// The line of a label.
[[nodiscard]] std::string label_line(std::string_view label, std::string_view text, Quotes quotes,
                                     std::string_view line_end);

/// Elements, raw, as an array.
[[nodiscard]] std::string as_array(const std::vector<std::string>& elements);

}  // namespace rlmdb::grid
