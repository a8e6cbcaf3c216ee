// SPDX-License-Identifier: MIT
#include "db/transaction.hpp"
#include "rlmdb/store.hpp"
#include "store/connections.hpp"
#include "store/list_rows.hpp"
#include "store/ready_rows.hpp"
#include "tasks/tree_budget.hpp"
#include "util/clock.hpp"

namespace rlmdb {

namespace {

std::string_view code_of(store::Blocker::Kind kind) {
  if (kind == store::Blocker::Kind::child) return "child";
  return kind == store::Blocker::Kind::sibling ? "sibling" : "dependency";
}

std::string reason_of(const store::Blocker& blocker) {
  switch (blocker.kind) {
    case store::Blocker::Kind::child:
      return "waits for its child " + blocker.legacy_id + " before it can merge";
    case store::Blocker::Kind::sibling:
      return "waits for " + blocker.legacy_id + ", which comes before it by its parent's strategy";
    case store::Blocker::Kind::dependency:
      return "waits for " + blocker.legacy_id + ", which it depends on";
  }
  return {};
}

/// Looks at queued tasks one by one.
class Explainer {
 public:
  explicit Explainer(db::Connection& connection)
      : m_connection(connection),
        m_ready(connection),
        m_heads(connection),
        m_budgets(connection),
        m_now(util::utc_now_text()) {}

  [[nodiscard]] std::vector<std::string> queued(const ReadyFilter& filter) {
    store::ClaimFilter rows;
    if (filter.agent) rows.agent = *filter.agent;
    if (filter.tree) rows.tree_id = filter.tree->text;
    return m_ready.queued(rows);
  }

  [[nodiscard]] Readiness explain(const std::string& id) {
    Readiness readiness;
    readiness.task = *store::find_summary(m_connection, id);
    const store::TaskHead head = *m_heads.find(id);
    if (const tasks::SpentBudget* spent = m_budgets.spent_for(head.id)) {
      readiness.code = "budget_spent";
      readiness.reason = tasks::reason_of(*spent);
    } else if (const auto blocker = m_ready.find_blocker(head)) {
      readiness.code = code_of(blocker->kind);
      readiness.reason = reason_of(*blocker);
      readiness.blocked_by.push_back(TaskId{blocker->legacy_id});
    } else if (head.not_before && *head.not_before > m_now) {
      readiness.code = "backoff";
      readiness.reason = "waits until " + *head.not_before + " after a lost attempt";
      readiness.not_before = head.not_before;
    } else {
      readiness.code = "ready";
      readiness.reason =
          m_ready.has_children(head) ? "all its children are finished, it can merge" : "ready to run";
    }
    return readiness;
  }

  /// Whether a claim would take it, for less than an explanation.
  [[nodiscard]] bool is_ready(const std::string& id) {
    const store::TaskHead head = *m_heads.find(id);
    return !(head.not_before && *head.not_before > m_now) && m_budgets.spent_for(head.id) == nullptr &&
           !m_ready.find_blocker(head);
  }

 private:
  db::Connection& m_connection;
  store::ReadyRows m_ready;
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
  for (const std::string& id : explainer.queued(filter)) {
    if (is_full(filter, tasks.size())) break;
    if (explainer.is_ready(id)) tasks.push_back(*store::find_summary(use.connection(), id));
  }
  return tasks;
}

std::vector<Readiness> Store::explain_ready(const ReadyFilter& filter) const {
  const auto use = m_connections->use();
  const db::ReadTransaction snapshot(use.connection());
  Explainer explainer(use.connection());
  std::vector<Readiness> ready;
  std::vector<Readiness> waiting;
  for (const std::string& id : explainer.queued(filter)) {
    Readiness readiness = explainer.explain(id);
    (readiness.code == "ready" ? ready : waiting).push_back(std::move(readiness));
  }
  for (Readiness& readiness : waiting) ready.push_back(std::move(readiness));
  if (is_full(filter, ready.size())) ready.resize(static_cast<std::size_t>(filter.limit));
  return ready;
}

}  // namespace rlmdb
