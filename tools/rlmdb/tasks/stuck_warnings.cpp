// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "frame/envelope.hpp"
#include "frame/warnings.hpp"
#include "tasks/print_tasks.hpp"

namespace rlmdb::cli {

void warn_of_stuck_tasks(const std::vector<StuckTasks>& stuck, const Context& context) {
  constexpr std::size_t k_most_named = 10;
  std::vector<Finding> warnings;
  for (const StuckTasks& one : stuck) {
    warnings.push_back({one.tasks.front().text, one.code, one.message});
    if (warnings.size() < k_most_named || warnings.size() == stuck.size()) continue;
    warnings.back().message +=
        fmt::format("; {} more are stuck, `rlmdb ready --explain` lists them", stuck.size() - k_most_named);
    break;
  }
  if (context.wants_json()) {
    std::for_each(warnings.begin(), warnings.end(), keep_warning);
  } else {
    context.talk(text_warnings(warnings, context.error_terminal));
  }
}

}  // namespace rlmdb::cli
