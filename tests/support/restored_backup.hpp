// SPDX-License-Identifier: MIT
/// A backup of a sound database comes back without --force, and is sound where it came to.
#pragma once

#include <filesystem>
#include <string>

#include "rlmdb/backup.hpp"
#include "sound_databases.hpp"
#include "test_dir.hpp"

namespace rlmdb::test {

/// What is wrong with a backup of a database, put back without --force where nothing was; "" without a fault.
/// Asks `verify` three times: for the end of a long history, not for each verb.
inline std::string unsound_when_restored(const std::filesystem::path& database) {
  const TestDir dir;
  StoreOptions quick;
  quick.durability = Durability::normal;
  BackupRestoreOptions options;
  options.store = quick;
  try {
    (void)Store::open(database, Access::read_only, quick).backup(dir / "a.backup");
    (void)restore(dir / "restored.db", dir / "a.backup", options);
  } catch (const Error& error) {
    return std::string(error.what()) + "\n";
  }
  return unsound_in(dir / "restored.db");
}

}  // namespace rlmdb::test
