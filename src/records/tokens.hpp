// SPDX-License-Identifier: MIT
/// Enum members and their texts, both directions, in one place.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "rlmdb/task.hpp"

namespace rlmdb::records {

/// The members of the legacy state enum, in the order of TaskState.
inline constexpr std::array<std::string_view, 5> k_task_state_texts{"queued", "running", "completed",
                                                                    "failed", "cancelled"};

/// What a node may say of its children.
inline constexpr std::array<std::string_view, 4> k_decomposition_strategies{"parallel", "sequential",
                                                                            "conditional", "map-reduce"};
inline constexpr std::array<std::string_view, 4> k_merge_strategies{"concatenate", "summarize", "vote",
                                                                    "best-of-n"};
/// The types of the variable schema, then the names of typeof, which legacy programs write (formats.md D8).
inline constexpr std::array<std::string_view, 10> k_variable_types{
    "text", "number", "boolean", "null", "json", "array", "file_path", "file_content", "string", "object"};
inline constexpr std::size_t k_schema_variable_types = 8;

/// "queued"… as the legacy store and `tasks.state` spell it.
[[nodiscard]] std::string_view to_text(TaskState state) noexcept;

/// The state spelt `text`, or nullopt for any text outside the legacy enum ("unknown" included, which only a
/// column says).
[[nodiscard]] std::optional<TaskState> find_task_state(std::string_view text) noexcept;

}  // namespace rlmdb::records
