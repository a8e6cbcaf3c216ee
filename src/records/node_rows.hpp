// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "db/connection.hpp"
#include "records/record.hpp"

namespace rlmdb::records {

/// The writer of `tree_nodes`. Layout ids must be filled in.
class NodeRows {
 public:
  explicit NodeRows(db::Connection& connection) : m_connection(connection) {}

  /// The node part of `record`; nothing when it has none.
  void insert(const TaskRecord& record);
  /// Nodes without store id whose parent went by `from` name it by `to` from now on.
  void rename_parent(std::string_view tree_id, std::string_view from, std::string_view to);
  /// The columns that documents may give (document_values.hpp).
  void put_document_values(const TaskRecord& record);
  void remove(std::int64_t task_id);

 private:
  /// Kept, because looking it up for every row costs more than binding it.
  [[nodiscard]] db::Statement& insert_statement();

  db::Connection& m_connection;
  db::Statement* m_insert = nullptr;
};

}  // namespace rlmdb::records
