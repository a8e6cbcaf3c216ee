// SPDX-License-Identifier: MIT
#include "tasks/tree_order.hpp"

#include <algorithm>

#include "model/transitions.hpp"
#include "model/waiting.hpp"
#include "rlmdb/error.hpp"
#include "store/relation_rows.hpp"
#include "tasks/precondition.hpp"

namespace rlmdb::tasks {

void require_turn(TaskWriter& writer, const store::TaskHead& head) {
  store::StoredRelations first(writer.connection(), head, store::Look::first);
  if (model::find_waiting(first).what == model::WaitsFor::nothing) return;
  store::StoredRelations all(writer.connection(), head, store::Look::all);
  const model::Waiting waiting = model::find_waiting(all);
  const bool is_inner = waiting.what == model::WaitsFor::children;
  throw Error(ErrorCode::conflict,
              "task " + head.legacy_id + " " + reason_of(waiting, is_inner ? all.children().size() : 0),
              head.legacy_id,
              "nothing was changed; `rlmdb ready` shows what can start; --force starts it now");
}

void require_no_open_child(TaskWriter& writer, const store::TaskHead& head) {
  store::StoredRelations relations(writer.connection(), head, store::Look::all);
  for (const model::Blocker& child : relations.unfinished_children()) {
    const store::TaskHead row = writer.heads().get(child.id);
    if (model::is_ended(state_of(row))) continue;
    throw Error(
        ErrorCode::conflict,
        "task " + head.legacy_id + " has a child that is " + row.state.value_or("in no state") + ": " +
            child.name,
        head.legacy_id,
        "nothing was changed; what the child brings would be merged by nobody; --force completes it now");
  }
}

}  // namespace rlmdb::tasks
