// SPDX-License-Identifier: MIT
// backup and restore: one verified file, and the way back while others have the database open.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "child_process.hpp"
#include "rlmdb/backup.hpp"
#include "rlmdb/transaction.hpp"
#include "schema_fixture.hpp"
#include "sqlite_shell.hpp"
#include "task_place.hpp"
#include "util/clock.hpp"
#include "util/sha256.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

namespace fs = std::filesystem;

int files_in(const fs::path& directory) {
  return static_cast<int>(std::distance(fs::directory_iterator(directory), {}));
}

std::string code_of_backup(TaskPlace& place, const fs::path& file,
                           ExistingBackup existing = ExistingBackup::refuse) {
  return code_of([&] { (void)place.store().backup(file, existing); });
}

BackupRestoreOptions forced() {
  BackupRestoreOptions options;
  options.force = true;
  return options;
}

std::int64_t tasks_in(const fs::path& database) {
  return Store::open(database, Access::read_only).stats().total;
}

}  // namespace

TEST_SUITE("backups::backup") {
  TEST_CASE("a backup is one complete, private file, while a writer has the database open") {
    TaskPlace place;
    (void)place.add();
    (void)place.add();
    const int files = files_in(place.file(""));
    const BackupReport report = place.store().backup(place.file("b.db"));
    CHECK(files_in(place.file("")) == files + 1);
    CHECK(report.tasks == 2);
    CHECK(report.verified.finding_count == 0);
    const std::string bytes = read_all(place.file("b.db"));
    CHECK(report.bytes == bytes.size());
    CHECK(report.sha256 == util::sha256_hex(bytes));
    CHECK(fs::status(place.file("b.db")).permissions() == fs::perms(0600));
    CHECK(tasks_in(place.file("b.db")) == 2);
  }

  TEST_CASE("it has what is committed, whatever another writes meanwhile") {
    TaskPlace place;
    (void)place.add();
    Store other = Store::open(place.database(), Access::read_write, TaskPlace::options());
    {
      Transaction writing(other);
      (void)other.change(adding("not yet"));
      CHECK(place.store().backup(place.file("before.db")).tasks == 1);
      writing.commit();
    }
    CHECK(place.store().backup(place.file("after.db")).tasks == 2);
    std::atomic<bool> has_ended = false;
    std::int64_t added = 2;
    std::thread writer([&] {
      for (; !has_ended; ++added) (void)other.change(adding("more"));
    });
    const BackupReport report = place.store().backup(place.file("meanwhile.db"));
    has_ended = true;
    writer.join();
    CHECK(report.verified.finding_count == 0);
    CHECK(report.tasks >= 2);
    CHECK(report.tasks <= static_cast<std::uint64_t>(added));
    CHECK(tasks_in(place.file("meanwhile.db")) == static_cast<std::int64_t>(report.tasks));
    CHECK(place.store().stats().total == added);
  }

  TEST_CASE("inside of a Transaction it is refused, and what that changes goes on") {
    TaskPlace place;
    Transaction transaction(place.store());
    (void)place.add();
    const int files = files_in(place.file(""));
    CHECK(code_of_backup(place, place.file("b.db")) == "usage");
    CHECK(files_in(place.file("")) == files);
    (void)place.add();
    transaction.commit();
    CHECK(place.store().backup(place.file("b.db")).tasks == 2);
    // What only reads is no such part.
    place.store().records({}, [&](const RecordText&) {
      CHECK(place.store().backup(place.file("c.db")).tasks == 2);
      return false;
    });
  }

  TEST_CASE("it never takes the place of the database, of a file unasked, or of what is no file") {
    TaskPlace place;
    (void)place.add();
    const std::string before = read_all(place.database());
    fs::create_symlink(place.database(), place.file("link"));
    for (const char* name : {"a.db", "a.db-wal", "a.db-gate", "a.db-journal", "link"})
      CHECK(code_of_backup(place, place.file(name), ExistingBackup::replace) == "conflict");
    CHECK(read_all(place.database()) == before);
    write_all(place.file("mine"), "mine");
    CHECK(code_of_backup(place, place.file("mine")) == "conflict");
    CHECK(read_all(place.file("mine")) == "mine");
    REQUIRE(::mkfifo(place.file("fifo").c_str(), 0600) == 0);
    CHECK(code_of_backup(place, place.file("fifo"), ExistingBackup::replace) == "conflict");
    CHECK(fs::is_fifo(place.file("fifo")));
  }

  TEST_CASE("asked to, it replaces an older backup, through a link too, but no database in use") {
    TaskPlace place;
    (void)place.store().backup(place.file("b.db"));
    fs::create_symlink("b.db", place.file("newest"));
    (void)place.add();
    (void)place.store().backup(place.file("newest"), ExistingBackup::replace);
    CHECK(fs::is_symlink(place.file("newest")));
    CHECK(tasks_in(place.file("b.db")) == 1);
    Store in_use = Store::open(place.file("b.db"), Access::read_write);
    CHECK(code_of_backup(place, place.file("b.db"), ExistingBackup::replace) == "conflict");
  }
}

TEST_SUITE("backups::restore") {
  TEST_CASE("what the backup lacks is named, and goes only when asked; a copy stays") {
    TaskPlace place;
    const std::string first = place.add("first");
    (void)place.store().backup(place.file("b.db"));
    (void)place.add("second");
    const auto refused = thrown_by([&] { (void)restore(place.database(), place.file("b.db")); });
    CHECK(refused.code() == ErrorCode::conflict);
    CHECK(std::string(refused.what()).find("holds 1 task and 1 event ") != std::string::npos);
    CHECK(place.store().stats().total == 2);
    const BackupRestored report = restore(place.database(), place.file("b.db"), forced());
    REQUIRE(report.lost.has_value());
    CHECK(report.lost->tasks == 1);
    CHECK(report.lost->events == 1);
    // The Store was open all the time.
    CHECK(place.store().stats().total == 1);
    CHECK(place.text(first).find("first") != std::string::npos);
    (void)place.add("third");
    CHECK(place.store().stats().total == 2);
    REQUIRE(report.kept.has_value());
    CHECK(tasks_in(*report.kept) == 2);
    CHECK(verify(place.store()).finding_count == 0);
  }

  TEST_CASE("a newer backup comes back without asking, and to a place without a database") {
    TaskPlace place;
    (void)place.add();
    (void)place.store().backup(place.file("old.db"));
    (void)place.add();
    (void)place.store().backup(place.file("new.db"));
    REQUIRE(restore(place.database(), place.file("old.db"), forced()).tasks == 1);
    CHECK(restore(place.database(), place.file("new.db")).tasks == 2);
    CHECK(place.store().stats().total == 2);
    const BackupRestored fresh = restore(place.file("fresh.db"), place.file("old.db"));
    CHECK_FALSE(fresh.kept.has_value());
    CHECK(tasks_in(place.file("fresh.db")) == 1);
  }

  TEST_CASE("two within one millisecond keep a copy each") {
    TaskPlace place;
    (void)place.add();
    (void)place.store().backup(place.file("b.db"));
    const auto moment = util::now();
    const util::Clock clock = [&] { return moment; };
    const util::ClockScope stands_still(clock);
    const auto first = restore(place.database(), place.file("b.db")).kept;
    const auto second = restore(place.database(), place.file("b.db")).kept;
    CHECK(first.value() != second.value());
    CHECK(tasks_in(*first) == 1);
    CHECK(tasks_in(*second) == 1);
  }

  TEST_CASE("the database itself, a damaged backup and another program's file are refused" * damages) {
    TaskPlace place;
    (void)place.add();
    CHECK(code_of([&] { (void)restore(place.database(), place.database(), forced()); }) == "conflict");
    (void)place.store().backup(place.file("b.db"));
    std::string bytes = read_all(place.file("b.db"));
    for (std::size_t at = 8'192 * 3; at < bytes.size(); ++at) bytes[at] = '\x5a';
    write_all(place.file("b.db"), bytes);
    CHECK(code_of([&] { (void)restore(place.database(), place.file("b.db"), forced()); }) == "corrupt");
    write_all(place.file("text"), "no database at all");
    CHECK(code_of([&] { (void)restore(place.database(), place.file("text"), forced()); }) ==
          "not_our_database");
    CHECK(place.store().stats().total == 1);
  }

  TEST_CASE("a -wal that a lost database left at the name is not played into the new file") {
    TaskPlace place;
    (void)place.add();
    (void)place.store().backup(place.file("b.db"));
    write_all(place.file("lost.db-wal"), "frames of another database");
    CHECK(code_of([&] { (void)restore(place.file("lost.db"), place.file("b.db")); }) == "conflict");
    CHECK(code_of_backup(place, place.file("lost.db")) == "conflict");
    CHECK(code_of_backup(place, place.file("lost.db"), ExistingBackup::replace) == "conflict");
    CHECK_FALSE(fs::exists(place.file("lost.db")));
    CHECK(read_all(place.file("lost.db-wal")) == "frames of another database");
  }

  TEST_CASE("a database at rest is no older backup, and a link that leads nowhere no database") {
    TaskPlace place;
    (void)place.add();
    (void)Store::create(place.file("other.db"));
    REQUIRE(fs::exists(place.file("other.db-gate")));
    CHECK(code_of_backup(place, place.file("other.db"), ExistingBackup::replace) == "conflict");
    CHECK(tasks_in(place.file("other.db")) == 0);
    (void)place.store().backup(place.file("b.db"));
    fs::create_symlink("nowhere/a.db", place.file("link.db"));
    CHECK(code_of([&] { (void)restore(place.file("link.db"), place.file("b.db"), forced()); }) == "conflict");
    CHECK(code_of_backup(place, place.file("nowhere/b.db")) == "io");
  }

  TEST_CASE("what a killed reader left beside a backup is no reason to keep it") {
    TaskPlace place;
    (void)place.add();
    const fs::path file = place.file("b.db");
    (void)place.store().backup(file);
    ChildProcess killed([&] {
      const Store read = Store::open(file, Access::read_only);
      (void)read.stats();
      ::_exit(0);
      return 1;
    });
    REQUIRE(killed.wait() == 0);
    REQUIRE(fs::exists(file.string() + "-shm"));
    REQUIRE(fs::file_size(file.string() + "-wal") == 0);
    (void)place.add();
    CHECK(place.store().backup(file, ExistingBackup::replace).tasks == 2);
    CHECK_FALSE(fs::exists(file.string() + "-shm"));
    CHECK_FALSE(fs::exists(file.string() + "-wal"));
    CHECK(tasks_in(file) == 2);
    write_all(file.string() + "-wal", "frames");
    CHECK(code_of_backup(place, file, ExistingBackup::replace) == "conflict");
    CHECK(read_all(file.string() + "-wal") == "frames");
  }

  TEST_CASE("what a killed copy left goes with the next one") {
    TaskPlace place;
    const std::string left = "..b.db.4199999.0123456789abcdef.rlmdb-new.4199999.0123456789abcdef.rlmdb-new";
    write_all(place.file(left), "half a copy");
    (void)place.store().backup(place.file("b.db"));
    CHECK_FALSE(fs::exists(place.file(left)));
  }

  TEST_CASE("a backup in which verify finds a fault comes back by force only" * damages) {
    TaskPlace place;
    (void)place.add();
    (void)place.store().backup(place.file("b.db"));
    edit_in_shell(place.file("b.db"), "UPDATE tasks SET version = version + 1");
    const fs::path fresh = place.file("fresh.db");
    for (const fs::path& database : {place.database(), fresh}) {
      CAPTURE(database);
      CHECK(code_of([&] { (void)restore(database, place.file("b.db")); }) == "corrupt");
    }
    CHECK_FALSE(fs::exists(fresh));
    CHECK(restore(fresh, place.file("b.db"), forced()).verified.finding_count == 1);
    CHECK(tasks_in(fresh) == 1);
  }

  TEST_CASE("a backup of an older schema is brought to the newest" * damages) {
    TaskPlace place;
    make_older_database(place.file("old.db"), db::migrations().size() - 1);
    edit_in_shell(place.file("old.db"),
                  "INSERT INTO tasks (legacy_id, state) VALUES ('task-0001', 'queued')");
    const std::string before = read_all(place.file("old.db"));
    CHECK(code_of([&] { (void)tasks_in(place.file("old.db")); }) == "conflict");
    (void)restore(place.file("new.db"), place.file("old.db"), forced());
    CHECK(tasks_in(place.file("new.db")) == 1);
    CHECK(read_all(place.file("old.db")) == before);
  }

  TEST_CASE("what is there may be damaged: it is kept as it is, and replaced when asked") {
    TaskPlace place;
    (void)place.add();
    (void)place.store().backup(place.file("b.db"));
    place.edit("ALTER TABLE events RENAME TO lost_events");
    CHECK(code_of([&] { (void)restore(place.database(), place.file("b.db")); }) == "conflict");
    const BackupRestored report = restore(place.database(), place.file("b.db"), forced());
    CHECK_FALSE(report.lost.has_value());
    CHECK(report.kept.has_value());
    place.reopen();
    CHECK(place.store().stats().total == 1);
    CHECK(verify(place.store()).finding_count == 0);
  }
}
