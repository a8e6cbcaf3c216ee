// SPDX-License-Identifier: MIT
#include "db/database.hpp"

#include "db/schema.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/version.hpp"
#include "util/private_file.hpp"

namespace rlmdb::db {

namespace {

OpenOptions open_options(const std::filesystem::path& path, const StoreOptions& options) {
  OpenOptions open;
  open.path = path;
  open.durability = options.durability;
  open.busy_timeout = options.busy_timeout;
  open.log = options.log;
  open.temp_store = TempStore::file;
  return open;
}

}  // namespace

Connection open_any_schema(const std::filesystem::path& path, Access access, const StoreOptions& options) {
  OpenOptions open = open_options(path, options);
  open.access = access;
  return Connection::open(open);
}

Connection open_connection(const std::filesystem::path& path, Access access, const StoreOptions& options) {
  OpenOptions open = open_options(path, options);
  open.access = access;
  Connection connection = Connection::open(open);
  if (access == Access::read_write) (void)util::remove_leftovers(util::parent_directory(connection.path()));
  const MigratorStatus status = migration_status(connection, migrations(), migrator_options());
  if (status.current < status.newest) {
    throw Error(ErrorCode::conflict,
                "the database has schema " + std::to_string(status.current) +
                    ", this version of rlmdb needs " + std::to_string(status.newest),
                path.string(), "run `rlmdb migrate up`; it makes a backup first");
  }
  if (open.access == Access::read_write && status.current == status.newest)
    require_own_triggers(connection, migrations());
  return connection;
}

Connection create_unpublished(const std::filesystem::path& path, const StoreOptions& options) {
  Connection connection = Connection::open_unpublished(open_options(path, options));
  apply_pending(connection, migrations(), migrator_options());
  return connection;
}

}  // namespace rlmdb::db
