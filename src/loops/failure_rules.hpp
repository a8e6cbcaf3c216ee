// SPDX-License-Identifier: MIT
/// Which iterations failed, and when a loop is stuck.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace rlmdb::loops {

/// So many failures in a row, and the loop is stuck.
inline constexpr std::size_t k_stuck_failures = 3;
/// What a recovery from that names as its trigger.
inline constexpr std::string_view k_stuck_trigger = "stuck_loop_detected: 3 consecutive failures";

/// Whether an entry of iteration_history failed: it says so (`status`, `result` or `outcome` is failed,
/// failure or error, or `success` is false), or tests of it failed, and no fewer than of `before`, the
/// entry before it ("": there is none, or it says nothing of tests).
[[nodiscard]] bool has_failed(std::string_view entry, std::string_view before);

/// Whether the newest k_stuck_failures of them failed. `entries`: newest first.
[[nodiscard]] bool is_stuck(std::span<const std::string> entries);

}  // namespace rlmdb::loops
