// SPDX-License-Identifier: MIT
#include <functional>
#include <unordered_set>

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "records/task_lookup.hpp"
#include "rlmdb/store.hpp"
#include "tasks/backoff_rules.hpp"
#include "tasks/list_rows.hpp"
#include "tasks/ready_rows.hpp"
#include "tasks/task_list.hpp"
#include "trees/dependency_faults.hpp"
#include "trees/relation_rows.hpp"
#include "trees/tree_budget.hpp"
#include "trees/tree_rows.hpp"
#include "trees/tree_settings.hpp"
#include "trees/waiting.hpp"
#include "util/clock.hpp"
#include "writing/holds.hpp"

namespace rlmdb {

namespace {

std::string_view code_of(const trees::Waiting& waiting) {
  if (waiting.above) return "ancestor";
  switch (waiting.what) {
    case trees::WaitsFor::children:
      return "child";
    case trees::WaitsFor::sibling:
      return "sibling";
    case trees::WaitsFor::dependencies:
      return "dependency";
    case trees::WaitsFor::unknown:
      return "dependency_unknown";
    case trees::WaitsFor::circle:
      return "dependency_cycle";
    case trees::WaitsFor::time:
    case trees::WaitsFor::nothing:
      break;
  }
  return "ready";
}

/// Looks at queued tasks one by one.
class Explainer {
 public:
  explicit Explainer(db::Connection& connection)
      : m_connection(connection),
        m_ready(connection),
        m_trees(connection),
        m_heads(connection),
        m_budgets(connection),
        m_faults(connection),
        m_now(util::utc_now_text()) {}

  [[nodiscard]] std::vector<std::int64_t> queued(const ReadyFilter& filter) {
    return m_ready.queued(rows_of(filter));
  }
  void find_candidates(const ReadyFilter& filter,
                       const std::function<bool(const tasks::Candidate&)>& is_enough) {
    m_ready.find_candidates(rows_of(filter), is_enough);
  }

  [[nodiscard]] Readiness explain(std::int64_t id) {
    Readiness readiness;
    readiness.task = tasks::get_summary(m_connection, id);
    const records::TaskHead head = m_heads.get(id);
    if (const trees::SpentBudget* spent = m_budgets.spent_for(head.id)) {
      readiness.code = "budget_spent";
      readiness.reason = trees::reason_of(*spent);
      return readiness;
    }
    trees::StoredRelations relations(m_connection, head, trees::Look::all, &m_turns, &m_faults);
    const trees::Waiting waiting = trees::find_waiting(relations);
    readiness.code = code_of(waiting);
    if (waiting.what != trees::WaitsFor::nothing) {
      const bool is_inner = waiting.what == trees::WaitsFor::children;
      readiness.reason = reason_of(waiting, is_inner ? relations.children().size() : 0);
      for (const trees::Blocker& blocker : waiting.blockers)
        readiness.blocked_by.push_back(TaskId{blocker.name});
      if (waiting.time) readiness.not_before = waiting.time->time;
    } else if (head.not_before && tasks::lies_ahead(*head.not_before, m_now)) {
      readiness.code = head.not_before->is_scheduled ? "scheduled" : "backoff";
      readiness.reason = trees::reason_of(*head.not_before);
      readiness.not_before = head.not_before->time;
    } else if (const auto hold = writing::hold_of_another(m_connection, head.id)) {
      readiness.code = "held";
      readiness.reason = writing::reason_of_hold(*hold);
    } else {
      readiness.reason = reason_of_start(head, relations);
    }
    return readiness;
  }

  /// Whether a claim would take it, for less than an explanation.
  [[nodiscard]] bool is_ready(const tasks::Candidate& candidate) {
    if (m_waiting_families.contains(candidate.family)) return false;
    const std::int64_t id = candidate.id;
    const records::TaskHead head = m_heads.get(id);
    if (head.not_before && tasks::lies_ahead(*head.not_before, m_now)) return false;
    if (m_budgets.spent_for(head.id) != nullptr || writing::hold_of_another(m_connection, id)) return false;
    trees::StoredRelations relations(m_connection, head, trees::Look::first, &m_turns);
    const trees::Waiting waiting = trees::find_waiting(relations);
    if (waiting.above) m_waiting_families.insert(candidate.family);
    return waiting.what == trees::WaitsFor::nothing;
  }

 private:
  [[nodiscard]] tasks::ClaimFilter rows_of(const ReadyFilter& filter) {
    tasks::ClaimFilter rows;
    if (filter.agent) rows.agent = *filter.agent;
    if (filter.tree) {
      records::require_tree(m_connection, filter.tree->text);
      rows.tree_id = filter.tree->text;
    }
    return rows;
  }
  [[nodiscard]] std::string reason_of_start(const records::TaskHead& head,
                                            trees::StoredRelations& relations) {
    trees::NodeRow row;
    row.id = head.id;
    m_trees.find_checkpoint(row);
    return trees::reason_of(trees::Start{relations.has_children(), row.checkpoint});
  }

  db::Connection& m_connection;
  tasks::ReadyRows m_ready;
  trees::TreeRows m_trees;
  records::TaskHeads m_heads;
  trees::TreeBudgets m_budgets;
  trees::DependencyFaults m_faults;
  trees::TurnsAbove m_turns;
  std::unordered_set<std::string> m_waiting_families;  ///< of a node below another that waits
  std::string m_now;
};

bool is_full(const ReadyFilter& filter, std::size_t count) {
  return filter.limit > 0 && count >= static_cast<std::size_t>(filter.limit);
}

}  // namespace

std::vector<TaskSummary> Store::ready(const ReadyFilter& filter) const {
  const auto use = m_connections->use();
  const db::ReadTransaction snapshot(use.connection());
  Explainer explainer(use.connection());
  std::vector<TaskSummary> tasks;
  explainer.find_candidates(filter, [&](const tasks::Candidate& candidate) {
    if (explainer.is_ready(candidate)) tasks.push_back(tasks::get_summary(use.connection(), candidate.id));
    return is_full(filter, tasks.size());
  });
  return tasks;
}

std::vector<Readiness> Store::explain_ready(const ReadyFilter& filter) const {
  const auto use = m_connections->use();
  const db::ReadTransaction snapshot(use.connection());
  Explainer explainer(use.connection());
  std::vector<Readiness> ready;
  std::vector<Readiness> waiting;
  for (const std::int64_t id : explainer.queued(filter)) {
    Readiness readiness = explainer.explain(id);
    (readiness.code == "ready" ? ready : waiting).push_back(std::move(readiness));
  }
  for (Readiness& readiness : waiting) ready.push_back(std::move(readiness));
  if (is_full(filter, ready.size())) ready.resize(static_cast<std::size_t>(filter.limit));
  return ready;
}

std::optional<Readiness> Store::explain_ready(const TaskId& id) const {
  const auto use = m_connections->use();
  const db::ReadTransaction snapshot(use.connection());
  const auto head = records::TaskHeads(use.connection()).find(id.text);
  if (!head) throw records::no_such_task(id.text);
  if (head->state != "queued") return std::nullopt;
  return Explainer(use.connection()).explain(head->id);
}

}  // namespace rlmdb
