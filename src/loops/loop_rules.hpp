// SPDX-License-Identifier: MIT
/// THE table of a loop's document: what its members have to be, where verbs write them here. An import takes
/// others as they are, and they are listed.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "schemas/value_rules.hpp"

namespace rlmdb::loops {

using LoopMemberRule = schemas::MemberRule;
using LoopValue = schemas::ValueKind;
using LoopNeed = schemas::Need;
using LoopRange = schemas::ValueRange;
using schemas::is_date_time;

// Of entries that verbs are given: members that the verb adds where they are missing are not required.
[[nodiscard]] std::span<const LoopMemberRule> baseline_rules() noexcept;
[[nodiscard]] std::span<const LoopMemberRule> iteration_rules() noexcept;
[[nodiscard]] std::span<const LoopMemberRule> regression_rules() noexcept;
/// Of members that are set in a regression that is there: the same, and none is required.
[[nodiscard]] std::span<const LoopMemberRule> regression_update_rules() noexcept;
[[nodiscard]] std::span<const LoopMemberRule> recovery_rules() noexcept;
[[nodiscard]] std::span<const LoopMemberRule> pattern_rules() noexcept;
/// The same of a pattern that is there.
[[nodiscard]] std::span<const LoopMemberRule> pattern_update_rules() noexcept;
[[nodiscard]] std::span<const LoopMemberRule> persistence_rules() noexcept;

/// Gives what of a whole document breaks the schema to `use`, and an id that is not `directory`, the loop in
/// whose directory it lies ("": in none).
void judge_loop(std::string_view document, std::string_view directory, const schemas::UseFault& use);

}  // namespace rlmdb::loops
