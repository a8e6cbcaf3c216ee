// SPDX-License-Identifier: MIT
/// What a CHECKPOINT.md says of its threads. Internal to this room.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "grid/grid_snapshot.hpp"

namespace rlmdb::grid {

inline constexpr std::string_view k_checkpoint_file = "CHECKPOINT.md";

/// "02.3" of "3" and block "02", and of "2.3"; what begins with no number stays.
[[nodiscard]] std::string full_thread_id(std::string_view id, std::string_view block);

/// Whether "02.3" and "2.3" are one: by their numbers, where they have some.
[[nodiscard]] bool is_same_thread(std::string_view left, std::string_view right);

/// How many of `threads`, a JSON array, are complete.
[[nodiscard]] std::int64_t complete_threads(std::string_view threads);

/// Whether an entry of a list of threads is complete by its status; "", none: no.
[[nodiscard]] bool is_done_entry(std::string_view thread);
/// Whether the checkpoint, which may be unreadable, asks something that nobody has answered.
[[nodiscard]] bool waits_for_answer(const GridFile& checkpoint);

}  // namespace rlmdb::grid
