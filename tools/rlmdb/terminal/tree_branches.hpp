// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "terminal/terminal.hpp"

namespace rlmdb::cli {

/// The lines that join the nodes of a drawn tree: "│  ├─ ", or "|  |- " where the terminal has no UTF-8.
class TreeBranches {
 public:
  /// `depths`: of the nodes, parents before children. Linear.
  TreeBranches(const std::vector<std::int64_t>& depths, const Terminal& terminal);

  /// What stands left of node `index`. Nodes deeper than a line has room for keep one place and begin with
  /// their depth: "[40] └─ ". Ask in order, each node once.
  [[nodiscard]] std::string next();
  /// Nodes below node `index` at any depth.
  [[nodiscard]] static std::vector<std::size_t> sizes_below(const std::vector<std::int64_t>& depths);

 private:
  std::vector<std::int64_t> m_depths;
  std::vector<bool> m_is_last;   ///< of its siblings
  std::vector<bool> m_has_more;  ///< by depth: the node last asked for there has later siblings
  std::size_t m_next = 0;
  std::int64_t m_deepest_drawn = 0;
  bool m_has_utf8 = true;
};

}  // namespace rlmdb::cli
