// SPDX-License-Identifier: MIT
/// What tests of claims do in one line each.
#pragma once

#include <string>
#include <vector>

#include "task_place.hpp"

namespace rlmdb::test {

using Ids = std::vector<std::string>;

/// Claims until nothing is ready.
inline Ids claim_all(TaskPlace& place, const ClaimOptions& options = {}) {
  Ids ids;
  while (const auto claim = place.store().claim(options)) ids.push_back(claim->id.text);
  return ids;
}

[[nodiscard]] inline Ids ready_ids(TaskPlace& place) {
  Ids ids;
  for (const TaskSummary& task : place.store().ready()) ids.push_back(task.id.text);
  return ids;
}

inline std::string add_root(TaskPlace& place, const std::string& strategy) {
  NewTask task;
  task.prompt = "root";
  task.tree = TreeId{"tree-00000001"};
  task.metadata = JsonText{R"({"decomposition_strategy":")" + strategy + "\"}"};
  return place.add(task);
}

}  // namespace rlmdb::test
