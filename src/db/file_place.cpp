// SPDX-License-Identifier: MIT
#include "db/file_place.hpp"

#include <sys/stat.h>

#include <cerrno>

#include "rlmdb/error.hpp"
#include "util/private_file.hpp"

namespace rlmdb::db {

FilePlace::Identity FilePlace::identity_of(const std::filesystem::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) return {status.st_dev, status.st_ino};
  if (errno == ENOENT || errno == ENOTDIR) return {};
  util::throw_io("see whether it is still the file that is open:", path, errno);
}

FilePlace::FilePlace(const std::filesystem::path& database)
    : m_file(identity_of(database)), m_wal_path(database.string() + "-wal") {
  m_wal = identity_of(m_wal_path);
}

void FilePlace::require_unmoved(const std::filesystem::path& database) const {
  if (m_wal_path.empty()) return;
  const auto require_same = [](const std::filesystem::path& path, const Identity& opened) {
    const Identity now = identity_of(path);
    if (now == opened && now != Identity()) return;  // gone before it was looked at is gone, too
    throw Error(ErrorCode::conflict,
                path.string() + (now == Identity() ? " was removed" : " was replaced by another file") +
                    " while it was open: what is written now would be lost",
                path.string(), "see what became of the file, then run the command again");
  };
  require_same(database, m_file);
  if (m_wal != Identity()) require_same(m_wal_path, m_wal);
}

}  // namespace rlmdb::db
