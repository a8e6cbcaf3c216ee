// SPDX-License-Identifier: MIT
/// What a timer does: let go what is old enough, after a backup that was tried, and give its space back.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "rlmdb/backup.hpp"
#include "rlmdb/cleanup.hpp"
#include "rlmdb/retention.hpp"
#include "rlmdb/words.hpp"

namespace rlmdb {

class Store;

struct VacuumReport {
  std::uint64_t bytes_before = 0;  ///< of the database's file
  std::uint64_t bytes_after = 0;
  std::uint64_t free_bytes = 0;  ///< that were in it before and held nothing
  bool is_complete = true;       ///< false: a reader keeps the old size until it ends
};

/// Writes the database anew without the space that holds nothing, so that its file gets smaller. Readers go
/// on; writers wait. All of it or nothing; durable on return. Needs up to twice the database's size on disk
/// while it works. Errors: busy, io (a full disk, too), corrupt.
VacuumReport vacuum(Store& store);

enum class MaintainOutcome {
  no_retention,  ///< none was set: nothing was removed
  /// A retention was set since the last run, or the clock may be wrong: what goes was listed, nothing
  /// removed.
  listed,
  nothing_due,     ///< nothing is old enough
  cleaned,         ///< it went
  backup_unsound,  ///< verify() finds something in the backup: nothing was removed
  interrupted,     ///< told to end between two batches
};

struct MaintainOptions {
  /// The backup made before anything is removed, in place of an older one of this database. Empty:
  /// "<database>.before-cleanup".
  std::filesystem::path backup{};
  CleanupRun run = CleanupRun::apply;  ///< dry_run: nothing is written, not even that it was listed
  std::function<bool()> cancelled{};   ///< called after every batch; may be empty. True ends it
};

struct MaintainReport {
  MaintainOutcome outcome = MaintainOutcome::no_retention;
  std::vector<RetentionSetting> retention{};
  CleanupReport cleanup{};
  std::optional<BackupReport> backup{};
  std::optional<VacuumReport> vacuum{};  ///< absent: too little would be won
};

/// Cleans up by the retention that was set (policy_of()), by nothing else, and never takes failed work that
/// nobody reviewed. The first run after a retention was set or changed only lists what would go, and so
/// does one before the time of the run before, or 32 days or more after it where also no event between 33 days
/// and one day ago says that time went by: its clock alone says that something is old, and the next run decides. Where something goes, the database is backed up
/// before, and the backup is tried: it is put back into a private copy, verified, and held against the
/// database. A file of which a fifth or more is empty is vacuumed. Errors are those of Store::backup(),
/// cleanup() and vacuum().
MaintainReport maintain(Store& store, const MaintainOptions& options = {});

}  // namespace rlmdb
