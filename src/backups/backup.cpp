// SPDX-License-Identifier: MIT
// backup: copy under a private name, read it as verify does, give it its name.
#include "rlmdb/backup.hpp"

#include "backups/staged_copy.hpp"
#include "db/connections.hpp"
#include "db/database.hpp"
#include "db/schema.hpp"
#include "util/database_files.hpp"
#include "util/path_walk.hpp"

namespace rlmdb {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& file, const std::string& what, const std::string& hint) {
  throw Error(ErrorCode::conflict, file.string() + " " + what, file.string(), hint);
}

/// SQLite copies no database that its own connection is writing.
void require_no_open_write(db::Connection& source) {
  if (!source.has_gate() || !source.gate().is_held()) return;
  throw Error(ErrorCode::usage, "a backup cannot be a part of a Transaction: it has what is committed",
              source.path().string(), "commit first, or make the backup by another Store");
}

/// A backup has none unless it was opened for writing: then it is a database. What a killed reader left, as a
/// run that was killed while it checked the backup, goes with the old one.
void require_no_companion(const fs::path& target, const fs::path& file) {
  const std::string companion = util::companion_of_writer(target);
  if (!companion.empty())
    refuse(file, "may be a database of its own: " + companion + " lies beside it",
           "name another file, or remove both where nobody needs them");
}

/// What stands there is replaced only where it is an older backup of the same database, or nothing yet.
void require_backup_of(db::Connection& source, const fs::path& target, const fs::path& file) {
  std::error_code error;
  if (fs::file_size(target, error) == 0 && !error) return;
  try {
    db::Connection old = db::open_any_schema(target, Access::read_only, {});
    if (db::database_identity(old) == db::database_identity(source)) return;
  } catch (const Error& unreadable) {
    refuse(file, "is no backup of this database: " + std::string(unreadable.what()),
           "name another file, or remove that one where nobody needs it");
  }
  refuse(file, "is a database of its own, no backup of this one",
         "name another file, or remove that one where nobody needs it");
}

/// Where the backup is to stand: a symbolic link is followed.
fs::path target_of(db::Connection& source, const fs::path& file, ExistingBackup existing) {
  if (file.empty()) throw Error(ErrorCode::usage, "the name of the backup is empty", {}, "name a file");
  if (util::is_database_file(source.path(), file))
    refuse(file, "is the database itself or belongs to it", "name another file");
  util::require_no_file_of_others(file);
  std::error_code error;
  if (!fs::exists(fs::symlink_status(file, error))) return file;
  if (existing == ExistingBackup::refuse)
    refuse(file, "already exists",
           "choose another name; with --force it is replaced once the new one is complete");
  fs::path target = fs::canonical(file, error);
  if (error || !fs::is_regular_file(target, error))
    refuse(file, "is not a regular file", "name another file");
  require_no_companion(target, file);
  require_backup_of(source, target, file);
  return target;
}

}  // namespace

BackupReport Store::backup(const fs::path& file, ExistingBackup existing) const {
  const auto use = db::connections_of(*this).use();
  db::Connection& source = use.connection();
  require_no_open_write(source);
  const fs::path target = target_of(source, file, existing);
  backups::StagedCopy copy(source, target, backups::Schema::as_it_is);
  BackupReport report;
  report.file = target;
  {
    const Store copied = copy.open({.log = source.options().log, .owner = source.owner()});
    report.verified = verify(copied);
    report.tasks = static_cast<std::uint64_t>(copied.stats().total);
  }
  report.bytes = copy.size_bytes();
  report.sha256 = copy.sha256();
  std::error_code error;
  if (existing == ExistingBackup::replace && fs::exists(target, error)) {
    require_no_companion(target, file);
    util::remove_companions_of_reader(target);
    copy.replace();
  } else {
    copy.publish();
  }
  return report;
}

}  // namespace rlmdb
