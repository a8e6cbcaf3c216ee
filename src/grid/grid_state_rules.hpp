// SPDX-License-Identifier: MIT
/// What the seed's schema says of the values of STATE.md and CHECKPOINT.md.
#pragma once

#include <array>
#include <string_view>

#include "rlmdb/words.hpp"

namespace rlmdb::grid {

inline constexpr std::array<std::string_view, 5> k_state_statuses = {"active", "checkpoint", "interrupted",
                                                                     "completed", "failed"};
inline constexpr std::array<std::string_view, 3> k_state_modes = {"autopilot", "guided", "hands_on"};
inline constexpr std::array<std::string_view, 4> k_position_levels = {"phase", "block", "wave", "thread"};

/// What kind of checkpoint it is, and what the mission's status is while it is there.
struct CheckpointType {
  std::string_view name;
  std::string_view status;
  bool asks_the_user;  ///< nothing goes on before there is an answer
};
inline constexpr std::array k_checkpoint_types = {
    CheckpointType{k_grid_checkpoint_types[0], "checkpoint", true},
    CheckpointType{k_grid_checkpoint_types[1], "checkpoint", true},
    CheckpointType{k_grid_checkpoint_types[2], "checkpoint", true},
    CheckpointType{k_grid_checkpoint_types[3], "interrupted", false},
    CheckpointType{k_grid_checkpoint_types[4], "failed", false},
};
/// nullptr: it is none of the five.
[[nodiscard]] const CheckpointType* find_checkpoint_type(std::string_view name);

/// Throws Error invalid_input, `where` a pointer of the patch, where a value that `patch_json` sets is none
/// that the schema knows, or where a position goes beyond its total in `state_json`, the state as it is to
/// be.
void require_state(std::string_view patch_json, std::string_view state_json);

}  // namespace rlmdb::grid
