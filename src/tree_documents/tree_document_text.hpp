// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "db/connection.hpp"

namespace rlmdb::tree_documents {

/// A tree document as it would be written now.
struct TreeDocumentText {
  std::string compact;
  std::uint64_t nodes = 0;
  std::uint64_t left_out = 0;  ///< nodes of the tree that have no place in the document
};

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

/// The same for the file of one node, by its node id or store id; where no file of it is known, with the ids
/// of its children. nullopt: the tree has no such node.
[[nodiscard]] std::optional<TreeDocumentText> node_document_text(db::Connection& connection,
                                                                 const std::string& tree_id,
                                                                 const std::string& node_id);

}  // namespace rlmdb::tree_documents
