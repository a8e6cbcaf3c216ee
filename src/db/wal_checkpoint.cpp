// SPDX-License-Identifier: MIT
#include "db/wal_checkpoint.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <optional>

#include "db/error_map.hpp"
#include "db/wal_owner.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::db {

namespace {

/// How long writers are kept out at most while a reader holds on to the WAL.
constexpr std::chrono::milliseconds k_longest_reader_wait{1'000};

void require_writable(const Connection& connection) {
  if (connection.is_unpublished() || !connection.has_gate())
    throw Error(ErrorCode::internal, "this connection has no WAL to checkpoint", connection.path().string());
  if (connection.in_transaction())
    throw Error(ErrorCode::internal, "a checkpoint inside a transaction", connection.path().string());
}

/// REQUIRES: the gate is held.
CheckpointReport run(Connection& connection, CheckpointMode mode) {
  int wal_pages = 0;
  int moved_pages = 0;
  connection.set_busy_timeout(std::min(connection.options().busy_timeout, k_longest_reader_wait));
  remember_wal(connection, FileChange::moving);
  const int code = sqlite3_wal_checkpoint_v2(
      connection.handle(), "main",
      mode == CheckpointMode::truncate ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE, &wal_pages,
      &moved_pages);
  connection.set_busy_timeout(connection.options().busy_timeout);
  const bool kept_by_reader = (code & 0xff) == SQLITE_BUSY;
  if (code != SQLITE_OK && !kept_by_reader) throw_last_error(connection.handle(), code, "checkpoint the WAL");
  remember_wal(connection, FileChange::moved);
  CheckpointReport report{wal_pages, moved_pages, !kept_by_reader && wal_pages == moved_pages};
  if (mode == CheckpointMode::truncate && !report.complete)
    connection.log(LogLevel::warning, "a reader of " + connection.path().string() +
                                          " keeps pages in the -wal; copy both files or none until it ends");
  return report;
}

}  // namespace

CheckpointReport checkpoint(Connection& connection, CheckpointMode mode) {
  require_writable(connection);
  std::optional<WriterGate::Hold> hold;
  if (!connection.gate().is_held())
    hold.emplace(connection.gate().acquire(connection.options().busy_timeout));
  return run(connection, mode);
}

void checkpoint_committed(Connection& connection) {
  if (connection.in_transaction()) return;  // whoever commits it sees to that
  try {
    (void)checkpoint(connection, CheckpointMode::truncate);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::io && error.code() != ErrorCode::busy) throw;
    connection.log(
        LogLevel::warning,
        "what was written to " + connection.path().string() +
            " is complete, but part of it stays in the -wal; copy both files or none: " + error.what());
  }
}

void keep_wal_short(Connection& connection) {
  if (connection.in_transaction()) return;  // whoever commits it sees to that
  // A reader may keep the WAL long; then it is tried again only once that much more has come.
  if (connection.wal_pages() / k_long_wal_pages == connection.tried_wal_pages() / k_long_wal_pages) return;
  connection.set_tried_wal_pages(connection.wal_pages());
  if (connection.wal_pages() < k_long_wal_pages) return;
  try {
    const auto hold = connection.gate().try_acquire();
    if (hold) (void)run(connection, CheckpointMode::passive);
  } catch (const Error& error) {
    connection.log(LogLevel::warning, std::string("the WAL stays long: ") + error.what());
  }
}

}  // namespace rlmdb::db
