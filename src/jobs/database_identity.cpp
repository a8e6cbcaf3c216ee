// SPDX-License-Identifier: MIT
#include "jobs/database_identity.hpp"

#include "db/migrator.hpp"
#include "store/schema.hpp"
#include "util/digest128.hpp"

namespace rlmdb::jobs {

std::string database_identity(db::Connection& connection) {
  const db::MigratorStatus status =
      db::migration_status(connection, store::migrations(), store::migrator_options());
  return util::to_hex(util::digest128(status.steps.at(0).applied_at));
}

}  // namespace rlmdb::jobs
