// SPDX-License-Identifier: MIT
/// Where a path leads, link by link, and whose links and files may be met on the way: decision 044.
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <optional>
#include <string>

#include "util/file_descriptor.hpp"

namespace rlmdb::util {

/// A name in an open directory to which a path leads.
struct PathEnd {
  FileDescriptor directory;            ///< O_PATH
  std::string name{};                  ///< no symbolic link; "": the path leads to the directory itself
  std::optional<struct stat> found{};  ///< what has the name; nullopt: nothing yet
  bool is_descriptor = false;          ///< a link of /proc, which stands for what is `found`
  int error_number = 0;                ///< errno where the path could not be walked to its end
};

/// Follows all symbolic links, also a last one that leads to nothing yet. Error conflict for a link of
/// others: one in a sticky directory that its group or all may write to, which belongs neither to the
/// effective user nor to the directory's owner.
[[nodiscard]] PathEnd walk_path(const std::filesystem::path& path);

/// Error conflict as walk_path(); whatever else is wrong with the path is said by who opens it.
void require_no_link_of_others(const std::filesystem::path& path);

/// Error conflict for a regular file or FIFO of others in such a directory: it is neither replaced nor
/// written into. `shown` is how messages call it.
void require_no_file_of_others(const FileDescriptor& directory, const struct stat& file,
                               const std::filesystem::path& shown);

/// The same of what a path leads to, without links of others on the way.
void require_no_file_of_others(const std::filesystem::path& path);

}  // namespace rlmdb::util
