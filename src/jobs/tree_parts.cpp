// SPDX-License-Identifier: MIT
#include "jobs/tree_parts.hpp"

#include "jobs/rlm_place.hpp"
#include "store/file_rows.hpp"
#include "store/tree_setting_rows.hpp"

namespace rlmdb::jobs {

TreeParts parts_of_tree(db::Connection& connection, const std::string& tree_id) {
  TreeParts parts;
  parts.tree_id = tree_id;
  store::DocumentRows documents(connection);
  parts.nodes = documents.members_of_tree(tree_id);
  parts.documents = documents.of_tree(tree_id);
  parts.state = store::StateRows(connection).find("tree", tree_id);
  parts.checkpoints = store::SnapshotRows(connection).of_tree(tree_id);
  const store::PlaceRange places = files_of_tree(tree_id);
  parts.files = store::FileRows(connection).count_between(places.first, places.end);
  parts.has_settings = store::TreeSettingRows(connection).find(tree_id) != store::TreeSettings{};
  return parts;
}

bool is_tree_there(const TreeParts& parts) noexcept {
  return !parts.nodes.empty() || !parts.documents.empty() || parts.state || !parts.checkpoints.empty() ||
         parts.files > 0;
}

store::PlaceRange files_of_tree(const std::string& tree_id) {
  const std::string directory = directory_of(StateName{StateScope::tree, tree_id});
  return {directory + '/', directory + static_cast<char>('/' + 1)};
}

void remove_around_nodes(db::Connection& connection, const TreeParts& parts) {
  store::DocumentRows documents(connection);
  for (const store::StoredDocument& document : parts.documents) documents.remove(document.id);
  if (parts.state) store::StateRows(connection).remove(parts.state->id);
  store::SnapshotRows checkpoints(connection);
  for (const store::SnapshotHead& checkpoint : parts.checkpoints) checkpoints.remove(checkpoint.id);
  const store::PlaceRange places = files_of_tree(parts.tree_id);
  store::FileRows(connection).remove_between(places.first, places.end);
  store::TreeSettingRows(connection).put(parts.tree_id, {});
}

}  // namespace rlmdb::jobs
