// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "grid_home.hpp"

namespace rlmdb::test {

/// An imported mission that is written through from here on.
class WrittenThrough : public GridHome {
 public:
  explicit WrittenThrough(const std::string& fixture = "interrupted") : GridHome(fixture) {
    (void)import();
    Store store = open();
    set_grid_write_through(store, GridName{}, true);
  }
  /// What the directory would be if an export made it now.
  [[nodiscard]] bool is_in_step() const {
    std::filesystem::remove_all(at("out"));
    (void)export_to(at("out"));
    return timed_below(at("out/.grid")) == timed_below(grid);
  }
};

}  // namespace rlmdb::test
