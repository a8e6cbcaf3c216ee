// SPDX-License-Identifier: MIT
/// A checkpoint file (formats.md 3.4) as an outline and the variables of its "state".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "checkpoints/snapshot_rows.hpp"
#include "db/connection.hpp"

namespace rlmdb::checkpoints {

struct CheckpointDocument {
  std::string outline;  ///< compact: "state" stands as {}
  std::vector<variables::StoredVariable> variables;
};

/// Takes `compact` apart, an object. A "state" that is no object stays in the outline.
[[nodiscard]] CheckpointDocument split_checkpoint(std::string_view compact);

/// The file of a checkpoint, compact: an imported one as it was, one taken here in the members of the seed.
/// Of a tree's, "state" has the variables of the tree's state document, and "nodes" those of each node.
[[nodiscard]] std::string checkpoint_text(db::Connection& connection, const SnapshotHead& head);

}  // namespace rlmdb::checkpoints
