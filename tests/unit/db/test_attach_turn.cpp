// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <sqlite3.h>

#include <atomic>
#include <optional>
#include <vector>

#include "child_process.hpp"
#include "database_fixture.hpp"
#include "db/attach_turn.hpp"
#include "scheduled_vfs.hpp"
#include "test_dir.hpp"

using namespace rlmdb;
using namespace rlmdb::test;
using db::Connection;

namespace {

constexpr const char* k_hundred_pages =
    "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < 100) "
    "INSERT INTO t SELECT zeroblob(8000) FROM n";

bool is_one_file(const TestDir& dir) {
  return !std::filesystem::exists(dir / "x.db-wal") && !std::filesystem::exists(dir / "x.db-shm");
}

std::int64_t rows_of_a_copy(const TestDir& dir) {
  write_all(dir / "copy.db", read_all(dir / "x.db"));
  Connection copy = Connection::open(reading(dir / "copy.db"));
  CHECK(text(copy, "PRAGMA integrity_check") == "ok");
  return number(copy, "SELECT count(*) FROM t");
}

void leave_by_kill(const TestDir& dir) {
  ChildProcess child([&] {
    Connection connection = Connection::open(writing(dir / "x.db"));
    write(connection, "INSERT INTO t VALUES (1)");
    return ::raise(SIGKILL);
  });
  REQUIRE(child.wait() == -SIGKILL);
  REQUIRE(std::filesystem::file_size(dir / "x.db-wal") > 0);
}

db::OpenOptions impatient(db::OpenOptions options) {
  options.busy_timeout = std::chrono::milliseconds(5);
  return options;
}

}  // namespace

TEST_SUITE("db::attach_turn") {
  TEST_CASE("after the last close the file alone is complete") {
    const TestDir dir;
    make_database(dir / "x.db");
    {
      Connection connection = Connection::open(writing(dir / "x.db"));
      write(connection, "INSERT INTO t VALUES (1)");
    }
    CHECK(is_one_file(dir));
    CHECK(rows_of_a_copy(dir) == 1);
  }

  TEST_CASE("who only reads completes the file too, when he is the last") {
    const TestDir dir;
    make_database(dir / "x.db");
    std::optional<Connection> reader(Connection::open(reading(dir / "x.db")));
    REQUIRE(number(*reader, "SELECT count(*) FROM t") == 0);
    {
      Connection connection = Connection::open(writing(dir / "x.db"));
      write(connection, "INSERT INTO t VALUES (1)");
    }
    CHECK(std::filesystem::file_size(dir / "x.db-wal") > 0);
    reader.reset();
    CHECK(is_one_file(dir));
    CHECK(rows_of_a_copy(dir) == 1);
  }

  TEST_CASE("what a killed process left goes into the file at the next close, also of one that reads") {
    const TestDir dir;
    make_database(dir / "x.db");
    leave_by_kill(dir);
    {
      Connection reader = Connection::open(reading(dir / "x.db"));
      CHECK(number(reader, "SELECT count(*) FROM t") == 1);
    }
    CHECK(is_one_file(dir));
    leave_by_kill(dir);
    { const Connection writer = Connection::open(writing(dir / "x.db")); }
    CHECK(is_one_file(dir));
    CHECK(rows_of_a_copy(dir) == 2);
  }

  TEST_CASE("of many that close at once the last one completes the file") {
    constexpr int k_rounds = 40;
    constexpr int k_processes = 4;
    const TestDir dir;
    make_database(dir / "x.db");
    for (int round = 0; round < k_rounds; ++round) {
      CAPTURE(round);
      Shared<std::atomic<int>> ready;
      std::vector<ChildProcess> children;
      for (int i = 0; i < k_processes; ++i)
        children.emplace_back([&, i] {
          const bool reads = i == 0;
          Connection connection = Connection::open(reads ? reading(dir / "x.db") : writing(dir / "x.db"));
          if (reads) (void)number(connection, "SELECT count(*) FROM t");
          if (!reads) write(connection, "INSERT INTO t VALUES (1)");
          ++*ready;
          while (*ready < k_processes) continue;  // so that they go at the same moment
          return 0;
        });
      for (ChildProcess& child : children) CHECK(child.wait() == 0);
      REQUIRE(is_one_file(dir));
    }
    CHECK(rows_of_a_copy(dir) == k_rounds * (k_processes - 1));
  }

  TEST_CASE("who was stopped in his turn does not stop the others") {
    const TestDir dir;
    make_database(dir / "x.db");
    { const Connection made_the_gate = Connection::open(writing(dir / "x.db")); }
    const db::AttachTurn held(dir / "x.db");
    {
      Connection connection = Connection::open(writing(dir / "x.db"));
      write(connection, "INSERT INTO t VALUES (1)");
    }
    CHECK(is_one_file(dir));
  }

  TEST_CASE("who waited in vain for the gate does not wait once more for his turn to leave") {
    const TestDir dir;
    make_database(dir / "x.db");
    Connection holder = Connection::open(writing(dir / "x.db"));
    const auto gate = holder.gate().acquire(std::chrono::milliseconds(5));
    std::optional<Connection> other(Connection::open(impatient(writing(dir / "x.db"))));
    CHECK(code_of([&] { (void)other->gate().acquire(std::chrono::milliseconds(5)); }) == "busy");
    const db::AttachTurn turn(dir / "x.db");
    const auto begin = std::chrono::steady_clock::now();
    other.reset();
    CHECK(std::chrono::steady_clock::now() - begin < db::AttachTurn::k_longest_wait);
  }
}

TEST_SUITE("db::attach_turn against the race of a checkpoint with a commit") {
  TEST_CASE("the schedule finds it: a checkpoint outside the gate loses rows") {
    const TestDir dir;
    ScheduledVfs schedule;
    make_database(dir / "x.db");
    {
      Connection checkpointer = Connection::open(writing(dir / "x.db"));
      Connection writer = Connection::open(writing(dir / "x.db"));
      write(writer, k_hundred_pages);
      REQUIRE(sqlite3_wal_checkpoint_v2(writer.handle(), "main", SQLITE_CHECKPOINT_PASSIVE, nullptr,
                                        nullptr) == SQLITE_OK);
      schedule.in_next_checkpoint([&] { write(writer, "INSERT INTO t VALUES (1)"); });
      REQUIRE(sqlite3_wal_checkpoint_v2(checkpointer.handle(), "main", SQLITE_CHECKPOINT_PASSIVE, nullptr,
                                        nullptr) == SQLITE_OK);
      REQUIRE_FALSE(schedule.is_waiting());
      write(writer, "INSERT INTO t SELECT zeroblob(8000) FROM (VALUES (1), (2), (3))");
    }
    write_all(dir / "copy.db", read_all(dir / "x.db"));
    Connection copy = Connection::open(reading(dir / "copy.db"));
    const std::string check = text(copy, "PRAGMA integrity_check");
    CHECK((check != "ok" || number(copy, "SELECT count(*) FROM t") != 104));
  }

  TEST_CASE("nobody gets in while the last one closes") {
    const TestDir dir;
    ScheduledVfs schedule;
    make_database(dir / "x.db");
    std::optional<Connection> last(Connection::open(writing(dir / "x.db")));
    {
      Connection writer = Connection::open(writing(dir / "x.db"));
      write(writer, k_hundred_pages);
    }
    std::string as_writer;
    std::string as_reader;
    schedule.in_next_checkpoint([&] {
      as_writer = code_of([&] { (void)Connection::open(impatient(writing(dir / "x.db"))); });
      as_reader = code_of([&] { (void)Connection::open(impatient(reading(dir / "x.db"))); });
    });
    last.reset();
    REQUIRE_FALSE(schedule.is_waiting());
    CHECK(as_writer == "busy");
    CHECK(as_reader == "busy");
    CHECK(is_one_file(dir));
    CHECK(rows_of_a_copy(dir) == 100);
  }

  TEST_CASE("whoever is not the last does not checkpoint") {
    const TestDir dir;
    ScheduledVfs schedule;
    make_database(dir / "x.db");
    {
      std::optional<Connection> first(Connection::open(writing(dir / "x.db")));
      Connection writer = Connection::open(writing(dir / "x.db"));
      write(writer, k_hundred_pages);
      schedule.in_next_checkpoint([&] { write(writer, "INSERT INTO t VALUES (1)"); });
      first.reset();
      CHECK(schedule.is_waiting());
      schedule.in_next_checkpoint(nullptr);
      write(writer, "INSERT INTO t VALUES (1)");
    }
    CHECK(is_one_file(dir));
    CHECK(rows_of_a_copy(dir) == 101);
  }
}
