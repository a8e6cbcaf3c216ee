// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <sqlite3.h>

#include <string>
#include <vector>

#include "database_fixture.hpp"
#include "rlmdb/store.hpp"
#include "test_dir.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

/// As another program would, with nothing of ours.
void run_foreign_sql(const std::filesystem::path& database, const std::string& sql) {
  sqlite3* raw = nullptr;
  REQUIRE(sqlite3_open(database.c_str(), &raw) == SQLITE_OK);
  CHECK(sqlite3_exec(raw, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
  sqlite3_close(raw);
}

}  // namespace

TEST_SUITE("tasks::store") {
  TEST_CASE("a trigger of another program keeps the database from being written, not from being read") {
    const TestDir dir;
    (void)Store::create(dir / "x.db");
    run_foreign_sql(dir / "x.db",
                    "CREATE TRIGGER swallow BEFORE INSERT ON tasks BEGIN SELECT RAISE(IGNORE); END");
    const auto error = error_of([&] { (void)Store::open(dir / "x.db", Access::read_write); });
    REQUIRE(error.has_value());
    CHECK(error->code() == ErrorCode::conflict);
    CHECK(error->where() == "sqlite_schema:swallow");
    CHECK(Store::open(dir / "x.db", Access::read_only).stats().total == 0);
    run_foreign_sql(dir / "x.db", "DROP TRIGGER swallow");
    CHECK(Store::open(dir / "x.db", Access::read_write).stats().total == 0);
  }

  TEST_CASE("nor may one of ours say something else" * damages) {
    const TestDir dir;
    (void)Store::create(dir / "x.db");
    run_foreign_sql(
        dir / "x.db",
        "DROP TRIGGER document_nodes_delete; CREATE TRIGGER document_nodes_delete AFTER DELETE ON "
        "document_nodes BEGIN SELECT RAISE(IGNORE); END");
    CHECK(code_of([&] { (void)Store::open(dir / "x.db", Access::read_write); }) == "conflict");
  }

  TEST_CASE("a sink of a query may ask the same Store whatever it likes") {
    const TestDir dir;
    Store store = Store::create(dir / "x.db");
    (void)store.change(TaskChange{{}, NewTask{}, {}});
    std::vector<std::int64_t> seen;
    const RowSink inner{[](const auto&) {},
                        [&](const auto& row) {
                          seen.push_back(std::get<std::int64_t>(row.at(0)));
                          return true;
                        }};
    store.query("SELECT 1 UNION SELECT 2",
                {[&](const auto&) { seen.push_back(static_cast<std::int64_t>(store.stats().total)); },
                 [&](const auto& row) {
                   seen.push_back(std::get<std::int64_t>(row.at(0)) * 10);
                   seen.push_back(static_cast<std::int64_t>(store.list().size()));
                   store.query("SELECT 7", inner);
                   CHECK(code_of([&] { store.query("DELETE FROM tasks", inner); }) == "usage");
                   return true;
                 }});
    CHECK(seen == std::vector<std::int64_t>{1, 10, 1, 7, 20, 1, 7});
  }

  TEST_CASE("a sink of which a part is empty gets the rest") {
    const TestDir dir;
    Store store = Store::create(dir / "x.db");
    (void)store.change(TaskChange{{}, NewTask{}, {}});
    std::vector<std::string> seen;
    RowSink rows;
    rows.row = [&](const auto& row) {
      seen.push_back(std::to_string(std::get<std::int64_t>(row.at(0))));
      return true;
    };
    store.query("SELECT 1 AS a UNION SELECT 2", rows);
    RowSink names;
    names.columns = [&](const auto& columns) { seen.push_back(columns.at(0)); };
    store.query("SELECT 1 AS a UNION SELECT 2", names);
    CHECK(seen == std::vector<std::string>{"1", "2", "a"});
    store.query("SELECT 1 AS a", {});
    CHECK(code_of([&] { store.query("DELETE FROM tasks", {}); }) == "usage");
    store.events({}, {});
    FollowOptions until_asked;
    until_asked.cancelled = [] { return true; };
    store.follow_events({}, until_asked, {});
    CHECK(store.stats().total == 1);
  }
}
