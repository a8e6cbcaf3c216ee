// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "rlmdb/checkpoint.hpp"
#include "variables/state_rows.hpp"
#include "writing/task_writer.hpp"

namespace rlmdb::checkpoints {

/// A node that is to be copied.
struct ForkSource {
  std::string member;  ///< its store id, else its node id
  std::string record;  ///< compact; its metadata has the node's old place
  std::string state;   ///< of the copy: the text of an object, "" for none
};

/// What the new root says of its origin.
struct ForkOrigin {
  std::optional<std::string> tree_id;
  std::optional<std::string> task_id;  ///< of a fork of one task
  std::string checkpoint_id;
};

/// Writes the copies as nodes of a new tree. REQUIRES: an open write transaction; `tree` is nobody's.
[[nodiscard]] ForkReport write_fork(writing::TaskWriter& writer, const TreeId& tree,
                                    const std::vector<ForkSource>& nodes, const ForkOrigin& origin);

}  // namespace rlmdb::checkpoints
