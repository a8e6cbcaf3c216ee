// SPDX-License-Identifier: MIT
/// The nodes of a tree that no document tells of, each as the document of that node alone.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/connection.hpp"
#include "records/record_text.hpp"
#include "trees/tree_build.hpp"

namespace rlmdb::tree_documents {

/// What a node goes by in documents: its node id, else its store id.
[[nodiscard]] const std::string& document_id(const trees::NodeRow& row);

/// The id of the node's parent, as its document has it.
[[nodiscard]] std::optional<std::string> parent_id(const std::vector<trees::NodeRow>& rows,
                                                   const trees::TreeShape& shape, std::size_t index);

/// Reads the tree once, whatever number of its nodes is asked for. REQUIRES: an open snapshot.
class NodeDocuments {
 public:
  NodeDocuments(db::Connection& connection, const std::string& tree_id);

  /// In store order.
  [[nodiscard]] const std::vector<trees::NodeRow>& rows() const noexcept { return m_rows; }
  /// Compact.
  [[nodiscard]] std::string text(std::size_t index);

 private:
  std::vector<trees::NodeRow> m_rows;
  trees::TreeShape m_shape;
  records::RecordTextFinder m_finder;
};

/// The nodes of one tree at a time: those of the tree before are let go. REQUIRES: an open snapshot.
class TreeInWork {
 public:
  explicit TreeInWork(db::Connection& connection) : m_connection(connection) {}

  /// Holds until another tree is asked for.
  [[nodiscard]] NodeDocuments& of(const std::string& tree_id);

 private:
  db::Connection& m_connection;
  std::string m_tree_id;
  std::optional<NodeDocuments> m_documents;
};

}  // namespace rlmdb::tree_documents
