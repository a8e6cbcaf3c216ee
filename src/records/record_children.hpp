// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "db/connection.hpp"
#include "records/checkpoint_rows.hpp"
#include "records/content_rows.hpp"
#include "records/node_rows.hpp"
#include "records/output_rows.hpp"
#include "records/record.hpp"
#include "records/variable_rows.hpp"

namespace rlmdb::records {

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
  void insert(const TaskRecord& record);
  void insert_variable(const VariablesOf& owner, std::int64_t position, const VariableRecord& variable);
  /// Gives the row variables.id other content under its name.
  void update_variable(std::int64_t id, const VariableRecord& variable);
  void remove_all(std::int64_t task_id);
  /// All but the chunks of its output.
  void remove_beside_chunks(std::int64_t task_id);

 private:
  template <class Write>
  void write_variable(const VariableRecord& variable, Write&& write);

  NodeRows m_nodes;
  VariableRows m_variables;
  CheckpointRows m_checkpoints;
  OutputRows m_outputs;
  ContentRows m_contents;
};

}  // namespace rlmdb::records
