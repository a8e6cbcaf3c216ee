// SPDX-License-Identifier: MIT
#include "db/schema.hpp"

#include "migration_list.hpp"
#include "rlmdb/version.hpp"

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

}  // namespace db
}  // namespace rlmdb
