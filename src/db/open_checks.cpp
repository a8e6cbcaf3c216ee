// SPDX-License-Identifier: MIT
#include "db/open_checks.hpp"

#include <sqlite3.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "db/statement.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/version.hpp"
#include "util/path_walk.hpp"
#include "util/private_file.hpp"

namespace rlmdb::db {

namespace fs = std::filesystem;

std::optional<fs::path> find_real_path(const fs::path& path) {
  util::require_no_link_of_others(path);
  std::error_code error;
  fs::path real = fs::canonical(path, error);
  if (error == std::errc::no_such_file_or_directory || error == std::errc::not_a_directory)
    return std::nullopt;
  if (error) util::throw_io("reach the database", path, error.value());
  return real;
}

fs::path real_path(const fs::path& path) {
  std::optional<fs::path> real = find_real_path(path);
  if (!real)
    throw Error(ErrorCode::not_found, "there is no database " + path.string(), path.string(),
                "rlmdb init or rlmdb import makes one");
  std::error_code ignored;
  if (!fs::is_regular_file(*real, ignored))
    throw Error(ErrorCode::not_our_database, path.string() + " is not a file", path.string());
  return *std::move(real);
}

void require_ours(sqlite3* handle, const fs::path& path) {
  Statement statement(handle, "PRAGMA application_id");
  const std::int64_t id = get_int64(statement);
  if (id == k_application_id) return;
  std::error_code ignored;
  const bool empty = fs::file_size(path, ignored) == 0;
  throw Error(ErrorCode::not_our_database,
              path.string() + (empty ? " is an empty file, not a database of rlmdb"
                                     : " is a SQLite database of another program (application_id " +
                                           std::to_string(id) + ")"),
              path.string(), "name a file that rlmdb init or rlmdb import made");
}

bool header_is_ours(sqlite3* handle) {
  static constexpr std::string_view k_magic{"SQLite format 3\0", 16};
  static constexpr std::size_t k_id_offset = 68;
  sqlite3_file* file = nullptr;
  std::array<unsigned char, 100> header{};
  if (sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK) return false;
  if (file == nullptr || file->pMethods == nullptr) return false;
  if (file->pMethods->xRead(file, header.data(), static_cast<int>(header.size()), 0) != SQLITE_OK)
    return false;
  std::uint32_t id = 0;
  for (std::size_t i = 0; i < 4; ++i) id = id << 8U | header[k_id_offset + i];
  return std::equal(k_magic.begin(), k_magic.end(), header.begin(),
                    [](char c, unsigned char byte) { return static_cast<unsigned char>(c) == byte; }) &&
         id == static_cast<std::uint32_t>(k_application_id);
}

namespace {

nlink_t names_of(const fs::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) util::throw_io("look at", path, errno);
  return status.st_nlink;
}

}  // namespace

void require_one_name(const fs::path& path) {
  if (names_of(path) < 2) return;
  // A process that died while it gave a new database its name left the name that the file had before.
  util::remove_leftover_private_files(path, k_unpublished_kind);
  const nlink_t names = names_of(path);
  if (names < 2) return;
  throw Error(ErrorCode::conflict,
              path.string() + " has " + std::to_string(names) +
                  " names (hard links), and what is written through one of them is lost to the others",
              path.string(),
              "keep one name and make a copy or a symbolic link of the others; reading works meanwhile");
}

}  // namespace rlmdb::db
