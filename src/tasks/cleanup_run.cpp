// SPDX-License-Identifier: MIT
// 1. One snapshot says what is old enough. A tree goes as a whole or not at all.
// 2. What has expired in temporary state documents goes.
// 3. Batches of old tasks are removed, each in a transaction that looks again: what has changed since stays.
// 4. Old events, kept answers and large values that nothing names follow.
#include <algorithm>
#include <unordered_map>

#include "db/checkpoint.hpp"
#include "db/transaction.hpp"
#include "rlmdb/cleanup.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/store.hpp"
#include "store/connections.hpp"
#include "store/content_rows.hpp"
#include "store/meta_rows.hpp"
#include "store/request_rows.hpp"
#include "store/retention_rows.hpp"
#include "store/task_rows.hpp"
#include "tasks/cleanup_states.hpp"
#include "tasks/json_input.hpp"
#include "tasks/task_writer.hpp"
#include "util/clock.hpp"

namespace rlmdb {

namespace {

using std::chrono::milliseconds;
using std::chrono::system_clock;

constexpr std::int64_t k_events_a_batch = 5'000;

struct Moments {
  store::Cutoffs cutoffs;
  std::optional<std::string> events;  ///< UTC text
  std::string requests;               ///< UTC text
};

std::int64_t to_ms(system_clock::time_point time) {
  return std::chrono::floor<milliseconds>(time.time_since_epoch()).count();
}

Moments moments_of(const RetentionPolicy& policy, system_clock::time_point now) {
  Moments moments;
  moments.cutoffs.completed_ms = to_ms(now - policy.completed);
  moments.cutoffs.failed_ms = to_ms(now - policy.failed);
  moments.cutoffs.cancelled_ms = to_ms(now - policy.cancelled.value_or(policy.completed));
  if (policy.events) moments.events = util::utc_text(now - *policy.events);
  moments.requests = util::utc_text(now - policy.requests);
  return moments;
}

/// With a clock that runs behind, everything looks younger than it is, and with one that was behind, older.
void require_sane_clock(db::Connection& connection, system_clock::time_point now) {
  const std::string now_text = util::utc_text(now);
  const std::string newest_event = store::EventRows(connection).newest_time().value_or("");
  const bool task_is_newer = store::RetentionRows(connection).newest_time_ms() > to_ms(now);
  if (now_text >= newest_event && !task_is_newer) return;
  throw Error(ErrorCode::conflict,
              "the clock says " + now_text + ", but " +
                  (task_is_newer ? "a task has a later time" : "the newest event is of " + newest_event),
              connection.path().string(), "nothing was removed; set the clock right, or that time");
}

std::vector<store::OldTask> plan(db::Connection& connection, const Moments& moments, CleanupReport& report) {
  store::RetentionRows rows(connection);
  std::vector<store::OldTask> old_tasks = rows.old_tasks(moments.cutoffs);
  const auto trees = rows.removable_trees(moments.cutoffs);
  const auto stays = [&](const store::OldTask& task) {
    return !task.tree_id.empty() && !trees.contains(task.tree_id);
  };
  report.kept_for_trees = static_cast<std::int64_t>(std::erase_if(old_tasks, stays));
  for (const store::OldTask& task : old_tasks) {
    report.tasks.push_back({TaskId{task.legacy_id}, task.state, task.completed_at, task.tree_id, task.bytes});
    report.bytes += task.bytes;
  }
  if (moments.events) {
    // The newest event always stays; where tasks go, that is the event of a removal.
    store::EventRows events(connection);
    const bool newest_is_old = events.newest_time().value_or(*moments.events) < *moments.events;
    report.events = events.count_before(*moments.events) - (newest_is_old && old_tasks.empty() ? 1 : 0);
  }
  report.requests = store::RequestRows(connection).count_before(moments.requests);
  return old_tasks;
}

/// Lists of tasks that go in one transaction: about `size` of them, trees undivided.
std::vector<std::vector<store::OldTask>> batches_of(std::vector<store::OldTask> tasks, std::size_t size) {
  std::unordered_map<std::string, std::vector<store::OldTask>> trees;
  std::vector<std::vector<store::OldTask>> batches(1);
  const auto add = [&](store::OldTask task) { batches.back().push_back(std::move(task)); };
  const auto turn = [&] {
    if (batches.back().size() >= size) batches.emplace_back();
  };
  for (store::OldTask& task : tasks) {
    if (!task.tree_id.empty()) {
      trees[task.tree_id].push_back(std::move(task));
      continue;
    }
    add(std::move(task));
    turn();
  }
  for (auto& [id, nodes] : trees) {
    for (store::OldTask& node : nodes) add(std::move(node));
    turn();
  }
  if (batches.back().empty()) batches.pop_back();
  return batches;
}

class Remover {
 public:
  Remover(db::Connection& connection, const store::Cutoffs& cutoffs)
      : m_connection(connection), m_cutoffs(cutoffs) {}

  /// Returns how many were removed.
  [[nodiscard]] std::int64_t remove(const std::vector<store::OldTask>& batch) {
    db::WriteTransaction transaction(m_connection);
    tasks::TaskWriter writer(m_connection);
    store::TaskRows rows(m_connection);
    store::MetaRows meta(m_connection);
    rows.use_ids(rows.last_id() + 1);
    m_trees.clear();
    std::int64_t removed = 0;
    std::int64_t removed_imported = meta.counter("removed_imported_tasks");
    for (const store::OldTask& task : batch) {
      const std::optional<store::TaskHead> head = writer.heads().find(task.legacy_id);
      if (!head || !is_as_planned(*head, task)) continue;
      const std::int64_t seq = writer.note(*head, {}, {.kind = "task:removed"});
      writer.events().insert_change(seq, head->id, "/id", tasks::json_string(head->legacy_id));
      rows.remove(head->id);
      ++removed;
      if (task.is_imported) ++removed_imported;
    }
    meta.raise_counter("removed_imported_tasks", removed_imported);
    transaction.commit();
    return removed;
  }

 private:
  [[nodiscard]] bool is_as_planned(const store::TaskHead& head, const store::OldTask& task) {
    if (head.id != task.id || head.state != task.state || head.completed_at != task.completed_at ||
        head.tree_id != task.tree_id)
      return false;
    if (task.tree_id.empty()) return true;
    // Judged once: a tree that is on its way out has fewer nodes with each of them.
    const auto [known, is_new] = m_trees.try_emplace(task.tree_id, false);
    if (is_new)
      known->second = !store::RetentionRows(m_connection).removable_trees(m_cutoffs, task.tree_id).empty();
    return known->second;
  }

  db::Connection& m_connection;
  const store::Cutoffs& m_cutoffs;
  std::unordered_map<std::string, bool> m_trees;
};

/// Events, then the values and answers that nothing needs any more.
void remove_history(db::Connection& connection, const Moments& moments, const CleanupOptions& options) {
  if (moments.events) {
    for (bool more = true; more && !(options.cancelled && options.cancelled());) {
      db::WriteTransaction transaction(connection);
      more =
          store::EventRows(connection).remove_before(*moments.events, k_events_a_batch) == k_events_a_batch;
      transaction.commit();
    }
  }
  db::WriteTransaction transaction(connection);
  store::ContentRows(connection).remove_unused();
  (void)store::RequestRows(connection).remove_before(moments.requests);
  transaction.commit();
}

}  // namespace

CleanupReport cleanup(Store& store, const CleanupOptions& options) {
  if (options.batch < 1) throw Error(ErrorCode::usage, "a batch has at least one task", "batch");
  const auto use = store.connections().use();
  db::Connection& connection = use.connection();
  const system_clock::time_point now = util::now();
  const Moments moments = moments_of(options.policy, now);
  CleanupReport report;
  std::vector<store::OldTask> old_tasks;
  {
    const db::ReadTransaction snapshot(connection);
    require_sane_clock(connection, now);
    old_tasks = plan(connection, moments, report);
    tasks::plan_expired(connection, now, report);
  }
  if (options.run == CleanupRun::dry_run) return report;
  tasks::remove_expired(connection, now, report);
  Remover remover(connection, moments.cutoffs);
  for (const auto& batch : batches_of(std::move(old_tasks), static_cast<std::size_t>(options.batch))) {
    if (options.cancelled && options.cancelled()) return report;
    report.removed += remover.remove(batch);
    db::keep_wal_short(connection);
  }
  remove_history(connection, moments, options);
  report.applied = true;
  (void)db::checkpoint_if_large(connection);
  return report;
}

}  // namespace rlmdb
