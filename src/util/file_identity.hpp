// SPDX-License-Identifier: MIT
/// Whose a file is, and who may use it.
#pragma once

#include <sys/stat.h>

#include <filesystem>

namespace rlmdb::util {

/// What a new file could not take over from the one that it replaces.
struct IdentityLoss {
  bool owner = false;
  bool group = false;
  /// Somebody who could read the old one cannot read the new one.
  bool shuts_out = false;
};

/// The open file gets mode (never setuid, setgid or sticky), owner, group and access control list of `old`,
/// as far as the caller may. Where the group is another one, it may no more than all others might. Error io.
[[nodiscard]] IdentityLoss take_identity(int descriptor, const struct stat& old,
                                         const std::filesystem::path& old_path);

/// Where root works in somebody's directory, the file or directory becomes its owner's. What cannot be done
/// is left.
void give_to_owner_of_directory(int descriptor, const std::filesystem::path& directory) noexcept;

}  // namespace rlmdb::util
