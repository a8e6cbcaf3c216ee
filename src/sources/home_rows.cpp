// SPDX-License-Identifier: MIT
#include "sources/home_rows.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include "db/meta_rows.hpp"
#include "rlmdb/project.hpp"
#include "sources/grid_place.hpp"

namespace rlmdb::sources {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view k_home_directory = "home_directory";
constexpr std::string_view k_home_by = "home_by";
constexpr std::string_view k_by_place = "place";
constexpr std::string_view k_by_import = "import";

/// Whether the path is below the root, and what it is from there on.
std::optional<std::string> beneath(const fs::path& root, const std::string& path) {
  std::string begin = root.string();
  if (!begin.ends_with('/')) begin += '/';
  if (!path.starts_with(begin)) return std::nullopt;
  return path.substr(begin.size());
}

/// A directory keeps all of this when it gets another name, and a new one has another birth. "" where the
/// file system does not say when it was made.
std::string mark_of_directory(const fs::path& root) {
  struct statx status {};
  constexpr unsigned k_asked = STATX_INO | STATX_BTIME;
  if (::statx(AT_FDCWD, root.c_str(), 0, k_asked, &status) != 0 || (status.stx_mask & k_asked) != k_asked)
    return {};
  return std::to_string(status.stx_dev_major) + ":" + std::to_string(status.stx_dev_minor) + ":" +
         std::to_string(status.stx_ino) + ":" + std::to_string(status.stx_btime.tv_sec) + ":" +
         std::to_string(status.stx_btime.tv_nsec);
}

}  // namespace

std::optional<fs::path> home_of(db::Connection& connection) {
  auto here = project_of_database(connection.path());
  db::MetaRows meta(connection);
  auto kept = meta.find_text(k_home_key);
  if (!kept) return here;
  if (!here) return fs::path(*kept);
  // It lay elsewhere, took files of a project that is still there, and was carried into another one since.
  const bool is_guest = *kept != here->string() && meta.find_text(k_home_by) == k_by_import;
  return is_guest && has_project(*kept) ? fs::path(*kept) : here;
}

std::string known_as(db::Connection& connection, const fs::path& real_path) {
  std::string path = real_path.string();
  if (!place_in_project(real_path / "")) return path;
  const auto home = home_of(connection);
  auto place = home ? beneath(*home, path) : std::nullopt;
  return place ? *std::move(place) : path;
}

fs::path path_of_known(db::Connection& connection, std::string_view known_as) {
  fs::path path = known_as;
  if (path.empty() || path.is_absolute()) return path;
  const auto home = home_of(connection);
  return home ? *home / path : path;
}

std::optional<std::string> text_of_known(db::Connection& connection,
                                         const std::optional<std::string>& known_as) {
  if (!known_as) return std::nullopt;
  return path_of_known(connection, *known_as).string();
}

std::optional<fs::path> root_of_project(const fs::path& real_path) {
  const auto place = place_in_project(real_path);
  if (!place) return std::nullopt;
  const std::string path = real_path.string();
  const fs::path root = path.substr(0, path.size() - place->size());
  return root.has_filename() ? root : root.parent_path();
}

bool has_project(const fs::path& root) {
  // What cannot be looked at is there, too.
  const auto is_there = [](const fs::path& path) {
    std::error_code failure;
    return fs::symlink_status(path, failure).type() != fs::file_type::not_found;
  };
  return is_there(root / ".aiwg") || is_there(root / ".grid");
}

void keep_home(db::Connection& connection, const fs::path& root) {
  db::MetaRows meta(connection);
  const std::string mark = mark_of_directory(root);
  const std::string_view by = project_of_database(connection.path()) == root ? k_by_place : k_by_import;
  if (meta.find_text(k_home_key) == root.string() && meta.find_text(k_home_directory) == mark &&
      meta.find_text(k_home_by) == by)
    return;
  meta.put_text(k_home_key, root.string());
  meta.put_text(k_home_by, by);
  meta.put_text(k_home_directory, mark);
}

bool is_kept_home(db::Connection& connection, const fs::path& root) {
  const auto kept = db::MetaRows(connection).find_text(k_home_directory);
  return kept && !kept->empty() && *kept == mark_of_directory(root);
}

}  // namespace rlmdb::sources
