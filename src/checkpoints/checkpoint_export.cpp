// SPDX-License-Identifier: MIT
#include "checkpoints/checkpoint_text.hpp"
#include "checkpoints/snapshot_rows.hpp"
#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "outputs/output_file.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/export.hpp"
#include "sources/document_source.hpp"
#include "util/sha256.hpp"
#include "variables/state_text.hpp"

namespace rlmdb {

namespace {

checkpoints::SnapshotHead find_one(db::Connection& connection, const std::string& checkpoint_id,
                                   const std::optional<TreeId>& tree) {
  std::vector<checkpoints::SnapshotHead> heads =
      checkpoints::SnapshotRows(connection).find_checkpoint(checkpoint_id);
  if (tree)
    std::erase_if(heads, [&](const checkpoints::SnapshotHead& head) { return head.tree_id != tree->text; });
  if (heads.empty())
    throw Error(ErrorCode::not_found,
                "there is no checkpoint '" + checkpoint_id + "'" + (tree ? " in tree " + tree->text : ""),
                checkpoint_id, "`rlmdb checkpoint list` shows those there are");
  if (heads.size() > 1)
    throw Error(ErrorCode::conflict,
                std::to_string(heads.size()) + " checkpoints have the id " + checkpoint_id, checkpoint_id,
                tree ? "export the whole project: --format project" : "say of which tree with --tree ID");
  return std::move(heads.front());
}

}  // namespace

ExportReport export_checkpoint(const Store& store, const std::string& checkpoint_id,
                               const std::optional<TreeId>& tree, const ByteSink& sink) {
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  const db::ReadTransaction snapshot(connection);
  const checkpoints::SnapshotHead head = find_one(connection, checkpoint_id, tree);
  const std::string bytes = sources::pretty(checkpoints::checkpoint_text(connection, head));
  sink(bytes);
  const auto variables =
      static_cast<std::uint64_t>(checkpoints::SnapshotRows(connection).count_variables(head.id));
  return {variables, 0, bytes.size(), util::sha256_hex(bytes), ExportFormat::checkpoint};
}

ExportReport export_checkpoint(const Store& store, const std::string& checkpoint_id,
                               const std::optional<TreeId>& tree, const std::filesystem::path& file,
                               Overwrite overwrite) {
  return outputs::export_to_file(store, file, overwrite, [&](const ByteSink& sink) {
    return export_checkpoint(store, checkpoint_id, tree, sink);
  });
}

}  // namespace rlmdb
