// SPDX-License-Identifier: MIT
#pragma once

#include "records/task_head.hpp"
#include "rlmdb/change.hpp"
#include "writing/transitions.hpp"

namespace rlmdb::writing {

/// The task's state; `unknown` for none.
[[nodiscard]] TaskState state_of(const records::TaskHead& head) noexcept;

// What must hold for a change, else Error conflict. A given version and a given token are compared in each; a
// token that is not that of the task's claim says that the work of its bearer must not be stored.

/// For what those beside a run may do as well: nothing else must hold.
void require_expected(const records::TaskHead& head, const Precondition& only_if);

/// For what would take a task out of its owner's hands: it is neither claimed nor held by another, or that is
/// over (records::state_of_claim), or the claim's token is given, or it is forced.
void require_not_held(records::TaskHeads& heads, const records::TaskHead& head, const Precondition& only_if);

/// For `verb`: the state allows it, and nobody else holds the task; where only the one who works on a task does
/// it, a claimed one needs its token, also when the claim is over. Each may be forced.
void require_allowed(records::TaskHeads& heads, const records::TaskHead& head, const Precondition& only_if,
                     Verb verb);

}  // namespace rlmdb::writing
