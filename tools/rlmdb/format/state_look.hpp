// SPDX-License-Identifier: MIT
/// The words for how a task is doing, and how each looks on a terminal, in a picture and in HTML.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "rlmdb/task.hpp"
#include "terminal/text_table.hpp"

namespace rlmdb::cli {

/// The states, and what the program tells beside them: `stuck` is queued and cannot go on before somebody does
/// something; `interrupted` is running, and nobody works on it any more.
enum class StateWord { completed, failed, running, queued, cancelled, unknown, stuck, interrupted };

struct StateLook {
  StateWord word;
  std::string_view name;
  std::string_view
      class_name;  ///< in pictures and HTML; "pending" of a queued one, as rlm-task-tree.yaml has it
  Tint tint;
  std::string_view symbol;  ///< one column wide: "✓",
  std::string_view ascii;   ///< or "+"
  std::string_view fill;    ///< "#90EE90", of the first four that of rlm-task-tree.yaml
  bool is_dashed;
};

/// The seed's four first.
[[nodiscard]] const std::array<StateLook, 8>& state_looks() noexcept;
[[nodiscard]] const StateLook& look_of(StateWord word) noexcept;

/// nullopt, a record without a state, is unknown.
[[nodiscard]] StateWord word_of(const std::optional<TaskState>& state) noexcept;
/// Of a node of a tree: also whether it is stuck or interrupted.
template <class Node>
[[nodiscard]] StateWord word_of_node(const Node& node) noexcept {
  if (node.is_process_gone) return StateWord::interrupted;
  return node.is_stuck ? StateWord::stuck : word_of(node.state);
}

[[nodiscard]] Tint tint_of(StateWord word) noexcept;
[[nodiscard]] Tint tint_of(const std::optional<TaskState>& state) noexcept;

/// The state that `text` names; `unknown` for any other text.
[[nodiscard]] TaskState state_named(std::string_view text) noexcept;

[[nodiscard]] std::string_view symbol_of(StateWord word, const Terminal& terminal) noexcept;

}  // namespace rlmdb::cli
