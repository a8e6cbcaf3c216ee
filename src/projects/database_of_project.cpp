// SPDX-License-Identifier: MIT
#include <array>

#include "rlmdb/error.hpp"
#include "rlmdb/project.hpp"

namespace rlmdb {

namespace {

namespace fs = std::filesystem;

constexpr const char* k_project_folder = ".aiwg";
constexpr const char* k_grid_folder = ".grid";
constexpr const char* k_daemon_folder = "daemon";
constexpr const char* k_database_name = "rlm.db";

/// What cannot be looked at is, too: opening it says why not.
bool is_there(const fs::path& path) {
  std::error_code failure;
  return fs::status(path, failure).type() != fs::file_type::not_found;
}

bool is_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

}  // namespace

std::optional<fs::path> find_project(const fs::path& start) {
  for (fs::path directory = start;; directory = directory.parent_path()) {
    if (is_folder(directory / k_project_folder) || is_folder(directory / k_grid_folder)) return directory;
    if (directory == directory.parent_path()) return std::nullopt;
  }
}

fs::path database_of_project(const fs::path& root) {
  const fs::path folder = root / k_project_folder;
  const std::array<fs::path, 3> places = {folder / k_daemon_folder / k_database_name,
                                          folder / k_database_name, root / k_grid_folder / k_database_name};
  const fs::path* found = nullptr;
  for (const fs::path& place : places) {
    if (!is_there(place)) continue;
    std::error_code ignored;
    if (found != nullptr && !fs::equivalent(*found, place, ignored))
      throw Error(
          ErrorCode::conflict, "the project has two databases: " + found->string() + " and " + place.string(),
          root.string(),
          "look at both with --db, keep the one that counts and move the other one out of the project");
    found = &place;
  }
  if (found != nullptr) return *found;
  if (is_folder(folder / k_daemon_folder)) return places[0];
  return !is_folder(folder) && is_folder(root / k_grid_folder) ? places[2] : places[1];
}

std::optional<fs::path> project_of_database(const fs::path& database) {
  fs::path folder = database.parent_path();
  if (folder.filename() == k_daemon_folder && folder.parent_path().filename() == k_project_folder)
    folder = folder.parent_path();
  const bool is_in_project = folder.filename() == k_project_folder || folder.filename() == k_grid_folder;
  return is_in_project ? std::optional(folder.parent_path()) : std::nullopt;
}

}  // namespace rlmdb
