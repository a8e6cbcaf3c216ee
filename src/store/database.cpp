// SPDX-License-Identifier: MIT
#include "store/database.hpp"

#include "rlmdb/error.hpp"
#include "rlmdb/version.hpp"
#include "store/schema.hpp"
#include "util/private_file.hpp"

namespace rlmdb::store {

namespace {

db::OpenOptions open_options(const std::filesystem::path& path, const StoreOptions& options) {
  db::OpenOptions open;
  open.path = path;
  open.durability = options.durability == Durability::full ? db::Durability::full : db::Durability::normal;
  open.busy_timeout = options.busy_timeout;
  open.log = options.log;
  open.temp_store = db::TempStore::file;
  return open;
}

}  // namespace

db::Connection open_any_schema(const std::filesystem::path& path, db::Access access,
                               const StoreOptions& options) {
  db::OpenOptions open = open_options(path, options);
  open.access = access;
  return db::Connection::open(open);
}

db::Connection open_connection(const std::filesystem::path& path, Access access,
                               const StoreOptions& options) {
  db::OpenOptions open = open_options(path, options);
  open.access = access == Access::read_write ? db::Access::read_write : db::Access::read_only;
  db::Connection connection = db::Connection::open(open);
  if (access == Access::read_write) (void)util::remove_leftovers(util::parent_directory(connection.path()));
  const db::MigratorStatus status = db::migration_status(connection, migrations(), migrator_options());
  if (status.current < status.newest) {
    throw Error(ErrorCode::conflict,
                "the database has schema " + std::to_string(status.current) +
                    ", this version of rlmdb needs " + std::to_string(status.newest),
                path.string(), "run `rlmdb migrate up`; it makes a backup first");
  }
  if (open.access == db::Access::read_write && status.current == status.newest)
    db::require_own_triggers(connection, migrations());
  return connection;
}

db::Connection create_unpublished(const std::filesystem::path& path, const StoreOptions& options) {
  db::Connection connection = db::Connection::open_unpublished(open_options(path, options));
  db::apply_pending(connection, migrations(), migrator_options());
  return connection;
}

}  // namespace rlmdb::store
