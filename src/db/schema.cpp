// SPDX-License-Identifier: MIT
#include "db/schema.hpp"

#include "migration_list.hpp"
#include "rlmdb/version.hpp"
#include "util/digest128.hpp"

namespace rlmdb {

std::string_view library_version() noexcept {
  return RLMDB_VERSION;
}

int schema_version() noexcept {
  return std::end(db::k_migration_list)[-1].number;
}

namespace db {

std::span<const Migration> migrations() noexcept {
  return k_migration_list;
}

MigratorOptions migrator_options() {
  MigratorOptions options;
  options.by_version = library_version();
  options.schema_major = 1;
  options.retired_first_step = "core";
  return options;
}

std::string database_identity(Connection& connection) {
  const MigratorStatus status = migration_status(connection, migrations(), migrator_options());
  return util::to_hex(util::digest128(status.steps.at(0).applied_at));
}

}  // namespace db
}  // namespace rlmdb
