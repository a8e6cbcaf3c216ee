// SPDX-License-Identifier: MIT
/// Files beneath a directory, which no path leads out of: no "..", no absolute path, no symbolic link.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "util/file_descriptor.hpp"

namespace rlmdb::util {

enum class BeneathFault {
  none,
  absent,       ///< no such file
  outside,      ///< the path leads out of the root, or through a symbolic link
  not_regular,  ///< a directory, device, FIFO or socket
  too_large,
  changed,  ///< it was written to while it was read
};

struct BeneathFile {
  BeneathFault fault = BeneathFault::none;
  std::string bytes{};
  unsigned mode = 0;  ///< its permissions
};

/// Reads the regular file `path` beneath `root`. Nothing that is not one is opened for reading, so neither a
/// FIFO nor a device can hold it up. Holds the whole file in memory. Throws Error io for what the system
/// refuses.
[[nodiscard]] BeneathFile read_beneath(const std::filesystem::path& root, const std::string& path,
                                       std::uint64_t most_bytes);

/// The same without reading it: `bytes` is empty.
[[nodiscard]] BeneathFile look_beneath(const std::filesystem::path& root, const std::string& path);

/// Whether the text can be the name of a file, and is no way to another directory: not empty, not "." or
/// "..", without "/" and U+0000, at most 255 bytes.
[[nodiscard]] bool is_file_name(std::string_view text) noexcept;

/// The directory `path` beneath `root`; those that are missing, `root` too, are made (mode 0700), and their
/// names durable. Error conflict where something else stands there, also a symbolic link; io.
[[nodiscard]] FileDescriptor make_directory_beneath(const std::filesystem::path& root,
                                                    const std::filesystem::path& path);

/// The same without making any: invalid where one is missing.
[[nodiscard]] FileDescriptor find_directory_beneath(const std::filesystem::path& root,
                                                    const std::filesystem::path& path);

/// A path that names an entry of the open directory, whatever becomes of the directory's own name.
[[nodiscard]] std::filesystem::path path_in(const FileDescriptor& directory, std::string_view name);

}  // namespace rlmdb::util
