// SPDX-License-Identifier: MIT
/// Where an output goes: looked at once, held by the open directory from then on.
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <optional>
#include <string>

#include "util/file_descriptor.hpp"

namespace rlmdb::util {

/// A name in an open directory, and what has it.
struct OutputPlace {
  FileDescriptor directory;          ///< O_PATH
  std::string name;                  ///< never a symbolic link when it was looked at
  std::filesystem::path shown;       ///< how messages call it
  std::optional<struct stat> found;  ///< nullopt: nothing is there yet
  bool is_descriptor = false;        ///< an entry of /proc/PID/fd: what it stands for is `found`

  /// For calls that take a path; whatever becomes of the directory's own name, it leads to this entry.
  [[nodiscard]] std::filesystem::path path() const;
  /// The directory's name as it is now, without symbolic links, and the entry's. Error io.
  [[nodiscard]] std::filesystem::path real_path() const;
  /// Whether a new file may take the name by a rename.
  [[nodiscard]] bool is_replaceable() const noexcept;
};

/// Follows symbolic links at the end, also one that leads to nothing yet: the place is where the last one
/// leads. Error conflict for a directory, links in a circle, links and files of others (util/path_walk.hpp);
/// io where the directory cannot be reached.
[[nodiscard]] OutputPlace find_output_place(const std::filesystem::path& file);

/// The entry `name` of `directory`, which must be no symbolic link, no directory and no file of others: Error
/// conflict.
[[nodiscard]] OutputPlace output_place_in(FileDescriptor directory, const std::string& name,
                                          const std::filesystem::path& shown);

/// Whether it is still the same file with the same content, as far as its status tells.
[[nodiscard]] bool is_as_it_was(const OutputPlace& place);

}  // namespace rlmdb::util
