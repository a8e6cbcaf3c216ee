// SPDX-License-Identifier: MIT
#include "trees/schedule.hpp"

#include <algorithm>
#include <limits>

#include "recovery/recovery_rules.hpp"
#include "trees/work_times.hpp"

namespace rlmdb::trees {

namespace {

constexpr std::uint32_t k_no_node_placed = std::numeric_limits<std::uint32_t>::max();

}  // namespace

Schedule::Schedule(std::span<const NodeRow> rows, const TreeShape& shape, std::int64_t now_ms) {
  keep(rows, shape, now_ms);
}

void Schedule::keep(std::span<const NodeRow> rows, const TreeShape& shape, std::int64_t now_ms) {
  std::vector<bool> is_kept(rows.size(), false);
  for (auto i = shape.order.rbegin(); i != shape.order.rend(); ++i) {
    if (is_left(rows[*i])) is_kept[*i] = true;
    if (is_kept[*i] && shape.parent[*i] != k_no_node) is_kept[shape.parent[*i]] = true;
  }
  std::vector<std::uint32_t> number(rows.size(), k_no_node_placed);
  for (const std::size_t i : shape.order) {
    if (!is_kept[i]) continue;
    number[i] = static_cast<std::uint32_t>(m_row.size());
    m_row.push_back(i);
    m_parent.push_back(shape.parent[i] == k_no_node ? k_no_node_placed : number[shape.parent[i]]);
    const Strategy strategy = strategy_named(rows[i].strategy);
    m_order.push_back(strategy == Strategy::parallel     ? Order::parallel
                      : strategy == Strategy::map_reduce ? Order::last_alone
                                                         : Order::one_by_one);
    m_is_left.push_back(is_left(rows[i]));
    m_is_running.push_back(rows[i].state == TaskState::running);
    m_has_begun.push_back(has_begun(rows[i].state_text));
    m_begins.push_back(begins_in_ms(rows[i], now_ms));
    if (m_is_left.back()) m_left.push_back(i);
  }
  m_works.assign(rows.size(), false);
  for (const std::size_t i : m_row) {
    m_first_child.push_back(static_cast<std::uint32_t>(m_children.size()));
    bool waits = false;
    for (const std::size_t child : shape.children[i]) {
      if (is_kept[child]) m_children.push_back(number[child]);
      waits = waits || is_left(rows[child]);
    }
    if (rows[i].state != TaskState::running || waits) continue;
    m_works[i] = true;
    ++m_working;
  }
  m_first_child.push_back(static_cast<std::uint32_t>(m_children.size()));
}

double Schedule::play(std::size_t places, const std::function<double(std::size_t row)>& time_left) {
  m_time_left = &time_left;
  m_now = 0;
  m_is_open.assign(m_row.size(), false);
  m_is_started.assign(m_row.size(), false);
  m_is_done.assign(m_row.size(), false);
  for (std::uint32_t node = 0; node < m_row.size(); ++node) m_is_done[node] = !m_is_left[node];
  m_next.assign(m_row.size(), 0);
  m_pending.assign(m_row.size(), 0);
  for (std::uint32_t node = 0; node < m_row.size(); ++node) {
    if (m_is_left[node] && m_parent[node] != k_no_node_placed) ++m_pending[m_parent[node]];
  }
  for (std::uint32_t node = 0; node < m_row.size(); ++node) {
    if (m_is_running[node] && m_pending[node] == 0) start(node);
  }
  for (std::uint32_t node = 0; node < m_row.size(); ++node) {
    if (m_parent[node] == k_no_node_placed || m_has_begun[node]) open({node});
  }
  const std::size_t most = std::max({places, m_working, std::size_t{1}});
  for (;;) {
    start_what_may(most);
    if (m_endings.empty()) return m_now;
    const Moment ending = m_endings.top();
    m_endings.pop();
    m_now = ending.first;
    end(ending.second);
  }
}

/// Goes on in time where a place is free until something scheduled begins, and nothing else ends before.
void Schedule::start_what_may(std::size_t most) {
  for (;;) {
    while (!m_later.empty() && m_later.top().first <= m_now) {
      const std::uint32_t node = m_later.top().second;
      m_later.pop();
      open({node});
    }
    for (; m_endings.size() < most && !m_ready.empty(); m_ready.pop()) start(m_ready.front());
    if (m_later.empty() || m_endings.size() == most) return;
    if (!m_endings.empty() && m_endings.top().first <= m_later.top().first) return;
    m_now = m_later.top().first;
  }
}

void Schedule::open(std::vector<std::uint32_t> nodes) {
  while (!nodes.empty()) {
    const std::uint32_t node = nodes.back();
    nodes.pop_back();
    if (m_is_open[node]) continue;
    if (m_begins[node] > m_now) {
      m_later.emplace(m_begins[node], node);
      continue;
    }
    m_is_open[node] = true;
    if (m_is_left[node] && m_pending[node] == 0) make_ready(node);
    append_next_children(node, nodes);
  }
}

void Schedule::append_next_children(std::uint32_t node, std::vector<std::uint32_t>& nodes) {
  const std::span<const std::uint32_t> children = children_of(node);
  std::uint32_t& next = m_next[node];
  const auto may_open = [&] {
    if (next == children.size()) return false;
    if (m_order[node] == Order::one_by_one) return next == 0 || m_is_done[children[next - 1]];
    return m_order[node] == Order::parallel || next + 1 < children.size() || m_pending[node] <= 1;
  };
  const auto first = static_cast<std::ptrdiff_t>(nodes.size());
  for (; may_open(); ++next) nodes.push_back(children[next]);
  std::reverse(nodes.begin() + first, nodes.end());  // the last one is taken first
}

void Schedule::make_ready(std::uint32_t node) {
  if (m_is_started[node]) return;
  if (m_is_running[node]) {
    start(node);
  } else {
    m_ready.push(node);
  }
}

void Schedule::start(std::uint32_t node) {
  m_is_started[node] = true;
  m_endings.emplace(m_now + (*m_time_left)(m_row[node]), node);
}

void Schedule::end(std::uint32_t node) {
  m_is_done[node] = true;
  const std::uint32_t parent = m_parent[node];
  if (parent == k_no_node_placed) return;
  --m_pending[parent];
  if (m_is_open[parent]) {
    std::vector<std::uint32_t> nodes;
    append_next_children(parent, nodes);
    open(std::move(nodes));
  }
  const bool may_work = m_is_left[parent] && (m_is_open[parent] || m_is_running[parent]);
  if (may_work && m_pending[parent] == 0) make_ready(parent);
}

std::span<const std::uint32_t> Schedule::children_of(std::uint32_t node) const {
  return std::span(m_children).subspan(m_first_child[node], m_first_child[node + 1] - m_first_child[node]);
}

}  // namespace rlmdb::trees
