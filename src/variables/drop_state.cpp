// SPDX-License-Identifier: MIT
#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "db/wal_checkpoint.hpp"
#include "records/variable_rows.hpp"
#include "rlmdb/variable.hpp"
#include "variables/state_rows.hpp"
#include "variables/state_text.hpp"
#include "variables/state_variables.hpp"
#include "writing/task_writer.hpp"

namespace rlmdb {

void drop_state(Store& store, const StateName& state) {
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  {
    db::WriteTransaction transaction(connection);
    variables::StateHead head = variables::get_state(connection, state);
    writing::TaskWriter writer(connection);
    if (records::VariableRows(connection).count({.state_id = head.id}) > 0) {
      variables::StateVariables variables(writer, state, {});
      head.last_event_seq =
          variables.replace("{}", {.kind = EventKind::var_deleted, .reason = "dropped"}).event_seq;
    }
    (void)writer.note(head, {.kind = EventKind::state_removed, .reason = to_text(state)});
    variables::StateRows(connection).remove(head.id);
    transaction.commit();
  }
  db::keep_wal_short(connection);
}

}  // namespace rlmdb
