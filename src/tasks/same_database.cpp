// SPDX-License-Identifier: MIT
#include "rlmdb/same_database.hpp"

#include <sys/stat.h>

#include "rlmdb/error.hpp"
#include "rlmdb/store.hpp"

namespace rlmdb {

namespace {

/// "": there is none.
std::string device_and_inode(const std::filesystem::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return {};
  return std::to_string(status.st_dev) + ":" + std::to_string(status.st_ino);
}

/// Where its directory really is, so that one file has one name; the file itself may be gone.
std::filesystem::path without_links(const std::filesystem::path& path) {
  std::error_code ignored;
  std::filesystem::path real = std::filesystem::weakly_canonical(path, ignored);
  return real.empty() ? path : real;
}

}  // namespace

void SameDatabase::remember(const Store& store) {
  if (!m_known) m_known = Known{store.path(), device_and_inode(store.path()), store.database_id()};
}

void SameDatabase::require_at(const std::filesystem::path& path) {
  if (!m_known) return;
  const std::string file = device_and_inode(path);
  // None is not the same as none: a file that was gone when it was remembered is gone.
  if (!file.empty() && file == m_known->file) return;
  const std::string hint =
      "nothing was changed; put it back (git stash pop, rlmdb restore), or begin anew with another session";
  const std::filesystem::path there = without_links(path);
  if (there != m_known->path)
    throw Error(ErrorCode::conflict,
                "until now the database was " + m_known->path.string() + ", now it would be another one",
                path.string(), hint);
  if (file.empty())
    throw Error(ErrorCode::not_found, "the database that was at " + path.string() + " is gone", path.string(),
                hint);
  if (!m_known->id || Store::open(path, Access::read_only).database_id() != m_known->id)
    throw Error(ErrorCode::conflict,
                "another database is in the place of the one that was at " + path.string(), path.string(),
                hint);
  m_known->file = file;
}

}  // namespace rlmdb
