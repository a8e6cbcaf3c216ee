// SPDX-License-Identifier: MIT
#include "tasks/tree_order.hpp"

#include <algorithm>

#include "rlmdb/error.hpp"
#include "tasks/backoff_rules.hpp"
#include "trees/relation_rows.hpp"
#include "trees/waiting.hpp"
#include "writing/precondition.hpp"
#include "writing/transitions.hpp"

namespace rlmdb::tasks {

namespace {

void require_time_has_come(const writing::TaskWriter& writer, const records::TaskHead& head) {
  if (!head.not_before || !head.not_before->is_scheduled || !lies_ahead(*head.not_before, writer.now()))
    return;
  throw Error(ErrorCode::conflict, "task " + head.legacy_id + " is " + trees::reason_of(*head.not_before),
              head.legacy_id, "nothing was changed; --force starts it now");
}

}  // namespace

void require_turn(writing::TaskWriter& writer, const records::TaskHead& head) {
  trees::StoredRelations first(writer.connection(), head, trees::Look::first);
  if (trees::find_waiting(first).what == trees::WaitsFor::nothing) return require_time_has_come(writer, head);
  trees::StoredRelations all(writer.connection(), head, trees::Look::all);
  const trees::Waiting waiting = trees::find_waiting(all);
  const bool is_inner = waiting.what == trees::WaitsFor::children;
  throw Error(
      ErrorCode::conflict,
      "task " + head.legacy_id + " " + trees::reason_of(waiting, is_inner ? all.children().size() : 0),
      head.legacy_id, "nothing was changed; `rlmdb ready` shows what can start; --force starts it now");
}

void require_no_open_child(writing::TaskWriter& writer, const records::TaskHead& head) {
  trees::StoredRelations relations(writer.connection(), head, trees::Look::all);
  for (const trees::Blocker& child : relations.unfinished_children()) {
    const records::TaskHead row = writer.heads().get(child.id);
    if (writing::is_ended(writing::state_of(row))) continue;
    throw Error(
        ErrorCode::conflict,
        "task " + head.legacy_id + " has a child that is " + row.state.value_or("in no state") + ": " +
            child.name,
        head.legacy_id,
        "nothing was changed; what the child brings would be merged by nobody; --force completes it now");
  }
}

}  // namespace rlmdb::tasks
