// SPDX-License-Identifier: MIT
/// Texts as a search reads them.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "db/connection.hpp"
#include "rlmdb/task.hpp"
#include "rlmdb/time_span.hpp"

namespace rlmdb::tasks {

struct SearchedTask {
  std::string id;
  std::optional<TreeId> tree_id;
  std::string created_at;
  std::string state;
  std::array<std::string, 5> texts;  ///< in the order of SearchedText: prompt, result, error, output, notes
};

struct SearchedState {
  std::int64_t id = 0;            ///< states.id
  std::string owner;              ///< "global", "tree:tree-1"
  std::optional<TreeId> tree_id;  ///< of a tree's own
};

/// In a transaction of the caller's. `tree`: of that one alone.
class SearchRows {
 public:
  /// Name and value.
  using Variables = std::vector<std::pair<std::string, std::string>>;

  explicit SearchRows(db::Connection& connection) : m_connection(connection) {}

  /// tasks.id, the newest first.
  [[nodiscard]] std::vector<std::int64_t> tasks(const std::optional<std::string>& tree,
                                                const TimeSpan& created);
  /// With all of its output.
  [[nodiscard]] SearchedTask task(std::int64_t id);
  [[nodiscard]] Variables variables_of_task(std::int64_t id);
  [[nodiscard]] std::vector<SearchedState> states(const std::optional<std::string>& tree);
  [[nodiscard]] Variables variables_of_state(std::int64_t id);

 private:
  db::Connection& m_connection;
};

}  // namespace rlmdb::tasks
