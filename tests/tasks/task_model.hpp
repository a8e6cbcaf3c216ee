// SPDX-License-Identifier: MIT
/// The verbs on plain values: what every change means, without a database.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "operation.hpp"

namespace rlmdb::test {

struct ModelTask {
  TaskState state = TaskState::queued;
  std::int64_t version = 1;
  std::int64_t attempts = 0;
  std::int64_t priority = 0;
  std::int64_t token = k_absent;  ///< of the claim it is under
  std::string prompt;
  std::optional<std::string> result;
  std::optional<std::string> error;
  std::string output;
};

[[nodiscard]] std::string state_text(TaskState state);

/// Why the store has to refuse it; nullopt: it must not. `task`: nullptr where there is none of this id.
[[nodiscard]] std::optional<ErrorCode> refusal(const ModelTask* task, const Operation& operation);

class TaskModel {
 public:
  [[nodiscard]] const ModelTask* find(std::int64_t task) const;
  [[nodiscard]] const std::map<std::int64_t, ModelTask>& tasks() const noexcept { return m_tasks; }
  /// What a claim takes now: the highest priority, then the oldest; nullopt: nothing is queued.
  [[nodiscard]] std::optional<std::int64_t> best_ready() const;
  /// REQUIRES: nothing refuses it.
  void apply(const Operation& operation);
  /// The task as k_record_sql gives it, "" where there is none.
  [[nodiscard]] std::string record_text(std::int64_t task) const;
  /// Tasks a state, as k_counts_sql gives them.
  [[nodiscard]] std::string counts_text() const;

 private:
  std::map<std::int64_t, ModelTask> m_tasks;
  std::set<std::pair<std::int64_t, std::int64_t>> m_ready;  ///< queued ones: minus priority, number
  std::array<std::int64_t, 6> m_counts{};
};

/// A record's text from the tables; `t` is tasks. Of a result with the errors of several attempts its output.
inline const std::string k_record_sql =
    "t.state || '|' || t.version || '|' || t.attempts || '|' || t.priority || '|' || t.prompt || '|' || "
    "coalesce(CASE WHEN t.result_type = 'json' AND json_type(t.result, '$.errors') = 'array' "
    "THEN json_extract(t.result, '$.output') ELSE t.result END, 'NULL') || '|' || coalesce(t.error, 'NULL') "
    "|| '|' || "
    "coalesce((SELECT o.output FROM task_outputs o WHERE o.task_id = t.id), '') || '|' || "
    "CASE WHEN t.lease_expires_at IS NULL THEN -1 ELSE t.token END";

inline const std::string k_counts_sql =
    "(SELECT count(*) FROM tasks WHERE state = 'queued') || '|' || "
    "(SELECT count(*) FROM tasks WHERE state = 'running') || '|' || "
    "(SELECT count(*) FROM tasks WHERE state = 'completed') || '|' || "
    "(SELECT count(*) FROM tasks WHERE state = 'failed') || '|' || "
    "(SELECT count(*) FROM tasks WHERE state = 'cancelled')";

}  // namespace rlmdb::test
