// SPDX-License-Identifier: MIT
#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "outputs/output_file.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/export.hpp"
#include "tree_documents/tree_document_text.hpp"
#include "tree_documents/tree_source.hpp"
#include "trees/tree_load.hpp"
#include "util/sha256.hpp"

namespace rlmdb {

ExportReport export_tree(const Store& store, const TreeId& tree, const std::optional<std::string>& node,
                         const ByteSink& sink) {
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  const db::ReadTransaction snapshot(connection);
  (void)trees::load_tree_rows(connection, tree);  // not_found says which trees there are
  const auto text = node ? tree_documents::node_document_text(connection, tree.text, *node)
                         : tree_documents::tree_document_text(connection, tree.text);
  if (!text)
    throw Error(ErrorCode::not_found, "there is no node '" + node.value_or("") + "' in " + tree.text,
                node.value_or(""), "`rlmdb tree` shows its nodes");
  const std::string bytes = sources::pretty(text->compact);
  sink(bytes);
  return {text->nodes, text->left_out, bytes.size(), util::sha256_hex(bytes), ExportFormat::tree};
}

ExportReport export_tree(const Store& store, const TreeId& tree, const std::optional<std::string>& node,
                         const std::filesystem::path& file, Overwrite overwrite) {
  return outputs::export_to_file(store, file, overwrite,
                                 [&](const ByteSink& sink) { return export_tree(store, tree, node, sink); });
}

}  // namespace rlmdb
