// SPDX-License-Identifier: MIT
/// The only function that checkpoints a file in use. SQLite 3.7.0 to 3.51.2 can corrupt the file when a
/// checkpoint races a writer of another process, so it happens under the writer gate alone. The one at the
/// last close is SQLite's own: it begins only when no other connection is left.
#pragma once

#include <cstdint>

#include "db/connection.hpp"

namespace rlmdb::db {

enum class CheckpointMode {
  passive,   ///< moves what no reader needs
  truncate,  ///< waits for readers (busy_timeout), moves everything, leaves an empty -wal
};

struct CheckpointReport {
  std::int64_t wal_pages = 0;    ///< in the WAL afterwards
  std::int64_t moved_pages = 0;  ///< of these, in the database file
  /// False when a reader kept pages in the WAL; nothing is lost then, but a plain copy of the one file may
  /// miss the newest commits.
  bool complete = false;
};

/// Takes the gate (or uses the one the connection holds). REQUIRES: no open transaction on the connection.
/// Errors: busy (the gate), io, corrupt. On a read-only or unpublished connection Error internal.
[[nodiscard]] CheckpointReport checkpoint(Connection& connection, CheckpointMode mode);

/// For what was just committed: moves it into the database file. It is in the -wal and stays there whatever
/// becomes of that, so io and busy are logged as a warning: to report them would call the commit failed.
void checkpoint_committed(Connection& connection);

/// For the end of a committed change among many: every k_long_wal_pages the WAL is moved into the database
/// file, when the gate is free at once, as far as readers let it. The change is durable already: a failure is
/// logged.
inline constexpr std::int64_t k_long_wal_pages = 4'000;
void keep_wal_short(Connection& connection);

}  // namespace rlmdb::db
