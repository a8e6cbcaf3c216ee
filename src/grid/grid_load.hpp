// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "grid/grid_rows.hpp"
#include "grid/grid_snapshot.hpp"
#include "rlmdb/grid.hpp"

namespace rlmdb::grid {

/// Of a directory, from the root of the project that the database belongs to; "": it lies elsewhere.
[[nodiscard]] std::string place_beneath(const std::filesystem::path& database,
                                        const std::filesystem::path& directory);

/// By its place, else by its cluster. Errors: not_found, which names those there are; invalid_input: several
/// go by that cluster, or none is named and there is not just one.
[[nodiscard]] GridHead get_grid(db::Connection& connection, const GridName& name);

/// GridRows::at, or Error not_found where versions of that time are gone.
[[nodiscard]] std::vector<FileVersion> files_at(GridRows& rows, const GridHead& grid, std::int64_t event_seq);

/// The cluster that its STATE.md, CHECKPOINT.md or WARMTH.md names; "": none does.
[[nodiscard]] std::string cluster_of(const std::vector<FileVersion>& files);

/// The files that there are, without those that were removed.
[[nodiscard]] GridSnapshot snapshot_of(const GridHead& grid, const std::vector<FileVersion>& files);

}  // namespace rlmdb::grid
