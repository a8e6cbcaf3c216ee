// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sources/document_source.hpp"
#include "sources/source_kind.hpp"
#include "tree_documents/tree_document.hpp"
#include "tree_documents/tree_node.hpp"

namespace rlmdb::tree_documents {

/// A tree document, read whole: it is one value, and its nodes have to be seen together.
struct TreeSource {
  TreeDocument document;
  std::vector<NodeIdentity> identities;  ///< one a node; each has a node id
  std::string tree_id;
  bool names_its_tree = true;  ///< itself, or its path does; otherwise the id comes from its content
  std::string sha256;
  std::string canonical_sha256;
  std::vector<sources::KeptText> losses;
  std::optional<sources::StoredText> written;  ///< what gives the file's bytes back
  std::uint64_t oddity_count = 0;  ///< members that are not as the schema has them; the tree's id once
};

/// The kind of tree document that the file is; nullopt: it is none. Reads as far as it must.
[[nodiscard]] std::optional<TreeDocumentKind> find_tree_kind(const sources::SourceFile& source);

/// Reads the whole file. Throws Error invalid_input: damage, a node without node_id, a node whose own values
/// nest deeper than `max_depth`, more than 1 GiB.
[[nodiscard]] TreeSource read_tree_source(const sources::SourceFile& source, TreeDocumentKind kind,
                                          unsigned max_depth);

[[nodiscard]] constexpr sources::SourceKind source_kind_of(TreeDocumentKind kind) noexcept {
  return kind == TreeDocumentKind::tree ? sources::SourceKind::tree : sources::SourceKind::node;
}

}  // namespace rlmdb::tree_documents
