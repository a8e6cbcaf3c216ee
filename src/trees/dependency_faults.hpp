// SPDX-License-Identifier: MIT
/// Dependencies that nothing ends: circles, and ids that no task has.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "db/connection.hpp"
#include "trees/waiting.hpp"

namespace rlmdb::trees {

/// A dependency of an unfinished task on an id that no task has.
struct UnknownDependency {
  Blocker task;
  std::string name;
  std::string pointer;         ///< into metadata: "/depends_on/0"
  std::int64_t import_id = 0;  ///< of the task; 0: it was made here
};

/// Unfinished tasks each of which depends on the next, the last on the first. Of circles that hang together
/// this is the shortest through the first of their tasks in store order, with which it begins.
struct DependencyCircle {
  std::vector<Blocker> tasks;
  std::string text;            ///< text_of_circle(tasks)
  std::vector<Blocker> all;    ///< the tasks of every circle that hangs together with it, in store order
  std::int64_t import_id = 0;  ///< of the first
};

/// What is wrong with the dependencies of a database. Read at the first question, once: an object is for one transaction.
/// Linear, also in memory, in the dependencies of unfinished tasks on unfinished ones: of all, or where a circle alone is
/// asked for of those tasks that the one asked for waits for.
class DependencyFaults {
 public:
  explicit DependencyFaults(db::Connection& connection) : m_connection(connection) {}

  /// In store order.
  [[nodiscard]] const std::vector<UnknownDependency>& unknown();
  [[nodiscard]] const std::vector<DependencyCircle>& circles();
  /// The text of the circle that the task is in, or of one that hangs together with it; "": it is in none.
  [[nodiscard]] std::string circle_of(std::int64_t task_id);

 private:
  struct Graph;

  void read();
  void follow(std::int64_t task_id);
  void find_circles(const Graph& graph);

  db::Connection& m_connection;
  bool m_is_read = false;
  std::unordered_set<std::int64_t>
      m_followed;  ///< tasks.id whose circles are known: all that they wait for is here, too
  std::vector<UnknownDependency> m_unknown;
  std::vector<DependencyCircle> m_circles;
  std::unordered_map<std::int64_t, std::size_t> m_circle_of;  ///< of a tasks.id
};

}  // namespace rlmdb::trees
