// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

namespace rlmdb::util {

/// Makes one directory: mode 0700 whatever the umask, by root its parent's owner's, its name on disk. False
/// where something has the name. Error io; messages call it `shown`.
bool make_private_directory(const std::filesystem::path& directory, const std::filesystem::path& shown);

/// The directories that a path lacks, made for a file that is about to appear in them: mode 0700, each with
/// its name on disk. Those in which nothing came to be are gone on destruction.
class NewDirectories {
 public:
  /// Makes `directory` and what is missing above it; nothing where it is there. Error io naming the one that
  /// could not be made.
  explicit NewDirectories(const std::filesystem::path& directory);
  NewDirectories(const NewDirectories&) = delete;
  NewDirectories& operator=(const NewDirectories&) = delete;
  ~NewDirectories();

 private:
  void make(const std::filesystem::path& directory);
  void remove_empty() noexcept;

  std::vector<std::filesystem::path> m_made;  ///< outermost first
};

}  // namespace rlmdb::util
