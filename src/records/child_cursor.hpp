// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "db/connection.hpp"

namespace rlmdb::records {

/// one_task: with the statement that the connection keeps, which the cursor gives back when it goes.
/// all_tasks: with one of its own, since whoever is told of a task in between may read another.
enum class Walk { one_task, all_tasks };

/// Walks rows that belong to tasks, in the order in which a caller walks the tasks. The statement takes the
/// first task id as ?1 and gives rows by ascending task id, which is column 0. Asked for ascending ids it is
/// one merge join; any other order costs a new seek.
template <class Record>
class ChildCursor {
 public:
  /// `sql` has static storage.
  ChildCursor(db::Connection& connection, std::string_view sql, Walk walk)
      : m_own(walk == Walk::all_tasks ? std::optional<db::Statement>(std::in_place, connection, sql)
                                      : std::nullopt),
        m_statement(m_own ? *m_own : connection.cached(sql)) {}
  ChildCursor(const ChildCursor&) = delete;
  ChildCursor& operator=(const ChildCursor&) = delete;
  ~ChildCursor() { m_statement.reset(); }

  /// Calls `row(statement)` for every row of `task_id`.
  template <class Row>
  void for_each(std::int64_t task_id, Row&& row) {
    if (!m_running || task_id < m_asked || (m_has_row && task_id > m_current + k_near)) seek(task_id);
    m_asked = task_id;
    while (m_has_row && m_current < task_id) advance();
    while (m_has_row && m_current == task_id) {
      row(static_cast<const db::Statement&>(m_statement));
      advance();
    }
  }

  /// Replaces `records` by one for every row of `task_id`, filled by `fill(statement, record)`, by position,
  /// which is column 1. A row without a position was written in a SQL shell and comes after all others.
  template <class Fill>
  void read_in_order(std::int64_t task_id, std::vector<Record>& records, Fill&& fill) {
    records.clear();
    m_places.clear();
    for_each(task_id, [&](const db::Statement& row) {
      m_places.emplace_back(row.column_optional_int64(1).value_or(std::numeric_limits<std::int64_t>::max()),
                            records.size());
      fill(row, records.emplace_back());
    });
    if (!std::is_sorted(m_places.begin(), m_places.end())) sort(records);
  }

 private:
  void sort(std::vector<Record>& records) {
    std::sort(m_places.begin(), m_places.end());
    m_sorted.clear();
    for (const Place& place : m_places) m_sorted.push_back(std::move(records[place.second]));
    records.swap(m_sorted);
  }

  /// Gaps up to here are stepped over; a wider one may hide any number of rows.
  static constexpr std::int64_t k_near = 16;

  void seek(std::int64_t task_id) {
    m_statement.reset();
    m_statement.bind_int64(1, task_id);
    m_running = true;
    advance();
  }
  void advance() {
    m_has_row = m_statement.step();
    if (m_has_row) m_current = m_statement.column_int64(0);
  }

  std::optional<db::Statement> m_own;
  db::Statement& m_statement;
  using Place = std::pair<std::int64_t, std::size_t>;  ///< position, and index among the rows read
  std::vector<Place> m_places;
  std::vector<Record> m_sorted;  ///< kept for its memory
  std::int64_t m_asked = 0;
  std::int64_t m_current = 0;
  bool m_running = false;
  bool m_has_row = false;
};

}  // namespace rlmdb::records
