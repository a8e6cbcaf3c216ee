// SPDX-License-Identifier: MIT
#include "db/transaction.hpp"
#include "jobs/tree_settings.hpp"
#include "model/waiting.hpp"
#include "rlmdb/store.hpp"
#include "store/connections.hpp"
#include "store/list_rows.hpp"
#include "store/ready_rows.hpp"
#include "store/relation_rows.hpp"
#include "store/task_lookup.hpp"
#include "store/tree_rows.hpp"
#include "tasks/tree_budget.hpp"
#include "util/clock.hpp"

namespace rlmdb {

namespace {

std::string_view code_of(model::WaitsFor what) {
  switch (what) {
    case model::WaitsFor::children:
      return "child";
    case model::WaitsFor::sibling:
      return "sibling";
    case model::WaitsFor::dependencies:
      return "dependency";
    case model::WaitsFor::nothing:
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
        m_now(util::utc_now_text()) {}

  [[nodiscard]] std::vector<std::int64_t> queued(const ReadyFilter& filter) {
    store::ClaimFilter rows;
    if (filter.agent) rows.agent = *filter.agent;
    if (filter.tree) {
      store::require_tree(m_connection, filter.tree->text);
      rows.tree_id = filter.tree->text;
    }
    return m_ready.queued(rows);
  }

  [[nodiscard]] Readiness explain(std::int64_t id) {
    Readiness readiness;
    readiness.task = store::get_summary(m_connection, id);
    const store::TaskHead head = m_heads.get(id);
    if (const store::SpentBudget* spent = m_budgets.spent_for(head.id)) {
      readiness.code = "budget_spent";
      readiness.reason = jobs::reason_of(*spent);
      return readiness;
    }
    store::StoredRelations relations(m_connection, head, store::Look::all);
    const model::Waiting waiting = model::find_waiting(relations);
    readiness.code = code_of(waiting.what);
    if (waiting.what != model::WaitsFor::nothing) {
      const bool is_inner = waiting.what == model::WaitsFor::children;
      readiness.reason = reason_of(waiting, is_inner ? relations.children().size() : 0);
      for (const model::Blocker& blocker : waiting.blockers)
        readiness.blocked_by.push_back(TaskId{blocker.name});
    } else if (head.not_before && *head.not_before > m_now) {
      readiness.code = "backoff";
      readiness.reason = model::reason_of_backoff(*head.not_before);
      readiness.not_before = head.not_before;
    } else {
      readiness.reason = reason_of_start(head, relations);
    }
    return readiness;
  }

  /// Whether a claim would take it, for less than an explanation.
  [[nodiscard]] bool is_ready(std::int64_t id) {
    const store::TaskHead head = m_heads.get(id);
    if (head.not_before && *head.not_before > m_now) return false;
    if (m_budgets.spent_for(head.id) != nullptr) return false;
    store::StoredRelations relations(m_connection, head, store::Look::first);
    return model::find_waiting(relations).what == model::WaitsFor::nothing;
  }

 private:
  [[nodiscard]] std::string reason_of_start(const store::TaskHead& head, store::StoredRelations& relations) {
    model::NodeRow row;
    row.id = head.id;
    row.checkpoint_id = head.resume_checkpoint_id.value_or("");
    m_trees.find_checkpoint(row);
    return model::reason_of(model::Start{relations.has_children(), row.checkpoint_id, row.checkpoint_name});
  }

  db::Connection& m_connection;
  store::ReadyRows m_ready;
  store::TreeRows m_trees;
  store::TaskHeads m_heads;
  tasks::TreeBudgets m_budgets;
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
  for (const std::int64_t id : explainer.queued(filter)) {
    if (is_full(filter, tasks.size())) break;
    if (explainer.is_ready(id)) tasks.push_back(store::get_summary(use.connection(), id));
  }
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

}  // namespace rlmdb
