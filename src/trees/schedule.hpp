// SPDX-License-Identifier: MIT
/// The rest of a tree played through: which node may begin when. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include "trees/tree_build.hpp"

namespace rlmdb::trees {

/// Plays what is left of a tree by the rules by which `claim` hands out work: a node with children comes
/// after them; children of a sequential or conditional parent come one after the other, the last one of a
/// map-reduce parent after its siblings; otherwise as many at once as there are places. Nodes that run
/// already go on at once. A node begins no earlier than all above it may, up to the first that runs or is
/// completed. What is scheduled for later, or held by another, begins then, and takes no place before. A failed node counts as
/// ended.
class Schedule {
 public:
  /// Takes the queued and running nodes of `rows` as they are at `now_ms`; keeps nothing of its arguments.
  Schedule(std::span<const NodeRow> rows, const TreeShape& shape, std::int64_t now_ms);

  /// Nodes that are left, as indexes into the rows.
  [[nodiscard]] const std::vector<std::size_t>& left() const noexcept { return m_left; }
  /// How many of them work now.
  [[nodiscard]] std::size_t working() const noexcept { return m_working; }
  /// Whether the node runs and waits for no child.
  [[nodiscard]] bool works_now(std::size_t row) const { return m_works[row]; }
  /// How many nodes one play() visits.
  [[nodiscard]] std::size_t size() const noexcept { return m_row.size(); }

  /// When the last node ends, counted from now, with `places` nodes at once (at least those that work now);
  /// `time_left(row)` says how long the row with that index still works. n log places.
  [[nodiscard]] double play(std::size_t places, const std::function<double(std::size_t row)>& time_left);

 private:
  enum class Order { parallel, one_by_one, last_alone };
  using Moment = std::pair<double, std::uint32_t>;
  using Moments = std::priority_queue<Moment, std::vector<Moment>, std::greater<>>;

  void keep(std::span<const NodeRow> rows, const TreeShape& shape, std::int64_t now_ms);
  void open(std::vector<std::uint32_t> nodes);
  void append_next_children(std::uint32_t node, std::vector<std::uint32_t>& nodes);
  void make_ready(std::uint32_t node);
  void start_what_may(std::size_t most);
  void start(std::uint32_t node);
  void end(std::uint32_t node);
  [[nodiscard]] std::span<const std::uint32_t> children_of(std::uint32_t node) const;

  // What is kept: nodes that are left and all above them, numbered parents first.
  std::vector<std::size_t> m_left;
  std::vector<std::size_t> m_row;
  std::vector<std::uint32_t> m_parent;
  std::vector<std::uint32_t> m_first_child;  ///< into m_children; one more than nodes
  std::vector<std::uint32_t> m_children;
  std::vector<Order> m_order;
  std::vector<bool> m_is_left;
  std::vector<bool> m_is_running;
  std::vector<bool> m_has_begun;  ///< what is below it is open from the beginning
  std::vector<double> m_begins;   ///< what is scheduled, counted from now
  std::vector<bool> m_works;      ///< by row
  std::size_t m_working = 0;

  // One play.
  std::vector<std::uint32_t> m_pending;  ///< children that are not done
  std::vector<std::uint32_t> m_next;     ///< the next child to open, of those one by one
  std::vector<bool> m_is_open;
  std::vector<bool> m_is_started;
  std::vector<bool> m_is_done;
  std::queue<std::uint32_t> m_ready;
  Moments m_later;  ///< would be open, but is scheduled
  Moments m_endings;
  double m_now = 0;
  const std::function<double(std::size_t)>* m_time_left = nullptr;
};

}  // namespace rlmdb::trees
