// SPDX-License-Identifier: MIT
#include "tree_documents/tree_source.hpp"

#include <algorithm>
#include <utility>

#include "json/json_members.hpp"
#include "json/json_string.hpp"
#include "json/object_text.hpp"
#include "schemas/schema_rules.hpp"

namespace rlmdb::tree_documents {

namespace {

constexpr std::uint64_t k_first_look_bytes = 64 * 1024;

/// ".aiwg/rlm/trees/ID/tree.json" or ".aiwg/rlm/trees/ID/nodes/NODE.json".
std::optional<std::string> tree_id_in_path(const std::filesystem::path& file) {
  const std::filesystem::path folder = file.parent_path();
  const std::filesystem::path tree = folder.filename() == "nodes" ? folder.parent_path() : folder;
  if (tree.parent_path().filename() != "trees") return std::nullopt;
  return tree.filename().string();
}

void find_tree_id(const sources::SourceFile& source, TreeSource& read) {
  if (!read.document.outline.empty()) {
    // An empty text names none.
    std::string own = json::text_member(read.document.outline, "tree_id").value_or("");
    if (own.empty())
      own = json::text_member(json::find_member(read.document.outline, "metadata"), "tree_id").value_or("");
    if (!own.empty()) {
      read.tree_id = std::move(own);
      return;
    }
  }
  const auto in_path = tree_id_in_path(source.real_path);
  read.names_its_tree = in_path.has_value();
  read.tree_id = in_path.value_or("tree-" + read.canonical_sha256.substr(0, 8));
}

/// Nodes may lie as deep as they like; what one of them says, or the document around them, may not.
void require_flat_values(const sources::SourceFile& source, const TreeSource& read, unsigned max_depth) {
  if (!read.document.outline.empty()) sources::require_flat(source, read.document.outline, "", max_depth);
  for (std::size_t i = 0; i < read.document.nodes.size(); ++i)
    sources::require_flat(source, read.document.nodes[i].json, pointer_of_node(read.document, i), max_depth);
}

void read_identities(const sources::SourceFile& source, TreeSource& read) {
  read.identities.reserve(read.document.nodes.size());
  for (std::size_t i = 0; i < read.document.nodes.size(); ++i) {
    read.identities.push_back(identity_of_node(read.document.nodes[i].json));
    if (read.identities.back().node_id) continue;
    throw Error(ErrorCode::invalid_input, "a node has no string as its node_id",
                sources::place_in(source, pointer_of_node(read.document, i)),
                "nothing was imported; every node of a tree needs a node_id");
  }
}

std::uint64_t count_oddities(const TreeSource& read) {
  std::uint64_t count = schemas::k_tree_id_form.holds(read.tree_id) ? 0 : 1;
  const std::string tree_id = json::quoted(read.tree_id);
  schemas::judge_members(
      read.document.outline, schemas::outline_rules(), {}, [&](const schemas::Fault& fault) {
        const bool is_tree_id = fault.pointer == "/tree_id" || fault.pointer == "/metadata/tree_id";
        if (!is_tree_id || fault.raw != tree_id) ++count;
      });
  for (const DocumentNode& node : read.document.nodes)
    count += schemas::count_faults(node.json, schemas::document_node_rules());
  return count;
}

}  // namespace

std::optional<TreeDocumentKind> find_tree_kind(const sources::SourceFile& source) {
  const std::uint64_t most = std::min(source.bytes, sources::k_most_document_bytes);
  for (std::uint64_t bytes = std::min(most, k_first_look_bytes);; bytes = std::min(most, bytes * 8)) {
    bool more = false;
    const auto kind = find_tree_document_kind(source.read_at(0, bytes), more);
    if (kind || !more || bytes == most) return kind;
  }
}

TreeSource read_tree_source(const sources::SourceFile& source, TreeDocumentKind kind, unsigned max_depth) {
  sources::DocumentSource whole = sources::read_document(source);
  TreeSource read;
  read.sha256 = std::move(whole.sha256);
  read.canonical_sha256 = std::move(whole.canonical_sha256);
  read.losses = std::move(whole.losses);
  read.written = std::move(whole.written);
  try {
    read.document = split_tree_document(whole.compact, kind);
  } catch (const TreeDocumentFault& fault) {
    throw Error(ErrorCode::invalid_input, fault.reason, sources::place_in(source, fault.pointer),
                "nothing was imported; see tree_documents in rlmdb-format(5)");
  }
  require_flat_values(source, read, max_depth);
  read_identities(source, read);
  find_tree_id(source, read);
  read.oddity_count = count_oddities(read);
  return read;
}

}  // namespace rlmdb::tree_documents
