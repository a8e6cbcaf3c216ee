// SPDX-License-Identifier: MIT
/// The entries of a SCRATCHPAD.md: "## TIME | program | block NN | thread NN.N" with notes as bullets.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "rlmdb/grid_step.hpp"

namespace rlmdb::grid {

struct ScratchEntry {
  std::string json;  ///< at, program, block, thread, notes [text]; or heading, where that says nothing of it
  std::size_t begin = 0;  ///< in the whole text
  std::size_t end = 0;
};

/// The entries of a text from `begin` on; what stands before the first heading is one where it has bullets.
[[nodiscard]] std::vector<ScratchEntry> read_scratchpad(std::string_view text, std::size_t begin);

/// The entry as the section that read_scratchpad reads back as the same. Throws Error invalid_input for texts
/// that Markdown cannot keep.
[[nodiscard]] std::string scratch_section(const NewScratchEntry& entry, std::string_view at,
                                          std::string_view line_end);
/// What read_scratchpad says of it.
[[nodiscard]] std::string scratch_json(const NewScratchEntry& entry, std::string_view at);

}  // namespace rlmdb::grid
