// SPDX-License-Identifier: MIT
#include "db/database.hpp"

#include <algorithm>

#include "db/schema.hpp"
#include "db/schema_parts.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/version.hpp"
#include "util/private_file.hpp"
#include "util/text_bytes.hpp"

namespace rlmdb::db {

namespace {

constexpr std::size_t k_longest_owner = 200;

/// A name stands in one line of a report.
void require_owner_name(const std::string& name) {
  const bool has_control_character =
      std::any_of(name.begin(), name.end(), [](unsigned char byte) { return byte < 0x20 || byte == 0x7f; });
  if (name.size() <= k_longest_owner && !has_control_character && !util::find_invalid_utf8(name)) return;
  throw Error(ErrorCode::usage,
              "the name of an owner is UTF-8 without control characters, of at most 200 bytes", "owner",
              "nothing was done; give another name");
}

OpenOptions open_options(const std::filesystem::path& path, const StoreOptions& options) {
  require_owner_name(options.owner);
  OpenOptions open;
  open.path = path;
  open.durability = options.durability;
  open.busy_timeout = options.busy_timeout;
  open.log = options.log;
  open.temp_store = TempStore::file;
  open.owner = options.owner;
  open.cancelled = options.cancelled;
  open.committed = options.committed;
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
    require_own_parts(connection, migrations());
  connection.keep_witness();
  return connection;
}

Connection create_unpublished(const std::filesystem::path& path, const StoreOptions& options) {
  Connection connection = Connection::open_unpublished(open_options(path, options));
  apply_pending(connection, migrations(), migrator_options());
  return connection;
}

}  // namespace rlmdb::db
