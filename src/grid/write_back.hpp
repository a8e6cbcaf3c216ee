// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "grid/grid_rows.hpp"
#include "rlmdb/grid_step.hpp"

namespace rlmdb::grid {

/// Error conflict, naming the file, where one of a mission's directory says what no version here ever said,
/// or is gone though an import or an earlier write left it there. REQUIRES: grid.source_path.
void require_files_are_ours(db::Connection& connection, const GridHead& grid);

/// Error conflict where a file that the mission never had stands in the place of that one, with another text.
/// REQUIRES: grid.source_path.
void require_place_is_free(db::Connection& connection, const GridHead& grid, const GridFileEdit& file);

/// The directory's files become those of the database: each is written atomically with its time, those that
/// were removed here go. Returns the paths of those that changed. Error io or conflict (a symbolic link or
/// another thing stands there, or a text that no version here ever had); the files before it are written
/// then. Whoever else writes may not do it at the same time.
[[nodiscard]] std::vector<std::string> write_files_back(db::Connection& connection, const GridHead& grid);

/// A file of a mission that is written through, which says what the mission said once.
struct OwnFile {
  GridHead grid;
  std::string name;
};

/// Of all missions.
[[nodiscard]] std::vector<OwnFile> own_files(db::Connection& connection);

/// They become what the database says, whatever else it was once. What cannot be written is told to the log,
/// and stays as it is. Whoever else writes may not do it at the same time.
void write_again(db::Connection& connection, const std::vector<OwnFile>& files) noexcept;

}  // namespace rlmdb::grid
