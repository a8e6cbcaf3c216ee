// SPDX-License-Identifier: MIT
// A connection is used by one thread at a time, and a second one is refused.
#include <doctest/doctest.h>

#include <future>

#include "database_fixture.hpp"
#include "db/connection_thread.hpp"
#include "db/read_ahead.hpp"
#include "store_files.hpp"
#include "test_dir.hpp"
#include "thrown.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

std::int64_t count_rows(db::Connection& connection) {
  return db::get_int64(connection.cached("SELECT count(*) FROM t"));
}

template <class Call>
auto on_another_thread(Call call) {
  return std::async(std::launch::async, call).get();
}

struct OpenTable {
  OpenTable() {
    make_database(dir / "x.db");
    connection.emplace(db::Connection::open(writing(dir / "x.db")));
    write(*connection, "INSERT INTO t VALUES (1), (2), (3)");
  }
  TestDir dir;
  std::optional<db::Connection> connection;
};

using Numbers = db::ReadAhead<std::int64_t>;

/// One number an item, so that the reader waits for its caller.
void read_numbers(db::Connection& connection, const Numbers::Push& push) {
  db::Statement rows(connection, "SELECT x FROM t ORDER BY x");
  db::for_each_row(rows, [&](const db::Statement& row) { push(row.column_int64(0)); });
}

}  // namespace

TEST_SUITE("db::connection_thread") {
  TEST_CASE("a thread that comes while another one is inside is refused, whatever it wants") {
    OpenTable table;
    db::Connection& connection = *table.connection;
    db::Statement prepared(connection, "SELECT x FROM t");
    const db::ConnectionThread::Entry mine(connection.thread());
    const auto refused = [&](auto use) {
      return on_another_thread([&] { return code_of(use) == "internal"; });
    };
    CHECK(refused([&] { (void)count_rows(connection); }));
    CHECK(refused([&] { (void)prepared.step(); }));
    CHECK(refused([&] { connection.execute("DELETE FROM t"); }));
    CHECK(refused([&] { const db::Statement other(connection, "SELECT 1"); }));
    CHECK(count_rows(connection) == 3);
  }

  TEST_CASE("handing a connection over between calls is allowed") {
    OpenTable table;
    CHECK(on_another_thread([&] { return count_rows(*table.connection); }) == 3);
    CHECK(count_rows(*table.connection) == 3);
  }

  TEST_CASE("the lender is refused from the first row to the end, and not afterwards") {
    OpenTable table;
    db::Connection& connection = *table.connection;
    {
      Numbers numbers(connection, 1, [&](const auto& push) { read_numbers(connection, push); });
      CHECK(code_of([&] { (void)count_rows(connection); }) == "internal");
      CHECK(numbers.next() == 1);
      CHECK(code_of([&] { (void)count_rows(connection); }) == "internal");
      while (numbers.next()) continue;
      CHECK(code_of([&] { (void)count_rows(connection); }) == "internal");
    }
    CHECK(count_rows(connection) == 3);
  }

  TEST_CASE("in a turn the lender uses it, and lends it again") {
    OpenTable table;
    db::Connection& connection = *table.connection;
    std::string order;
    {
      Numbers outer(connection, 1, [&](const auto& push) { read_numbers(connection, push); });
      while (const auto number = outer.next()) {
        order += std::to_string(*number) + ":";
        const db::LentConnection::Turn turn(*connection.thread().lent());
        CHECK(count_rows(connection) == 3);
        Numbers inner(connection, 1, [&](const auto& push) { read_numbers(connection, push); });
        while (const auto found = inner.next()) order += std::to_string(*found);
        order += " ";
      }
    }
    CHECK(order == "1:123 2:123 3:123 ");
    CHECK(count_rows(connection) == 3);
  }

  TEST_CASE("who goes early, and what fails on the thread, leave the connection to its lender") {
    OpenTable table;
    db::Connection& connection = *table.connection;
    {
      Numbers numbers(connection, 1, [&](const auto& push) { read_numbers(connection, push); });
      CHECK(numbers.next() == 1);
    }
    CHECK(count_rows(connection) == 3);
    {
      Numbers numbers(connection, 1, [&](const auto&) { (void)connection.cached("SELECT nothing"); });
      CHECK(code_of([&] { (void)numbers.next(); }) == "internal");
    }
    CHECK(count_rows(connection) == 3);
  }
}
