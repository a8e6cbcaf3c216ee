// SPDX-License-Identifier: MIT
// verify: the file, its schema, every table, and then by subject. What one part finds does not keep the next
// from looking.
#include "db/transaction.hpp"
#include "jobs/verify_parts.hpp"
#include "rlmdb/verify.hpp"
#include "store/connections.hpp"

namespace rlmdb {

VerifyReport verify(const Store& store) {
  const auto use = store.connections().use();
  db::Connection& connection = use.connection();
  VerifyReport report;
  jobs::VerifyNotes notes(report);
  jobs::verify_file(connection, notes);
  const db::ReadTransaction snapshot(connection);
  jobs::VerifyTwin twin(connection.user_version());
  jobs::verify_schema(connection, twin, notes);
  jobs::verify_tables(connection, notes);
  jobs::verify_checks(connection, notes);
  jobs::verify_contents(connection, notes);
  jobs::verify_tasks(connection, notes);
  jobs::verify_tree_documents(connection, twin, notes);
  jobs::verify_states(connection, twin, notes);
  jobs::verify_snapshots(connection, notes);
  jobs::verify_files(connection, notes);
  jobs::verify_loops(connection, twin, notes);
  jobs::verify_workflows(connection, twin, notes);
  return report;
}

}  // namespace rlmdb
