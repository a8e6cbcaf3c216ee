// SPDX-License-Identifier: MIT
/// What belongs to a tree, in one place: its nodes, whatever they are known from; the documents (`tree.json`
/// and node files) that describe it; its state document; the checkpoints that count to it or are of one of
/// its nodes; the files that are kept whole and lie in its directory; its row of settings (limits and
/// budget). Variables, elements of metadata.checkpoints and pieces of output belong to its nodes. Its events
/// do not: they are the history.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checkpoints/snapshot_rows.hpp"
#include "db/connection.hpp"
#include "sources/removed_rows.hpp"
#include "tree_documents/document_rows.hpp"
#include "variables/state_rows.hpp"

namespace rlmdb::trees {

struct TreeParts {
  std::string tree_id;
  std::vector<tree_documents::TreeMember> nodes;          ///< in store order
  std::vector<tree_documents::StoredDocument> documents;  ///< whole trees first
  std::optional<variables::StateHead> state;
  std::vector<checkpoints::SnapshotHead> checkpoints;  ///< by snapshots.id
  std::int64_t files = 0;
  bool has_settings = false;
};

/// All but the node rows of an unknown tree may be there all the same: what was made before its first node.
[[nodiscard]] TreeParts parts_of_tree(db::Connection& connection, const std::string& tree_id);

/// Whether there is such a tree: anything of it but settings.
[[nodiscard]] bool is_tree_there(const TreeParts& parts) noexcept;

/// The places of its files.
[[nodiscard]] sources::PlaceRange files_of_tree(const std::string& tree_id);

/// Removes all of it but its nodes, which are tasks. REQUIRES: a write transaction.
void remove_around_nodes(db::Connection& connection, const TreeParts& parts);

}  // namespace rlmdb::trees
