// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "db/connection.hpp"
#include "model/record.hpp"
#include "store/checkpoint_rows.hpp"
#include "store/content_rows.hpp"
#include "store/node_rows.hpp"
#include "store/output_rows.hpp"
#include "store/variable_rows.hpp"

namespace rlmdb::jobs {

/// The rows of a record outside `tasks`. REQUIRES: an open write transaction.
class RecordChildren {
 public:
  explicit RecordChildren(db::Connection& connection)
      : m_nodes(connection),
        m_variables(connection),
        m_checkpoints(connection),
        m_outputs(connection),
        m_contents(connection) {}

  /// Layout ids must be filled in; the record's output stands in its own row.
  void insert(const model::TaskRecord& record);
  void insert_variable(std::int64_t task_id, std::int64_t position, const model::VariableRecord& variable);
  /// Gives the row of that task and name other content.
  void update_variable(std::int64_t task_id, const model::VariableRecord& variable);
  void remove_all(std::int64_t task_id);

 private:
  template <class Write>
  void write_variable(const model::VariableRecord& variable, Write&& write);

  store::NodeRows m_nodes;
  store::VariableRows m_variables;
  store::CheckpointRows m_checkpoints;
  store::OutputRows m_outputs;
  store::ContentRows m_contents;
};

}  // namespace rlmdb::jobs
