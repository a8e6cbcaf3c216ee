// SPDX-License-Identifier: MIT
// 1. What is named, and what is below it where that goes too, becomes a list; each of them must be free to go.
// 2. What would be left without something that it needs refuses all of it. A dry run ends here.
// 3. They go as in a cleanup, trees whole.
// 4. What rlmdb wrote into the project for them goes.
#include <algorithm>
#include <set>

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "db/wal_checkpoint.hpp"
#include "records/task_head.hpp"
#include "records/task_lookup.hpp"
#include "retention/cleanup_remove.hpp"
#include "retention/remover.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/store.hpp"
#include "writing/answered.hpp"
#include "writing/given_json.hpp"
#include "writing/precondition.hpp"
#include "writing/request_text.hpp"

namespace rlmdb {

namespace {

struct RemovalPlan {
  std::vector<retention::OldTask> tasks;
  std::vector<std::string> trees;  ///< that go whole
};

[[noreturn]] void refuse(const std::string& what, const std::string& why, const std::string& hint) {
  throw Error(ErrorCode::conflict, what + " is not removed: " + why, what, "nothing was removed; " + hint);
}

/// REQUIRES: one snapshot as long as it lives.
class RemovalPlanner {
 public:
  RemovalPlanner(db::Connection& connection, const RemoveTask& how)
      : m_heads(connection), m_rows(connection), m_how(how) {}

  RemovalPlan make(std::span<const TaskId> ids) {
    for (const TaskId& id : ids) {
      const auto head = m_heads.find(id.text, m_how.only_if.token);
      if (!head) throw records::no_such_task(id.text);
      add(*head, m_how.only_if);
    }
    take_those_below();
    m_plan.tasks = m_rows.going(keys());
    m_plan.trees = m_rows.whole_trees(keys());
    require_nobody_waits();
    require_no_document();
    require_no_pin();
    return std::move(m_plan);
  }

 private:
  void add(const records::TaskHead& head, const Precondition& only_if) {
    writing::require_not_held(m_heads, head, only_if);
    if (m_known.insert(head.id).second) m_going.push_back(head.id);
  }

  [[nodiscard]] std::string keys() const { return writing::json_array(m_going); }

  void take_those_below() {
    Precondition free;
    free.force = m_how.only_if.force;
    for (auto below = m_rows.left_below(keys()); !below.empty(); below = m_rows.left_below(keys())) {
      const retention::Left& first = below.front();
      if (m_how.below == TasksBelow::stay)
        refuse(first.other, first.name + " is below it",
               "name it too, or --recursive, which takes all that is below");
      for (const retention::Left& task : below) add(m_heads.get(task.id), free);
    }
  }

  void require_nobody_waits() {
    const auto waiting = m_rows.left_waiting(keys());
    if (waiting.empty()) return;
    const retention::Left& first = waiting.front();
    refuse(first.other, first.name + " is not finished and depends on it",
           "name it too, or take that away: `rlmdb task depend remove " + first.name + " --on " +
               first.other + "`");
  }

  void require_no_document() {
    const auto described = m_rows.left_documents(keys(), writing::json_array(m_plan.trees));
    if (described.empty()) return;
    const retention::Left& first = described.front();
    refuse(first.name, "a document of " + first.other + " has it as a node",
           "remove the whole tree: its root, with --recursive");
  }

  void require_no_pin() {
    for (const retention::Pin& pin : m_rows.pins()) {
      const bool is_of_tree =
          std::find(m_plan.trees.begin(), m_plan.trees.end(), pin.tree_id) != m_plan.trees.end();
      const bool is_of_task = std::any_of(m_plan.tasks.begin(), m_plan.tasks.end(), [&](const auto& task) {
        return !pin.task.empty() && task.name == pin.task;
      });
      if (is_of_tree || is_of_task)
        refuse(is_of_tree ? pin.tree_id : pin.task, "its checkpoint " + pin.checkpoint_id + " is pinned",
               "`rlmdb checkpoint unpin` lets it go");
    }
  }

  records::TaskHeads m_heads;
  retention::RetentionRows m_rows;
  const RemoveTask& m_how;
  std::vector<std::int64_t> m_going;  ///< tasks.id
  std::set<std::int64_t> m_known;     ///< the same
  RemovalPlan m_plan;
};

void remove_planned(retention::Remover& remover, const RemovalPlan& plan) {
  for (const std::string& tree : plan.trees) {
    retention::Departure departure{tree, {}};
    for (const retention::OldTask& task : plan.tasks)
      if (task.tree_id == tree) departure.tasks.push_back(task);
    remover.remove(departure);
  }
  for (const retention::OldTask& task : plan.tasks)
    if (std::find(plan.trees.begin(), plan.trees.end(), task.tree_id) == plan.trees.end())
      remover.remove({{}, {task}});
}

RemoveReport report_of(const RemovalPlan& plan) {
  RemoveReport report;
  for (const retention::OldTask& task : plan.tasks)
    report.results.push_back({TaskId{task.name}, "removed", task.version});
  for (const std::string& tree : plan.trees) report.trees.push_back(TreeId{tree});
  return report;
}

void remove_files(Store& store, db::Connection& connection, RemoveReport& report) {
  CleanupReport files;
  for (const TreeId& tree : report.trees) files.trees.push_back({.tree_id = tree});
  retention::remove_project_files(store, connection, files);
  report.project_files = std::move(files.project_files);
  report.warnings = std::move(files.warnings);
}

}  // namespace

RemoveReport Store::remove(std::span<const TaskId> ids, const RemoveTask& how,
                           const std::string& request_id) {
  const auto use = m_connections->use();
  db::Connection& connection = use.connection();
  if (how.run == Run::dry_run) {
    const db::ReadTransaction snapshot(connection);
    return report_of(RemovalPlanner(connection, how).make(ids));
  }
  RemoveReport report;
  {
    db::WriteTransaction transaction(connection);
    const writing::Answered answered(connection, request_id, [&] { return writing::digest_of(ids, how); });
    if (auto earlier = answered.earlier())
      return {.results = std::move(earlier->results), .repeated = true, .applied = true};
    const RemovalPlan plan = RemovalPlanner(connection, how).make(ids);
    report = report_of(plan);
    report.applied = true;
    retention::Remover remover(connection);
    remove_planned(remover, plan);
    report.results.clear();
    for (const auto& [task, seq] : remover.finish())
      report.results.push_back({TaskId{task.name}, "removed", task.version, seq});
    answered.keep(remover.now(), {report.results});
    transaction.commit();
  }
  db::keep_wal_short(connection);
  remove_files(*this, connection, report);
  return report;
}

RemoveReport Store::remove(const TaskId& id, const RemoveTask& how, const std::string& request_id) {
  return remove(std::span(&id, 1), how, request_id);
}

}  // namespace rlmdb
