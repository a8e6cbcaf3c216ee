// SPDX-License-Identifier: MIT
#include "tree_documents/node_documents.hpp"

#include "tree_documents/tree_node.hpp"
#include "trees/tree_rows.hpp"

namespace rlmdb::tree_documents {

const std::string& document_id(const trees::NodeRow& row) {
  return row.node_id.empty() ? row.task_id : row.node_id;
}

std::optional<std::string> parent_id(const std::vector<trees::NodeRow>& rows, const trees::TreeShape& shape,
                                     std::size_t index) {
  if (shape.parent[index] == trees::k_no_node) return std::nullopt;
  return document_id(rows[shape.parent[index]]);
}

NodeDocuments::NodeDocuments(db::Connection& connection, const std::string& tree_id)
    : m_rows(trees::TreeRows(connection).load(tree_id)),
      m_shape(trees::build_tree(m_rows)),
      m_finder(connection) {}

std::string NodeDocuments::text(std::size_t index) {
  const trees::NodeRow& row = m_rows[index];
  return node_of_record(m_finder.find(row.id, 0), document_id(row), parent_id(m_rows, m_shape, index));
}

NodeDocuments& TreeInWork::of(const std::string& tree_id) {
  if (!m_documents || m_tree_id != tree_id) {
    m_documents.reset();  // before the next one is read: never two at once
    m_documents.emplace(m_connection, tree_id);
    m_tree_id = tree_id;
  }
  return *m_documents;
}

}  // namespace rlmdb::tree_documents
