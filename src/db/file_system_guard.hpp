// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace rlmdb::db {

/// Name of the network file system that holds `path` ("nfs", "fuse.sshfs"), nullopt when it is local. The
/// WAL needs shared memory, which two machines do not have. Throws Error io when the kernel gives no answer.
[[nodiscard]] std::optional<std::string> network_file_system(const std::filesystem::path& path);

/// The rule behind it, for tests: `magic` of statfs(2), `type` of the mount table (asked for FUSE alone).
[[nodiscard]] std::optional<std::string> network_file_system_of(long magic, const std::string& type);

}  // namespace rlmdb::db
