// SPDX-License-Identifier: MIT
/// A recovery plan as a JSON document that people can read and `recover --apply` takes back.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "recovery/recovery_plan.hpp"

namespace rlmdb::recovery {

struct SavedNode {
  std::int64_t id = 0;  ///< tasks.id
  std::string task_id;  ///< "" where it has none
  std::string node_id;
  std::string state;
  RowStamp row;
  Decision decision = Decision::skip;
  std::string reason;
  std::string checkpoint_id;
  std::vector<TaskId> blocked_by;
};

struct SavedTree {
  TreeId tree_id;
  bool is_outside = false;  ///< no tree: running tasks that are in none
  std::vector<SavedNode> nodes;
};

struct SavedPlan {
  std::string rlmdb_version;  ///< that made it
  std::string planned_at;     ///< UTC
  std::string database;       ///< store::database_identity
  PlanOptions options{Stamps::taken, Attempts::limited, Force::no};
  std::vector<SavedTree> trees;
  std::string sha256;  ///< of the document up to it
};

/// The document, one node a line. Its last member is the SHA-256 of all before it.
[[nodiscard]] std::string write_plan(const std::vector<PlannedTree>& planned, PlanOptions options,
                                     std::string_view database, std::string_view planned_at);

/// Error invalid_input for anything but a document that write_plan wrote, unchanged; `where` is `name`, line
/// and column.
[[nodiscard]] SavedPlan read_plan(std::string_view text, const std::string& name);

}  // namespace rlmdb::recovery
