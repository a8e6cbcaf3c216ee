// SPDX-License-Identifier: MIT
/// Words about a file that the file itself carries (the extended attributes `user.rlmdb.known` and
/// `user.rlmdb.copy`), so that they go wherever the file goes and are gone when another program writes the
/// file anew.
#pragma once

#include <filesystem>
#include <string>

namespace rlmdb::util {

/// SHA-256 of the open regular file, hex. Reads from the beginning. Throws Error io naming `shown`.
[[nodiscard]] std::string sha256_of_file(int descriptor, const std::string& shown);

/// The mark, empty where there is none or the file system has none.
[[nodiscard]] std::string read_mark(int descriptor);

/// False where the file or its file system does not take it.
bool write_mark(int descriptor, const std::string& mark) noexcept;

/// Says that the file, whose bytes have this hash, stays as a copy beside the one that an output wrote. False
/// as above.
bool write_copy_mark(int descriptor, const std::string& sha256) noexcept;

/// Whether that was said of the bytes that it has now. Reads it to its end where something was said.
[[nodiscard]] bool is_marked_as_copy(const std::filesystem::path& file);

}  // namespace rlmdb::util
