// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "database_fixture.hpp"
#include "db/user_query.hpp"
#include "test_dir.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

TEST_SUITE("db::user_query") {
  TEST_CASE("reading is allowed, everything else is the user's mistake, also on a writing connection") {
    const TestDir dir;
    make_database(dir / "x.db");
    db::Connection connection = db::Connection::open(writing(dir / "x.db"));
    write(connection, "INSERT INTO t VALUES (1)");
    const auto code = [&](std::string_view sql) {
      return code_of([&] { with_user_statement(connection, sql, [](db::Statement& s) { s.run(); }); });
    };
    for (const char* sql :
         {"SELECT * FROM t", "WITH RECURSIVE n(i) AS (VALUES(1)) SELECT i FROM n", "PRAGMA table_info(t)",
          "SELECT * FROM pragma_table_info('t')", "PRAGMA user_version", "PRAGMA Table_List",
          "SELECT * FROM json_each('[1]')", "EXPLAIN QUERY PLAN SELECT * FROM t"}) {
      CAPTURE(sql);
      CHECK(code(sql) == "no error");
    }
    for (const char* sql :
         {"DELETE FROM t", "UPDATE sqlite_master SET sql = ''", "UPDATE sqlite_schema SET sql = ''",
          "EXPLAIN DELETE FROM t", "INSERT INTO t VALUES (2) RETURNING x", "CREATE TEMP TABLE a (x)", "BEGIN",
          "ATTACH 'other.db' AS o", "VACUUM", "VACUUM INTO 'other.db'", "PRAGMA user_version=7",
          "PRAGMA wal_checkpoint", "PRAGMA journal_mode=DELETE", "PRAGMA writable_schema=ON",
          "PRAGMA optimize", "SELECT load_extension('x')", "SELECT 1; DELETE FROM t", "", "SELEC"}) {
      CAPTURE(sql);
      CHECK(code(sql) == "usage");
    }
    CHECK(number(connection, "SELECT count(*) FROM t") == 1);
    CHECK(connection.user_version() == 0);
    write(connection, "DELETE FROM t");
  }
}
