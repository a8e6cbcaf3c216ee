// SPDX-License-Identifier: MIT
// data/databases/ holds one dump a released schema version, with rows. Each must load in the stock shell and
// open here, now and after every later migration.
#include <doctest/doctest.h>

#include <regex>
#include <string>

#include "db/transaction.hpp"
#include "rlmdb/export.hpp"
#include "rlmdb/verify.hpp"
#include "rlmdb/version.hpp"
#include "schema_fixture.hpp"
#include "schema_text.hpp"
#include "sqlite_shell.hpp"

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
      "UPDATE events SET actor = 'rlmdb/4711';";
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
  TEST_CASE("every schema version has a dump") {
    if (test::is_update_asked()) test::write_all(dump_of(schema_version()), make_dump());
    for (int version = 1; version <= schema_version(); ++version)
      CHECK(std::filesystem::exists(dump_of(version)));
  }

  TEST_CASE("a released database loads, migrates, verifies, exports and takes an import") {
    for (int version = 1; version <= schema_version(); ++version) {
      CAPTURE(version);
      const test::TestDir dir;
      load(dump_of(version), dir / "a.db");
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
