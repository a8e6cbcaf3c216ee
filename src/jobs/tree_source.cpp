// SPDX-License-Identifier: MIT
#include "jobs/tree_source.hpp"

#include <algorithm>

#include "jobs/import_plan.hpp"
#include "legacy/json_layout.hpp"
#include "legacy/json_members.hpp"
#include "legacy/json_string.hpp"
#include "util/sha256.hpp"

namespace rlmdb::jobs {

namespace {

constexpr std::uint64_t k_first_look_bytes = 64 * 1024;
constexpr std::uint64_t k_most_bytes = std::uint64_t{1} << 30;
/// Two arrays or objects a node; the reader needs no stack for them.
constexpr unsigned k_most_nesting = 1U << 24;
/// JSON_MAX_DEPTH of SQLite, whose functions fill the columns of a document.
constexpr unsigned k_most_sqlite_nesting = 2000;

std::string_view skip_space(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  return begin == std::string_view::npos ? std::string_view() : text.substr(begin);
}

std::optional<std::string> text_member(std::string_view object, std::string_view name) {
  return legacy::text_of(legacy::find_member(object, name));
}

/// ".aiwg/rlm/trees/ID/tree.json" or ".aiwg/rlm/trees/ID/nodes/NODE.json".
std::optional<std::string> tree_id_in_path(const std::filesystem::path& file) {
  const std::filesystem::path folder = file.parent_path();
  const std::filesystem::path tree = folder.filename() == "nodes" ? folder.parent_path() : folder;
  if (tree.parent_path().filename() != "trees") return std::nullopt;
  return tree.filename().string();
}

void find_tree_id(const SourceFile& source, TreeSource& read) {
  if (!read.document.outline.empty()) {
    auto own = text_member(read.document.outline, "tree_id");
    if (!own) own = text_member(legacy::find_member(read.document.outline, "metadata"), "tree_id");
    if (own) {
      read.tree_id = *own;
      return;
    }
  }
  const auto in_path = tree_id_in_path(source.real_path);
  read.names_its_tree = in_path.has_value();
  read.tree_id = in_path.value_or("tree-" + read.canonical_sha256.substr(0, 8));
}

/// Nodes may lie as deep as they like; what one of them says, or the document around them, may not.
void require_flat(const SourceFile& source, std::string_view json, const std::string& pointer,
                  unsigned max_depth) {
  legacy::ScanOptions options;
  options.max_depth = std::min(max_depth, k_most_sqlite_nesting);
  const legacy::ScanResult result = legacy::scan_value(json, 0, options, nullptr);
  if (result.status == legacy::ScanStatus::complete) return;
  throw Error(ErrorCode::invalid_input, std::string(legacy::to_text(result.fault)),
              source.given_path + " " + pointer + result.pointer,
              max_depth < k_most_sqlite_nesting
                  ? "nothing was imported; --max-depth raises the limit"
                  : "nothing was imported; SQLite reads no JSON that is nested deeper than 2,000");
}

void require_flat_values(const SourceFile& source, const TreeSource& read, unsigned max_depth) {
  if (!read.document.outline.empty()) require_flat(source, read.document.outline, "", max_depth);
  for (std::size_t i = 0; i < read.document.nodes.size(); ++i)
    require_flat(source, read.document.nodes[i].json, legacy::pointer_of_node(read.document, i), max_depth);
}

void read_identities(const SourceFile& source, TreeSource& read) {
  read.identities.reserve(read.document.nodes.size());
  for (std::size_t i = 0; i < read.document.nodes.size(); ++i) {
    read.identities.push_back(legacy::identity_of_node(read.document.nodes[i].json));
    if (read.identities.back().node_id) continue;
    throw Error(ErrorCode::invalid_input, "a node has no string as its node_id",
                source.given_path + " " + legacy::pointer_of_node(read.document, i),
                "nothing was imported; every node of a tree needs a node_id");
  }
}

std::string scan(const SourceFile& source, std::string_view text, TreeSource& read) {
  const std::string_view value = skip_space(text);
  const auto begin = static_cast<std::size_t>(text.size() - value.size());
  std::string compact;
  legacy::ScanOptions options;
  options.layout = legacy::JsonLayout::compact;
  options.max_depth = k_most_nesting;
  const legacy::ScanResult result = legacy::scan_value(text, begin, options, &compact);
  if (result.status != legacy::ScanStatus::complete)
    throw damage_error(source,
                       {result.fault_offset, result.pointer, std::string(legacy::to_text(result.fault))});
  if (const std::string_view rest = skip_space(text.substr(result.end)); !rest.empty())
    throw damage_error(source, {text.size() - rest.size(), "", "data stands after the end of the document"});
  for (const legacy::ScanLoss& loss : result.losses) {
    const bool is_member = loss.kind == legacy::LossKind::duplicate_member;
    read.losses.push_back(
        {0, loss.offset, loss.pointer, is_member ? "duplicate_member" : "invalid_utf8", loss.raw_text});
  }
  return compact;
}

}  // namespace

std::optional<legacy::TreeDocumentKind> find_tree_kind(const SourceFile& source) {
  const std::uint64_t most = std::min(source.bytes, k_most_bytes);
  for (std::uint64_t bytes = std::min(most, k_first_look_bytes);; bytes = std::min(most, bytes * 8)) {
    bool more = false;
    const auto kind = legacy::find_tree_document_kind(source.read_at(0, bytes), more);
    if (kind || !more || bytes == most) return kind;
  }
}

TreeSource read_tree_source(const SourceFile& source, legacy::TreeDocumentKind kind, unsigned max_depth) {
  if (source.bytes > k_most_bytes)
    throw Error(ErrorCode::invalid_input, "the tree document is larger than 1 GiB", source.given_path,
                "nothing was imported; a tree that large belongs into a tasks.json");
  TreeSource read;
  const std::string text = source.read_at(0, source.bytes);
  read.sha256 = util::sha256_hex(text);
  const std::string compact = scan(source, text, read);
  read.canonical_sha256 = util::sha256_hex(pretty(compact));
  try {
    read.document = legacy::split_tree_document(compact, kind);
  } catch (const legacy::TreeDocumentFault& fault) {
    throw Error(ErrorCode::invalid_input, fault.reason, source.given_path + " " + fault.pointer,
                "nothing was imported; see formats of tree.json in docs/FORMAT.md");
  }
  require_flat_values(source, read, max_depth);
  read_identities(source, read);
  find_tree_id(source, read);
  source.check_unchanged();
  return read;
}

std::string_view to_text(legacy::TreeDocumentKind kind) noexcept {
  return kind == legacy::TreeDocumentKind::tree ? "tree-json" : "node-json";
}

std::string pretty(std::string_view compact) {
  std::string text;
  legacy::append_pretty(text, compact, 0);
  return text;
}

}  // namespace rlmdb::jobs
