// SPDX-License-Identifier: MIT
// data/databases/ holds one dump a released schema version, with rows. Each must load in the stock shell and
// open here, now and after every later migration.
#include <doctest/doctest.h>

#include <functional>
#include <initializer_list>
#include <string>

#include "db/transaction.hpp"
#include "rlmdb/export.hpp"
#include "rlmdb/verify.hpp"
#include "rlmdb/version.hpp"
#include "schema_fixture.hpp"
#include "schema_text.hpp"
#include "sqlite_shell.hpp"
#include "thrown.hpp"

using namespace rlmdb;

namespace {

const std::filesystem::path k_dumps = test::k_source_directory / "data/databases";

std::filesystem::path dump_of(int version) {
  return k_dumps / ("schema-" + std::to_string(version) + ".sql");
}

/// The shell's dump of an import, without what the machine puts in.
std::string make_dump() {
  const test::TestDir dir;
  test::import_into(dir / "a.db", test::daemon_tasks());
  const std::string neutral =
      "UPDATE imports SET source_path = '/project/.aiwg/daemon/tasks.json';"
      "UPDATE events SET actor = 'anna';";
  CHECK(test::run_sqlite3(dir / "a.db", "", neutral).exit_code == 0);
  const test::ShellAnswer dump = test::run_sqlite3(dir / "a.db", "", ".dump\n");
  CHECK(dump.exit_code == 0);
  return "-- Schema " + std::to_string(schema_version()) +
         " with the rows of data/legacy/daemon-tasks.json, as the sqlite3 shell dumps them.\n"
         "PRAGMA application_id=" +
         std::to_string(k_application_id) + ";\nPRAGMA user_version=" + std::to_string(schema_version()) +
         ";\n" + dump.text;
}

void load(const std::filesystem::path& dump, const std::filesystem::path& database) {
  const test::ShellAnswer loaded = test::run_sqlite3(database, "", test::read_all(dump));
  REQUIRE_MESSAGE(loaded.exit_code == 0, loaded.text);
}

}  // namespace

TEST_SUITE("migrations::released_schemas") {
  TEST_CASE("the newest schema has a dump") {
    if (test::is_update_asked()) test::write_all(dump_of(schema_version()), make_dump());
    CHECK(std::filesystem::exists(dump_of(schema_version())));
  }

  TEST_CASE("each dump loads, migrates, verifies, exports and takes an import") {
    std::size_t dumps = 0;
    for (const auto& entry : std::filesystem::directory_iterator(k_dumps)) {
      if (!entry.path().filename().string().starts_with("schema-")) continue;
      CAPTURE(entry.path());
      ++dumps;
      const test::TestDir dir;
      load(entry.path(), dir / "a.db");
      (void)migrate_up(dir / "a.db");
      const MigrationStatus status = migration_status(dir / "a.db");
      CHECK(status.current == schema_version());

      std::string text;
      {
        const Store store = Store::open(dir / "a.db", Access::read_only);
        CHECK(verify(store).finding_count == 0);
        CHECK(store.stats().total == 13);
        (void)export_tasks_json(store, [&](std::string_view piece) { text += piece; });
      }
      CHECK(text == test::read_all(test::daemon_tasks()));
      const ImportReport again = import_files(dir / "a.db", {test::daemon_tasks()});
      CHECK(again.sources.at(0).already_imported);
    }
    CHECK(dumps > 0);
  }

  TEST_CASE("a database of any first steps is brought to the newest") {
    for (std::size_t steps = 1; steps < db::migrations().size(); ++steps) {
      CAPTURE(steps);
      const test::TestDir dir;
      test::make_older_database(dir / "a.db", steps);
      CHECK(test::code_of([&] { (void)Store::open(dir / "a.db", Access::read_only); }) == "conflict");
      (void)migrate_up(dir / "a.db");
      db::Connection migrated = db::open_connection(dir / "a.db", Access::read_only, {});
      db::Connection fresh = test::make_schema_database(dir / "fresh.db");
      CHECK(test::by_object(test::objects_of(migrated)) == test::by_object(test::objects_of(fresh)));
    }
  }

  TEST_CASE("a database from before the first release is refused by name, whatever numbers it has") {
    for (const int version : {1, 6, schema_version(), 99}) {
      CAPTURE(version);
      const test::TestDir dir;
      const std::string made_then =
          "PRAGMA application_id=" + std::to_string(k_application_id) +
          ";PRAGMA journal_mode=WAL;PRAGMA user_version=" + std::to_string(version) +
          ";CREATE TABLE schema_migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL, sha256 TEXT NOT "
          "NULL,"
          " applied_at TEXT NOT NULL, by_version TEXT NOT NULL);"
          "INSERT INTO schema_migrations VALUES (1, 'core', '', '2026-01-01T00:00:00.000Z', '0.1.0');"
          "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);"
          "INSERT INTO meta VALUES ('schema_major', '5');";
      CHECK(test::run_sqlite3(dir / "a.db", "", made_then).exit_code == 0);
      const std::string before = test::read_all(dir / "a.db");
      for (const auto& use : std::initializer_list<std::function<void()>>{
               [&] { (void)Store::open(dir / "a.db", Access::read_only); },
               [&] { (void)migrate_up(dir / "a.db"); }}) {
        const Error refusal = test::error_of(use).value();
        CHECK(refusal.code() == ErrorCode::conflict);
        CHECK(std::string(refusal.what()).find("before the first release") != std::string::npos);
        CHECK(refusal.hint().find("export --format project") != std::string::npos);
      }
      CHECK(test::read_all(dir / "a.db") == before);
    }
  }

  TEST_CASE("the newest dump has today's schema") {
    INFO("RLMDB_UPDATE_SCHEMA=1 ctest -R migrations writes the newest dump and migrations/schema.sql anew");
    const test::TestDir dir;
    load(dump_of(schema_version()), dir / "dump.db");
    db::Connection loaded = db::open_connection(dir / "dump.db", Access::read_only, {});
    db::Connection fresh = test::make_schema_database(dir / "fresh.db");
    CHECK(test::by_object(test::objects_of(loaded)) == test::by_object(test::objects_of(fresh)));
  }
}
