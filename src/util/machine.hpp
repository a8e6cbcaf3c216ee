// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace rlmdb::util {

/// What this machine knows about processes, read once.
struct Machine {
  std::string host;  ///< host_identity()
  std::string boot_id;
  std::int64_t boot_time_ms = 0;              ///< since 1970 UTC
  std::optional<std::int64_t> pid_namespace;  ///< of the calling process

  [[nodiscard]] static Machine here();
};

}  // namespace rlmdb::util
