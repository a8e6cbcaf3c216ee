// SPDX-License-Identifier: MIT
#include "db/connection_settings.hpp"

#include <sqlite3.h>

#include <string>

#include "db/error_map.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/version.hpp"

namespace rlmdb::db {

namespace {

constexpr std::int64_t k_journal_size_limit_bytes = 16 * 1024 * 1024;

void configure(sqlite3* handle, int option, int wanted) {
  int result = -1;
  const int code = sqlite3_db_config(handle, option, wanted, &result);
  if (code != SQLITE_OK) throw_last_error(handle, code, "set up the connection");
  if (result != wanted)
    throw Error(ErrorCode::internal, "SQLite does not take a setting", database_path(handle));
}

void set(Connection& connection, const std::string& name, const std::string& value) {
  Statement(connection, "PRAGMA " + name + "=" + value).run();
}

/// For the settings that SQLite can quietly refuse.
void set_journal_mode(Connection& connection, const std::string& mode) {
  Statement statement(connection, "PRAGMA journal_mode=" + mode);
  const std::string now = get_text(statement);
  if (now != mode)
    throw Error(ErrorCode::io, "SQLite keeps journal mode " + now + " instead of " + mode,
                connection.path().string());
}

void set_caches(Connection& connection) {
  const OpenOptions& options = connection.options();
  // A negative size counts KiB, a positive one pages.
  set(connection, "cache_size", std::to_string(-options.cache_kib));
  set(connection, "temp_store", options.temp_store == TempStore::file ? "FILE" : "MEMORY");
  set(connection, "mmap_size", "0");
}

/// SQLite 3.38.0 to 3.40.1 take their JSON functions for unsafe in a schema, by a mistake in a flag; ours has
/// them in generated columns (decision 028).
bool json_needs_trust() {
  const int version = sqlite3_libversion_number();
  return version >= 3'038'000 && version < 3'041'000;
}

}  // namespace

void harden(sqlite3* handle, FileState state) {
  const bool published = state == FileState::published;
  // The checkpoint at close stays on: it begins only when it has the whole file to itself.
  sqlite3_wal_autocheckpoint(handle, 0);
  configure(handle, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0);
  configure(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, json_needs_trust() ? 1 : 0);
  // DEFENSIVE makes SQLite ignore journal_mode=OFF without a word.
  configure(handle, SQLITE_DBCONFIG_DEFENSIVE, published ? 1 : 0);
  Statement(handle, "PRAGMA cell_size_check=ON").run();
}

void apply_settings(Connection& connection) {
  const OpenOptions& options = connection.options();
  if (options.access == Access::read_write) {
    set_journal_mode(connection, "wal");
    set(connection, "synchronous", options.durability == Durability::full ? "FULL" : "NORMAL");
    set(connection, "journal_size_limit", std::to_string(k_journal_size_limit_bytes));
  } else {
    set(connection, "query_only", "ON");
  }
  set(connection, "foreign_keys", "ON");
  set_caches(connection);
}

void apply_unpublished_settings(Connection& connection) {
  set(connection, "page_size", "8192");
  set(connection, "locking_mode", "EXCLUSIVE");
  set_journal_mode(connection, "off");
  set(connection, "synchronous", "OFF");
  set(connection, "foreign_keys", "ON");
  set_caches(connection);
  set(connection, "application_id", std::to_string(k_application_id));
}

}  // namespace rlmdb::db
