// SPDX-License-Identifier: MIT
/// The blockers of a BLOCKERS.md.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rlmdb/grid_step.hpp"

namespace rlmdb::grid {

/// A blocker, and where it stands.
struct BlockerText {
  std::string number;
  std::string status;            ///< "resolved", "active", any other word in lower case; "": none
  std::string json;              ///< object of texts: number, status, and each label in snake_case
  std::size_t status_begin = 0;  ///< of the heading's word, in the whole text; of none, the heading's end
  std::size_t status_size = 0;
  std::size_t end = 0;  ///< behind its last label
};

/// The blockers of a text from `begin` on.
[[nodiscard]] std::vector<BlockerText> read_blockers(std::string_view text, std::size_t begin);

/// The blocker as the section that read_blockers reads back as the same. Throws Error invalid_input for
/// texts that Markdown cannot keep.
[[nodiscard]] std::string blocker_section(const NewGridBlocker& blocker, std::int64_t number,
                                          std::string_view at, std::string_view line_end);
/// What read_blockers says of it.
[[nodiscard]] std::string blocker_json(const NewGridBlocker& blocker, std::int64_t number,
                                       std::string_view at);

}  // namespace rlmdb::grid
