// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace rlmdb::trees {

/// Of each thing those that it names, by number.
using Names = std::vector<std::vector<std::size_t>>;

/// Things that all lead to each other, ascending: at least two, or one that names itself.
using Knot = std::vector<std::size_t>;

/// The largest ones that there are, by their first thing. Linear in things and names; no recursion.
[[nodiscard]] std::vector<Knot> find_knots(const Names& names);

/// The shortest way from the first of a knot back to it, without its end. Linear in the names of the knot.
[[nodiscard]] std::vector<std::size_t> circle_in(const Knot& knot, const Names& names);

}  // namespace rlmdb::trees
