// SPDX-License-Identifier: MIT
/// What one node cost by what is said of it; the view node_own_costs is the same in SQL. Pure.
#pragma once

#include <optional>
#include <string_view>

namespace rlmdb::trees {

/// US dollars. A total that is given counts, whatever its parts are; without one it is both of them together,
/// and of one alone nobody knows the other.
[[nodiscard]] std::optional<double> node_cost_usd(std::optional<double> total_usd,
                                                  std::optional<double> input_usd,
                                                  std::optional<double> output_usd);

/// The same of an object like metadata.cost_tracking; a member that is no number is none. nullopt also of what
/// is no object.
[[nodiscard]] std::optional<double> cost_in_object(std::string_view json);

}  // namespace rlmdb::trees
