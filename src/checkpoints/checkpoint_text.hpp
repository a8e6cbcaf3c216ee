// SPDX-License-Identifier: MIT
/// A checkpoint file as an outline and the variables of its "state".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "checkpoints/snapshot_rows.hpp"
#include "db/connection.hpp"

namespace rlmdb::checkpoints {

/// A variable in a checkpoint of a tree is that of a node, or of the tree's state document.
struct CheckpointDocument {
  std::string
      outline;  ///< compact: "state" stands as {}, of the checkpoint of a tree "nodes" and "records" too
  std::vector<SnapshotVariable> variables;
  std::vector<SnapshotNode> nodes;
};

/// Takes `compact` apart, an object. What has another shape than checkpoint_text writes stays in the outline.
[[nodiscard]] CheckpointDocument split_checkpoint(std::string_view compact);

/// The file of a checkpoint, compact: an imported one as it was, one taken here in the members of the seed.
/// Of a tree's, "state" has the variables of the tree's state document, "nodes" those of each node by its id,
/// and "records" what each node was, without them.
[[nodiscard]] std::string checkpoint_text(db::Connection& connection, const SnapshotHead& head);

}  // namespace rlmdb::checkpoints
