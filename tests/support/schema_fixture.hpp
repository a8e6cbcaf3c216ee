// SPDX-License-Identifier: MIT
/// Databases with the real schema, empty or filled from a legacy file.
#pragma once

#include <filesystem>

#include "db/connection.hpp"
#include "db/database.hpp"
#include "db/migrator.hpp"
#include "db/publish.hpp"
#include "db/schema.hpp"
#include "rlmdb/import.hpp"
#include "rlmdb/store.hpp"

namespace rlmdb::test {

/// A published, empty database; open for writing.
inline db::Connection make_schema_database(const std::filesystem::path& path) {
  db::publish(db::create_unpublished(path, {}));
  return db::open_connection(path, Access::read_write, {});
}

/// A database as a program made it that knew only the first `steps` steps of the schema.
inline void make_older_database(const std::filesystem::path& path, std::size_t steps) {
  db::OpenOptions options;
  options.path = path;
  db::Connection connection = db::Connection::open_unpublished(options);
  (void)db::apply_pending(connection, db::migrations().first(steps), db::migrator_options());
  db::publish(std::move(connection));
}

/// A task store that the legacy program wrote: finished, failed and interrupted trees.
inline std::filesystem::path daemon_tasks() {
  return std::filesystem::path(RLMDB_SOURCE_DIR) / "data/legacy/daemon-tasks.json";
}

inline void import_into(const std::filesystem::path& database, const std::filesystem::path& source) {
  (void)import_files(database, {source});
}

}  // namespace rlmdb::test
