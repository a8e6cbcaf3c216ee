// SPDX-License-Identifier: MIT
#pragma once

#include <initializer_list>

namespace rlmdb::cli {

/// From such a signal on: so long may a process go on with what it has begun.
inline constexpr unsigned k_seconds_to_end = 10;

/// From now on these signals are only noted: is_to_end(). Waits that let signals through are woken.
void note_ends(std::initializer_list<int> signals) noexcept;
[[nodiscard]] bool is_to_end() noexcept;

/// A descriptor that becomes readable once such a signal comes; what came before is forgotten. From then on the
/// process has k_seconds_to_end. -1: the system has none left.
[[nodiscard]] int make_end_descriptor() noexcept;

}  // namespace rlmdb::cli
