// SPDX-License-Identifier: MIT
/// Walks a database along the numbered steps of its schema. Knows two tables, both made by step 1:
///   schema_migrations(version INTEGER PRIMARY KEY, name, sha256, applied_at, by_version), all NOT NULL
///   meta(key TEXT PRIMARY KEY, value TEXT NOT NULL); its key 'schema_major' holds the major version
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/connection.hpp"
#include "util/clock.hpp"

namespace rlmdb::db {

/// Numbers are 1, 2, 3, … in order. The SQL holds no BEGIN, COMMIT, user_version or application_id.
struct Migration {
  int number = 0;
  std::string_view name;
  std::string_view sql;
  std::string_view
      sha256{};  ///< of `sql`, hex, where the build knows it: hashing would be a large part of an open
};

struct MigrationState {
  int number = 0;
  std::string name;
  std::string sha256;      ///< hex; of the compiled text, or of the recorded one for a step we do not know
  std::string applied_at;  ///< "" while pending
};

struct MigratorStatus {
  int current = 0;  ///< user_version
  int newest = 0;   ///< newest compiled step
  std::vector<MigrationState> steps;
};

struct MigratorOptions {
  std::string by_version;                 ///< recorded with each step
  int schema_major = 1;                   ///< newest meta 'schema_major' this program can use
  std::string_view retired_first_step{};  ///< name of step 1 of a chain that went; "": there was none
  util::Clock clock;
};

struct MigratorReport {
  std::vector<int> applied;
  std::optional<std::filesystem::path> backup;
  std::vector<std::string> made_again;  ///< make_missing_parts()
};

/// Compares and changes nothing. Errors: conflict (a recorded checksum or name differs from the compiled
/// one, or the database was made by the steps of a chain that went), schema_too_new (a newer major),
/// not_our_database (steps are missing that user_version claims), corrupt (a step is recorded, or what it
/// makes is there, that user_version says is pending).
[[nodiscard]] MigratorStatus migration_status(Connection& connection, std::span<const Migration> migrations,
                                              const MigratorOptions& options);

/// Makes what is missing of the steps that were applied, then applies what is pending, one transaction a step, in each: the step, its record, user_version and
/// application_id, foreign_key_check. Holds the gate throughout and reads the version again under it, so
/// several processes may call it at once. Before the first step of a database that has any, a backup
/// "<database>.backup-v<N>-<UTC time>" is made beside it. A failed step leaves the version before it;
/// steps before that one stay. Errors as migration_status, plus busy and io.
MigratorReport apply_pending(Connection& connection, std::span<const Migration> migrations,
                             const MigratorOptions& options);

}  // namespace rlmdb::db
