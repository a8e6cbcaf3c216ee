// SPDX-License-Identifier: MIT
#include "imports/free_space.hpp"

#include <sys/statvfs.h>

#include "rlmdb/error.hpp"

namespace rlmdb::imports {

void require_free_space(const std::filesystem::path& database, std::uint64_t bytes) {
  const std::filesystem::path directory = std::filesystem::absolute(database).parent_path();
  struct statvfs status {};
  // A file system that cannot tell is left to fail at the write.
  if (statvfs(directory.c_str(), &status) != 0 || status.f_blocks == 0) return;
  const std::uint64_t free_bytes = std::uint64_t{status.f_bavail} * status.f_frsize;
  if (free_bytes >= bytes) return;
  throw Error(ErrorCode::io,
              "not enough space: the import may need " + std::to_string(bytes) + " bytes, " +
                  std::to_string(free_bytes) + " are free; nothing was changed",
              directory.string(), "free some space, or choose another place with --db");
}

}  // namespace rlmdb::imports
