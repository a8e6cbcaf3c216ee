// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <signal.h>
#include <sqlite3.h>
#include <unistd.h>

#include <functional>

#include "child_process.hpp"
#include "database_fixture.hpp"
#include "db/connections.hpp"
#include "db/database.hpp"
#include "db/lost_commits.hpp"
#include "db/transaction.hpp"
#include "rlmdb/backup.hpp"
#include "rlmdb/request.hpp"
#include "rlmdb/store.hpp"
#include "rlmdb/verify.hpp"
#include "test_dir.hpp"
#include "thrown.hpp"
#include "util/process_identity.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

namespace fs = std::filesystem;

std::string add_task(Store& store) {
  return store.change(TaskChange{{}, NewTask{"p"}}).id.text;
}

/// Opens the database in a process that is killed with it open: what it committed stays in the -wal.
void change_and_die(const fs::path& database, const std::function<void(Store&)>& change) {
  ChildProcess child([&] {
    Store store = Store::open(database, Access::read_write);
    change(store);
    return ::raise(SIGKILL);
  });
  REQUIRE(child.wait() == -SIGKILL);
  REQUIRE(fs::file_size(database.string() + "-wal") > 0);
}

void lose_wal(const fs::path& database) {
  fs::remove(database.string() + "-wal");
  fs::remove(database.string() + "-shm");
}

/// x.db with task-0000, and a second one in a -wal that is then lost.
struct LostWal {
  explicit LostWal(const StoreOptions& options = {}) {
    Store store = Store::create(database, options);
    add_task(store);
  }
  [[nodiscard]] Store open(Access access = Access::read_only) {
    StoreOptions options;
    options.log = [this](LogLevel level, std::string_view text) {
      if (level == LogLevel::warning) warnings.emplace_back(text);
    };
    return Store::open(database, access, options);
  }
  [[nodiscard]] std::vector<std::string> findings() {
    std::vector<std::string> codes;
    for (const Finding& finding : verify(open()).findings)
      codes.push_back(finding.code + " " + finding.message);
    return codes;
  }
  [[nodiscard]] std::vector<std::string> events() {
    std::vector<std::string> all;
    open().events({}, [&](const Event& event) {
      all.push_back(std::to_string(event.seq) + " " + event.kind + " " + event.reason);
      return true;
    });
    return all;
  }

  TestDir dir;
  fs::path database = dir / "x.db";
  std::vector<std::string> warnings;
};

}  // namespace

TEST_SUITE("db::lost_commits") {
  TEST_CASE("a lost -wal is found, warned of, and made up for by the next change alone") {
    LostWal place;
    change_and_die(place.database, [](Store& store) {
      add_task(store);
      add_task(store);
    });
    lose_wal(place.database);
    CHECK(place.findings() ==
          std::vector<std::string>{
              "commits_lost events 2 to 3, task numbers 1 to 2, inside ids 2 to 3: committed, "
              "and not here; its -wal was lost or damaged, or an older file was put in its place"});
    CHECK(place.warnings.size() == 1);
    {
      Store store = place.open(Access::read_write);
      CHECK_THROWS_AS(store.change(TaskChange{{"task-0099"}, StartTask{}}), Error);  // takes it back
      CHECK(add_task(store) == "task-0003");
      CHECK(add_task(store) == "task-0004");
    }
    CHECK(
        place.events() ==
        std::vector<std::string>{
            "1 task:created ",
            "4 store:numbers_raised given out before: events 2 to 3, task numbers 1 to 2, inside ids 2 to 3",
            "5 task:created ", "6 task:created "});
    place.warnings.clear();
    CHECK(place.findings().empty());
    CHECK(place.warnings.empty());
  }

  TEST_CASE("a commit without any number of its own is missed too") {
    LostWal place;
    (void)place.open(Access::read_write).change(TaskChange{{}, NewTask{"first"}});
    const auto answer = [](Store& store) { Request(store, "key", "asked").keep("[]"); };
    change_and_die(place.database, answer);
    lose_wal(place.database);
    REQUIRE(place.findings().size() == 1);
    CHECK(place.findings().front().substr(0, 36) == "commits_lost commit without event 1:");
    {
      Store store = place.open(Access::read_write);
      answer(store);
    }
    CHECK(place.findings().empty());
  }

  TEST_CASE("an older file put in place is behind; a copy elsewhere and a new database are not") {
    LostWal place;
    fs::copy_file(place.database, place.dir / "old.db");
    {
      Store store = place.open(Access::read_write);
      add_task(store);
    }
    for (const char* name : {"x.db", "x.db-gate"})
      fs::copy_file(place.dir / name, place.dir / ("copy-" + std::string(name)));
    fs::rename(place.dir / "copy-x.db-gate", place.dir / "copy.db-gate");
    fs::copy_file(place.dir / "old.db", place.dir / "copy.db");
    place.database = place.dir / "copy.db";
    CHECK(place.findings().empty());
    place.database = place.dir / "x.db";
    CHECK(place.findings().empty());
    fs::copy_file(place.dir / "old.db", place.database, fs::copy_options::overwrite_existing);
    CHECK(place.findings().size() == 1);
    fs::remove(place.database);
    (void)Store::create(place.database);
    CHECK(place.findings().empty());
    Store store = place.open(Access::read_write);
    CHECK(add_task(store) == "task-0000");
  }

  TEST_CASE("what is lost beneath an open Store is made up for by its next change") {
    LostWal place;
    Store store = place.open(Access::read_write);
    add_task(store);
    add_task(store);
    {
      // As a program does that writes past the gate.
      const auto use = db::connections_of(store).use();
      use.connection().execute("DELETE FROM tasks WHERE id = 3; DELETE FROM events WHERE seq = 3");
    }
    CHECK(add_task(store) == "task-0003");
    CHECK(place.events() == std::vector<std::string>{"1 task:created ", "2 task:created ",
                                                     "4 store:numbers_raised given out before: event 3",
                                                     "5 task:created "});
  }

  TEST_CASE("what normal durability allows after a restart is a warning") {
    LostWal place;
    Store store = place.open(Access::read_write);
    auto use = db::connections_of(store).use();
    db::Connection& connection = use.connection();
    const auto hold = connection.gate().acquire(std::chrono::seconds(1));
    const auto place_of_witness = db::find_witness_place(connection.gate().file(), connection.path());
    REQUIRE(place_of_witness.has_value());
    db::Numbers ahead = db::read_numbers(connection);
    ahead.event_seq += 5;
    const auto findings_after = [&](db::Reached reached, const char* boot_id) {
      place.warnings.clear();
      REQUIRE(db::write_witness(*place_of_witness, {ahead, ahead, reached, boot_id}));
      return place.findings().size();
    };
    CHECK(findings_after(db::Reached::memory, "another boot") == 0);
    CHECK(place.warnings.size() == 1);
    CHECK(findings_after(db::Reached::disk, "another boot") == 1);
    CHECK(findings_after(db::Reached::memory, util::boot_id().c_str()) == 1);
    REQUIRE(db::write_witness(*place_of_witness, {{}, ahead, db::Reached::disk, ""}));
    CHECK(place.findings().empty());  // begun, and nobody knows of its end
  }

  TEST_CASE("restore goes on above what was given out, at a place that is free again too") {
    LostWal place;
    (void)place.open().backup(place.dir / "b.db");
    {
      Store store = place.open(Access::read_write);
      CHECK(add_task(store) == "task-0001");
    }
    BackupRestoreOptions force;
    force.force = true;
    (void)restore(place.database, place.dir / "b.db", force);
    CHECK(place.events() ==
          std::vector<std::string>{"1 task:created ",
                                   "3 store:restored given out before: event 2, task number 1, inside id 2"});
    (void)restore(place.database, place.dir / "b.db");  // lacks nothing but that
    CHECK(place.events().back() ==
          "4 store:restored given out before: events 2 to 3, task number 1, inside id 2");
    fs::remove(place.database);
    (void)restore(place.database, place.dir / "b.db");
    CHECK(place.events().back() ==
          "5 store:restored given out before: events 2 to 4, task number 1, inside id 2");
    write_all(place.database, "no database");
    (void)restore(place.database, place.dir / "b.db", force);
    CHECK(place.events().back().substr(0, 17) == "6 store:restored ");
    Store store = place.open(Access::read_write);
    CHECK(add_task(store) == "task-0002");
    CHECK(place.findings().empty());
    CHECK(place.warnings.empty());
  }
}
