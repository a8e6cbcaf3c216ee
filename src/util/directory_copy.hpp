// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

namespace rlmdb::util {

struct DirectoryCopy {
  std::uint64_t files = 0;  ///< regular files and symbolic links
  std::uint64_t bytes = 0;
};

/// Copies a directory with everything in it to `to`, which is not there or empty: files and directories with
/// modes and times, by root with their owners, holes as holes, symbolic links as links. Left out: what
/// `leaves_out` says, sockets, FIFOs and devices. Complete and durable on return but for the name of `to`
/// itself. Throws Error io; what was made until then stays.
DirectoryCopy copy_directory(const std::filesystem::path& from, const std::filesystem::path& to,
                             const std::function<bool(const std::filesystem::path&)>& leaves_out);

/// The content of a regular file as a new one, 0600, holes as holes; not synced. Error conflict for a file of a
/// database that is open in this process; io.
void copy_content(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace rlmdb::util
