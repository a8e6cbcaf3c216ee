// SPDX-License-Identifier: MIT
/// THE tables of state documents and of files of checkpoints.
#pragma once

#include "schemas/value_rules.hpp"

namespace rlmdb::schemas {

[[nodiscard]] MemberRules state_rules() noexcept;
[[nodiscard]] MemberRules checkpoint_rules() noexcept;

}  // namespace rlmdb::schemas
