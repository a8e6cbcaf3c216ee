// SPDX-License-Identifier: MIT
#include "trees/backtest.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <tuple>

#include "trees/estimate.hpp"
#include "trees/progress.hpp"
#include "trees/work_times.hpp"

namespace rlmdb::trees {

namespace {

struct Point {
  std::int64_t at_ms = 0;
  std::size_t tree = 0;
  std::size_t percent = 0;  ///< index into k_backtest_percents
};

/// Ends of the nodes, ascending; nullopt where the times do not tell how the tree ran.
std::optional<std::vector<std::int64_t>> ends_of(std::span<const NodeRow> rows) {
  std::vector<std::int64_t> ends;
  for (const NodeRow& row : rows) {
    if (!row.completed_at_ms || (!row.started_at_ms && row.state != TaskState::cancelled))
      return std::nullopt;
    ends.push_back(*row.completed_at_ms);
  }
  std::sort(ends.begin(), ends.end());
  return ends;
}

/// Errors of one formula at some points.
class Errors {
 public:
  void add(const std::optional<double>& estimate_ms, double true_ms) {
    if (estimate_ms) m_percents.push_back(std::abs(*estimate_ms - true_ms) / true_ms * 100);
  }
  void add_limit(const std::optional<double>& p90_ms, double true_ms) {
    if (!p90_ms) return;
    ++m_limits;
    if (true_ms <= *p90_ms) ++m_within;
  }
  [[nodiscard]] FormulaErrors take() {
    FormulaErrors errors;
    errors.known = static_cast<std::int64_t>(m_percents.size());
    errors.median_error_percent = median();
    if (m_limits > 0)
      errors.within_p90_percent = static_cast<double>(m_within) / static_cast<double>(m_limits) * 100;
    return errors;
  }

 private:
  [[nodiscard]] std::optional<double> median() {
    if (m_percents.empty()) return std::nullopt;
    std::sort(m_percents.begin(), m_percents.end());
    const std::size_t half = m_percents.size() / 2;
    return m_percents.size() % 2 == 1 ? m_percents[half] : (m_percents[half - 1] + m_percents[half]) / 2;
  }

  std::vector<double> m_percents;
  std::size_t m_limits = 0;
  std::size_t m_within = 0;
};

struct LineErrors {
  std::int64_t points = 0;
  Errors simple;
  Errors better;

  [[nodiscard]] BacktestLine take(std::optional<std::int64_t> at_percent) {
    return {at_percent, points, simple.take(), better.take()};
  }
};

class Replay {
 public:
  Replay(std::span<const TreeRowsOf> trees, std::optional<std::size_t> only) : m_trees(trees) {
    for (std::size_t tree = 0; tree < trees.size(); ++tree) {
      const bool is_asked = !only || *only == tree;
      const auto ends = ends_of(trees[tree]);
      m_end_ms.push_back(ends ? ends->back() : 0);
      if (ends) m_by_end.push_back(tree);
      const std::size_t before = m_points.size();
      if (is_asked && ends) add_points(tree, *ends);
      if (m_points.size() > before) ++m_result.trees;
      if (is_asked && m_points.size() == before) ++m_result.skipped;
    }
  }

  Backtest run() {
    const auto ended_first = [this](std::size_t a, std::size_t b) { return m_end_ms[a] < m_end_ms[b]; };
    std::stable_sort(m_by_end.begin(), m_by_end.end(), ended_first);
    std::stable_sort(m_points.begin(), m_points.end(),
                     [](const Point& a, const Point& b) { return a.at_ms < b.at_ms; });
    for (const Point& point : m_points) {
      learn_until(point.at_ms);
      replay(point);
    }
    m_result.all = m_all.take(std::nullopt);
    for (std::size_t p = 0; p < k_backtest_percents.size(); ++p)
      m_result.lines.push_back(m_lines[p].take(k_backtest_percents[p]));
    return std::move(m_result);
  }

 private:
  void add_points(std::size_t tree, const std::vector<std::int64_t>& ends) {
    constexpr std::size_t k_hundred = 100;
    for (std::size_t p = 0; p < k_backtest_percents.size(); ++p) {
      const auto percent = static_cast<std::size_t>(k_backtest_percents[p]);
      const std::size_t ended = (ends.size() * percent + k_hundred - 1) / k_hundred;
      const std::int64_t at_ms = ends[ended - 1];
      if (at_ms < ends.back()) m_points.push_back({at_ms, tree, p});
    }
  }

  void learn_until(std::int64_t at_ms) {
    for (; m_learned < m_by_end.size() && m_end_ms[m_by_end[m_learned]] <= at_ms; ++m_learned) {
      const TreeRowsOf& rows = m_trees[m_by_end[m_learned]];
      m_history.add(rows, build_tree(rows));
    }
  }

  void replay(const Point& point) {
    const TreeRowsOf rows = rows_at(m_trees[point.tree], point.at_ms);
    const auto true_ms = static_cast<double>(m_end_ms[point.tree] - point.at_ms);
    const std::optional<double> simple_ms = progress_of({}, rows).eta_ms;
    const TimeEstimate better = estimate_time_left(rows, build_tree(rows), m_history, point.at_ms);
    for (LineErrors* line : {&m_all, &m_lines[point.percent]}) {
      ++line->points;
      line->simple.add(simple_ms, true_ms);
      line->better.add(better.p50_ms, true_ms);
      line->better.add_limit(better.p90_ms, true_ms);
    }
  }

  std::span<const TreeRowsOf> m_trees;
  std::vector<std::int64_t> m_end_ms;  ///< by tree
  std::vector<std::size_t> m_by_end;   ///< trees whose times are known, the first to end first
  std::size_t m_learned = 0;           ///< how many of these are in the history
  std::vector<Point> m_points;
  TimeHistory m_history;
  LineErrors m_all;
  std::array<LineErrors, k_backtest_percents.size()> m_lines;
  Backtest m_result;
};

}  // namespace

bool has_ended(std::span<const NodeRow> rows) noexcept {
  return std::all_of(rows.begin(), rows.end(), [](const NodeRow& row) { return has_ended(row); });
}

TreeRowsOf rows_at(std::span<const NodeRow> rows, std::int64_t at_ms) {
  const auto is_later = [at_ms](const std::optional<std::int64_t>& time) { return time && *time > at_ms; };
  TreeRowsOf then;
  for (const NodeRow& row : rows) {
    if (is_later(row.created_at_ms)) continue;
    NodeRow& node = then.emplace_back(row);
    if (!is_later(row.completed_at_ms)) continue;
    const bool has_begun = row.started_at_ms && !is_later(row.started_at_ms);
    node.state = has_begun ? TaskState::running : TaskState::queued;
    node.completed_at_ms.reset();
    if (!has_begun) node.started_at_ms.reset();
  }
  return then;
}

Backtest backtest(std::span<const TreeRowsOf> trees, std::optional<std::size_t> only) {
  return Replay(trees, only).run();
}

}  // namespace rlmdb::trees
