// SPDX-License-Identifier: MIT
#include "records/tokens.hpp"

#include <algorithm>
#include <cstddef>

namespace rlmdb::records {

std::string_view to_text(TaskState state) noexcept {
  const auto index = static_cast<std::size_t>(state);
  return index < k_task_state_texts.size() ? k_task_state_texts[index] : "unknown";
}

std::optional<TaskState> find_task_state(std::string_view text) noexcept {
  const auto* const found = std::find(k_task_state_texts.begin(), k_task_state_texts.end(), text);
  if (found == k_task_state_texts.end()) return std::nullopt;
  return static_cast<TaskState>(found - k_task_state_texts.begin());
}

}  // namespace rlmdb::records
