// SPDX-License-Identifier: MIT
#include "db/database_identity.hpp"

#include "db/migrator.hpp"
#include "db/schema.hpp"
#include "util/digest128.hpp"

namespace rlmdb::db {

std::string database_identity(Connection& connection) {
  const MigratorStatus status = migration_status(connection, migrations(), migrator_options());
  return util::to_hex(util::digest128(status.steps.at(0).applied_at));
}

}  // namespace rlmdb::db
