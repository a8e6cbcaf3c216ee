// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "records/task_head.hpp"
#include "rlmdb/change.hpp"
#include "writing/transitions.hpp"

namespace rlmdb::writing {

/// The task's state; `unknown` for none.
[[nodiscard]] TaskState state_of(const records::TaskHead& head) noexcept;

/// Error conflict unless the change may happen: the version is the expected one, a given token is that of the
/// task's claim, a claimed task's worker names it, and the state allows `verb` (nullopt: any state does).
void require_allowed(const records::TaskHead& head, const Precondition& only_if, std::optional<Verb> verb);

}  // namespace rlmdb::writing
