// SPDX-License-Identifier: MIT
// 1. One snapshot says what is old enough, what stays and why; the caller may say no.
// 2. What has expired in temporary state documents goes.
// 3. Batches of old tasks are removed, trees whole, each in a transaction that looks again: what has changed
// since, or
//    is needed by now, stays.
// 4. Old checkpoints of workflows are packed, or go; so do those of tasks, trees and state documents beyond
//    the number that is kept. Old events, kept answers and large values that nothing
// names follow.
// 5. What rlmdb wrote into the project for all of that goes.
#include "rlmdb/cleanup.hpp"

#include <algorithm>
#include <set>

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "db/wal_checkpoint.hpp"
#include "events/clock_check.hpp"
#include "events/event_rows.hpp"
#include "grid/grid_rows.hpp"
#include "records/content_rows.hpp"
#include "retention/cleanup_plan.hpp"
#include "retention/cleanup_remove.hpp"
#include "retention/cleanup_states.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/store.hpp"
#include "util/clock.hpp"
#include "writing/request_rows.hpp"

namespace rlmdb {

namespace {

using Departures = std::span<const retention::Departure>;

constexpr std::int64_t k_events_a_batch = 5'000;

/// How many of them, from the first on, go in one transaction: about `size` tasks, trees undivided.
std::size_t batch_length(Departures departures, std::size_t size) {
  std::size_t length = 0;
  for (std::size_t count = 0; length < departures.size() && count < size; ++length)
    count += departures[length].tasks.size();
  return length;
}

/// Where the disk is full a smaller batch may still fit into what the -wal has already.
std::int64_t remove_in_pieces(db::Connection& connection, const retention::CleanupPlan& plan,
                              Departures batch) {
  try {
    return retention::remove_departures(connection, plan, batch);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::io || batch.size() < 2) throw;
  }
  const std::size_t half = batch.size() / 2;
  const std::int64_t removed = remove_in_pieces(connection, plan, batch.first(half));
  db::checkpoint_committed(connection);
  return removed + remove_in_pieces(connection, plan, batch.subspan(half));
}

/// False: it was told to end between two batches.
bool remove_tasks(db::Connection& connection, const retention::CleanupPlan& plan,
                  const CleanupOptions& options, CleanupReport& report) {
  Departures left(plan.departures);
  while (!left.empty()) {
    if (options.cancelled && options.cancelled()) return false;
    const std::size_t length = batch_length(left, static_cast<std::size_t>(options.batch));
    report.removed += remove_in_pieces(connection, plan, left.first(length));
    left = left.subspan(length);
    db::keep_wal_short(connection);
  }
  return true;
}

WorkflowPruneReport prune_workflows(Store& store, const RetentionPolicy& policy, WorkflowPruneRun run) {
  if (!policy.workflows) return {};
  WorkflowPruneOptions options;
  options.older_than = policy.workflows->days;
  options.run = run;
  options.clock = ClockTrust::as_it_is;  // it was looked at before
  return prune_workflow_checkpoints(store, options);
}

/// Those of trees and tasks that go are in their own lists already.
void leave_out_what_goes(PruneReport& checkpoints, const CleanupReport& report) {
  std::set<std::string> going;
  for (const TreeRemoval& tree : report.trees) going.insert(to_text(CheckpointOwner(tree.tree_id)));
  for (const Removal& task : report.tasks) going.insert(to_text(CheckpointOwner(task.id)));
  std::erase_if(checkpoints.removed, [&](const Checkpoint& checkpoint) {
    return going.contains(to_text(checkpoint.owner)) ||
           (checkpoint.tree_id && going.contains(to_text(CheckpointOwner(*checkpoint.tree_id))));
  });
}

PruneReport prune(Store& store, const RetentionPolicy& policy, PruneRun run) {
  if (!policy.checkpoints) return {};
  PruneOptions options;
  options.keep = *policy.checkpoints;
  options.run = run;
  return prune_checkpoints(store, options);
}

/// Events, then the values and answers that nothing needs any more.
void remove_history(db::Connection& connection, const retention::CleanupPlan& plan,
                    const CleanupOptions& options) {
  bool more = plan.first_event > 0;
  while (more && !(options.cancelled && options.cancelled())) {
    db::WriteTransaction transaction(connection);
    more =
        events::EventRows(connection).remove_before(plan.first_event, k_events_a_batch) == k_events_a_batch;
    transaction.commit();
  }
  db::WriteTransaction transaction(connection);
  // A version must not go before its event: that is what tells of a moment that it is not whole any more.
  if (plan.first_event > 0 && !more) grid::GridRows(connection).remove_before(plan.first_event);
  records::ContentRows(connection).remove_unused();
  (void)writing::RequestRows(connection).remove_before(plan.requests_before);
  transaction.commit();
}

}  // namespace

CleanupReport cleanup(Store& store, const CleanupOptions& options) {
  if (options.batch < 1) throw Error(ErrorCode::usage, "a batch has at least one task", "batch");
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  CleanupReport report;
  retention::CleanupPlan plan;
  {
    const db::ReadTransaction snapshot(connection);
    plan = retention::plan_cleanup(connection, options.policy, report);
    retention::plan_expired(connection, util::now(), report);
    report.workflows = prune_workflows(store, options.policy, WorkflowPruneRun::dry_run);
    report.checkpoints = prune(store, options.policy, PruneRun::dry_run);
    leave_out_what_goes(report.checkpoints, report);
  }
  if (options.run == CleanupRun::dry_run) return report;
  if (!is_empty(report))
    events::require_believed_clock(connection, util::now(), options.clock, "rlmdb cleanup --clock-is-right");
  if (options.agreed && !options.agreed(report)) return report;
  retention::remove_expired(connection, util::now(), report);
  if (!remove_tasks(connection, plan, options, report)) return report;
  report.workflows = prune_workflows(store, options.policy, WorkflowPruneRun::apply);
  report.checkpoints = prune(store, options.policy, PruneRun::apply);
  remove_history(connection, plan, options);
  report.applied = true;
  db::keep_wal_short(connection);
  retention::remove_project_files(store, connection, report);
  return report;
}

}  // namespace rlmdb
