// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "records/task_lookup.hpp"
#include "rlmdb/store.hpp"
#include "tasks/ready_rows.hpp"
#include "trees/stuck.hpp"
#include "trees/waiting.hpp"

namespace rlmdb {

namespace trees {

namespace {

std::string_view code_of(const FoundCause& cause) {
  switch (cause.what) {
    case StuckBy::failed:
      return "stuck_failed";
    case StuckBy::process_gone:
      return "stuck_process_gone";
    case StuckBy::unknown_state:
      return "stuck_unknown_state";
    case StuckBy::unknown_dependency:
      return "dependency_unknown";
    case StuckBy::circle:
      return cause.is_of_dependencies ? "dependency_cycle" : "order_cycle";
    case StuckBy::spent_budget:
      break;
  }
  return "budget_spent";
}

/// ", 2 tasks wait for it: task-0002, task-0000"
std::string those_that_wait(const FoundCause& cause) {
  std::string names;
  for (const Blocker& task : cause.first) names += (names.empty() ? "" : ", ") + task.name;
  if (cause.waiting == 1) return ", " + names + " waits for it";
  if (static_cast<std::size_t>(cause.waiting) > cause.first.size()) names += ", …";
  return fmt::format(", {} tasks wait for it: {}", cause.waiting, names);
}

/// Of what is stuck itself: "; 2 more wait for it"
std::string others_that_wait(std::int64_t others) {
  if (others <= 0) return {};
  return fmt::format("; {} more {} for that", others, others == 1 ? "waits" : "wait");
}

std::string message_of(const FoundCause& cause, WaitingGroups& groups) {
  const std::string task = cause.tasks.empty() ? std::string() : cause.tasks.front().name;
  switch (cause.what) {
    case StuckBy::failed:
      return task + " failed" + those_that_wait(cause);
    case StuckBy::process_gone:
      return task + " was running and its process is gone" + those_that_wait(cause);
    case StuckBy::unknown_state:
      return task +
             (cause.name.empty() ? " is in no state"
                                 : " is in the state \"" + cause.name + "\", which rlmdb does not know") +
             those_that_wait(cause);
    case StuckBy::unknown_dependency:
      return task + " depends on " + cause.name + ", an id that no task has" +
             others_that_wait(cause.waiting - 1);
    case StuckBy::circle: {
      const auto size = static_cast<std::int64_t>(cause.tasks.size());
      const std::string circle = text_of_circle(cause.tasks);
      const std::string others = others_that_wait(cause.waiting - size);
      if (size == 1 && cause.is_of_dependencies)
        return "the task depends on itself and can never run: " + circle + others;
      return fmt::format("{} tasks {} and can never run: {}{}", size,
                         cause.is_of_dependencies ? "depend on each other" : "wait for each other", circle,
                         others);
    }
    case StuckBy::spent_budget:
      break;
  }
  const SpentBudget spent = groups.spent(cause.name);
  return fmt::format("{} has spent ${:.4f} of its budget of ${:.4f}, {} {} wait", cause.name, spent.spent_usd,
                     spent.budget_usd, cause.waiting, cause.waiting == 1 ? "task has to" : "tasks");
}

/// The queued tasks that a filter names.
class Asked {
 public:
  Asked(db::Connection& connection, const ReadyFilter& filter) : m_are_all(!filter.agent && !filter.tree) {
    if (m_are_all) return;
    tasks::ClaimFilter rows;
    if (filter.agent) rows.agent = *filter.agent;
    if (filter.tree) rows.tree_id = filter.tree->text;
    for (const std::int64_t id : tasks::ReadyRows(connection).queued(rows)) m_ids.insert(id);
  }
  [[nodiscard]] bool contains(std::int64_t id) const { return m_are_all || m_ids.contains(id); }

 private:
  bool m_are_all;
  std::unordered_set<std::int64_t> m_ids;
};

/// For good.
bool may_hold_up(const NodeRow& row) {
  const bool goes_on = row.state == TaskState::queued || row.state == TaskState::running;
  return row.names_dependencies || (!goes_on && !is_finished(row));
}

std::vector<TaskId> ids_of(const std::vector<Blocker>& tasks) {
  std::vector<TaskId> ids;
  for (const Blocker& task : tasks) ids.push_back(TaskId{task.name});
  return ids;
}

Stuck told(FoundStuck&& found, WaitingGroups& groups) {
  Stuck stuck{static_cast<std::int64_t>(found.tasks.size()), {}, found.more_causes};
  for (FoundCause& cause : found.causes) {
    std::string message = message_of(cause, groups);
    stuck.causes.push_back({std::string(code_of(cause)), ids_of(cause.tasks), std::move(cause.name),
                            cause.waiting, ids_of(cause.first), std::move(message)});
  }
  found.causes.clear();
  return stuck;
}

}  // namespace

Stuck find_stuck(db::Connection& connection, const ReadyFilter& filter, Interrupted interrupted) {
  WaitingGroups groups(connection, interrupted);
  if (filter.tree) {
    records::require_tree(connection, filter.tree->text);
    groups.add_tree(filter.tree->text);
  } else {
    groups.add_all();
  }
  if (groups.groups().empty()) return {};
  const Asked asked(connection, filter);
  return told(
      find_stuck(groups.groups(), interrupted, [&](const NodeRow& row) { return asked.contains(row.id); }),
      groups);
}

StuckNodes::StuckNodes(db::Connection& connection) {
  WaitingGroups groups(connection, Interrupted::recovered);
  groups.add_all();
  find(groups, [](const NodeRow&) { return true; });
}

StuckNodes::StuckNodes(db::Connection& connection, const TreeId& tree, std::span<const NodeRow> rows) {
  const bool has_budget = TreeSettingRows(connection).budget_of_tree(tree.text).has_value();
  if (!has_budget && std::none_of(rows.begin(), rows.end(), may_hold_up)) return;
  WaitingGroups groups(connection, Interrupted::recovered);
  groups.add_tree(tree.text);
  const Asked asked(connection, ReadyFilter{.tree = tree});
  find(groups, [&](const NodeRow& row) { return asked.contains(row.id); });
}

void StuckNodes::find(WaitingGroups& groups, const std::function<bool(const NodeRow&)>& is_asked_for) {
  m_stuck = find_stuck(groups.groups(), Interrupted::recovered, is_asked_for);
  FoundStuck causes = m_stuck;
  m_all = told(std::move(causes), groups);
}

void StuckNodes::add_to(TreeProgress& progress) const {
  const auto found = m_stuck.by_tree.find(progress.tree_id.text);
  if (found == m_stuck.by_tree.end()) return;
  progress.stuck = found->second;
  progress.eta_ms.reset();
  progress.eta_human = "unknown";
}

}  // namespace trees

Stuck find_stuck_tasks(const Store& store, const ReadyFilter& filter, Interrupted interrupted) {
  const auto use = db::connections_of(store).use();
  const db::ReadTransaction snapshot(use.connection());
  return trees::find_stuck(use.connection(), filter, interrupted);
}

}  // namespace rlmdb
