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
  /// Nodes that only documents tell of, and whose parent went by its node id, name it by its store id from now on.
  void name_parents_by_store_id();
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
