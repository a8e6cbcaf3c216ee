// SPDX-License-Identifier: MIT
/// Where a project lies, and its database in it: one rule for the program, the library and every binding.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

namespace rlmdb {

/// The nearest directory from `start` (absolute) upward that holds an `.aiwg/` or a `.grid/`; absent where
/// there is none.
[[nodiscard]] std::optional<std::filesystem::path> find_project(const std::filesystem::path& start);

/// The database of the project in `root`, which need not be there yet: of `.aiwg/daemon/rlm.db`,
/// `.aiwg/rlm.db` and `.grid/rlm.db` the one that exists; where none does, the first if there is an
/// `.aiwg/daemon/`, the last if there is a `.grid/` and no `.aiwg/`, else the second. (The legacy daemon
/// watches `.aiwg/` itself and would report every write of a database there.) A file of no bytes is no
/// database, and counts only where there is nothing else. Looks at names and sizes alone and opens nothing.
/// Throws Error conflict where two exist: two databases of one project cannot both be right.
[[nodiscard]] std::filesystem::path database_of_project(const std::filesystem::path& root);

/// The files of no bytes that database_of_project() passes over, because a database lies beside them.
[[nodiscard]] std::vector<std::filesystem::path> empty_beside_database(const std::filesystem::path& root);

/// The root of the project that a database belongs to by that rule; absent for one that lies elsewhere.
[[nodiscard]] std::optional<std::filesystem::path> project_of_database(const std::filesystem::path& database);

}  // namespace rlmdb
