// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "database_fixture.hpp"
#include "db/wal_checkpoint.hpp"
#include "test_dir.hpp"

using namespace rlmdb;
using namespace rlmdb::test;
using db::CheckpointMode;
using db::Connection;

namespace {

constexpr const char* k_two_thousand_pages =
    "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < 2000) "
    "INSERT INTO t SELECT zeroblob(4000) FROM n";

}  // namespace

TEST_SUITE("db::wal_checkpoint") {
  TEST_CASE("nothing is checkpointed by itself while it is open") {
    const TestDir dir;
    make_database(dir / "x.db");
    const std::string before = read_all(dir / "x.db");
    Connection connection = Connection::open(writing(dir / "x.db"));
    write(connection, k_two_thousand_pages);
    CHECK(read_all(dir / "x.db") == before);
    CHECK(std::filesystem::file_size(dir / "x.db-wal") > 2'000 * 4'096);
  }

  TEST_CASE("after truncate a copy of the one file has everything") {
    const TestDir dir;
    make_database(dir / "x.db");
    Connection connection = Connection::open(writing(dir / "x.db"));
    write(connection, k_two_thousand_pages);
    CHECK(checkpoint(connection, CheckpointMode::truncate).complete);
    CHECK_FALSE(connection.gate().is_held());
    CHECK(std::filesystem::file_size(dir / "x.db-wal") == 0);
    write_all(dir / "copy.db", read_all(dir / "x.db"));
    Connection copy = Connection::open(reading(dir / "copy.db"));
    CHECK(number(copy, "SELECT count(*) FROM t") == 2'000);
    CHECK(text(copy, "PRAGMA integrity_check") == "ok");
  }

  TEST_CASE("passive moves pages and leaves the WAL's length") {
    const TestDir dir;
    make_database(dir / "x.db");
    Connection connection = Connection::open(writing(dir / "x.db"));
    write(connection, "INSERT INTO t VALUES (1)");
    const auto report = checkpoint(connection, CheckpointMode::passive);
    CHECK(report.complete);
    CHECK(report.wal_pages == 1);
    CHECK(report.moved_pages == 1);
  }

  TEST_CASE("a reader that holds on makes it incomplete, never an error") {
    const TestDir dir;
    make_database(dir / "x.db");
    db::OpenOptions options = writing(dir / "x.db");
    options.busy_timeout = std::chrono::milliseconds(10);
    int warnings = 0;
    options.log = [&](LogLevel level, std::string_view) { warnings += level == LogLevel::warning ? 1 : 0; };
    Connection writer = Connection::open(options);
    write(writer, "INSERT INTO t VALUES (1)");
    Connection reader = Connection::open(reading(dir / "x.db"));
    const db::ReadTransaction snapshot(reader);
    write(writer, "INSERT INTO t VALUES (2)");
    const auto report = checkpoint(writer, CheckpointMode::truncate);
    CHECK_FALSE(report.complete);
    CHECK(report.wal_pages == 2);
    CHECK(report.moved_pages == 1);
    CHECK(warnings == 1);
    CHECK(number(writer, "SELECT count(*) FROM t") == 2);
    CHECK(writer.busy_timeout() == std::chrono::milliseconds(10));
  }

  TEST_CASE("not inside a transaction, not without a WAL, and behind the gate") {
    const TestDir dir;
    make_database(dir / "x.db");
    db::OpenOptions options = writing(dir / "x.db");
    options.busy_timeout = std::chrono::milliseconds(10);
    Connection connection = Connection::open(options);
    const auto code = [](Connection& which) {
      return code_of([&] { (void)checkpoint(which, CheckpointMode::passive); });
    };
    {
      const db::WriteTransaction transaction(connection);
      CHECK(code(connection) == "internal");
    }
    Connection reader = Connection::open(reading(dir / "x.db"));
    CHECK(code(reader) == "internal");
    db::WriterGate other(dir / "x.db");
    const auto hold = other.acquire(std::chrono::milliseconds(0));
    CHECK(code(connection) == "busy");
  }
}
