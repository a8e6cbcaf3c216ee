// SPDX-License-Identifier: MIT
#include "model/tokens.hpp"

#include <array>
#include <utility>

namespace rlmdb::model {

namespace {

constexpr std::array<std::pair<TaskState, std::string_view>, 5> k_task_states{{
    {TaskState::queued, "queued"},
    {TaskState::running, "running"},
    {TaskState::completed, "completed"},
    {TaskState::failed, "failed"},
    {TaskState::cancelled, "cancelled"},
}};

}  // namespace

std::string_view to_text(TaskState state) noexcept {
  for (const auto& [value, text] : k_task_states) {
    if (value == state) return text;
  }
  return "unknown";
}

std::optional<TaskState> find_task_state(std::string_view text) noexcept {
  for (const auto& [value, name] : k_task_states) {
    if (name == text) return value;
  }
  return std::nullopt;
}

}  // namespace rlmdb::model
