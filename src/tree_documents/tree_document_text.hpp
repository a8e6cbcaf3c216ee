// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "db/connection.hpp"
#include "rlmdb/export.hpp"

namespace rlmdb::tree_documents {

/// A tree document as it would be written now.
struct TreeDocumentText {
  std::string compact;
  std::uint64_t nodes = 0;
  std::vector<std::string> left_out;  ///< ids of nodes of the tree that have no place in the document
};

/// Says of what was written which nodes of `tree_id` are not in it.
void note_left_out(const TreeDocumentText& text, const std::string& tree_id, ExportReport& report);

/// The tree's imported document with everything that changed since; members, their order and what no task
/// knows stay as they were, new nodes come last among their parent's children. A tree that no document is
/// known of is written in the order of the schema. nullopt: there is no such tree. Reads the tree's nodes
/// once.
[[nodiscard]] std::optional<TreeDocumentText> tree_document_text(db::Connection& connection,
                                                                 const std::string& tree_id);

/// One imported document of a tree or a node, whatever other documents say of the same nodes, with what
/// changed since: in the newest document of a tree also the nodes that were made here. Error corrupt: it is
/// gone.
[[nodiscard]] TreeDocumentText document_text(db::Connection& connection, std::int64_t document_id);

/// Whether the document of this source would be written otherwise than it came in for another reason than
/// imports from `first_import_id` on: what was changed here, or by an import before.
[[nodiscard]] bool is_changed_before(db::Connection& connection, const std::string& source_path,
                                     std::int64_t first_import_id);

/// That of one node, by its node id or store id; where no file of it is known, without its children. nullopt:
/// the tree has no such node.
[[nodiscard]] std::optional<TreeDocumentText> node_document_text(db::Connection& connection,
                                                                 const std::string& tree_id,
                                                                 const std::string& node_id);

}  // namespace rlmdb::tree_documents
