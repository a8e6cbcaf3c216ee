// SPDX-License-Identifier: MIT
/// A tree.json or node file as an outline and its nodes one by one. No recursion: trees may
/// be as deep as the file is long.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rlmdb::tree_documents {

enum class TreeDocumentKind {
  tree,  ///< the nodes stand inside "root_task", or as a list with parent_id in "nodes"
  node,  ///< the document is one node
};

/// One node without the nodes inside it.
struct DocumentNode {
  std::size_t level = 0;    ///< nodes that enclose it in the document
  std::size_t ordinal = 0;  ///< its index among the children, or in "nodes"
  std::string json;         ///< compact; where nodes stood in its "children", that is []
};

struct TreeDocument {
  TreeDocumentKind kind = TreeDocumentKind::tree;
  bool is_list = false;             ///< the nodes stand in "nodes"; otherwise there is one outermost node
  std::string outline;              ///< compact: "root_task" stands as {}, "nodes" as []; empty for a node
  std::vector<DocumentNode> nodes;  ///< parents before their children, siblings in order
};

/// Thrown where nodes should stand and something else does.
struct TreeDocumentFault {
  std::string pointer;  ///< RFC 6901, in the document
  std::string reason;   ///< one English clause
};

/// What kind of document begins so, by its top-level names; nullopt: it may be any other, or `beginning` is
/// too short to tell and `more` is set. White space is allowed.
[[nodiscard]] std::optional<TreeDocumentKind> find_tree_document_kind(std::string_view beginning, bool& more);

/// Takes `compact` apart, which is canonical compact text. Linear. Throws TreeDocumentFault.
[[nodiscard]] TreeDocument split_tree_document(std::string_view compact, TreeDocumentKind kind);

/// The compact text again. A node with others below it that has no "children" gets them as its last member.
[[nodiscard]] std::string join_tree_document(const TreeDocument& document);

/// RFC 6901 pointer of the node `index` in its document.
[[nodiscard]] std::string pointer_of_node(const TreeDocument& document, std::size_t index);

}  // namespace rlmdb::tree_documents
