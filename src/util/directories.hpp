// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string_view>

namespace rlmdb::util {

/// Whether the text can be the name of a file, and is no way to another directory: not empty, not "." or
/// "..", without "/" and U+0000, at most 255 bytes.
[[nodiscard]] bool is_file_name(std::string_view text) noexcept;

/// Makes the directories of `relative` beneath `root`, and `root` itself, with mode 0700, and makes their
/// names durable. None of those beneath `root` may be a symbolic link: Error conflict. Error io.
void make_directories(const std::filesystem::path& root, const std::filesystem::path& relative);

}  // namespace rlmdb::util
