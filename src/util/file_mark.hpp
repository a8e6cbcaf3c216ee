// SPDX-License-Identifier: MIT
/// A word about a file that the file itself carries (the extended attribute `user.rlmdb.known`), so that it
/// goes wherever the file goes and is gone when another program writes the file anew.
#pragma once

#include <string>

namespace rlmdb::util {

/// SHA-256 of the open regular file, hex. Reads from the beginning. Throws Error io naming `shown`.
[[nodiscard]] std::string sha256_of_file(int descriptor, const std::string& shown);

/// The mark, empty where there is none or the file system has none.
[[nodiscard]] std::string read_mark(int descriptor);

/// False where the file or its file system does not take it.
bool write_mark(int descriptor, const std::string& mark) noexcept;

}  // namespace rlmdb::util
