// SPDX-License-Identifier: MIT
/// Enum members and their texts, both directions, in one place.
#pragma once

#include <optional>
#include <string_view>

#include "rlmdb/task.hpp"

namespace rlmdb::model {

/// "queued"… as the legacy store and `tasks.state` spell it.
[[nodiscard]] std::string_view to_text(TaskState state) noexcept;

/// The state spelt `text`, or nullopt for any text outside the legacy enum ("unknown" included, which only a
/// column says).
[[nodiscard]] std::optional<TaskState> find_task_state(std::string_view text) noexcept;

}  // namespace rlmdb::model
