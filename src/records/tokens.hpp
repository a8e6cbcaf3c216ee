// SPDX-License-Identifier: MIT
/// Enum members and their texts, both directions, in one place.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "rlmdb/task.hpp"
#include "rlmdb/words.hpp"

namespace rlmdb::records {

/// k_variable_types, and the names of typeof, which legacy programs write.
inline constexpr auto k_known_variable_types = [] {
  std::array<std::string_view, k_variable_types.size() + 2> types{};
  *std::copy(k_variable_types.begin(), k_variable_types.end(), types.begin()) = "string";
  types.back() = "object";
  return types;
}();

/// The state spelt `text`, or nullopt for any text outside the legacy enum ("unknown" included).
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
