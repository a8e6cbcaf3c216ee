// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/connection.hpp"
#include "records/task_head.hpp"

namespace rlmdb::tasks {

/// A task whose time has come.
struct Due {
  std::int64_t id = 0;      ///< tasks.id
  bool is_running = false;  ///< its lease is over; otherwise it is queued, and its time has come
};

/// A task that is not noted to wait.
struct Candidate {
  std::int64_t id = 0;      ///< tasks.id
  std::string family = {};  ///< the same of all children of one node; "" of a root, and outside trees
};

/// Which tasks a claim is for; empty members do not filter.
struct ClaimFilter {
  std::optional<std::string_view> agent;
  std::optional<std::string_view> tree_id;
  std::optional<std::int64_t> task{};      ///< tasks.id: this one alone
  std::optional<std::int64_t> own_hold{};  ///< holds.id of whoever claims: what others hold is not for him
};

/// Reads the queue: whose turn it is. What holds the others up is StoredRelations' to say. A few index
/// entries an answer, but for a tree or an agent: the tree's nodes, the queue's entries until one of the
/// agent.
class ReadyRows {
 public:
  explicit ReadyRows(db::Connection& connection) : m_connection(connection) {}

  /// tasks.id of the first in the queue that is not known to wait, and that nobody else holds. Holds that are
  /// over count: end them first.
  [[nodiscard]] std::optional<std::int64_t> top(const ClaimFilter& filter);
  /// Running ones whose lease ended before `now`, queued ones that were to wait until then, and those whose backoff
  /// ends later than `latest`, at most `most`.
  [[nodiscard]] std::vector<Due> due(std::string_view now, std::string_view latest, std::int64_t most);
  /// Everything queued that no claim has noted to wait, in the order of the queue, until `is_enough`.
  void find_candidates(const ClaimFilter& filter, const std::function<bool(const Candidate&)>& is_enough);
  /// tasks.id of everything queued, in the order of the queue.
  [[nodiscard]] std::vector<std::int64_t> queued(const ClaimFilter& filter);

 private:
  db::Connection& m_connection;
};

}  // namespace rlmdb::tasks
