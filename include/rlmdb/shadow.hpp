// SPDX-License-Identifier: MIT
/// A legacy tasks.json that its daemon still writes, brought in again and again, one way.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "rlmdb/finding.hpp"
#include "rlmdb/import.hpp"
#include "rlmdb/same_database.hpp"
#include "rlmdb/store.hpp"

namespace rlmdb {

/// A record that the file and the database do not both have in one state.
struct DriftingTask {
  std::optional<TaskId> id;  ///< nullopt: a record of the file that has none
  Finding finding;           ///< "differs", "missing_here", "missing_there"; as verify_against() has it
};

/// What one look at a file that had changed brought.
struct ShadowRound {
  std::string at;  ///< when it ended: UTC, milliseconds
  SourceReport source;
  bool database_created = false;
  std::uint64_t drift = 0;  ///< records that differ once the import is done
  std::vector<DriftingTask>
      drifting;  ///< the first 1,000 of them: those of the file in its order, then others
};

/// Follows one legacy tasks.json. Never writes it. Not for several threads at once.
class ShadowedFile {
 public:
  ShadowedFile(std::filesystem::path database, std::filesystem::path tasks_json,
               const StoreOptions& store = {});

  /// Takes a private copy of the file, complete and of one moment, imports that with OnConflict::skip, so
  /// that nothing that was changed here is overwritten, and compares the two sides. What the file no longer
  /// has stays here. nullopt: the file is as it was at the last look, which is asked of its name alone:
  /// device, inode, size and times. Durable on return. Costs a look about a second where somebody writes the
  /// file. Errors as import_files() has them, nothing changed: not_found (no such file, maybe for a moment),
  /// invalid_input (torn, empty, damaged, or no tasks.json), busy (rewritten faster than it can be copied;
  /// another process writes the database), and those of SameDatabase::require_at from the second look on. After one the next call looks again, but after invalid_input only
  /// at another file.
  [[nodiscard]] std::optional<ShadowRound> look();

 private:
  using Mark = std::array<std::int64_t, 7>;  ///< device, inode, size, time of content and of status

  std::filesystem::path m_database;
  std::filesystem::path m_file;
  StoreOptions m_store;
  SameDatabase m_own;
  std::optional<Mark> m_seen;
};

}  // namespace rlmdb
