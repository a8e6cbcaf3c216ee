// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "db/sql_text.hpp"
#include "migrator.sql.hpp"

using namespace rlmdb::db;

namespace {

constexpr std::string_view k_file =
    "-- a head\n-- name: one\nSELECT 1 -- name: not a marker\n;\n\n-- name: two\r\nSELECT ']]' || \"x\\\";\n";

}  // namespace

TEST_SUITE("db::sql_text") {
  TEST_CASE("a statement reaches from its name to the next") {
    CHECK(sql_named(k_file, "one") == "SELECT 1 -- name: not a marker\n;");
    CHECK(sql_named(k_file, "two") == "SELECT ']]' || \"x\\\";");
  }

  TEST_CASE("all statements in their order") {
    const auto all = all_statements(k_file);
    REQUIRE(all.size() == 2);
    CHECK(all[0].name == "one");
    CHECK(all[1].name == "two");
    CHECK(all_statements("no names").empty());
  }

  TEST_CASE("embedded files keep their bytes") {
    CHECK(sql_named(k_migrator_sql, "select_meta_value") == "SELECT value FROM meta WHERE key = ?1;");
    CHECK(all_statements(k_migrator_sql).size() == 8);
  }
}
