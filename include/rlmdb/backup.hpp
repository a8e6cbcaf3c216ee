// SPDX-License-Identifier: MIT
/// Copies of a whole database, and the way back.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "rlmdb/store.hpp"
#include "rlmdb/verify.hpp"

namespace rlmdb {

/// What Store::backup made.
struct BackupReport {
  std::filesystem::path file;
  std::uint64_t bytes = 0;
  std::string sha256;  ///< of the file's bytes, hex
  std::uint64_t tasks = 0;
  VerifyReport verified;  ///< what verify() finds in the copy
};

struct BackupRestoreOptions {
  StoreOptions store;
  /// Go on where the database holds what the backup lacks, or where that cannot be found out, where verify()
  /// finds something in the backup, and where what lies there is no database that can be used.
  bool force = false;
};

/// What a database holds and a backup does not.
struct Lacking {
  std::uint64_t tasks = 0;
  std::uint64_t events = 0;
  std::string newest_event_at;  ///< "" without such an event
};

struct BackupRestored {
  std::filesystem::path database;
  std::uint64_t bytes = 0;  ///< of the backup, as it was put back
  std::uint64_t tasks = 0;
  VerifyReport verified;  ///< what verify() finds in the backup
  /// What was there, beside it: a copy, or the file itself where it was beyond use (its companions have this
  /// name and their suffix; where only they were there, the -wal or -journal). Absent where there was
  /// nothing.
  std::optional<std::filesystem::path> kept;
  /// What went with it; absent where the two could not be compared (another schema, damage), or nothing was.
  std::optional<Lacking> lost;
};

/// Puts a backup back as the database. `file` is only read: a private copy of it is brought to the newest
/// schema and verified first. Where there is no database yet, that copy becomes it. Otherwise what is there
/// is copied to "<database>.before-restore-<UTC time>", and the content is exchanged in one transaction,
/// behind the writer gate: the file stays the same file, and processes that have it open see the old content
/// or the new, never a mixture. What they know of the old content (ids, tokens of claims) does not hold any
/// more. With `force`, what lies there and is no database that can be used (another file, damage that SQLite
/// finds, a -wal of another file, a -wal without its file) makes way: it is moved, with its companions and as
/// it is, to the name of the copy, and the backup takes its place. Durable on return. Errors: not_found,
/// not_our_database, schema_too_new (`file`), corrupt (`file` fails SQLite's check, or verify() finds
/// something in it and `force` is false), conflict (`file` is the database, something else than a file is
/// there; without `force`: the database holds tasks or events that `file` lacks, or cannot be compared with
/// it), busy, io. On an error the database is as it was.
[[nodiscard]] BackupRestored restore(const std::filesystem::path& database, const std::filesystem::path& file,
                                     const BackupRestoreOptions& options = {});

}  // namespace rlmdb
