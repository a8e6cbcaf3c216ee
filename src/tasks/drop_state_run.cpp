// SPDX-License-Identifier: MIT
#include "db/checkpoint.hpp"
#include "db/transaction.hpp"
#include "jobs/state_text.hpp"
#include "rlmdb/variable.hpp"
#include "store/connections.hpp"
#include "store/state_rows.hpp"
#include "tasks/state_variables.hpp"
#include "tasks/task_writer.hpp"

namespace rlmdb {

void drop_state(Store& store, const StateName& state) {
  const auto use = store.connections().use();
  db::Connection& connection = use.connection();
  {
    db::WriteTransaction transaction(connection);
    store::StateHead head = jobs::get_state(connection, state);
    tasks::TaskWriter writer(connection);
    if (store::StateRows(connection).count_variables(head.id) > 0) {
      tasks::StateVariables variables(writer, state, {});
      head.last_event_seq = variables.replace("{}", {.kind = "var:deleted", .reason = "dropped"}).event_seq;
    }
    (void)writer.note(head, {.kind = "state:removed", .reason = to_text(state)});
    store::StateRows(connection).remove(head.id);
    transaction.commit();
  }
  db::keep_wal_short(connection);
}

}  // namespace rlmdb
