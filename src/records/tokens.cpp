// SPDX-License-Identifier: MIT
#include "records/tokens.hpp"

#include <algorithm>
#include <cstddef>

namespace rlmdb::records {

std::string_view to_text(TaskState state) noexcept {
  const auto index = static_cast<std::size_t>(state);
  return index < k_task_states.size() ? k_task_states[index] : "unknown";
}

std::optional<TaskState> find_task_state(std::string_view text) noexcept {
  const auto* const found = std::find(k_task_states.begin(), k_task_states.end(), text);
  if (found == k_task_states.end()) return std::nullopt;
  return static_cast<TaskState>(found - k_task_states.begin());
}

}  // namespace rlmdb::records
