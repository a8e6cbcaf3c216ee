// SPDX-License-Identifier: MIT
#include "trees/tree_parts.hpp"

#include "sources/file_rows.hpp"
#include "sources/rlm_place.hpp"
#include "trees/tree_setting_rows.hpp"

namespace rlmdb::trees {

TreeParts parts_of_tree(db::Connection& connection, const std::string& tree_id) {
  TreeParts parts;
  parts.tree_id = tree_id;
  tree_documents::DocumentRows documents(connection);
  parts.nodes = documents.members_of_tree(tree_id);
  parts.documents = documents.of_tree(tree_id);
  parts.state = variables::StateRows(connection).find("tree", tree_id);
  parts.checkpoints = checkpoints::SnapshotRows(connection).of_tree(tree_id);
  const sources::PlaceRange places = files_of_tree(tree_id);
  parts.files = sources::FileRows(connection).count_between(places.first, places.end);
  parts.has_settings = TreeSettingRows(connection).find(tree_id) != TreeSettings{};
  return parts;
}

bool is_tree_there(const TreeParts& parts) noexcept {
  return !parts.nodes.empty() || !parts.documents.empty() || parts.state || !parts.checkpoints.empty() ||
         parts.files > 0;
}

sources::PlaceRange files_of_tree(const std::string& tree_id) {
  const std::string directory = sources::directory_of(StateName{StateScope::tree, tree_id});
  return {directory + '/', directory + static_cast<char>('/' + 1)};
}

void remove_around_nodes(db::Connection& connection, const TreeParts& parts) {
  tree_documents::DocumentRows documents(connection);
  for (const tree_documents::StoredDocument& document : parts.documents) documents.remove(document.id);
  if (parts.state) variables::StateRows(connection).remove(parts.state->id);
  checkpoints::SnapshotRows checkpoints(connection);
  for (const checkpoints::SnapshotHead& checkpoint : parts.checkpoints) checkpoints.remove(checkpoint.id);
  const sources::PlaceRange places = files_of_tree(parts.tree_id);
  sources::FileRows(connection).remove_between(places.first, places.end);
  TreeSettingRows(connection).put(parts.tree_id, {});
}

}  // namespace rlmdb::trees
