// SPDX-License-Identifier: MIT
#include "grid/grid_snapshot.hpp"

#include <algorithm>

namespace rlmdb::grid {

const GridFile* GridSnapshot::find(std::string_view name) const {
  const auto found =
      std::find_if(files.begin(), files.end(), [&](const GridFile& file) { return file.name == name; });
  return found == files.end() ? nullptr : &*found;
}

}  // namespace rlmdb::grid
