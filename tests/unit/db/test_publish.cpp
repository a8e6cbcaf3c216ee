// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "child_process.hpp"
#include "database_fixture.hpp"
#include "test_dir.hpp"

using namespace rlmdb;
using namespace rlmdb::test;
using db::Connection;

TEST_SUITE("db::publish") {
  TEST_CASE("an unpublished file has no journal, no syncs and no name") {
    const TestDir dir;
    Connection connection = Connection::open_unpublished(writing(dir / "x.db"));
    CHECK(text(connection, "PRAGMA journal_mode") == "off");
    CHECK(number(connection, "PRAGMA synchronous") == 0);
    CHECK(text(connection, "PRAGMA locking_mode") == "exclusive");
    CHECK(number(connection, "PRAGMA foreign_keys") == 1);
    CHECK(connection.is_unpublished());
    CHECK_FALSE(connection.has_gate());
    CHECK_FALSE(std::filesystem::exists(dir / "x.db"));
    CHECK(dir.count() == 1);
  }

  TEST_CASE("publishing leaves one file that is complete and in WAL mode") {
    const TestDir dir;
    {
      Connection connection = Connection::open_unpublished(writing(dir / "x.db"));
      db::WriteTransaction transaction(connection);
      connection.execute("CREATE TABLE t (x); INSERT INTO t VALUES (1), (2)");
      transaction.commit();
      publish(std::move(connection));
    }
    CHECK(dir.count() == 1);
    const std::string header = read_all(dir / "x.db").substr(0, 20);
    CHECK(header.substr(18) == "\x02\x02");
    Connection reader = Connection::open(reading(dir / "x.db"));
    CHECK(number(reader, "SELECT count(*) FROM t") == 2);
  }

  TEST_CASE("an unpublished file is gone when it is given up") {
    const TestDir dir;
    {
      Connection connection = Connection::open_unpublished(writing(dir / "x.db"));
      connection.execute("CREATE TABLE t (x)");
      Connection moved(std::move(connection));
    }
    CHECK(dir.count() == 0);
  }

  TEST_CASE("nothing is ever overwritten") {
    const TestDir dir;
    Connection connection = Connection::open_unpublished(writing(dir / "x.db"));
    write_all(dir / "x.db", "mine");
    CHECK(code_of([&] { publish(std::move(connection)); }) == "conflict");
    CHECK(read_all(dir / "x.db") == "mine");
    CHECK(dir.count() == 1);
    CHECK(code_of([&] { (void)Connection::open_unpublished(writing(dir / "x.db")); }) == "conflict");
  }

  TEST_CASE("of two that race for a name one wins, and its file stays") {
    const TestDir dir;
    Connection first = Connection::open_unpublished(writing(dir / "x.db"));
    Connection second = Connection::open_unpublished(writing(dir / "x.db"));
    second.execute("CREATE TABLE second (x)");
    publish(std::move(second));
    CHECK(code_of([&] { publish(std::move(first)); }) == "conflict");
    Connection reader = Connection::open(reading(dir / "x.db"));
    CHECK(number(reader, "SELECT count(*) FROM second") == 0);
  }

  TEST_CASE("a WAL left over from a deleted database refuses the name") {
    const TestDir dir;
    write_all(dir / "x.db-wal", "frames");
    CHECK(code_of([&] { (void)Connection::open_unpublished(writing(dir / "x.db")); }) == "conflict");
    write_all(dir / "x.db-wal", "");
    make_database(dir / "x.db");
  }

  TEST_CASE("a killed maker's file is invisible and removed by the next") {
    const TestDir dir;
    Shared<std::atomic<bool>> ready;
    ChildProcess maker([&] {
      Connection connection = Connection::open_unpublished(writing(dir / "x.db"));
      connection.execute("CREATE TABLE t (x)");
      *ready = true;
      ::pause();
      return 0;
    });
    wait_until([&] { return ready->load(); });
    Connection beside_a_live_one = Connection::open_unpublished(writing(dir / "x.db"));
    CHECK(dir.count() == 2);
    maker.kill();
    Connection after = Connection::open_unpublished(writing(dir / "x.db"));
    CHECK(dir.count() == 2);
    CHECK_FALSE(std::filesystem::exists(dir / "x.db"));
  }

  TEST_CASE("an open transaction or a damaged file is not published") {
    const TestDir dir;
    {
      Connection connection = Connection::open_unpublished(writing(dir / "x.db"));
      connection.execute("BEGIN IMMEDIATE");
      CHECK(code_of([&] { publish(std::move(connection)); }) == "internal");
    }
    const auto make_damaged = [&] {
      Connection connection = Connection::open_unpublished(writing(dir / "y.db"));
      connection.execute(
          "CREATE TABLE t (x CHECK (x > 1)); PRAGMA ignore_check_constraints=ON; INSERT INTO t VALUES (0);"
          "PRAGMA ignore_check_constraints=OFF");
      return connection;
    };
    CHECK(code_of([&] { publish(make_damaged()); }) == "corrupt");
    CHECK(dir.count() == 0);
    const auto publish_with_check_beside = [](Connection connection) {
      db::FileCheck check = start_check(connection);
      publish(std::move(connection), std::move(check));
    };
    CHECK(code_of([&] { publish_with_check_beside(make_damaged()); }) == "corrupt");
    CHECK(dir.count() == 0);
  }

  TEST_CASE("a sound file is published after a check beside its maker's reading") {
    const TestDir dir;
    {
      Connection connection = Connection::open_unpublished(writing(dir / "x.db"));
      connection.execute(
          "CREATE TABLE t (x CHECK (x > 1)); WITH RECURSIVE n(i) AS (VALUES(2) UNION ALL "
          "SELECT i + 1 FROM n "
          "WHERE i < 50000) INSERT INTO t SELECT i FROM n");
      db::FileCheck check = start_check(connection);
      CHECK(number(connection, "SELECT sum(x) FROM t") == 1'250'024'999);
      publish(std::move(connection), std::move(check));
    }
    CHECK(dir.count() == 1);
    Connection reader = Connection::open(reading(dir / "x.db"));
    CHECK(number(reader, "SELECT count(*) FROM t") == 49'999);
  }

  TEST_CASE("temporary files of sorts lie beside the database, unlinked and 0600") {
    const TestDir dir;
    make_database(dir / "x.db");
    db::OpenOptions options = reading(dir / "x.db");
    options.temp_store = db::TempStore::file;
    options.cache_kib = 64;
    Connection connection = Connection::open(options);
    db::Statement sort(connection,
                       "WITH RECURSIVE n(i) AS (VALUES(0) UNION ALL SELECT i + 1 FROM n WHERE i < 200000) "
                       "SELECT hex(i * 7919 % 200003) || '................................' AS k "
                       "FROM n ORDER BY k");
    REQUIRE(sort.step());
    int found = 0;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
      std::error_code error;
      const std::string target = std::filesystem::read_symlink(entry.path(), error).string();
      if (!target.starts_with((dir / ".rlmdb-sort-").string())) continue;
      ++found;
      CHECK(target.ends_with(" (deleted)"));
      CHECK((std::filesystem::status(entry.path()).permissions() & std::filesystem::perms::mask) ==
            std::filesystem::perms(0600));
    }
    CHECK(found > 0);
  }
}
