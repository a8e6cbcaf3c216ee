// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "grid/grid_snapshot.hpp"
#include "line_difference.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::test {

inline constexpr std::string_view k_grid_now = "2026-01-23T15:31:00.123Z";

/// Each file's name, and the lines that it loses and gets; of a new file all are new.
inline std::string changed(const grid::GridSnapshot& grid, const std::vector<GridFileEdit>& edits) {
  std::string all;
  for (const GridFileEdit& edit : edits) {
    all += edit.name;
    if (edit.is_removed) {
      all += " removed\n";
      continue;
    }
    const grid::GridFile* const before = grid.find(edit.name);
    all += "\n" + line_difference(before == nullptr ? std::string_view() : std::string_view(before->text),
                                  edit.text);
  }
  return all;
}

/// The code and the place of the error that `body` ends in; "" where it ends in none.
template <class Body>
std::string refused(Body&& body) {
  try {
    body();
  } catch (const Error& error) {
    return std::string(to_text(error.code())) + " " + error.where();
  }
  return {};
}

}  // namespace rlmdb::test
