// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "model/transitions.hpp"
#include "rlmdb/change.hpp"
#include "store/task_head.hpp"

namespace rlmdb::tasks {

/// The task's state; `unknown` for none.
[[nodiscard]] TaskState state_of(const store::TaskHead& head) noexcept;

/// Error conflict unless the change may happen: the version is the expected one, a given token is that of the
/// task's claim, a claimed task's worker names it, and the state allows `verb` (nullopt: any state does).
void require_allowed(const store::TaskHead& head, const Precondition& only_if,
                     std::optional<model::Verb> verb);

}  // namespace rlmdb::tasks
