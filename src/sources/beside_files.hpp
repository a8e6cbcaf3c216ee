// SPDX-License-Identifier: MIT
/// What lies beside a project's files and is none of them.
#pragma once

#include <filesystem>
#include <vector>

namespace rlmdb::sources {

/// By its name or that of a companion beside it: a database is not opened to look at it.
[[nodiscard]] bool may_be_database(const std::filesystem::path& file);

/// By the name alone; what has the name of a copy may be a legacy program's where such copies are data.
[[nodiscard]] bool is_own(const std::filesystem::path& file);
[[nodiscard]] bool has_name_of_copy(const std::filesystem::path& file);

/// Where copies are data (decision 040): one that rlmdb made says so itself.
[[nodiscard]] bool is_own_copy(const std::filesystem::path& file);

/// Of a `.grid/`: what an atomic update leaves when it is killed.
[[nodiscard]] bool is_grid_leftover(const std::filesystem::path& file);

/// The names, from the directory on and sorted, of the files of a `.grid/` that are the mission's: plain
/// ones, beneath no symbolic link, and none of the above. `database` is none of them. Error io.
[[nodiscard]] std::vector<std::string> grid_files_in(const std::filesystem::path& directory,
                                                     const std::filesystem::path& database);

}  // namespace rlmdb::sources
