// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "db/connection.hpp"
#include "records/task_rows.hpp"
#include "retention/cleanup_plan.hpp"
#include "sources/removed_rows.hpp"
#include "writing/task_writer.hpp"

namespace rlmdb::retention {

/// The one way in which tasks go: each writes an event, and each tree another before its nodes'. What is
/// known only of them goes too, its record is remembered for imports, and its number is not given out again.
/// REQUIRES: an open write transaction.
class Remover {
 public:
  struct Removed {
    OldTask task;
    std::int64_t event_seq = 0;
  };

  explicit Remover(db::Connection& connection);

  /// One task, or all nodes of a tree. A task that changed since it was planned stays.
  void remove(const Departure& departure);
  /// What was removed; to be called once, last.
  [[nodiscard]] std::vector<Removed> finish();

  /// The time of its events.
  [[nodiscard]] const std::string& now() const noexcept { return m_writer.now(); }

 private:
  void remove_with_checkpoints(const OldTask& task);
  [[nodiscard]] std::optional<std::int64_t> remove_task(const OldTask& task);
  [[nodiscard]] std::optional<records::TaskHead> find(const OldTask& task);
  void remove_tree(const Departure& departure);

  db::Connection& m_connection;
  writing::TaskWriter m_writer;
  records::TaskRows m_rows;
  sources::RemovedRows m_removed_rows;
  std::vector<Removed> m_removed;
};

}  // namespace rlmdb::retention
