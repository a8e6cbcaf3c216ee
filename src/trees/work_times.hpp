// SPDX-License-Identifier: MIT
/// What the times of a tree's nodes tell: how long each worked itself, and how many worked at once. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "trees/tree_build.hpp"

namespace rlmdb::trees {

/// Completed, failed or cancelled: it will not work again by itself.
[[nodiscard]] bool has_ended(const NodeRow& row) noexcept;
/// Queued or running.
[[nodiscard]] bool is_left(const NodeRow& row) noexcept;

/// How long it is until a queued node may begin that is scheduled for later or that another holds; 0 of any other.
[[nodiscard]] double begins_in_ms(const NodeRow& row, std::int64_t now_ms);

/// When each node's own work began, ms since 1970: its start, but for an inner node not before the last end
/// of its children. nullopt where it was not started. Linear.
[[nodiscard]] std::vector<std::optional<std::int64_t>> work_begins(std::span<const NodeRow> rows,
                                                                   const TreeShape& shape);

/// How long a node that completed or failed worked itself, in ms; nullopt for any other and where a time is
/// missing. Never negative.
[[nodiscard]] std::optional<double> worked_ms(const NodeRow& row,
                                              const std::optional<std::int64_t>& work_begin) noexcept;

/// How many nodes worked at the same time: the largest number that was reached for at least a tenth of the
/// time in which any worked. 0 where none is known to have worked. n log n.
[[nodiscard]] std::size_t parallelism_seen(std::span<const NodeRow> rows, const TreeShape& shape,
                                           std::span<const std::optional<std::int64_t>> begins,
                                           std::int64_t now_ms);

}  // namespace rlmdb::trees
