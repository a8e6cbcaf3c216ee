// SPDX-License-Identifier: MIT
#include "trees/stuck.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "records/task_head.hpp"
#include "records/task_lookup.hpp"
#include "rlmdb/store.hpp"
#include "tasks/ready_rows.hpp"
#include "trees/liveness.hpp"
#include "trees/relation_rows.hpp"
#include "trees/tree_settings.hpp"
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
    case StuckBy::unknown_dependency: {
      const bool is_one_of_them = cause.first.front().id == cause.tasks.front().id;
      return task + " depends on " + cause.name + ", an id that no task has" +
             others_that_wait(cause.waiting - (is_one_of_them ? 1 : 0));
    }
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
  return fmt::format("{} {}, {} {} wait", cause.name, words_of(spent), cause.waiting,
                     cause.waiting == 1 ? "task has to" : "tasks");
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
  bool operator()(const NodeRow& row) const { return m_are_all || m_ids.contains(row.id); }

 private:
  bool m_are_all;
  std::unordered_set<std::int64_t> m_ids;
};

std::vector<TaskId> ids_of(const std::vector<Blocker>& tasks) {
  std::vector<TaskId> ids;
  for (const Blocker& task : tasks) ids.push_back(TaskId{task.name});
  return ids;
}

Stuck told(const FoundStuck& found, WaitingGroups& groups) {
  Stuck stuck{static_cast<std::int64_t>(found.tasks.size()), {}, found.more_causes};
  for (const FoundCause& cause : found.causes)
    stuck.causes.push_back({std::string(code_of(cause)), ids_of(cause.tasks), cause.name, cause.waiting,
                            ids_of(cause.first), message_of(cause, groups)});
  return stuck;
}

/// Without a budget. What nobody waits for holds nothing up.
bool may_be_stuck(std::span<const NodeRow> rows) {
  const auto is_queued = [](const NodeRow& row) { return row.state == TaskState::queued; };
  const auto may_hold_up = [](const NodeRow& row) {
    const bool goes_on = row.state == TaskState::queued || row.state == TaskState::running;
    return row.names_dependencies || (!goes_on && !is_finished(row));
  };
  return std::any_of(rows.begin(), rows.end(), is_queued) &&
         std::any_of(rows.begin(), rows.end(), may_hold_up);
}

/// Whether a task of it depends on one that is not of it.
bool leads_outside(const WaitingGroup& group) {
  std::vector<std::int64_t> inside;
  const auto is_outside = [&](const Blocker& on) {
    if (on.id == 0) return false;
    if (inside.empty()) {
      for (const NodeRow& row : group.rows) inside.push_back(row.id);
      std::sort(inside.begin(), inside.end());
    }
    return !std::binary_search(inside.begin(), inside.end(), on.id);
  };
  return std::any_of(group.rows.begin(), group.rows.end(), [&](const NodeRow& row) {
    return std::any_of(row.unfinished_dependencies.begin(), row.unfinished_dependencies.end(), is_outside);
  });
}

}  // namespace

std::optional<WaitingGroup> WaitingGroups::group_of(const std::string& tree_id, std::vector<NodeRow>& rows) {
  const auto budget = m_settings.budget_of_tree(tree_id);
  if (!budget && !may_be_stuck(rows)) return std::nullopt;
  return tree_group(tree_id, budget, std::move(rows));
}

void WaitingGroups::add_outside() {
  for (const std::int64_t task : m_rows.dependent_outside()) load_outside(task);
}

SpentBudget WaitingGroups::spent(const std::string& tree_id) {
  return m_settings.spent(m_settings.budget_of_tree(tree_id).value()).value();
}

WaitingGroup WaitingGroups::group_of(const std::string& tree_id) {
  return tree_group(tree_id, m_settings.budget_of_tree(tree_id), m_rows.of_tree(tree_id));
}

WaitingGroup WaitingGroups::tree_group(const std::string& tree_id, const std::optional<BudgetOfTree>& budget,
                                       std::vector<NodeRow> rows) {
  complete(rows);
  return {tree_id, std::move(rows), budget && m_settings.spent(*budget).has_value()};
}

void WaitingGroups::load_outside(std::int64_t task_id) {
  if (m_tasks.contains(task_id)) return;
  std::vector<NodeRow> rows = m_rows.of_task(task_id);
  complete(rows);
  add({{}, std::move(rows)});
}

void WaitingGroups::complete(std::vector<NodeRow>& rows) {
  for (NodeRow& row : rows) {
    if (m_interrupted == Interrupted::stuck && row.state == TaskState::running && !row.claim) {
      if (!m_machine) m_machine = util::Machine::here();
      row.owner = owner_of(row, *m_machine);
    }
    if (row.names_dependencies) row.unfinished_dependencies = unfinished_dependencies(m_connection, row.id);
  }
}

void WaitingGroups::add(WaitingGroup group) {
  for (const NodeRow& row : group.rows) {
    m_tasks.insert(row.id);
    for (const Blocker& on : row.unfinished_dependencies)
      if (on.id != 0) m_named.push_back(on.id);
  }
  m_groups.push_back(std::move(group));
}

void WaitingGroups::follow_dependencies() {
  while (!m_named.empty()) {
    const std::int64_t task = m_named.back();
    m_named.pop_back();
    if (m_tasks.contains(task)) continue;
    const std::string tree_id = records::TaskHeads(m_connection).get(task).tree_id;
    tree_id.empty() ? load_outside(task) : add(group_of(tree_id));
  }
}

StuckNodes::StuckNodes(db::Connection& connection, const TreeId& tree, std::span<const NodeRow> rows)
    : StuckNodes(connection) {
  if (!may_be_stuck(rows) && !TreeSettingRows(connection).budget_of_tree(tree.text)) return;
  std::vector<NodeRow> parts = waiting_parts(rows);
  std::optional<WaitingGroup> group = m_groups.group_of(tree.text, parts);
  if (!group) return;
  m_groups.add(*std::move(group));
  m_is_asked_for = Asked(connection, ReadyFilter{.tree = tree});
  find();
}

void StuckNodes::look_at(const std::string& tree_id, std::vector<NodeRow>& rows) {
  if (std::optional<WaitingGroup> group = m_groups.group_of(tree_id, rows)) look_at(*std::move(group));
}

void StuckNodes::look_at(WaitingGroup group) {
  if (leads_outside(group)) return m_groups.add(std::move(group));
  const FoundStuck found = find_stuck(std::span(&group, 1), m_interrupted, m_is_asked_for, 0);
  if (found.tasks.empty()) return;
  m_alone[group.tree_id] = {static_cast<std::int64_t>(found.tasks.size()), found.more_causes};
  m_told.emplace(found.first_position.value_or(0), std::move(group));
  if (m_told.size() > k_most_causes) m_told.erase(std::prev(m_told.end()));
}

void StuckNodes::find_all() {
  m_groups.add_outside();
  m_groups.follow_dependencies();
  for (const WaitingGroup& group : m_groups.groups()) m_alone.erase(group.tree_id);
  for (auto& [position, group] : m_told)
    if (m_alone.erase(group.tree_id) != 0) m_groups.add(std::move(group));
  find();
  for (const auto& [tree_id, alone] : m_alone) {
    m_found.by_tree[tree_id] = alone.tasks;
    m_all.tasks += alone.tasks;
    m_all.more_causes += alone.causes;
  }
}

void StuckNodes::find() {
  m_groups.follow_dependencies();
  m_found = find_stuck(m_groups.groups(), m_interrupted, m_is_asked_for);
  m_all = told(m_found, m_groups);
}

void StuckNodes::add_to(TreeProgress& progress) const {
  const auto found = m_found.by_tree.find(progress.tree_id.text);
  if (found == m_found.by_tree.end()) return;
  progress.stuck = found->second;
  progress.eta_ms.reset();
  progress.eta_human = "unknown";
}

}  // namespace trees

Stuck find_stuck_tasks(const Store& store, const ReadyFilter& filter, Interrupted interrupted) {
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  const db::ReadTransaction snapshot(connection);
  if (filter.tree) {
    records::require_tree(connection, filter.tree->text);
    trees::WaitingGroups groups(connection, interrupted);
    groups.add(groups.group_of(filter.tree->text));
    groups.follow_dependencies();
    return trees::told(trees::find_stuck(groups.groups(), interrupted, trees::Asked(connection, filter)),
                       groups);
  }
  trees::StuckNodes stuck(connection, interrupted, trees::Asked(connection, filter));
  for (const std::string& tree_id : trees::WaitingRows(connection).trees_that_may_be_stuck(interrupted))
    stuck.look_at(tree_id);
  stuck.find_all();
  return stuck.all();
}

}  // namespace rlmdb
