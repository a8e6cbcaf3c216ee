// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "db/connection.hpp"

namespace rlmdb::tree_documents {

/// A `tree_documents` row.
struct StoredDocument {
  std::int64_t id = 0;
  std::string tree_id;
  std::string kind;     ///< tree-json, node-json
  std::string outline;  ///< empty for a node
  std::string sha256;   ///< of the bytes that were imported
};

/// Where a tree document came from.
struct DocumentSourcePath {
  std::int64_t id = 0;  ///< tree_documents.id
  std::string tree_id;
  std::string kind;  ///< tree-json, node-json
  std::string source_path;
  std::string node_id;  ///< of its first node
};

/// A `document_nodes` row and the version that its task has now; 0: the task is gone, which only another tool
/// does.
struct StoredNode {
  std::int64_t level = 0;
  std::int64_t task_id = 0;
  std::int64_t task_version = 0;
  std::string node_id;
  std::string json;
  std::int64_t version_now = 0;
  std::int64_t id = 0;      ///< document_nodes.id; 0: not written yet
  std::string task_digest;  ///< digest_of_record of the task when `json` was true of it; "": not known
};

/// A node of a tree, whatever it is known from.
struct TreeMember {
  std::int64_t task_id = 0;
  std::string node_id;
  std::optional<std::string> store_id;
  std::int64_t version = 0;
  std::string source_path;  ///< of the import that last wrote the task; "": none did
  std::string source_kind;
};

/// The writer of `tree_documents` and `document_nodes`.
class DocumentRows {
 public:
  explicit DocumentRows(db::Connection& connection) : m_connection(connection) {}

  [[nodiscard]] std::optional<StoredDocument> find(std::string_view source_path);
  /// Whole trees first, then single nodes, in the order of their imports.
  [[nodiscard]] std::vector<StoredDocument> of_tree(std::string_view tree_id);
  /// All documents: by tree, whole trees first, in the order of their imports.
  [[nodiscard]] std::vector<DocumentSourcePath> all();
  [[nodiscard]] std::optional<StoredDocument> find(std::int64_t document_id);
  /// tasks.id of the nodes that belong into this document alone: made here, in no document of the tree, of
  /// which this is the newest.
  [[nodiscard]] std::set<std::int64_t> made_here(const StoredDocument& document);
  /// Trees that have nodes made here and no document at all, in order.
  [[nodiscard]] std::vector<std::string> trees_made_here();
  /// By their trees, which have documents: nodes made here that have no file of their own.
  [[nodiscard]] std::map<std::string, std::set<std::int64_t>> nodes_without_file();
  [[nodiscard]] std::int64_t insert(std::string_view source_path, std::int64_t import_id,
                                    const StoredDocument& document);
  void insert_node(std::int64_t document_id, std::int64_t position, const StoredNode& node);
  /// In the order of the document.
  [[nodiscard]] std::vector<StoredNode> nodes(std::int64_t document_id);
  /// tasks.id and digest of the document's nodes whose tasks no import from `first_import_id` on wrote.
  [[nodiscard]] std::vector<std::pair<std::int64_t, std::string>> nodes_of_imports_before(
      std::int64_t document_id, std::int64_t first_import_id);
  /// The node in every document that describes it, compact, those that count first in front.
  [[nodiscard]] std::vector<std::string> nodes_of_task(std::int64_t task_id);
  /// With its nodes; the tasks stay.
  void remove(std::int64_t document_id);
  /// The version of the task that the documents which describe it are true of, the oldest of them; where none
  /// does any more, its version now if nothing but imports changed it, else 0.
  [[nodiscard]] std::int64_t version_in_documents(std::int64_t task_id);
  /// digest_of_record of the task as it was at that version; "": no document describes it.
  [[nodiscard]] std::string digest_in_documents(std::int64_t task_id);
  /// The task went from one version to the next because of a document, so documents that were true of it
  /// still are. `digest`: of the task as it is now.
  void follow_version(std::int64_t task_id, std::int64_t version, std::int64_t before,
                      std::string_view digest);
  /// What named the one task names the other from now on, as it is at `version`.
  void move(std::int64_t from_task_id, std::int64_t to_task_id, std::int64_t version,
            std::string_view digest);
  /// tasks.id of those nodes of the document of which a record may be silent on something that it says: tasks
  /// of a store, and nodes that other documents describe as well.
  [[nodiscard]] std::set<std::int64_t> may_be_silent(std::int64_t document_id);
  /// tree_documents.id of those that describe a task which the import wrote.
  [[nodiscard]] std::vector<std::int64_t> of_tasks_of(std::int64_t import_id);
  /// In store order.
  [[nodiscard]] std::vector<TreeMember> members_of_tree(std::string_view tree_id);

 private:
  db::Connection& m_connection;
};

}  // namespace rlmdb::tree_documents
