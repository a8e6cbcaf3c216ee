// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "db/connection.hpp"
#include "retention/retention_rows.hpp"

namespace rlmdb::retention {

/// Why something stays though it is old enough: what needs it, what is pinned, whose times are not yet.
/// REQUIRES: one snapshot as long as it lives.
class Keepers {
 public:
  Keepers(db::Connection& connection, std::int64_t now_ms);

  /// Of a task outside trees; nullptr: nothing keeps it.
  [[nodiscard]] const std::string* of_task(const OldTask& task) const;
  /// Of a tree, all of whose nodes are old enough.
  [[nodiscard]] const std::string* of_tree(const std::string& tree_id) const;
  /// Tasks with times that are not yet.
  [[nodiscard]] const std::vector<TimeToCome>& odd() const noexcept { return m_odd; }

 private:
  void keep_what_is_needed(db::Connection& connection);
  void keep_with_parents(RetentionRows& rows, const ParentOf& needed, const std::string& because);
  void keep_what_is_described(db::Connection& connection);
  void keep_what_is_pinned(db::Connection& connection);
  void keep_what_is_odd(db::Connection& connection, std::int64_t now_ms);
  /// A task, or the whole tree that it is of. The first reason counts. False: something kept it before.
  bool keep(std::int64_t task_id, const std::string& tree_id, const std::string& because);

  std::unordered_map<std::int64_t, std::string> m_tasks;
  std::unordered_map<std::string, std::string> m_pinned_tasks;  ///< by store id
  std::unordered_map<std::string, std::string> m_trees;
  std::vector<TimeToCome> m_odd;
};

}  // namespace rlmdb::retention
