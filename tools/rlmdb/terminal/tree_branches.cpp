// SPDX-License-Identifier: MIT
#include "terminal/tree_branches.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace rlmdb::cli {
namespace {

constexpr std::int64_t k_columns_per_level = 3;
constexpr std::int64_t k_levels_elsewhere = 40;

/// Half of a terminal's line at most goes to the branches.
std::int64_t deepest_drawn(const Terminal& terminal) {
  constexpr std::int64_t k_least = 4;
  return terminal.is_terminal
             ? std::max(k_least, static_cast<std::int64_t>(terminal.width) / 2 / k_columns_per_level)
             : k_levels_elsewhere;
}

}  // namespace

TreeBranches::TreeBranches(const std::vector<std::int64_t>& depths, const Terminal& terminal)
    : m_depths(depths),
      m_is_last(depths.size()),
      m_deepest_drawn(deepest_drawn(terminal)),
      m_has_utf8(terminal.has_utf8) {
  std::vector<bool> is_sibling_below;
  for (std::size_t index = depths.size(); index-- > 0;) {
    const auto depth = static_cast<std::size_t>(depths[index]);
    is_sibling_below.resize(depth + 1);
    m_is_last[index] = !is_sibling_below[depth];
    is_sibling_below[depth] = true;
  }
}

std::string TreeBranches::next() {
  const std::int64_t depth = m_depths[m_next];
  const bool is_last = m_is_last[m_next];
  ++m_next;
  m_has_more.resize(static_cast<std::size_t>(depth) + 1);
  m_has_more.back() = !is_last;
  if (depth == 0) {
    return {};
  }
  std::string branches;
  if (depth > m_deepest_drawn) {
    branches = fmt::format("[{}] ", depth);
  } else {
    for (std::size_t level = 1; level + 1 < m_has_more.size(); ++level) {
      branches += !m_has_more[level] ? "   " : m_has_utf8 ? "│  " : "|  ";
    }
  }
  if (m_has_utf8) {
    return branches + (is_last ? "└─ " : "├─ ");
  }
  return branches + (is_last ? "`- " : "|- ");
}

std::vector<std::size_t> TreeBranches::sizes_below(const std::vector<std::int64_t>& depths) {
  std::vector<std::size_t> below(depths.size());
  std::vector<std::size_t> path;
  const auto close_down_to = [&](std::size_t level) {
    while (path.size() > level) {
      const std::size_t done = path.back();
      path.pop_back();
      if (!path.empty()) {
        below[path.back()] += below[done] + 1;
      }
    }
  };
  for (std::size_t index = 0; index < depths.size(); ++index) {
    close_down_to(static_cast<std::size_t>(depths[index]));
    path.push_back(index);
  }
  close_down_to(0);
  return below;
}

}  // namespace rlmdb::cli
