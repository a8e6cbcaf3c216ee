// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "util/file_descriptor.hpp"

namespace rlmdb::util {

/// Opens `path` beneath the open `directory`, as openat2(2) does with RESOLVE_BENEATH and
/// RESOLVE_NO_SYMLINKS; where the kernel or a sandbox has no openat2, name by name. Invalid and errno where
/// it is refused: EXDEV for a way out, ELOOP for a symbolic link anywhere in it.
[[nodiscard]] FileDescriptor open_beneath(const FileDescriptor& directory, const std::string& path,
                                          int flags);

}  // namespace rlmdb::util
