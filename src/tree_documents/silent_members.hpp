// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "db/connection.hpp"
#include "records/layout_pool.hpp"
#include "records/node_rows.hpp"
#include "records/record_read.hpp"
#include "records/record_rows.hpp"
#include "records/task_rows.hpp"
#include "records/text_arena.hpp"
#include "tree_documents/document_rows.hpp"

namespace rlmdb::tree_documents {

/// Gives the columns of a node what its documents say where its record is silent (records/document_values.hpp).
/// That is no change of the task: it has neither an event nor another version, and no record's text differs by
/// it. REQUIRES: an open write transaction.
class SilentMembers {
 public:
  explicit SilentMembers(db::Connection& connection);

  /// Every node of a document.
  void fill_document(std::int64_t document_id);
  /// Every node that the import wrote and a document describes.
  void fill_import(std::int64_t import_id);
  /// Around a change of documents and columns as a whole.
  void empty_all();
  void fill_all();
  /// One that may be in no document any more.
  void fill(std::int64_t task_id, const std::string& tree_id,
            const std::optional<std::string>& parent_node_id);

 private:
  /// What the node of a tree goes by: its store id, else its node id.
  [[nodiscard]] std::string public_id(const std::string& tree_id, const std::string& node_id);
  void write(const std::string& record_of_documents);

  records::LayoutPool m_pool;
  records::LayoutPool::Overflow m_overflow;
  records::RecordReader m_reader{m_pool};
  records::RecordFinder m_finder;
  records::TaskRows m_tasks;
  records::NodeRows m_nodes;
  DocumentRows m_documents;
  records::TextArena m_arena;
  records::TaskRecord m_record;
  std::string m_tree_id;                            ///< of m_public_ids
  std::map<std::string, std::string> m_public_ids;  ///< by node id
};

}  // namespace rlmdb::tree_documents
