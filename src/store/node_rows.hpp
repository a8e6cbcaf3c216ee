// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "db/connection.hpp"
#include "model/record.hpp"

namespace rlmdb::store {

/// The writer of `tree_nodes`. Layout ids must be filled in.
class NodeRows {
 public:
  explicit NodeRows(db::Connection& connection) : m_connection(connection) {}

  /// The node part of `record`; nothing when it has none.
  void insert(const model::TaskRecord& record);
  void remove(std::int64_t task_id);

 private:
  db::Connection& m_connection;
};

}  // namespace rlmdb::store
