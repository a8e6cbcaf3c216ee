// SPDX-License-Identifier: MIT
/// Enough of a long list for a screen, and what is left of it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "terminal/terminal.hpp"

namespace rlmdb::cli {

/// How many of `count` rows a screen shows.
[[nodiscard]] std::size_t rows_shown(std::size_t count, const Terminal& terminal);

/// "… 99,950 more (--all)" as a line; "" for 0. `what`: of what, "lines"; "" for the rows above it. nullopt: how
/// many are left is not known.
[[nodiscard]] std::string rest_of_list(std::optional<std::size_t> left, const Terminal& terminal,
                                       std::string_view what = {});

/// Text that is no table, cut behind as many lines.
[[nodiscard]] std::string first_lines(std::string text, const Terminal& terminal);

}  // namespace rlmdb::cli
