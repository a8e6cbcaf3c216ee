// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <sqlite3.h>
#include <sys/resource.h>

#include <functional>
#include <initializer_list>
#include <vector>

#include "child_process.hpp"
#include "database_fixture.hpp"
#include "db/lock_holder.hpp"
#include "test_dir.hpp"

using namespace rlmdb;
using namespace rlmdb::test;
using db::Connection;
using db::ReadTransaction;
using db::WriteTransaction;

namespace {

void set_size_limit(rlim_t bytes) {
  rlimit limit{};
  ::getrlimit(RLIMIT_FSIZE, &limit);
  limit.rlim_cur = bytes;
  ::setrlimit(RLIMIT_FSIZE, &limit);
}

/// Writes 1 MB with room for none of it; 0 when that is an error and changes nothing.
int commit_on_a_full_disk(const std::filesystem::path& path) {
  ::signal(SIGXFSZ, SIG_IGN);
  Connection connection = Connection::open(writing(path));
  write(connection, "INSERT INTO t VALUES ('old')");
  {
    WriteTransaction transaction(connection);
    connection.execute("INSERT INTO t VALUES (zeroblob(1000000))");
    set_size_limit(64 * 1024);
    if (code_of([&] { transaction.commit(); }) != "io") return 1;
    if (connection.in_transaction() || connection.gate().is_held()) return 2;
  }
  if (number(connection, "SELECT count(*) FROM t") != 1) return 3;
  set_size_limit(RLIM_INFINITY);
  write(connection, "INSERT INTO t VALUES ('new')");
  return number(connection, "SELECT count(*) FROM t") == 2 ? 0 : 4;
}

}  // namespace

TEST_SUITE("db::transaction") {
  TEST_CASE("a write transaction that is not committed leaves nothing, and frees the gate") {
    const TestDir dir;
    make_database(dir / "x.db");
    Connection connection = Connection::open(writing(dir / "x.db"));
    {
      const WriteTransaction transaction(connection);
      connection.execute("INSERT INTO t VALUES (1)");
      CHECK(connection.gate().is_held());
    }
    CHECK_FALSE(connection.gate().is_held());
    CHECK(number(connection, "SELECT count(*) FROM t") == 0);
  }

  TEST_CASE("a gate that is held already is used and kept") {
    const TestDir dir;
    make_database(dir / "x.db");
    Connection connection = Connection::open(writing(dir / "x.db"));
    const auto hold = connection.gate().acquire(std::chrono::milliseconds(0));
    write(connection, "INSERT INTO t VALUES (1)");
    CHECK(connection.gate().is_held());
  }

  TEST_CASE("misuse is a bug and says so") {
    const TestDir dir;
    make_database(dir / "x.db");
    Connection connection = Connection::open(writing(dir / "x.db"));
    WriteTransaction transaction(connection);
    CHECK(code_of([&] { const WriteTransaction inner(connection); }) == "internal");
    transaction.commit();
    CHECK(code_of([&] { transaction.commit(); }) == "internal");
  }

  TEST_CASE("processes that count up together lose no step") {
    const TestDir dir;
    make_database(dir / "x.db");
    {
      Connection connection = Connection::open(writing(dir / "x.db"));
      write(connection, "INSERT INTO t VALUES (0)");
    }
    std::vector<ChildProcess> children;
    for (int i = 0; i < 4; ++i)
      children.emplace_back([&] {
        Connection connection = Connection::open(writing(dir / "x.db"));
        for (int step = 0; step < 100; ++step) {
          WriteTransaction transaction(connection);
          const std::int64_t value = number(connection, "SELECT x FROM t");
          connection.execute("UPDATE t SET x = " + std::to_string(value + 1));
          transaction.commit();
        }
        return 0;
      });
    for (ChildProcess& child : children) CHECK(child.wait() == 0);
    Connection connection = Connection::open(reading(dir / "x.db"));
    CHECK(number(connection, "SELECT x FROM t") == 400);
  }

  TEST_CASE("a writer that does not use the gate is waited for, then reported") {
    const TestDir dir;
    make_database(dir / "x.db");
    sqlite3* foreign = nullptr;
    REQUIRE(sqlite3_open((dir / "x.db").c_str(), &foreign) == SQLITE_OK);
    REQUIRE(sqlite3_exec(foreign, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr) == SQLITE_OK);
    db::OpenOptions options = writing(dir / "x.db");
    options.busy_timeout = std::chrono::milliseconds(20);
    Connection connection = Connection::open(options);
    const auto error = error_of([&] { const WriteTransaction transaction(connection); });
    REQUIRE(error.has_value());
    CHECK(error->code() == ErrorCode::busy);
    CHECK(std::string(error->what()) ==
          "cannot begin a write transaction: " + db::process_words(::getpid()) + " has locked the database");
    CHECK_FALSE(connection.gate().is_held());
    CHECK(connection.busy_timeout() == std::chrono::milliseconds(20));
    sqlite3_close(foreign);
    write(connection, "INSERT INTO t VALUES (1)");
  }

  TEST_CASE("a read transaction keeps the moment it began") {
    const TestDir dir;
    make_database(dir / "x.db");
    Connection writer = Connection::open(writing(dir / "x.db"));
    Connection reader = Connection::open(reading(dir / "x.db"));
    {
      const ReadTransaction snapshot(reader);
      write(writer, "INSERT INTO t VALUES (1)");
      const ReadTransaction inside(reader);
      CHECK(number(reader, "SELECT count(*) FROM t") == 0);
    }
    CHECK(number(reader, "SELECT count(*) FROM t") == 1);
    CHECK_FALSE(reader.in_transaction());
  }

  TEST_CASE("a commit on a full disk is an error and the old state stays") {
    const TestDir dir;
    make_database(dir / "x.db");
    ChildProcess child([&] { return commit_on_a_full_disk(dir / "x.db"); });
    CHECK(child.wait() == 0);
  }

  TEST_CASE("a commit is refused once the file was removed, moved away or replaced") {
    const auto replace = [](const TestDir& dir) {
      make_database(dir / "other.db");
      std::filesystem::rename(dir / "other.db", dir / "x.db");
    };
    const auto remove = [](const TestDir& dir) { std::filesystem::remove(dir / "x.db"); };
    const auto remove_wal = [](const TestDir& dir) { std::filesystem::remove(dir / "x.db-wal"); };
    const auto move_away = [](const TestDir& dir) { std::filesystem::rename(dir / "x.db", dir / "y.db"); };
    for (const std::function<void(const TestDir&)>& disturb :
         std::initializer_list<std::function<void(const TestDir&)>>{replace, remove, remove_wal, move_away}) {
      const TestDir dir;
      make_database(dir / "x.db");
      Connection connection = Connection::open(writing(dir / "x.db"));
      write(connection, "INSERT INTO t VALUES ('old')");
      WriteTransaction transaction(connection);
      connection.execute("INSERT INTO t VALUES ('new')");
      disturb(dir);
      CHECK(code_of([&] { transaction.commit(); }) == "conflict");
      CHECK_FALSE(connection.in_transaction());
      CHECK_FALSE(connection.gate().is_held());
      CHECK(number(connection, "SELECT count(*) FROM t") == 1);
    }
  }

  TEST_CASE("nor is it acknowledged when the file goes while it takes place") {
    const TestDir dir;
    make_database(dir / "x.db");
    Connection connection = Connection::open(writing(dir / "x.db"));
    const auto remove = [](void* path) -> int {
      std::filesystem::remove(*static_cast<std::filesystem::path*>(path));
      return 0;
    };
    std::filesystem::path path = dir / "x.db";
    sqlite3_commit_hook(connection.handle(), remove, &path);
    CHECK(code_of([&] { write(connection, "INSERT INTO t VALUES (1)"); }) == "conflict");
    CHECK_FALSE(connection.gate().is_held());
  }

  TEST_CASE("a killed writer leaves the state before its transaction") {
    const TestDir dir;
    make_database(dir / "x.db");
    Shared<std::atomic<bool>> ready;
    ChildProcess child([&] {
      Connection connection = Connection::open(writing(dir / "x.db"));
      write(connection, "INSERT INTO t VALUES (1)");
      const WriteTransaction transaction(connection);
      connection.execute("INSERT INTO t SELECT zeroblob(50000000)");
      *ready = true;
      ::pause();
      return 0;
    });
    wait_until([&] { return ready->load(); });
    child.kill();
    Connection connection = Connection::open(writing(dir / "x.db"));
    CHECK(number(connection, "SELECT sum(x) FROM t") == 1);
    write(connection, "INSERT INTO t VALUES (2)");
  }
}
