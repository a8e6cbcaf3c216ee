// SPDX-License-Identifier: MIT
/// By what a source is known: a file of the project that the database is of by its place there, whatever
/// that directory is called today; any other by its real path.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "db/connection.hpp"

namespace rlmdb::sources {

/// The row of `meta` with the root of the home project, an absolute path.
inline constexpr std::string_view k_home_key = "home";

/// The root of the project that the database is of: the one it lies in, else the one whose files it took
/// first (also where it was carried into another one since). nullopt: of none.
[[nodiscard]] std::optional<std::filesystem::path> home_of(db::Connection& connection);

/// What stands for the file, or for a `.grid/`, in every source_path: ".aiwg/daemon/tasks.json" of the home
/// project, else the path as it is. `real_path`: symbolic links resolved.
[[nodiscard]] std::string known_as(db::Connection& connection, const std::filesystem::path& real_path);

/// Where a source lies now, from what it is known as.
[[nodiscard]] std::filesystem::path path_of_known(db::Connection& connection, std::string_view known_as);
/// The same of one that may be absent, as text.
[[nodiscard]] std::optional<std::string> text_of_known(db::Connection& connection,
                                                       const std::optional<std::string>& known_as);

/// The root of the project that the file lies in; nullopt: it lies in no `.aiwg/` and no `.grid/`.
[[nodiscard]] std::optional<std::filesystem::path> root_of_project(const std::filesystem::path& real_path);

/// The root has one of the directories of legacy programs.
[[nodiscard]] bool has_project(const std::filesystem::path& root);

/// Keeps `root` as the project that the database is of, with what tells its directory from any other.
/// REQUIRES: a write transaction.
void keep_home(db::Connection& connection, const std::filesystem::path& root);

/// Whether `root` is the very directory that was kept, under another name.
[[nodiscard]] bool is_kept_home(db::Connection& connection, const std::filesystem::path& root);

}  // namespace rlmdb::sources
