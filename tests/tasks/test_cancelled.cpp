// SPDX-License-Identifier: MIT
// A call that nobody wants any more, and a database that is not at its path any more.
#include <SQLiteCpp/Database.h>
#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>

#include "db/writer_gate.hpp"
#include "rlmdb/backup.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/same_database.hpp"
#include "rlmdb/store.hpp"
#include "rlmdb/watch.hpp"
#include "task_place.hpp"
#include "test_dir.hpp"
#include "thrown.hpp"

namespace rlmdb::test {
namespace {

namespace fs = std::filesystem;
using std::chrono::steady_clock;

constexpr const char* k_no_end =
    "WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c";

void add_one(Store& store) {
  (void)store.change(adding("one"));
}

/// Whether somebody is in the middle of a change.
bool is_gate_held(const fs::path& database) {
  return db::WriterGate(database).holder().has_value();
}

}  // namespace

TEST_SUITE("tasks::cancelled") {
  TEST_CASE("a statement that does not end ends when nobody wants it any more") {
    const TestDir directory;
    { (void)Store::create(directory / "x.db"); }
    const auto begun = steady_clock::now();
    StoreOptions options;
    options.cancelled = [&] { return steady_clock::now() - begun > std::chrono::milliseconds(50); };
    const Store store = Store::open(directory / "x.db", Access::read_only, options);
    CHECK(code_of([&] { store.query(k_no_end, {}); }) == "io");
    CHECK(code_of([&] { static_cast<void>(store.stats()); }) == "io");
  }

  TEST_CASE(
      "a change is not done that nobody wants any more: before, while it waits, and before its commit") {
    const TestDir directory;
    const fs::path path = directory / "x.db";
    Store other = Store::create(path);
    bool is_cancelled = false;
    bool only_inside = false;
    StoreOptions options;
    options.cancelled = [&] { return is_cancelled || (only_inside && is_gate_held(path)); };
    Store store = Store::open(path, Access::read_write, options);
    is_cancelled = true;
    CHECK(code_of([&] { add_one(store); }) == "io");
    is_cancelled = false;
    only_inside = true;
    CHECK(code_of([&] { add_one(store); }) == "io");
    only_inside = false;
    SQLite::Database locker(path.string(), SQLite::OPEN_READWRITE);
    locker.exec("BEGIN IMMEDIATE");
    only_inside = true;
    const auto begun = steady_clock::now();
    CHECK(code_of([&] { add_one(store); }) == "io");
    CHECK(steady_clock::now() - begun < std::chrono::seconds(20));
    locker.exec("ROLLBACK");
    CHECK(other.stats().total == 0);
    only_inside = false;
    add_one(store);
    CHECK(other.stats().total == 1);
  }

  TEST_CASE("a claim that waited takes nothing for somebody who has gone before its commit") {
    const TestDir directory;
    const fs::path path = directory / "x.db";
    Store store = Store::create(path);
    Store other = Store::open(path, Access::read_write);
    ClaimOptions options;
    options.wait = std::chrono::hours(1);
    bool has_come = false;
    bool has_gone = false;
    options.cancelled = [&] {
      if (!has_come) add_one(other);
      has_come = true;
      return has_gone = has_gone || is_gate_held(path);
    };
    CHECK_FALSE(store.claim(options).has_value());
    CHECK(other.stats().queued == 1);
    // What is ready at once is taken at once.
    CHECK(store.claim(options).has_value());
  }

  TEST_CASE("a Store whose file is gone, or another one, says so in every call") {
    const TestDir directory;
    const fs::path path = directory / "x.db";
    { (void)Store::create(path); }
    const Store reader = Store::open(path, Access::read_only);
    Store writer = Store::open(path, Access::read_write);
    StoreWatch watch(reader);
    CHECK(watch.wait(std::chrono::milliseconds(0)));
    SameDatabase same;
    same.remember(reader);
    same.require_at(path);
    for (const char* end : {"", "-wal", "-shm"})
      fs::rename(path.string() + end, path.string() + ".old" + end);
    for (const std::string absent : {"not_found", "conflict"}) {
      CHECK(code_of([&] { same.require_at(path); }) == absent);
      CHECK(code_of([&] { static_cast<void>(reader.stats()); }) == "conflict");
      CHECK(code_of([&] { static_cast<void>(watch.wait(std::chrono::hours(1))); }) == "conflict");
      CHECK(code_of([&] { add_one(writer); }) == "conflict");
      CHECK(code_of([&] { static_cast<void>(writer.claim({.wait = std::chrono::hours(1)})); }) == "conflict");
      if (absent == "not_found") (void)Store::create(path);
    }
    CHECK(code_of([&] { same.require_at(directory / "y.db"); }) == "conflict");
    same.forget();
    same.require_at(path);
  }

  TEST_CASE("a token of a database that is gone ends nothing in the one that took its place") {
    const TestDir directory;
    const fs::path path = directory / "x.db";
    std::int64_t old = 0;
    for (const bool is_first : {true, false}) {
      Store store = Store::create(path);
      add_one(store);
      const auto claim = store.claim();
      REQUIRE(claim.has_value());
      if (!is_first) {
        const TaskChange change{claim->id, CompleteTask{}, {std::nullopt, old, Force::no}};
        CHECK(code_of([&] { (void)store.change(change); }) == "conflict");
        CHECK(store.stats().running == 1);
      }
      old = claim->token;
      store.close();
      fs::rename(path, directory / "gone.db");
    }
  }

  TEST_CASE("a copy of a database, and what was restored from a backup, is the same database") {
    const TestDir directory;
    const fs::path path = directory / "x.db";
    SameDatabase same;
    {
      const Store store = Store::create(path);
      same.remember(store);
      static_cast<void>(store.backup(directory / "b.db"));
      CHECK(store.database_id() != Store::create(directory / "other.db").database_id());
    }
    fs::rename(directory / "b.db", path);
    same.require_at(path);
    fs::rename(directory / "other.db", path);
    CHECK(code_of([&] { same.require_at(path); }) == "conflict");
  }
}

}  // namespace rlmdb::test
