// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <array>

#include "child_process.hpp"
#include "database_fixture.hpp"
#include "db/migrator.hpp"
#include "test_dir.hpp"
#include "util/sha256.hpp"

using namespace rlmdb;
using namespace rlmdb::test;
using db::Connection;
using db::Migration;

namespace {

constexpr std::string_view k_core =
    "CREATE TABLE schema_migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL, sha256 TEXT NOT NULL,"
    " applied_at TEXT NOT NULL, by_version TEXT NOT NULL);"
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);"
    "INSERT INTO meta VALUES ('schema_major', '1');"
    "CREATE TABLE p (id INTEGER PRIMARY KEY);"
    "CREATE TABLE c (p INTEGER NOT NULL REFERENCES p (id) ON DELETE CASCADE);";

constexpr std::array k_first{Migration{1, "core", k_core}};

constexpr std::array k_three{
    Migration{1, "core", k_core},
    Migration{2, "rebuild",
              "CREATE TABLE new_p (id INTEGER PRIMARY KEY, extra TEXT);"
              "INSERT INTO new_p (id) SELECT id FROM p; DROP TABLE p; ALTER TABLE new_p RENAME TO p;"},
    Migration{3, "more", "CREATE TABLE more (x);"}};

db::MigratorOptions options_at(std::chrono::system_clock::time_point time) {
  db::MigratorOptions options;
  options.by_version = "0.1.0";
  options.clock = [time] { return time; };
  return options;
}

const db::MigratorOptions k_options =
    options_at(std::chrono::sys_days{std::chrono::year{2026} / 1 / 1} + std::chrono::milliseconds(5));

void make_first_version(const std::filesystem::path& path) {
  Connection connection = Connection::open_unpublished(writing(path));
  (void)apply_pending(connection, k_first, k_options);
  publish(std::move(connection));
}

int count_backups(const TestDir& dir) {
  int found = 0;
  for (const auto& entry : std::filesystem::directory_iterator(dir.path())) {
    const std::string name = entry.path().filename().string();
    // A backup that was opened has a -wal and a -shm of its own.
    found += name.starts_with("x.db.backup-") && name.ends_with("Z") ? 1 : 0;
  }
  return found;
}

std::string status_code(const std::filesystem::path& path, std::span<const Migration> migrations) {
  Connection connection = Connection::open(reading(path));
  return code_of([&] { (void)migration_status(connection, migrations, k_options); });
}

}  // namespace

TEST_SUITE("db::migrator") {
  TEST_CASE("a new file walks the whole chain and needs no backup") {
    const TestDir dir;
    {
      Connection connection = Connection::open_unpublished(writing(dir / "x.db"));
      const auto report = apply_pending(connection, k_three, k_options);
      CHECK(report.applied == std::vector{1, 2, 3});
      CHECK_FALSE(report.backup.has_value());
      publish(std::move(connection));
    }
    CHECK(dir.count() == 1);
    Connection connection = Connection::open(reading(dir / "x.db"));
    const auto status = migration_status(connection, k_three, k_options);
    CHECK(status.current == 3);
    CHECK(status.newest == 3);
    REQUIRE(status.steps.size() == 3);
    CHECK(status.steps[0].name == "core");
    CHECK(status.steps[0].sha256 == util::sha256_hex(k_core));
    CHECK(status.steps[0].applied_at == "2026-01-01T00:00:00.005Z");
    CHECK(text(connection, "SELECT by_version FROM schema_migrations WHERE version = 3") == "0.1.0");
    CHECK(number(connection, "PRAGMA foreign_keys") == 1);
  }

  TEST_CASE("an older file is backed up, moved on and checkpointed") {
    const TestDir dir;
    make_first_version(dir / "x.db");
    Connection connection = Connection::open(writing(dir / "x.db"));
    write(connection, "INSERT INTO p VALUES (1); INSERT INTO c VALUES (1)");
    CHECK(migration_status(connection, k_three, k_options).steps[1].applied_at.empty());
    const auto report = apply_pending(connection, k_three, k_options);
    CHECK(report.applied == std::vector{2, 3});
    CHECK(report.backup == dir / "x.db.backup-v1-20260101T000000.005Z");
    CHECK(number(connection, "SELECT count(*) FROM c") == 1);
    CHECK(number(connection, "PRAGMA foreign_keys") == 1);
    CHECK(std::filesystem::file_size(dir / "x.db-wal") == 0);
    CHECK_FALSE(connection.gate().is_held());
    Connection backup = Connection::open(reading(*report.backup));
    CHECK(backup.user_version() == 1);
    CHECK(number(backup, "SELECT count(*) FROM c") == 1);
    CHECK(apply_pending(connection, k_three, k_options).applied.empty());
    CHECK(count_backups(dir) == 1);
  }

  TEST_CASE("of two processes that race one does the work") {
    const TestDir dir;
    make_first_version(dir / "x.db");
    Shared<std::array<std::atomic<int>, 2>> steps;
    std::vector<ChildProcess> children;
    for (std::size_t i = 0; i < 2; ++i)
      children.emplace_back([&, i] {
        Connection connection = Connection::open(writing(dir / "x.db"));
        (*steps)[i] = static_cast<int>(apply_pending(connection, k_three, k_options).applied.size());
        return 0;
      });
    for (ChildProcess& child : children) CHECK(child.wait() == 0);
    CHECK((*steps)[0] + (*steps)[1] == 2);
    CHECK((*steps)[0] * (*steps)[1] == 0);
    CHECK(count_backups(dir) == 1);
  }

  TEST_CASE("a step whose text or name changed refuses the file") {
    const TestDir dir;
    make_first_version(dir / "x.db");
    const std::string other_text = std::string(k_core) + " ";
    CHECK(status_code(dir / "x.db", std::array{Migration{1, "core", other_text}}) == "conflict");
    CHECK(status_code(dir / "x.db", std::array{Migration{1, "other", k_core}}) == "conflict");
    CHECK(status_code(dir / "x.db", k_first) == "no error");
  }

  TEST_CASE("a newer minor version is usable, a newer major one is not") {
    const TestDir dir;
    make_first_version(dir / "x.db");
    Connection connection = Connection::open(writing(dir / "x.db"));
    (void)apply_pending(connection, k_three, k_options);
    CHECK(status_code(dir / "x.db", k_first) == "no error");
    CHECK(migration_status(connection, k_first, k_options).steps.size() == 3);
    CHECK(apply_pending(connection, k_first, k_options).applied.empty());
    write(connection, "UPDATE meta SET value = '2'");
    CHECK(status_code(dir / "x.db", k_three) == "schema_too_new");
    write(connection, "DELETE FROM meta");
    CHECK(status_code(dir / "x.db", k_first) == "schema_too_new");
    CHECK(status_code(dir / "x.db", k_three) == "no error");
  }

  TEST_CASE("a version without its records is not ours") {
    const TestDir dir;
    make_database(dir / "x.db");
    {
      Connection connection = Connection::open(writing(dir / "x.db"));
      write(connection, "PRAGMA user_version=1");
    }
    CHECK(status_code(dir / "x.db", k_first) == "not_our_database");
  }

  TEST_CASE("a number, records and tables that disagree are named, and nothing is done") {
    const TestDir dir;
    const std::array steps{k_first[0], Migration{2, "more",
                                                 "-- more\nCREATE TABLE more (x);\n"
                                                 "CREATE UNIQUE INDEX more_x ON more (x);"}};
    make_first_version(dir / "x.db");
    Connection connection = Connection::open(writing(dir / "x.db"));
    (void)apply_pending(connection, steps, k_options);
    write(connection, "PRAGMA user_version=1");
    const auto refusal = [&] { return error_of([&] { (void)apply_pending(connection, steps, k_options); }); };
    const std::string begin = (dir / "x.db").string() + " contradicts itself: user_version says schema 1, ";
    const std::string records = "schema_migrations records step 2 (more)";
    const std::string there = "what a later step makes is there already: ";
    REQUIRE(refusal().has_value());
    CHECK(refusal()->code() == ErrorCode::corrupt);
    CHECK(std::string(refusal()->what()) == begin + records + ", and " + there + "TABLE more");
    CHECK(status_code(dir / "x.db", steps) == "corrupt");
    write(connection, "DELETE FROM schema_migrations WHERE version = 2");
    CHECK(std::string(refusal()->what()) == begin + "and " + there + "TABLE more");
    write(connection, "DROP TABLE more; CREATE TABLE other (x); CREATE INDEX more_x ON other (x)");
    CHECK(std::string(refusal()->what()) == begin + "and " + there + "INDEX more_x");
    CHECK(count_backups(dir) == 1);
    CHECK(connection.user_version() == 1);
    // What the steps themselves take away first may be there.
    const std::array again{k_first[0], Migration{2, "again",
                                                 "-- again\nDROP INDEX more_x;\n"
                                                 "CREATE INDEX more_x ON other (x);"}};
    const db::MigratorOptions later =
        options_at(std::chrono::sys_days{std::chrono::year{2026} / 1 / 2} + std::chrono::milliseconds(5));
    CHECK(apply_pending(connection, again, later).applied == std::vector{2});
  }

  TEST_CASE("a failing step leaves the version before it") {
    const TestDir dir;
    make_first_version(dir / "x.db");
    Connection connection = Connection::open(writing(dir / "x.db"));
    const std::array broken{k_first[0], Migration{2, "good", "CREATE TABLE good (x);"},
                            Migration{3, "bad", "CREATE TABLE bad (x); SELEC;"}};
    CHECK(code_of([&] { (void)apply_pending(connection, broken, k_options); }) == "internal");
    CHECK(connection.user_version() == 2);
    CHECK(number(connection, "SELECT count(*) FROM schema_migrations") == 2);
    CHECK(number(connection, "SELECT count(*) FROM sqlite_schema WHERE name = 'bad'") == 0);
    CHECK(number(connection, "PRAGMA foreign_keys") == 1);
    const std::array orphans{k_first[0], broken[1], Migration{3, "orphans", "INSERT INTO c VALUES (77);"}};
    CHECK(code_of([&] { (void)apply_pending(connection, orphans, k_options); }) == "corrupt");
    CHECK(connection.user_version() == 2);
    CHECK_FALSE(connection.gate().is_held());
  }

  TEST_CASE("a step killed halfway leaves the version before it") {
    const TestDir dir;
    make_first_version(dir / "x.db");
    const std::array slow{
        k_first[0],
        Migration{2, "slow",
                  "CREATE TABLE slow (x); WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n) "
                  "INSERT INTO slow SELECT zeroblob(4000) FROM n LIMIT 1000000;"}};
    ChildProcess child([&] {
      Connection connection = Connection::open(writing(dir / "x.db"));
      (void)apply_pending(connection, slow, k_options);
      return 0;
    });
    wait_until([&] {
      std::error_code error;
      const auto size = std::filesystem::file_size(dir / "x.db-wal", error);
      return !error && size > 1'000'000;
    });
    child.kill();
    Connection connection = Connection::open(writing(dir / "x.db"));
    CHECK(connection.user_version() == 1);
    const auto later = options_at(std::chrono::sys_days{std::chrono::year{2027} / 1 / 1});
    CHECK(apply_pending(connection, k_three, later).applied == std::vector{2, 3});
  }
}
