// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

namespace rlmdb {

/// A part of time, in ms since 1970 UTC. Nothing is in it that has no time, as soon as it has a beginning or an end.
struct TimeSpan {
  std::optional<std::int64_t> begin_ms{};  ///< the first of it; nullopt: it has no beginning
  std::optional<std::int64_t> end_ms{};    ///< the first behind it; nullopt: it has no end

  [[nodiscard]] bool is_all() const noexcept { return !begin_ms && !end_ms; }
};

}  // namespace rlmdb
