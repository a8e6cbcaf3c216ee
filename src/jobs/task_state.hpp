// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "db/connection.hpp"
#include "jobs/layout_catalog.hpp"
#include "legacy/record_write.hpp"
#include "model/text_arena.hpp"
#include "store/state_rows.hpp"

namespace rlmdb::jobs {

/// The variables of tasks, read without the rest of their records.
class TaskStates {
 public:
  explicit TaskStates(db::Connection& connection) : m_connection(connection), m_layouts(connection) {}

  /// Those of the task `tasks.id` in the order of its state. Costs the state, however long the task's output
  /// and its list of checkpoints are.
  [[nodiscard]] std::vector<store::StoredVariable> find(std::int64_t id);

 private:
  [[nodiscard]] std::vector<store::StoredVariable> find_in_rows(std::int64_t id);

  db::Connection& m_connection;
  LayoutCatalog m_layouts;
  legacy::RecordWriter m_writer;
  model::TaskRecord m_record;
  model::TextArena m_arena;
};

/// The variables of a state's text; empty for one that is no object.
[[nodiscard]] std::vector<store::StoredVariable> stored_variables(std::string_view state);
/// The text again, compact.
[[nodiscard]] std::string state_of(const std::vector<store::StoredVariable>& variables);

}  // namespace rlmdb::jobs
