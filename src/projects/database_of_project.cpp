// SPDX-License-Identifier: MIT
#include <array>
#include <utility>
#include <vector>

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

/// A file of no bytes: what a mistyped `sqlite3` or `touch` leaves. No database of ours ever is.
bool is_empty_file(const fs::path& path) {
  std::error_code failure;
  return fs::is_regular_file(path, failure) && fs::file_size(path, failure) == 0 && !failure;
}

std::array<fs::path, 3> places_in(const fs::path& root) {
  const fs::path folder = root / k_project_folder;
  return {folder / k_daemon_folder / k_database_name, folder / k_database_name,
          root / k_grid_folder / k_database_name};
}

struct FoundFiles {
  std::vector<fs::path> counted;
  std::vector<fs::path> passed_over;
};

FoundFiles files_in(const fs::path& root) {
  FoundFiles found;
  for (const fs::path& place : places_in(root)) {
    if (is_there(place)) (is_empty_file(place) ? found.passed_over : found.counted).push_back(place);
  }
  if (found.counted.empty()) std::swap(found.counted, found.passed_over);
  return found;
}

}  // namespace

std::optional<fs::path> find_project(const fs::path& start) {
  for (fs::path directory = start;; directory = directory.parent_path()) {
    if (is_folder(directory / k_project_folder) || is_folder(directory / k_grid_folder)) return directory;
    if (directory == directory.parent_path()) return std::nullopt;
  }
}

fs::path database_of_project(const fs::path& root) {
  const std::vector<fs::path> found = files_in(root).counted;
  for (std::size_t index = 1; index < found.size(); ++index) {
    std::error_code ignored;
    if (!fs::equivalent(found.front(), found[index], ignored))
      throw Error(
          ErrorCode::conflict,
          "the project has two databases: " + found.front().string() + " and " + found[index].string(),
          root.string(),
          "look at both with --db, keep the one that counts and move the other one out of the project");
  }
  const std::array<fs::path, 3> places = places_in(root);
  if (!found.empty()) return found.back();
  const fs::path folder = root / k_project_folder;
  if (is_folder(folder / k_daemon_folder)) return places[0];
  return !is_folder(folder) && is_folder(root / k_grid_folder) ? places[2] : places[1];
}

std::vector<fs::path> empty_beside_database(const fs::path& root) {
  return files_in(root).passed_over;
}

std::optional<fs::path> project_of_database(const fs::path& database) {
  fs::path folder = database.parent_path();
  if (folder.filename() == k_daemon_folder && folder.parent_path().filename() == k_project_folder)
    folder = folder.parent_path();
  const bool is_in_project = folder.filename() == k_project_folder || folder.filename() == k_grid_folder;
  return is_in_project ? std::optional(folder.parent_path()) : std::nullopt;
}

}  // namespace rlmdb
