// SPDX-License-Identifier: MIT
// verify: the file, its schema, every table, and then by subject. What one part finds does not keep the next
// from looking.
#include "rlmdb/verify.hpp"

#include "checks/verify_parts.hpp"
#include "db/connections.hpp"
#include "db/transaction.hpp"

namespace rlmdb {

VerifyReport verify(const Store& store) {
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  VerifyReport report;
  checks::VerifyNotes notes(report);
  checks::VerifyTwin twin(connection.user_version());
  checks::verify_file(connection, twin, notes);
  checks::verify_commits(connection, notes);
  const db::ReadTransaction snapshot(connection);
  checks::verify_schema(connection, twin, notes);
  checks::verify_tables(connection, notes);
  checks::verify_checks(connection, notes);
  checks::verify_contents(connection, notes);
  checks::verify_source_texts(connection, notes);
  checks::verify_tasks(connection, notes);
  checks::verify_tree_documents(connection, notes);
  checks::verify_states(connection, notes);
  checks::verify_snapshots(connection, notes);
  checks::verify_files(connection, notes);
  checks::verify_loops(connection, notes);
  checks::verify_workflows(connection, twin, notes);
  checks::verify_grids(connection, notes);
  return report;
}

}  // namespace rlmdb
