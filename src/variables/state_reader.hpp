// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "db/connection.hpp"
#include "records/layout_catalog.hpp"
#include "records/record_write.hpp"
#include "records/text_arena.hpp"
#include "variables/state_document.hpp"

namespace rlmdb::variables {

/// The variables of tasks and of state documents, read without what else their owners hold.
class StateReader {
 public:
  explicit StateReader(db::Connection& connection) : m_connection(connection), m_layouts(connection) {}

  /// Those of the task `tasks.id` in the order of its state. Costs the state, however long the task's output
  /// and its list of checkpoints are.
  [[nodiscard]] std::vector<StoredVariable> of_task(std::int64_t id);
  /// Those of the state document `states.id`, in order.
  [[nodiscard]] std::vector<StoredVariable> of_document(std::int64_t id);

 private:
  /// An empty record for the rows of `id`.
  [[nodiscard]] records::TaskRecord& begin(std::int64_t id);
  /// The texts of what was read into it.
  [[nodiscard]] std::vector<StoredVariable> texts();

  db::Connection& m_connection;
  records::LayoutCatalog m_layouts;
  records::RecordWriter m_writer;
  records::TaskRecord m_record;
  records::TextArena m_arena;
};

/// The variables of a state's text; empty for one that is no object.
[[nodiscard]] std::vector<StoredVariable> stored_variables(std::string_view state);
/// The text again, compact.
[[nodiscard]] std::string state_of(const std::vector<StoredVariable>& variables);

}  // namespace rlmdb::variables
