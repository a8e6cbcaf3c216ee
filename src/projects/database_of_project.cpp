// SPDX-License-Identifier: MIT
#include "rlmdb/error.hpp"
#include "rlmdb/project.hpp"

namespace rlmdb {

namespace {

namespace fs = std::filesystem;

constexpr const char* k_project_folder = ".aiwg";
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
    if (is_folder(directory / k_project_folder)) return directory;
    if (directory == directory.parent_path()) return std::nullopt;
  }
}

fs::path database_of_project(const fs::path& root) {
  const fs::path folder = root / k_project_folder;
  fs::path beside_tasks = folder / k_daemon_folder / k_database_name;
  fs::path above = folder / k_database_name;
  const bool is_above = is_there(above);
  std::error_code ignored;
  if (is_above && is_there(beside_tasks) && !fs::equivalent(above, beside_tasks, ignored))
    throw Error(ErrorCode::conflict,
                "the project has two databases: " + beside_tasks.string() + " and " + above.string(),
                root.string(),
                "look at both with --db, keep the one that counts and move the other one out of .aiwg/");
  if (is_above) return above;
  if (is_folder(folder / k_daemon_folder)) return beside_tasks;
  return above;
}

std::optional<fs::path> project_of_database(const fs::path& database) {
  fs::path folder = database.parent_path();
  if (folder.filename() == k_daemon_folder && folder.parent_path().filename() == k_project_folder)
    folder = folder.parent_path();
  return folder.filename() == k_project_folder ? std::optional(folder.parent_path()) : std::nullopt;
}

}  // namespace rlmdb
