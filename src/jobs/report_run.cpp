// SPDX-License-Identifier: MIT
// 1. One snapshot: the rows of the tree, and who of the running nodes still has a process.
// 2. The nodes to describe are picked by state alone; only they cost statements of their own.
// 3. Why a node does not go on is what the plan of a recovery says.
#include <algorithm>
#include <limits>

#include "db/transaction.hpp"
#include "jobs/liveness.hpp"
#include "jobs/time_estimate.hpp"
#include "jobs/tree_load.hpp"
#include "jobs/tree_settings.hpp"
#include "model/cost.hpp"
#include "model/progress.hpp"
#include "model/recovery.hpp"
#include "rlmdb/report.hpp"
#include "store/connections.hpp"
#include "store/task_head.hpp"
#include "store/tree_rows.hpp"
#include "util/clock.hpp"

namespace rlmdb {

namespace {

using Rows = std::vector<model::NodeRow>;

/// Places in the order drawn.
using Places = std::vector<std::size_t>;

constexpr std::size_t k_most_blockers = 50;

class Reporter {
 public:
  Reporter(db::Connection& connection, const TreeId& tree, const ReportLimits& limits)
      : m_connection(connection), m_tree(tree), m_limits(limits) {}

  TreeReport report() {
    m_report.made_at = util::utc_now_text();
    m_rows = jobs::load_tree_rows(m_connection, m_tree);
    const model::TreeShape shape = model::build_tree(m_rows);
    m_report.estimate = jobs::estimate_of_rows(m_connection, m_tree, m_rows, shape);
    m_report.budget = jobs::read_budget(m_connection, m_tree);
    m_report.limits = jobs::read_limits(m_connection, m_tree);
    find_what_plans_need();
    m_report.progress = model::progress_of(m_tree, m_rows);
    m_report.cost = model::cost_of(m_tree, m_rows, CostBy::depth);
    add_times(shape);
    add_result(shape);
    const Places failed = pick_failed(shape);
    find_checkpoints(shape, failed);
    const TreePlan plan = model::plan_recovery(m_tree, m_rows).plan;
    for (const std::size_t place : failed) add_failure(m_rows[shape.order[place]], place, plan.nodes[place]);
    add_open(shape, plan);
    m_report.tree = jobs::draw_tree(m_tree, m_rows, shape);
    return std::move(m_report);
  }

 private:
  void find_what_plans_need() {
    const jobs::Machine machine = jobs::Machine::here();
    store::TreeRows trees(m_connection);
    for (model::NodeRow& row : m_rows) {
      row.owner = jobs::owner_of(row, machine);
      if (row.not_before && *row.not_before <= m_report.made_at) row.not_before.reset();
      if (model::is_finished(row)) continue;
      trees.find_dependencies(row);
      trees.find_attempts(row);
    }
  }

  void add_times(const model::TreeShape& shape) {
    m_report.times.reserve(m_rows.size());
    for (const std::size_t i : shape.order) {
      const model::NodeRow& row = m_rows[i];
      m_report.times.push_back({row.started_at_ms, row.completed_at_ms});
      if (row.started_at_ms) {
        m_report.first_ms = std::min(m_report.first_ms.value_or(*row.started_at_ms), *row.started_at_ms);
      }
      for (const std::optional<std::int64_t>& time : {row.started_at_ms, row.completed_at_ms}) {
        if (time) m_report.last_ms = std::max(m_report.last_ms.value_or(*time), *time);
      }
      add_work(model::duration_ms(row).value_or(0));
    }
  }

  /// Times are the source's and may be anything: a sum stops at the largest number.
  void add_work(std::int64_t duration_ms) {
    if (__builtin_add_overflow(m_report.work_ms, duration_ms, &m_report.work_ms))
      m_report.work_ms = std::numeric_limits<std::int64_t>::max();
  }

  void add_result(const model::TreeShape& shape) {
    const model::NodeRow& root = m_rows[shape.order.front()];
    if (root.state != TaskState::completed) return;
    m_report.result = store::TaskHeads(m_connection).end_value(root.id, store::EndMember::result).text;
  }

  /// The earliest failures, undated ones last.
  Places pick_failed(const model::TreeShape& shape) {
    Places failed;
    for (std::size_t place = 0; place < shape.order.size(); ++place) {
      if (m_rows[shape.order[place]].state == TaskState::failed) failed.push_back(place);
    }
    m_report.failure_count = failed.size();
    const auto ended = [&](std::size_t place) {
      return m_rows[shape.order[place]].completed_at_ms.value_or(std::numeric_limits<std::int64_t>::max());
    };
    std::stable_sort(failed.begin(), failed.end(),
                     [&](std::size_t a, std::size_t b) { return ended(a) < ended(b); });
    failed.resize(std::min(failed.size(), m_limits.failures));
    return failed;
  }

  /// Of the nodes whose reason names one: those that failed, and the first of those that run.
  void find_checkpoints(const model::TreeShape& shape, const Places& failed) {
    store::TreeRows trees(m_connection);
    for (const std::size_t place : failed) trees.find_checkpoint(m_rows[shape.order[place]]);
    std::size_t running = 0;
    for (const std::size_t i : shape.order) {
      if (m_rows[i].state != TaskState::running || ++running > m_limits.open_nodes) continue;
      trees.find_checkpoint(m_rows[i]);
    }
  }

  void add_failure(const model::NodeRow& row, std::size_t place, const NodePlan& plan) {
    const store::TaskHead head = store::TaskHeads(m_connection).get(row.id);
    m_report.failures.push_back(
        {place, store::TreeRows(m_connection).error_text(row.id), head.attempts, plan.reason});
  }

  /// Running nodes first, then those that the plan calls ready, then those that wait.
  void add_open(const model::TreeShape& shape, const TreePlan& plan) {
    Places running;
    Places ready;
    Places waiting;
    for (std::size_t place = 0; place < shape.order.size(); ++place) {
      const model::NodeRow& row = m_rows[shape.order[place]];
      if (model::is_finished(row) || row.state == TaskState::failed) continue;
      const bool is_running = row.state == TaskState::running;
      (is_running                                      ? running
       : plan.nodes[place].decision == Decision::ready ? ready
                                                       : waiting)
          .push_back(place);
    }
    m_report.open_count = running.size() + ready.size() + waiting.size();
    for (const Places* places : {&running, &ready, &waiting}) {
      for (const std::size_t place : *places) {
        if (m_report.open_nodes.size() == m_limits.open_nodes) return;
        const NodePlan& node = plan.nodes[place];
        m_report.open_nodes.push_back({place, node.reason, node.blocked_by});
        std::vector<std::string>& blockers = m_report.open_nodes.back().blocked_by;
        blockers.resize(std::min(blockers.size(), k_most_blockers));
      }
    }
  }

  db::Connection& m_connection;
  const TreeId& m_tree;
  const ReportLimits& m_limits;
  Rows m_rows;
  TreeReport m_report;
};

}  // namespace

TreeReport report_of_tree(const Store& store, const TreeId& tree, const ReportLimits& limits) {
  const auto use = store.connections().use();
  const db::ReadTransaction snapshot(use.connection());
  return Reporter(use.connection(), tree, limits).report();
}

}  // namespace rlmdb
