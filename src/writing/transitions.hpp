// SPDX-License-Identifier: MIT
/// Which state may follow which, and by what: the one table of it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "rlmdb/event_kind.hpp"
#include "rlmdb/task.hpp"

namespace rlmdb::writing {

enum class Verb { start, claim, complete, fail, cancel, retry, release, append, heartbeat };

/// The state after `verb`.
[[nodiscard]] TaskState state_after(Verb verb) noexcept;

/// "task:started"…
[[nodiscard]] EventKind event_kind(Verb verb) noexcept;

/// Why `verb` does not apply to a task in `state` (its text for people: `state_text`); nullopt where it does.
[[nodiscard]] std::optional<std::string> refusal(Verb verb, TaskState state, std::string_view state_text);

/// Whether some verb leads from one state to the other; a state may always stay.
[[nodiscard]] bool may_follow(TaskState before, TaskState after) noexcept;

/// Completed, failed or cancelled: no process works on it.
[[nodiscard]] bool is_ended(TaskState state) noexcept;

}  // namespace rlmdb::writing
