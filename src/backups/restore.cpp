// SPDX-License-Identifier: MIT
// restore: a private copy of the backup, brought to the newest schema and verified; a copy of what is there;
// then the content is exchanged in one transaction. The file of the database is never replaced.
#include "backups/lacking_rows.hpp"
#include "backups/set_aside.hpp"
#include "backups/staged_copy.hpp"
#include "db/connections.hpp"
#include "db/copy_database.hpp"
#include "db/database.hpp"
#include "db/lost_commits.hpp"
#include "db/transaction.hpp"
#include "db/wal_checkpoint.hpp"
#include "db/writer_gate.hpp"
#include "rlmdb/backup.hpp"
#include "util/clock.hpp"
#include "util/database_files.hpp"
#include "util/own_names.hpp"
#include "util/path_walk.hpp"
#include "util/private_file.hpp"

namespace rlmdb {

namespace {

namespace fs = std::filesystem;

std::string counted(std::uint64_t count, const std::string& what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

/// The database that is to take the backup, of any schema.
db::Connection open_present(const fs::path& database, const StoreOptions& options) {
  try {
    return db::open_any_schema(database, Access::read_write, options);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::corrupt && error.code() != ErrorCode::not_our_database) throw;
    throw Error(error.code(), error.what(), error.where(),
                "with --force it is moved aside as it is, with its -wal, and the backup takes its place");
  }
}

void require_sound(const VerifyReport& verified, const fs::path& file, const BackupRestoreOptions& options) {
  if (verified.finding_count == 0 || options.force) return;
  throw Error(ErrorCode::corrupt,
              "verify finds " + counted(verified.finding_count, "problem") + " in " + file.string() +
                  ", first: " + verified.findings.front().message,
              verified.findings.front().where,
              "rlmdb --db FILE verify lists them; with --force it is put back all the same");
}

/// nullopt: cannot be found out.
std::optional<Lacking> lacking_of(db::Connection& present, db::Connection& backup) {
  if (present.user_version() != backup.user_version()) return std::nullopt;
  try {
    const backups::LackingRows rows = backups::find_lacking(present, backup);
    return Lacking{rows.tasks, rows.events, rows.newest_event_at};
  } catch (const Error& error) {
    if (error.code() == ErrorCode::io || error.code() == ErrorCode::busy) throw;
    return std::nullopt;
  }
}

void require_nothing_lacking(const std::optional<Lacking>& lacking, const fs::path& database,
                             const BackupRestoreOptions& options) {
  if (options.force) return;
  const std::string hint = "with --force it is put back all the same; what is there now is kept as a copy";
  if (!lacking)
    throw Error(
        ErrorCode::conflict,
        database.string() + " cannot be compared with the backup: it has another schema, or is damaged",
        database.string(), hint);
  if (lacking->tasks == 0 && lacking->events == 0) return;
  std::string what = counted(lacking->tasks, "task") + " and " + counted(lacking->events, "event");
  if (lacking->events > 0) what += " (the newest of " + lacking->newest_event_at + ")";
  throw Error(ErrorCode::conflict, database.string() + " holds " + what + " that the backup lacks",
              database.string(), hint);
}

bool is_free(const fs::path& database) {
  std::error_code error;
  for (const char* suffix : {"", "-wal", "-journal", "-shm"})
    if (fs::exists(fs::symlink_status(database.string() + suffix, error))) return false;
  return true;
}

/// The time is raised until the name is free: two restores may fall into one millisecond.
fs::path name_of_kept(const fs::path& database) {
  for (auto time = util::now();; time += std::chrono::milliseconds(1)) {
    fs::path kept = util::name_before_restore(database.string(), util::utc_file_text(time));
    if (is_free(kept)) return kept;
  }
}

/// What was ever given out under this name, as far as anybody knows. `present`: nullptr where there is no
/// database that can be read.
db::Numbers given_out(const fs::path& place, db::Connection* present) {
  const auto witness = db::read_witness_beside(place, db::WitnessOf::this_name);
  db::Numbers numbers = witness ? witness->most() : db::Numbers{};
  try {
    if (present != nullptr) numbers = db::highest(numbers, db::read_numbers(*present));
  } catch (const Error& error) {
    if (error.code() != ErrorCode::corrupt) throw;
  }
  return numbers;
}

/// In the copy, before it has its place.
void raise_above(const db::Numbers& floor, const backups::StagedCopy& staged, const StoreOptions& options) {
  if (floor == db::Numbers{}) return;
  db::Connection copy = db::open_connection(staged.path(), Access::read_write, options);
  db::WriteTransaction transaction(copy);
  db::raise_numbers(copy, floor, EventKind::store_restored);
  transaction.commit();
}

/// The witness of an earlier file of the name becomes that of the one that has taken its place.
void renew_witness(const fs::path& place, const StoreOptions& options) {
  if (!db::read_witness_beside(place, db::WitnessOf::this_name)) return;
  db::Connection restored = db::open_connection(place, Access::read_write, options);
  const auto hold = restored.gate().acquire(options.busy_timeout);
  db::witness_numbers(restored, db::read_numbers(restored));
}

/// Under the gate: nothing is added between the look, the copy and the exchange.
void exchange(db::Connection& present, const backups::StagedCopy& staged, const BackupRestoreOptions& options,
              BackupRestored& report) {
  const auto hold = present.gate().acquire(present.options().busy_timeout);
  {
    const Store copy = staged.open(options.store);
    report.lost = lacking_of(present, db::connections_of(copy).use().connection());
  }
  require_nothing_lacking(report.lost, present.path(), options);
  const fs::path kept = name_of_kept(present.path());
  db::copy_unchecked(present, kept);
  report.kept = kept;
  // In the copy: killed at any time, the database has all that the restore is to leave, or nothing of it.
  raise_above(given_out(present.path(), &present), staged, options.store);
  const Store copy = staged.open(options.store);
  db::replace_content(db::connections_of(copy).use().connection(), present);
  db::witness_numbers(present, db::read_numbers(present));
  db::checkpoint_committed(present);
}

/// What lies there, whatever it is, makes way as it is.
void take_the_place(const fs::path& place, backups::StagedCopy& staged, const StoreOptions& options,
                    BackupRestored& report) {
  raise_above(given_out(place, nullptr), staged, options);
  backups::SetAside aside(place, name_of_kept(place));
  staged.publish();
  if (!aside.kept().empty()) report.kept = aside.kept();
  aside.keep();
}

/// Error conflict where something else than a file is there.
bool is_new_place(const fs::path& database, fs::path& place) {
  util::require_no_link_of_others(database);
  std::error_code error;
  place = database;
  if (!fs::exists(fs::symlink_status(database, error))) return true;
  place = fs::canonical(database, error);
  if (error)
    throw Error(ErrorCode::conflict, database.string() + " is a symbolic link that leads to no file",
                database.string(), "nothing was restored; put back what it leads to, or remove the link");
  if (!fs::is_regular_file(place, error))
    throw Error(ErrorCode::conflict, database.string() + " is not a regular file", database.string(),
                "nothing was restored; name another place with --db");
  return false;
}

/// Whether what is there was beyond use and has made way, under the gate: nobody writes to it in between.
bool has_made_way(const fs::path& place, backups::StagedCopy& staged, const StoreOptions& options,
                  BackupRestored& report) {
  db::WriterGate gate(place, options.log);
  const db::WriterGate::Hold hold = gate.acquire(options.busy_timeout);
  if (!backups::is_beyond_use(place, options)) return false;
  take_the_place(place, staged, options, report);
  return true;
}

}  // namespace

BackupRestored restore(const fs::path& database, const fs::path& file, const BackupRestoreOptions& options) {
  if (util::is_database_file(database, file))
    throw Error(ErrorCode::conflict, file.string() + " is the database itself or belongs to it",
                file.string(), "name a backup");
  std::error_code error;
  const bool is_there = fs::exists(file, error);
  if (error) util::throw_io("reach the backup", file, error.value());
  if (!is_there)
    throw Error(ErrorCode::not_found, "there is no backup " + file.string(), file.string(),
                "rlmdb backup FILE makes one");
  db::Connection source = db::open_any_schema(file, Access::read_only, options.store);
  fs::path place;
  const bool is_new = is_new_place(database, place);
  backups::StagedCopy staged(source, place, backups::Schema::newest,
                             options.force ? backups::Rest::ignore : backups::Rest::refuse);
  BackupRestored report{place, staged.size_bytes(), 0, {}, {}, {}};
  {
    const Store copy = staged.open(options.store);
    report.verified = verify(copy);
    report.tasks = static_cast<std::uint64_t>(copy.stats().total);
    require_sound(report.verified, file, options);
  }
  if (is_new && !options.force) {
    raise_above(given_out(place, nullptr), staged, options.store);
    staged.publish();
  } else if (is_new) {
    take_the_place(place, staged, options.store, report);
  } else if (!options.force || !has_made_way(place, staged, options.store, report)) {
    db::Connection present = open_present(place, options.store);
    exchange(present, staged, options, report);
    return report;
  }
  renew_witness(place, options.store);
  return report;
}

}  // namespace rlmdb
