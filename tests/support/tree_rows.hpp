// SPDX-License-Identifier: MIT
/// Trees as rows, a node a line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "records/tokens.hpp"
#include "trees/tree_build.hpp"

namespace rlmdb::test {

/// Builds rows in store order; ids are "n0", "n1"… All times are ms after `k_start`.
class TreeRowsMaker {
 public:
  static constexpr std::int64_t k_start = 1'767'225'600'000;  // 2026-01-01T00:00:00Z

  /// A queued node below `parent`, "" for a root. Returns its index.
  std::size_t add(const std::string& parent, const std::string& strategy = "parallel",
                  const std::string& agent = "a") {
    trees::NodeRow& row = m_rows.emplace_back();
    row.id = static_cast<std::int64_t>(m_rows.size());
    row.position = row.id;
    row.task_id = "n" + std::to_string(m_rows.size() - 1);
    if (!parent.empty()) row.parent_ref = parent;
    row.strategy = strategy;
    row.agent = agent;
    row.created_at_ms = k_start;
    set(m_rows.size() - 1, TaskState::queued);
    return m_rows.size() - 1;
  }
  void run(std::size_t i, std::int64_t started_ms) {
    set(i, TaskState::running);
    m_rows[i].has_run = true;
    m_rows[i].started_at_ms = k_start + started_ms;
  }
  void end(std::size_t i, std::int64_t started_ms, std::int64_t ended_ms,
           TaskState state = TaskState::completed) {
    run(i, started_ms);
    set(i, state);
    m_rows[i].completed_at_ms = k_start + ended_ms;
  }

  [[nodiscard]] trees::NodeRow& operator[](std::size_t i) { return m_rows[i]; }
  [[nodiscard]] const std::vector<trees::NodeRow>& rows() const { return m_rows; }

 private:
  void set(std::size_t i, TaskState state) {
    m_rows[i].state = state;
    m_rows[i].state_text = to_text(state);
  }

  std::vector<trees::NodeRow> m_rows;
};

}  // namespace rlmdb::test
