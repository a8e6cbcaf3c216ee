// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jobs/document_source.hpp"
#include "legacy/tree_document.hpp"
#include "legacy/tree_node.hpp"

namespace rlmdb::jobs {

/// A tree document, read whole: it is one value, and its nodes have to be seen together.
struct TreeSource {
  legacy::TreeDocument document;
  std::vector<legacy::NodeIdentity> identities;  ///< one a node; each has a node id
  std::string tree_id;
  bool names_its_tree = true;  ///< itself, or its path does; otherwise the id comes from its content
  std::string sha256;
  std::string canonical_sha256;
  std::vector<store::KeptText> losses;
};

/// The kind of tree document that the file is; nullopt: it is none. Reads as far as it must.
[[nodiscard]] std::optional<legacy::TreeDocumentKind> find_tree_kind(const SourceFile& source);

/// Reads the whole file. Throws Error invalid_input: damage, a node without node_id, a node whose own values
/// nest deeper than `max_depth`, more than 1 GiB.
[[nodiscard]] TreeSource read_tree_source(const SourceFile& source, legacy::TreeDocumentKind kind,
                                          unsigned max_depth);

/// "tree-json", "node-json".
[[nodiscard]] std::string_view to_text(legacy::TreeDocumentKind kind) noexcept;

}  // namespace rlmdb::jobs
