// SPDX-License-Identifier: MIT
#include "db/shrink_file.hpp"

#include <sqlite3.h>

#include "db/error_map.hpp"
#include "db/transaction.hpp"
#include "db/wal_checkpoint.hpp"
#include "db/wal_owner.hpp"

namespace rlmdb::db {

namespace {

std::int64_t pragma_of(Connection& connection, std::string_view sql) {
  return get_int64(connection.cached(sql));
}

}  // namespace

std::uint64_t free_bytes(Connection& connection) {
  const ReadTransaction snapshot(connection);
  return static_cast<std::uint64_t>(pragma_of(connection, "PRAGMA freelist_count")) *
         static_cast<std::uint64_t>(pragma_of(connection, "PRAGMA page_size"));
}

bool vacuum(Connection& connection) {
  const auto hold = connection.gate().acquire(connection.options().busy_timeout);
  // What stands in the -wal first: otherwise it holds those pages and the whole file besides.
  (void)checkpoint(connection, CheckpointMode::truncate);
  connection.require_in_place();
  const int code = sqlite3_exec(connection.handle(), "VACUUM", nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) throw_last_error(connection.handle(), code, "write the database anew");
  remember_wal(connection, FileChange::none);
  return checkpoint(connection, CheckpointMode::truncate).complete;
}

}  // namespace rlmdb::db
