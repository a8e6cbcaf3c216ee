// SPDX-License-Identifier: MIT
#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "db/wal_checkpoint.hpp"
#include "records/hold_rows.hpp"
#include "records/task_lookup.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/hold.hpp"
#include "rlmdb/store.hpp"
#include "writing/holds.hpp"
#include "writing/precondition.hpp"

namespace rlmdb {

namespace {

records::TaskHead free_task(records::TaskHeads& heads, const TaskId& id, const Precondition& only_if) {
  records::TaskHead head = heads.find(id.text, only_if.token).value_or(records::TaskHead{});
  if (head.id == 0) throw records::no_such_task(id.text);
  writing::require_not_held(heads, head, only_if);
  return head;
}

/// A hold of nothing is no hold.
HoldReport report_of(db::Connection& connection) {
  HoldReport report{connection.owner(), 0, std::nullopt};
  records::HoldRows rows(connection);
  const std::optional<records::StoredHold> hold = rows.find(connection.owner());
  if (!hold) return report;
  report.held = rows.count(hold->id);
  if (report.held == 0) {
    rows.remove(hold->id);
  } else {
    report.lease_expires_at = hold->claim.lease_expires_at;
  }
  return report;
}

/// `change` makes of the holds what they are to be.
template <class Change>
HoldReport in_transaction(const Store& store, Change change) {
  const auto use = db::connections_of(store).use();
  HoldReport report;
  {
    db::WriteTransaction transaction(use.connection());
    change(use.connection());
    report = report_of(use.connection());
    transaction.commit();
  }
  db::keep_wal_short(use.connection());
  return report;
}

}  // namespace

HoldReport hold_tasks(Store& store, std::span<const TaskId> ids, const HoldTasks& how) {
  return in_transaction(store, [&](db::Connection& connection) {
    const std::int64_t hold = writing::put_hold(connection, how.lease, how.owner_pid);
    records::TaskHeads heads(connection);
    for (const TaskId& id : ids) {
      const records::TaskHead head = free_task(heads, id, how.only_if);
      if (writing::state_of(head) != TaskState::queued)
        throw Error(ErrorCode::conflict,
                    "task " + head.legacy_id + " is " + head.state.value_or("in no state") +
                        ", and only a queued one is held",
                    head.legacy_id, "nothing was held");
      records::HoldRows(connection).put_task(head.id, hold);
    }
  });
}

HoldReport extend_hold(Store& store, const HoldTasks& how) {
  {
    const auto use = db::connections_of(store).use();
    if (!writing::own_hold(use.connection())) return {use.connection().owner(), 0, std::nullopt};
  }
  return in_transaction(store, [&](db::Connection& connection) {
    if (writing::own_hold(connection)) (void)writing::put_hold(connection, how.lease, how.owner_pid);
  });
}

HoldReport let_go(Store& store, std::span<const TaskId> ids, const Precondition& only_if) {
  return in_transaction(store, [&](db::Connection& connection) {
    records::TaskHeads heads(connection);
    for (const TaskId& id : ids) records::HoldRows(connection).remove_task(free_task(heads, id, only_if).id);
  });
}

HoldReport let_all_go(Store& store) {
  return in_transaction(store, [](db::Connection& connection) {
    if (const auto hold = writing::own_hold(connection)) records::HoldRows(connection).remove(*hold);
  });
}

}  // namespace rlmdb
