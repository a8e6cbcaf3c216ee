// SPDX-License-Identifier: MIT
/// Files that others made, or may have. A process that closes any descriptor of a file loses all POSIX locks that it has
/// on it, and SQLite keeps a database by such locks: so what is opened here is no file of a database that is
/// open in this process, by whatever path it was reached.
#pragma once

#include <sys/stat.h>

#include <filesystem>

#include "util/file_descriptor.hpp"

namespace rlmdb::util {

/// Says that a database is open, as long as it lives. Any thread.
class OpenDatabase {
 public:
  /// `path` is that of its file, which is open.
  explicit OpenDatabase(const std::filesystem::path& path);
  OpenDatabase(const OpenDatabase&) = delete;
  OpenDatabase& operator=(const OpenDatabase&) = delete;
  ~OpenDatabase();

 private:
  int m_number;
};

/// open(2) of a file that is there, closed in children; invalid, with errno, where that fails. Error conflict for
/// a file of a database that is open in this process.
[[nodiscard]] FileDescriptor open_foreign(const std::filesystem::path& path, int flags);
/// The same of a name in an open directory.
[[nodiscard]] FileDescriptor open_foreign(const FileDescriptor& directory, const std::filesystem::path& name,
                                          int flags);
/// open_foreign() of the end of a path that somebody named: error conflict also for a link of others on the way
/// (walk_path()). Invalid, with errno, where the path cannot be walked or opened.
[[nodiscard]] FileDescriptor open_named(const std::filesystem::path& path, int flags);
/// For who opens it otherwise: false for a file of a database that is open in this process.
[[nodiscard]] bool is_foreign(const std::filesystem::path& path);

}  // namespace rlmdb::util
