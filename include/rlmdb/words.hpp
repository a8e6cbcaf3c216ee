// SPDX-License-Identifier: MIT
/// The closed lists of words in task stores and in databases, each in one place. Order is meaning where an
/// enum has the same one; help texts and JSON schemas name them in it too.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>

namespace rlmdb {

/// The words of E in the order of its members; empty for an enum that has none.
template <class E>
inline constexpr std::array<std::string_view, 0> k_words_of{};

/// An enum whose members have words.
template <class E>
concept Worded = std::is_enum_v<E> && !k_words_of<E>.empty();

/// The word of a member. Never empty; no cost.
template <Worded E>
[[nodiscard]] constexpr std::string_view to_text(E member) noexcept {
  return k_words_of<E>[static_cast<std::size_t>(member)];
}

/// The member with that word, as it is spelt; nullopt: there is none.
template <Worded E>
[[nodiscard]] constexpr std::optional<E> named(std::string_view word) noexcept {
  const auto found = std::find(k_words_of<E>.begin(), k_words_of<E>.end(), word);
  if (found == k_words_of<E>.end()) return std::nullopt;
  return static_cast<E>(found - k_words_of<E>.begin());
}

/// `state` of a task, in the order of TaskState (formats.md 2.1).
inline constexpr std::array<std::string_view, 5> k_task_states{"queued", "running", "completed", "failed",
                                                               "cancelled"};
/// `decomposition_strategy`: what a node says of its children.
inline constexpr std::array<std::string_view, 4> k_decomposition_strategies{"parallel", "sequential",
                                                                            "conditional", "map-reduce"};
/// `merge_strategy`: what becomes of its children's results.
inline constexpr std::array<std::string_view, 4> k_merge_strategies{"concatenate", "summarize", "vote",
                                                                    "best-of-n"};
/// `status` of a result in the shape of a node's.
inline constexpr std::array<std::string_view, 4> k_result_statuses{"success", "partial", "failed",
                                                                   "cancelled"};
/// `output_type` of such a result.
inline constexpr std::array<std::string_view, 5> k_output_types{"text", "json", "markdown", "code",
                                                                "file_path"};
/// `metadata.finish_reason` of such a result.
inline constexpr std::array<std::string_view, 4> k_finish_reasons{"stop", "length", "tool_use", "error"};
/// `execution_mode` of a tree.
inline constexpr std::array<std::string_view, 4> k_execution_modes{"strict", "seeded", "logged", "default"};
/// `metadata.completion_status` of a state document.
inline constexpr std::array<std::string_view, 4> k_completion_statuses{"incomplete", "complete", "error",
                                                                       "cancelled"};
/// How a vote is decided, in the order of VoteRule.
inline constexpr std::array<std::string_view, 3> k_vote_rules{"majority", "consensus", "plurality"};
/// `scope` of a state document, in the order of StateScope.
inline constexpr std::array<std::string_view, 5> k_state_scopes{"global", "session", "tree", "temporary",
                                                                "state"};
/// `severity` of a loop's regression, the worst first.
inline constexpr std::array<std::string_view, 4> k_severities{"critical", "high", "medium", "low"};

/// What was proved of a source, in the order of Proven.
inline constexpr std::array<std::string_view, 4> k_proven_words{"identical", "complete", "partial",
                                                                "nothing"};

/// `imports.kind`: the kinds of legacy files, in the order in which those of a project come in.
inline constexpr std::array<std::string_view, 12> k_source_kinds{
    "tasks-json",    "tree-json", "node-json",     "state-json", "checkpoint-json", "value-json",
    "history-jsonl", "loop-json", "workflow-json", "grid-file",  "kept-json",       "kept-text"};

}  // namespace rlmdb
