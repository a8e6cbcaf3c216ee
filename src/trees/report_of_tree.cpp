// SPDX-License-Identifier: MIT
// 1. One snapshot: the rows of the tree, and who of the running nodes still has a process.
// 2. The nodes to describe are picked by state alone; only they cost statements of their own.
// 3. Why a node does not go on is what the plan of a recovery says.
#include "trees/report_of_tree.hpp"

#include <algorithm>
#include <chrono>
#include <limits>

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "events/event_rows.hpp"
#include "records/task_head.hpp"
#include "recovery/recovery_rules.hpp"
#include "tasks/backoff_rules.hpp"
#include "trees/cost.hpp"
#include "trees/estimate.hpp"
#include "trees/progress.hpp"
#include "trees/stuck.hpp"
#include "trees/tree_load.hpp"
#include "trees/tree_rows.hpp"
#include "trees/tree_settings.hpp"
#include "util/clock.hpp"
#include "util/sha256.hpp"

namespace rlmdb {

namespace {

using Rows = std::vector<trees::NodeRow>;

/// Places in the order drawn.
using Places = std::vector<std::size_t>;

constexpr std::size_t k_most_blockers = 50;

constexpr std::string_view k_seal_begin = "\n<!-- written by rlmdb, sha256 ";
constexpr std::string_view k_seal_end = " -->\n";

class Reporter {
 public:
  Reporter(db::Connection& connection, const TreeId& tree, const ReportLimits& limits)
      : m_connection(connection), m_tree(tree), m_limits(limits) {}

  TreeReport report() {
    m_report.made_at = util::utc_now_text();
    m_rows = trees::load_tree_rows(m_connection, m_tree);
    const trees::TreeShape shape = trees::build_tree(m_rows);
    const trees::StuckNodes stuck(m_connection, m_tree, m_rows);
    m_report.estimate = trees::estimate_of_rows(m_connection, m_tree, m_rows, shape, stuck.all());
    m_report.budget = trees::read_budget(m_connection, m_tree);
    m_report.limits = trees::read_limits(m_connection, m_tree);
    find_what_plans_need();
    m_report.progress = trees::progress_of(m_tree, m_rows, util::now_ms());
    stuck.add_to(m_report.progress);
    m_report.cost = trees::cost_of(m_tree, m_rows, CostBy::depth);
    add_times(shape);
    add_result(shape);
    const Places failed = pick_failed(shape);
    find_checkpoints(shape, failed);
    const TreePlan plan = recovery::plan_recovery(m_tree, m_rows).plan;
    for (const std::size_t place : failed) add_failure(m_rows[shape.order[place]], place, plan.nodes[place]);
    add_open(shape, plan);
    m_report.tree = trees::draw_tree(m_tree, m_rows, shape, &stuck);
    return std::move(m_report);
  }

 private:
  void find_what_plans_need() {
    trees::TreeRows trees(m_connection);
    for (trees::NodeRow& row : m_rows) {
      if (row.not_before && !tasks::lies_ahead(*row.not_before, m_report.made_at)) row.not_before.reset();
      if (trees::is_finished(row)) continue;
      trees.find_dependencies(row);
      trees.find_attempts(row);
    }
  }

  void add_times(const trees::TreeShape& shape) {
    m_report.times.reserve(m_rows.size());
    for (const std::size_t i : shape.order) {
      const trees::NodeRow& row = m_rows[i];
      m_report.times.push_back({row.started_at_ms, row.completed_at_ms});
      if (row.started_at_ms) {
        m_report.first_ms = std::min(m_report.first_ms.value_or(*row.started_at_ms), *row.started_at_ms);
      }
      for (const std::optional<std::int64_t>& time : {row.started_at_ms, row.completed_at_ms}) {
        if (time) m_report.last_ms = std::max(m_report.last_ms.value_or(*time), *time);
      }
      add_work(trees::duration_ms(row).value_or(0));
    }
  }

  /// Times are the source's and may be anything: a sum stops at the largest number.
  void add_work(std::int64_t duration_ms) {
    if (__builtin_add_overflow(m_report.work_ms, duration_ms, &m_report.work_ms))
      m_report.work_ms = std::numeric_limits<std::int64_t>::max();
  }

  void add_result(const trees::TreeShape& shape) {
    const trees::NodeRow& root = m_rows[shape.order.front()];
    if (root.state != TaskState::completed) return;
    m_report.result = records::TaskHeads(m_connection).end_value(root.id, records::EndMember::result).text;
  }

  /// The earliest failures, undated ones last.
  Places pick_failed(const trees::TreeShape& shape) {
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

  /// Of the nodes whose reason names one: those that failed, the first of those that run, and those for which
  /// a recovery chose one.
  void find_checkpoints(const trees::TreeShape& shape, const Places& failed) {
    trees::TreeRows trees(m_connection);
    for (const std::size_t place : failed) trees.find_checkpoint(m_rows[shape.order[place]]);
    std::size_t running = 0;
    for (const std::size_t i : shape.order) {
      const bool is_shown = m_rows[i].state == TaskState::running && ++running <= m_limits.open_nodes;
      if (is_shown || !m_rows[i].checkpoint.id.empty()) trees.find_checkpoint(m_rows[i]);
    }
  }

  void add_failure(const trees::NodeRow& row, std::size_t place, const NodePlan& plan) {
    const records::TaskHead head = records::TaskHeads(m_connection).get(row.id);
    m_report.failures.push_back(
        {place, trees::TreeRows(m_connection).error_text(row.id), head.attempts, plan.reason});
  }

  /// Running nodes first, then those that the plan calls ready, then those that wait.
  void add_open(const trees::TreeShape& shape, const TreePlan& plan) {
    Places running;
    Places ready;
    Places waiting;
    for (std::size_t place = 0; place < shape.order.size(); ++place) {
      const trees::NodeRow& row = m_rows[shape.order[place]];
      if (trees::is_finished(row) || row.state == TaskState::failed) continue;
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
        m_report.open_nodes.push_back({place, reason_of(node), node.blocked_by});
        std::vector<TaskId>& blockers = m_report.open_nodes.back().blocked_by;
        blockers.resize(std::min(blockers.size(), k_most_blockers));
      }
    }
  }

  /// Of what is ready also that nobody gets it.
  [[nodiscard]] std::string reason_of(const NodePlan& node) const {
    if (node.decision != Decision::ready || !m_report.budget.is_spent) return node.reason;
    const TreeBudget& budget = m_report.budget;
    return trees::reason_of(trees::SpentBudget{
        m_tree.text, budget.budget_usd.value_or(0), {budget.spent_usd, budget.nodes_without_cost}});
  }

  db::Connection& m_connection;
  const TreeId& m_tree;
  const ReportLimits& m_limits;
  Rows m_rows;
  TreeReport m_report;
};

}  // namespace

TreeReport trees::report_as_of_its_end(db::Connection& connection, const TreeId& tree) {
  TreeReport report = read_report(connection, tree, {});
  report.made_at =
      report.last_ms
          ? util::utc_text(std::chrono::system_clock::time_point(std::chrono::milliseconds(*report.last_ms)))
          : events::EventRows(connection).newest_time().value_or(report.made_at);
  return report;
}

std::string sealed_report(std::string_view text) {
  return std::string(text).append(k_seal_begin).append(util::sha256_hex(text)).append(k_seal_end);
}

bool is_sealed_report(std::string_view text) {
  const std::size_t seal = text.rfind(k_seal_begin);
  return seal != std::string_view::npos && sealed_report(text.substr(0, seal)) == text;
}

TreeReport trees::read_report(db::Connection& connection, const TreeId& tree, const ReportLimits& limits) {
  return Reporter(connection, tree, limits).report();
}

TreeReport report_of_tree(const Store& store, const TreeId& tree, const ReportLimits& limits) {
  const auto use = db::connections_of(store).use();
  const db::ReadTransaction snapshot(use.connection());
  return trees::read_report(use.connection(), tree, limits);
}

}  // namespace rlmdb
