// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <vector>

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
      return code_of(
          [&] { with_user_statement(connection, sql, [](db::Statement& s, db::UserGuard&) { s.run(); }); });
    };
    for (const char* sql :
         {"SELECT * FROM t", "WITH RECURSIVE n(i) AS (VALUES(1)) SELECT i FROM n", "PRAGMA table_info(t)",
          "SELECT * FROM pragma_table_info('t')", "PRAGMA user_version", "PRAGMA Table_List",
          "SELECT * FROM json_each('[1]')", "EXPLAIN QUERY PLAN SELECT * FROM t"}) {
      CAPTURE(sql);
      CHECK(code(sql) == "no error");
    }
    for (const char* sql : {"DELETE FROM t",
                            "UPDATE sqlite_master SET sql = ''",
                            "UPDATE sqlite_schema SET sql = ''",
                            "EXPLAIN DELETE FROM t",
                            "INSERT INTO t VALUES (2) RETURNING x",
                            "CREATE TEMP TABLE a (x)",
                            "BEGIN",
                            "ATTACH 'other.db' AS o",
                            "VACUUM",
                            "VACUUM INTO 'other.db'",
                            "PRAGMA user_version=7",
                            "PRAGMA wal_checkpoint",
                            "PRAGMA journal_mode=DELETE",
                            "PRAGMA writable_schema=ON",
                            "PRAGMA optimize",
                            "SELECT * FROM pragma_optimize",
                            "SELECT load_extension('x')",
                            "SELECT fts3_tokenizer('simple')",
                            "SELECT FTS3_Tokenizer('x', x'00')",
                            "SELECT 1; DELETE FROM t",
                            "",
                            "SELEC"}) {
      CAPTURE(sql);
      CHECK(code(sql) == "usage");
    }
    CHECK(number(connection, "SELECT count(*) FROM t") == 1);
    CHECK(connection.user_version() == 0);
    write(connection, "DELETE FROM t");
  }

  TEST_CASE("between two rows the caller may ask, write and run such a query on the same connection") {
    const TestDir dir;
    make_database(dir / "x.db");
    db::Connection connection = db::Connection::open(writing(dir / "x.db"));
    write(connection, "INSERT INTO t VALUES (1), (2)");
    const auto forbidden = [&](db::Statement& statement) { return code_of([&] { statement.run(); }); };
    std::vector<std::int64_t> rows;
    with_user_statement(connection, "SELECT x FROM t", [&](db::Statement& outer, db::UserGuard& guard) {
      while (outer.step()) {
        rows.push_back(outer.column_int64(0));
        guard.lifted([&] {
          CHECK(number(connection, "PRAGMA cache_spill") > 0);
          with_user_statement(
              connection, "SELECT * FROM pragma_optimize",
              [&](db::Statement& inner, db::UserGuard&) { CHECK(forbidden(inner) == "usage"); });
          if (rows.size() == 1) connection.execute("CREATE TEMP TABLE own (x)");
        });
        // The outer one is guarded again.
        CHECK(code_of([&] { connection.execute("PRAGMA user_version=7"); }) == "internal");
      }
    });
    CHECK(rows == std::vector<std::int64_t>{1, 2});
    connection.execute("DROP TABLE own");
    CHECK(connection.user_version() == 0);
  }
}
