// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "database_fixture.hpp"
#include "db/statement.hpp"
#include "test_dir.hpp"

using namespace rlmdb;
using namespace rlmdb::test;
using db::ColumnType;
using db::Statement;

TEST_SUITE("db::statement") {
  TEST_CASE("values of every type come back as they went in") {
    const TestDir dir;
    make_database(dir / "x.db");
    db::Connection connection = db::Connection::open(writing(dir / "x.db"));
    Statement statement(connection, "SELECT ?1, ?2, ?3, ?4, ?5, ?6");
    const std::string with_nul("a\0b", 3);
    statement.bind_all(std::int64_t{-9'223'372'036'854'775'807 - 1}, 0.1, std::string_view(), with_nul,
                       std::optional<std::string>(), nullptr);
    REQUIRE(statement.step());
    CHECK(statement.column_int64(0) == -9'223'372'036'854'775'807 - 1);
    CHECK(statement.column_double(1) == 0.1);
    CHECK(statement.column_type(2) == ColumnType::text);
    CHECK(statement.column_text(2).empty());
    CHECK(statement.column_text(3) == with_nul);
    CHECK(statement.column_type(4) == ColumnType::null);
    CHECK_FALSE(statement.column_optional_text(5).has_value());
    CHECK_FALSE(statement.step());
  }

  TEST_CASE("optionals, blobs and names") {
    const TestDir dir;
    make_database(dir / "x.db");
    db::Connection connection = db::Connection::open(writing(dir / "x.db"));
    Statement statement(connection, "SELECT ?1 AS a, ?2 AS b, ?3");
    statement.bind_int64(1, std::optional<std::int64_t>(7));
    statement.bind_double(2, std::optional<double>());
    statement.bind_blob(3, std::string_view("\0\xff", 2));
    REQUIRE(statement.step());
    CHECK(statement.column_optional_int64(0) == 7);
    CHECK_FALSE(statement.column_optional_double(1).has_value());
    CHECK(statement.column_type(2) == ColumnType::blob);
    CHECK(statement.column_blob(2) == std::string_view("\0\xff", 2));
    CHECK(statement.column_name(1) == "b");
    CHECK(statement.column_count() == 3);
    CHECK(statement.parameter_count() == 3);
  }

  TEST_CASE("rows, and what a query without rows means") {
    const TestDir dir;
    make_database(dir / "x.db");
    db::Connection connection = db::Connection::open(writing(dir / "x.db"));
    write(connection, "INSERT INTO t VALUES (1), (2), (3)");
    Statement all(connection, "SELECT x FROM t ORDER BY x");
    std::int64_t sum = 0;
    for_each_row(all, [&](const Statement& row) { sum = 10 * sum + row.column_int64(0); });
    CHECK(sum == 123);
    CHECK_FALSE(all.is_running());
    Statement none(connection, "SELECT x FROM t WHERE x > 3");
    CHECK_FALSE(get_maybe(none, [](const Statement& row) { return row.column_int64(0); }).has_value());
    CHECK(code_of([&] { (void)get_int64(none); }) == "internal");
  }

  TEST_CASE("an exception in a row ends the execution") {
    const TestDir dir;
    make_database(dir / "x.db");
    db::Connection connection = db::Connection::open(reading(dir / "x.db"));
    Statement statement(connection, "SELECT 1");
    CHECK_THROWS_AS(for_each_row(statement, [](const Statement&) { throw 1; }), int);
    CHECK_FALSE(statement.is_running());
  }

  TEST_CASE("exactly one statement, and whose mistake it is; what the schema lacks is damage") {
    const TestDir dir;
    make_database(dir / "x.db");
    db::Connection connection = db::Connection::open(reading(dir / "x.db"));
    const auto code = [&](std::string_view sql, db::SqlAuthor author) {
      return code_of([&] { const Statement statement(connection, sql, author); });
    };
    CHECK(code("SELECT 1 ; -- done\n /* really */ ; ", db::SqlAuthor::rlmdb) == "no error");
    CHECK(code("SELECT 1; SELECT 2", db::SqlAuthor::rlmdb) == "internal");
    CHECK(code("SELECT 1; SELECT 2", db::SqlAuthor::user) == "usage");
    CHECK(code("-- nothing", db::SqlAuthor::user) == "usage");
    CHECK(code("SELEC 1", db::SqlAuthor::user) == "usage");
    CHECK(code("SELEC 1", db::SqlAuthor::rlmdb) == "internal");
    CHECK(code("SELECT 1 FROM gone", db::SqlAuthor::rlmdb) == "corrupt");
    CHECK(code("SELECT gone FROM t", db::SqlAuthor::rlmdb) == "corrupt");
    CHECK(code("INSERT INTO t (gone) VALUES (1)", db::SqlAuthor::rlmdb) == "corrupt");
    CHECK(code("SELECT 1 FROM gone", db::SqlAuthor::user) == "usage");
    Statement overflow(connection, "SELECT abs(-9223372036854775808)", db::SqlAuthor::user);
    CHECK(code_of([&] { overflow.run(); }) == "usage");
  }

  TEST_CASE("broken constraints are conflicts or bugs") {
    const TestDir dir;
    make_database(dir / "x.db");
    db::Connection connection = db::Connection::open(writing(dir / "x.db"));
    write(connection, "CREATE TABLE u (x INTEGER PRIMARY KEY, y TEXT NOT NULL)");
    write(connection, "INSERT INTO u VALUES (1, 'a')");
    CHECK(code_of([&] { write(connection, "INSERT INTO u VALUES (1, 'b')"); }) == "conflict");
    CHECK(code_of([&] { write(connection, "INSERT INTO u VALUES (2, NULL)"); }) == "internal");
    CHECK(number(connection, "SELECT count(*) FROM u") == 1);
  }
}
