// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "db/connection.hpp"
#include "events/event_rows.hpp"
#include "records/output_rows.hpp"
#include "records/record_edit.hpp"
#include "records/record_text.hpp"
#include "records/task_head.hpp"
#include "rlmdb/tree_settings.hpp"
#include "variables/state_rows.hpp"
#include "writing/node_counter.hpp"
#include "writing/node_ids.hpp"

namespace rlmdb::writing {

/// What an event says besides the change itself.
struct Cause {
  EventKind kind;
  std::int64_t token = 0;  ///< of the claim that allows the change, or that it makes; 0: none
  std::string_view reason = {};
};

/// Writes changes of tasks: the row, one event, and the previous value of every member that changes. All
/// changes of one object have one time. REQUIRES: an open write transaction.
class TaskWriter {
 public:
  explicit TaskWriter(db::Connection& connection);

  /// Returns the event's sequence number. A task that ends takes the chunks of a short output into its row; one that does
  /// not has no end of an earlier run, whatever `next` says.
  std::int64_t change_state(const records::TaskHead& before, const records::NewState& next,
                            const Cause& cause);
  /// An event of a change that the caller writes.
  std::int64_t note(const records::TaskHead& before, std::string_view new_state, const Cause& cause);
  /// The same of a state document. It says the node that the writer works for.
  std::int64_t note(const variables::StateHead& before, const Cause& cause);

  /// The node whose worker makes the changes of state documents from here on; "": not known.
  void work_for(std::string node_id) { m_node_id = std::move(node_id); }

  [[nodiscard]] records::TaskHeads& heads() noexcept { return m_heads; }
  [[nodiscard]] events::EventRows& events() noexcept { return m_events; }
  [[nodiscard]] records::OutputRows& outputs() noexcept { return m_outputs; }
  [[nodiscard]] db::Connection& connection() noexcept { return m_connection; }
  /// Whole records; most changes need none, so these are made at the first call.
  [[nodiscard]] records::RecordEdit& records();
  [[nodiscard]] records::RecordTextFinder& texts();
  [[nodiscard]] NodeCounter& node_counts() noexcept { return m_node_counts; }
  [[nodiscard]] NodeIds& node_ids() noexcept { return m_node_ids; }
  /// What the project's file says, once it was read for this transaction.
  [[nodiscard]] std::optional<ProjectLimits>& project_limits() noexcept { return m_project_limits; }
  /// UTC, milliseconds.
  [[nodiscard]] const std::string& now() const noexcept { return m_now; }
  [[nodiscard]] std::string later(std::chrono::milliseconds duration) const;

 private:
  void note_columns(std::int64_t seq, const records::TaskHead& before, const records::NewState& next,
                    const records::EndValue& old_end);

  db::Connection& m_connection;
  records::TaskHeads m_heads;
  events::EventRows m_events;
  records::OutputRows m_outputs;
  NodeCounter m_node_counts;
  NodeIds m_node_ids;
  std::optional<records::RecordEdit> m_records;
  std::optional<records::RecordTextFinder> m_texts;
  std::chrono::system_clock::time_point m_time;
  std::string m_now;
  std::string m_node_id;
  std::optional<ProjectLimits> m_project_limits;
};

/// The state that a row starts a change of state from: nothing but the state, its time and pid
/// changes, and a backoff is over.
[[nodiscard]] records::NewState unchanged(const records::TaskHead& head);

}  // namespace rlmdb::writing
