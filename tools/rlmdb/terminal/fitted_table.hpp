// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "terminal/text_table.hpp"

namespace rlmdb::cli {

/// A column of a table that leaves out columns rather than cut its texts to nothing.
struct FittedColumn {
  TableColumn column;
  std::size_t room =
      0;  ///< columns that must be left for it, if it is so wide; 0: as wide as its widest value
};

/// An aligned table for a terminal. Where not all columns have room, those at the places `gives_way` are left
/// out one after the other, and then, where even cut texts have none, those furthest to the right.
[[nodiscard]] std::string fitted_table(const std::vector<FittedColumn>& columns,
                                       const std::vector<std::vector<TableCell>>& rows,
                                       const std::vector<std::size_t>& gives_way, const Terminal& terminal);

}  // namespace rlmdb::cli
