// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace rlmdb::sources {

/// Arrays and objects that cannot be read whole, known from one look at all of them: those that are still
/// open where a text breaks, and those that nest too deep. Else each of them would be read up to the same
/// break, which costs the square of a text of nested brackets.
class HopelessBrackets {
 public:
  enum class Ends { complete_or_broken, at_bracket };

  /// Looks at `text`, the beginning of one JSON value; its first byte is the file's `offset`. The value ends
  /// with it, or breaks there; or a bracket stands there behind which nobody looked: then of brackets that
  /// are still open only those are known that nest too deep by then. What is known of earlier places is
  /// forgotten. Costs n log n; memory: some bytes a bracket that is open or known.
  void look_at(std::string_view text, std::uint64_t offset, unsigned max_depth,
               Ends ends = Ends::complete_or_broken);
  /// Whether the array or object at that place of the file is one of them. Logarithmic.
  [[nodiscard]] bool contains(std::uint64_t offset) const;

 private:
  std::vector<std::uint64_t> m_offsets;  ///< ascending
};

}  // namespace rlmdb::sources
