// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/connection.hpp"
#include "rlmdb/loop.hpp"

namespace rlmdb::loops {

struct ShownLoop {
  std::int64_t id = 0;
  Loop loop;
};

/// An iteration that has a score.
struct ScoredEntry {
  std::optional<std::int64_t> iteration;
  double score = 0;
  std::optional<std::string> snapshot_path;
  std::optional<std::string> timestamp;
};

struct ListEntry {
  std::int64_t position = 0;
  std::string json;
};

/// With the number of its iteration.
struct NumberedEntry {
  std::optional<std::int64_t> iteration;
  std::string json;
};

/// Reads what LoopRows writes, for people and for the protocol.
class LoopDetailRows {
 public:
  explicit LoopDetailRows(db::Connection& connection) : m_connection(connection) {}

  /// Without scores, in no order.
  [[nodiscard]] std::vector<ShownLoop> all();
  [[nodiscard]] Loop get(std::int64_t id);
  /// Of the newest iterations that have one, oldest first.
  [[nodiscard]] std::vector<double> newest_scores(std::int64_t id, std::int64_t most);
  /// `list`: iteration_history, iterations.
  [[nodiscard]] std::vector<LoopIteration> iterations(std::int64_t id, std::string_view list);
  [[nodiscard]] std::vector<LoopRegression> regressions(std::int64_t id);
  [[nodiscard]] std::vector<LoopReinforcement> reinforcements(std::int64_t id);
  [[nodiscard]] std::vector<LoopRecovery> recoveries(std::int64_t id);
  [[nodiscard]] std::vector<LoopPattern> patterns(std::int64_t id);

  /// Of iteration_history, in order.
  [[nodiscard]] std::vector<ScoredEntry> scored(std::int64_t id);
  /// Of iteration_history, newest first.
  [[nodiscard]] std::vector<NumberedEntry> newest_entries(std::int64_t id, std::int64_t most);
  /// The highest number of both lists, and of iteration_history.
  [[nodiscard]] std::optional<std::int64_t> last_iteration(std::int64_t id);
  [[nodiscard]] std::optional<std::int64_t> last_recorded(std::int64_t id);
  /// Whether a file came in from that place of the project.
  [[nodiscard]] bool has_file(std::string_view place);
  /// Of iteration_history.
  [[nodiscard]] std::optional<ListEntry> find_iteration(std::int64_t id, std::int64_t iteration);
  [[nodiscard]] std::optional<ListEntry> find_regression(std::int64_t id, std::string_view event_id);
  [[nodiscard]] bool has_regression_of(std::int64_t id, std::int64_t iteration);
  /// One of that type that is of this iteration, or open and at least as bad.
  [[nodiscard]] bool has_regression_like(std::int64_t id, const LoopFall& fall,
                                         const std::optional<std::int64_t>& iteration);
  [[nodiscard]] bool has_recovery_of(std::int64_t id, std::int64_t iteration);
  /// Of detected_patterns, in order. nullopt: in any iteration.
  [[nodiscard]] std::vector<ListEntry> find_patterns(std::int64_t id, std::string_view pattern_id,
                                                     const std::optional<std::int64_t>& iteration);
  /// The iteration in which the level changed last; nullopt: it never did.
  [[nodiscard]] std::optional<std::int64_t> last_level_change(std::int64_t id);
  [[nodiscard]] bool has_level_reason(std::int64_t id, std::string_view reason);

 private:
  [[nodiscard]] std::vector<std::string> steps(std::int64_t id, std::int64_t position);

  db::Connection& m_connection;
};

}  // namespace rlmdb::loops
