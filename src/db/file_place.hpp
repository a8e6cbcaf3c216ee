// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <filesystem>

namespace rlmdb::db {

/// What the names of a database and of its -wal meant when they were opened. Somebody may remove the files or
/// give their names to others: SQLite then goes on in files that nobody will find.
class FilePlace {
 public:
  FilePlace() = default;  ///< of a database that has no place yet: is never elsewhere
  /// Of an open database in WAL mode. Throws Error io.
  explicit FilePlace(const std::filesystem::path& database);

  /// Error conflict when one of the names is gone or means another file, io when that cannot be found out.
  /// Two stat(2).
  void require_unmoved(const std::filesystem::path& database) const;

 private:
  struct Identity {
    dev_t device = 0;
    ino_t inode = 0;
    bool operator==(const Identity&) const = default;
  };
  static Identity identity_of(const std::filesystem::path& path);

  Identity m_file;
  Identity m_wal;
  std::filesystem::path m_wal_path;
};

}  // namespace rlmdb::db
