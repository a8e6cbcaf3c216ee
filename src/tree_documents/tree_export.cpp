// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <vector>

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

namespace {

/// The form stands a node in its parent, each further in: with a chain of them it grows with the square of the depth.
void warn_of_blanks(const db::Connection& connection, const TreeId& tree,
                    const std::vector<trees::NodeRow>& rows) {
  // Nine lines of a node, four blanks a level.
  constexpr std::uint64_t k_blanks_a_level = 36;
  constexpr std::uint64_t k_mib = 1 << 20;
  constexpr std::uint64_t k_many_mib = 16;
  std::uint64_t levels = 0;
  std::int64_t deepest = 0;
  for (const std::int64_t depth : trees::build_tree(rows).depth) {
    levels += static_cast<std::uint64_t>(depth);
    deepest = std::max(deepest, depth);
  }
  const std::uint64_t mib = levels * k_blanks_a_level / k_mib;
  if (mib < k_many_mib) return;
  connection.log(LogLevel::warning, "the document of " + tree.text + " has at least " + std::to_string(mib) +
                                        " MiB of blanks: each of its " + std::to_string(deepest) +
                                        " levels is indented further");
}

}  // namespace

ExportReport export_tree(const Store& store, const TreeId& tree, const std::optional<std::string>& node,
                         const ByteSink& sink) {
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  const db::ReadTransaction snapshot(connection);
  const std::vector<trees::NodeRow> rows = trees::load_tree_rows(connection, tree);
  if (!node) warn_of_blanks(connection, tree, rows);
  const auto text = node ? tree_documents::node_document_text(connection, tree.text, *node)
                         : tree_documents::tree_document_text(connection, tree.text);
  if (!text)
    throw Error(ErrorCode::not_found, "there is no node '" + node.value_or("") + "' in " + tree.text,
                node.value_or(""), "`rlmdb tree` shows its nodes");
  const std::string bytes = sources::pretty(text->compact);
  sink(bytes);
  ExportReport report{text->nodes, 0, bytes.size(), util::sha256_hex(bytes), ExportFormat::tree};
  tree_documents::note_left_out(*text, tree.text, report);
  return report;
}

ExportReport export_tree(const Store& store, const TreeId& tree, const std::optional<std::string>& node,
                         const std::filesystem::path& file, Overwrite overwrite) {
  return outputs::export_to_file(store, file, overwrite,
                                 [&](const ByteSink& sink) { return export_tree(store, tree, node, sink); });
}

}  // namespace rlmdb
