// SPDX-License-Identifier: MIT
/// Enum members and their texts, both directions, in one place.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "rlmdb/task.hpp"
#include "rlmdb/words.hpp"

namespace rlmdb::records {

/// The types of the variable schema, then the names of typeof, which legacy programs write (formats.md D8).
inline constexpr std::array<std::string_view, 10> k_variable_types{
    "text", "number", "boolean", "null", "json", "array", "file_path", "file_content", "string", "object"};
inline constexpr std::size_t k_schema_variable_types = 8;

/// "queued"… as the legacy store and `tasks.state` spell it.
[[nodiscard]] std::string_view to_text(TaskState state) noexcept;

/// The state spelt `text`, or nullopt for any text outside the legacy enum ("unknown" included, which only a
/// column says).
[[nodiscard]] std::optional<TaskState> find_task_state(std::string_view text) noexcept;

/// Another word for a state, as util::fold_word() gives it.
struct StateWord {
  std::string_view word;
  TaskState meaning;
};

/// THE table of the words that programs and language models write for the status of a node in a tree
/// document. Of a record's state other texts stay `unknown`: the legacy store counts and lists them as none
/// of its own.
[[nodiscard]] std::span<const StateWord> state_words() noexcept;

/// What a source's text for a state means, in whatever spelling; nullopt: nobody knows the word.
[[nodiscard]] std::optional<TaskState> meaning_of_state(std::string_view text);

}  // namespace rlmdb::records
