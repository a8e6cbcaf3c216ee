// SPDX-License-Identifier: MIT
#include "tasks/task_verbs.hpp"

#include <array>

#include "frame/verbs.hpp"

namespace rlmdb::cli {
namespace {

/// In the order of TaskVerb.
constexpr std::array<std::string_view, 8> k_task_words{"add",    "start", "complete", "fail",
                                                       "cancel", "retry", "append",   "set"};

}  // namespace

std::string_view to_text(TaskVerb verb) noexcept {
  return k_task_words[static_cast<std::size_t>(verb)];
}

TaskVerb task_verb(const std::string& word) {
  return static_cast<TaskVerb>(find_verb("task", word, k_task_words));
}

}  // namespace rlmdb::cli
