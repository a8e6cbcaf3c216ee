// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include "rlmdb/task.hpp"
#include "terminal/text_table.hpp"

namespace rlmdb::cli {

/// The colour of a state; nullopt, a record without one, looks like an unknown state.
[[nodiscard]] Tint tint_of(const std::optional<TaskState>& state) noexcept;

/// The state that `text` names; `unknown` for any other text.
[[nodiscard]] TaskState state_named(std::string_view text) noexcept;

/// One column wide: "✓", or in ASCII "+".
[[nodiscard]] std::string_view symbol_of(const std::optional<TaskState>& state,
                                         const Terminal& terminal) noexcept;

}  // namespace rlmdb::cli
