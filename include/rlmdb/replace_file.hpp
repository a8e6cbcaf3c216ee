// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string_view>

namespace rlmdb {

/// Gives `file` the content `bytes`: written beside it under a temporary name (mode 0600), fsynced, renamed
/// over it, directory fsynced. The old file stays until the new one is complete and durable; a symbolic link
/// is replaced, not followed. Error io: the file is as it was, and nothing stays beside it.
void replace_file(const std::filesystem::path& file, std::string_view bytes);

}  // namespace rlmdb
