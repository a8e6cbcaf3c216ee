// SPDX-License-Identifier: MIT
#include "jobs/record_children.hpp"

namespace rlmdb::jobs {

void RecordChildren::insert(const model::TaskRecord& record) {
  m_nodes.insert(record);
  std::int64_t position = 0;
  for (const model::VariableRecord& variable : record.variables)
    m_variables.insert(record.id, position++, variable);
  position = 0;
  for (const model::CheckpointRecord& checkpoint : record.checkpoints)
    m_checkpoints.insert(record.id, position++, checkpoint);
}

void RecordChildren::remove_all(std::int64_t task_id) {
  m_nodes.remove(task_id);
  m_variables.remove_all(task_id);
  m_checkpoints.remove_all(task_id);
  m_outputs.remove_all(task_id);
}

}  // namespace rlmdb::jobs
