// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "records/task_head.hpp"
#include "rlmdb/change.hpp"
#include "trees/tree_build.hpp"
#include "writing/member_edit.hpp"

namespace rlmdb::tasks {

/// A change of a node's members that may give it another parent. The depths that the node and those below it
/// say, in their records or in documents, go along: each node is a change of its own.
class NodeMove {
 public:
  NodeMove(writing::TaskWriter& writer, const records::TaskHead& head, writing::MemberEdit& edit);

  /// Before the edit is written: a parent that is named by its node id stands there by what it goes by in its
  /// tree, and the node's depth, unless the change gives one, is that of its new place. Without force Error
  /// not_found for a parent that no task is, conflict for one of another tree or below the node itself, and
  /// for a second root. Reads the tree where the node moves, and nothing otherwise.
  void prepare(const SetMembers& set, Force force);
  /// After it: writes the depths of what lies below.
  void follow(const writing::Cause& cause);

 private:
  struct Place {
    std::string tree_id;
    std::optional<std::string> parent;
    std::string depth;  ///< raw; "": not given
  };
  enum class OwnDepth { follows, is_given };

  /// As the edit has it.
  [[nodiscard]] Place place();
  [[nodiscard]] std::optional<records::TaskHead> find_parent(const std::string& name,
                                                             const std::string& tree_id);
  void resolve_parent(Place& place, Force force);
  void require_no_circle(const records::TaskHead& parent);
  void require_one_root(const std::string& tree_id);
  [[nodiscard]] std::size_t own_row(const Place& after);
  void plan_depths(std::size_t own, OwnDepth own_depth);
  void put(std::string_view name, const std::string& raw);

  writing::TaskWriter& m_writer;
  const records::TaskHead& m_head;
  writing::MemberEdit& m_edit;
  Place m_before;
  std::vector<trees::NodeRow> m_rows;  ///< of the tree in which it lies then
  std::vector<std::pair<std::int64_t, std::int64_t>>
      m_depths;  ///< tasks.id of what lies below, and its depth
};

}  // namespace rlmdb::tasks
