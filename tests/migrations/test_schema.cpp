// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <regex>
#include <string>

#include "db/schema.hpp"
#include "rlmdb/version.hpp"
#include "schema_fixture.hpp"
#include "schema_text.hpp"
#include "sqlite_shell.hpp"
#include "util/sha256.hpp"

using namespace rlmdb;
using rlmdb::test::SchemaObject;

namespace {

const std::filesystem::path k_schema_file = test::k_source_directory / "migrations/schema.sql";

std::string schema_file_text(const std::vector<SchemaObject>& objects) {
  std::string text =
      "-- What all migrations add up to, for reading and for review; nothing runs this file. Rows that a "
      "migration\n"
      "-- inserts are not in it. Written by: RLMDB_UPDATE_SCHEMA=1 ctest -R migrations\n";
  for (const SchemaObject& object : objects) {
    if (object.type != "index") text += "\n";
    text += object.sql + ";\n";
  }
  return text;
}

bool is_comment(const std::string& line) {
  const std::size_t begin = line.find_first_not_of(' ');
  return begin != std::string::npos && line.compare(begin, 2, "--") == 0;
}

/// A comment on the column's own line, a line of comment before it that is not the table's, or, for a column
/// that was added later, one inside its definition.
bool has_comment(const std::string& sql, const std::string& column) {
  if (std::regex_search(sql, std::regex(", " + column + R"( /\*)"))) return true;
  const std::vector<std::string> lines = test::lines_of(sql);
  const std::regex beginning("^\\s*" + column + "\\b");
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (!std::regex_search(lines[i], beginning)) continue;
    std::string definition = lines[i];
    while (i + 1 < lines.size() && lines[i + 1].starts_with("    ")) definition += lines[++i];
    return definition.find("--") != std::string::npos || (i > 2 && is_comment(lines[i - 1]));
  }
  return false;
}

bool begins_with_comment(const std::string& sql) {
  const std::vector<std::string> lines = test::lines_of(sql);
  const bool is_trigger = sql.starts_with("CREATE TRIGGER");
  const auto has_body = [](const std::string& line) { return line.ends_with("BEGIN"); };
  const auto head = is_trigger ? std::find_if(lines.begin(), lines.end(), has_body) : lines.begin();
  return lines.end() - head > 1 && is_comment(head[1]);
}

/// Names of what SQLite got after 3.34 and would refuse a reader of that version.
const std::regex k_too_new(
    R"(\)\s*STRICT\b|->|\bRETURNING\b|\bMATERIALIZED\b|\bDISTINCT FROM\b|\b(RIGHT|FULL)\s+(OUTER\s+)?JOIN\b|\b(unixepoch|format|concat|concat_ws|string_agg|timediff|octet_length|ceil|floor|pow|sqrt|ln|log|exp|mod|sign|unhex|jsonb\w*|json_error_position)\s*\()",
    std::regex::icase);

std::string without_comments(const std::string& sql) {
  return std::regex_replace(sql, std::regex("--[^\n]*"), "");
}

}  // namespace

TEST_SUITE("migrations::schema") {
  TEST_CASE("the chain of migrations adds up to schema.sql") {
    const test::TestDir dir;
    db::Connection connection = test::make_schema_database(dir / "chain.db");
    const std::vector<SchemaObject> chain = test::objects_of(connection);
    if (test::is_update_asked()) test::write_all(k_schema_file, schema_file_text(chain));
    db::OpenOptions options;
    options.path = dir / "sum.db";
    db::Connection sum = db::Connection::open_unpublished(options);
    sum.execute(test::read_all(k_schema_file));
    const auto expected = test::by_object(test::objects_of(sum));
    const auto actual = test::by_object(chain);
    for (const auto& entry : actual) {
      const auto& [name, sql] = entry;
      CAPTURE(entry.first);
      REQUIRE(expected.contains(name));
      CHECK(expected.at(name) == sql);
    }
    CHECK(expected.size() == actual.size());
  }

  TEST_CASE("the checksum that the build notes is that of the text") {
    CHECK(db::migrations().size() == 20);
    for (const db::Migration& migration : db::migrations()) {
      CAPTURE(migration.number);
      CHECK(migration.sha256 == util::sha256_hex(migration.sql));
    }
  }

  TEST_CASE("every table, column and view is commented where it is created") {
    const test::TestDir dir;
    db::Connection connection = test::make_schema_database(dir / "a.db");
    for (const SchemaObject& object : test::objects_of(connection)) {
      if (object.type == "index") continue;
      CAPTURE(object.name);
      CHECK(begins_with_comment(object.sql));
      if (object.type != "table") continue;
      db::Statement columns(connection, "SELECT name FROM pragma_table_xinfo(?1)");
      columns.bind_text(1, object.name);
      while (columns.step())
        CHECK_MESSAGE(has_comment(object.sql, std::string(columns.column_text(0))), columns.column_text(0));
    }
    CHECK_FALSE(has_comment("CREATE TABLE t (\n  -- the table\n  a TEXT,\n  b TEXT -- yes\n)", "a"));
  }

  TEST_CASE("SQLite 3.34 can read the schema") {
    const test::TestDir dir;
    db::Connection connection = test::make_schema_database(dir / "a.db");
    for (const SchemaObject& object : test::objects_of(connection)) {
      CAPTURE(object.name);
      CHECK_FALSE(std::regex_search(without_comments(object.sql), k_too_new));
    }
    for (const char* planted : {"CREATE TABLE t (a) STRICT", "SELECT a ->> 'b'", "SELECT unixepoch('now')"})
      CHECK(std::regex_search(planted, k_too_new));
  }

  TEST_CASE("the file says whose it is and which steps made it") {
    const test::TestDir dir;
    (void)test::make_schema_database(dir / "a.db");
    db::Connection connection = db::open_connection(dir / "a.db", Access::read_only, {});
    db::Statement application(connection, "PRAGMA application_id");
    CHECK(db::get_int64(application) == k_application_id);
    CHECK(connection.user_version() == schema_version());
    db::Statement steps(connection, "SELECT version, name, sha256, by_version FROM schema_migrations");
    for (const db::Migration& migration : db::migrations()) {
      REQUIRE(steps.step());
      CHECK(steps.column_int64(0) == migration.number);
      CHECK(steps.column_text(1) == migration.name);
      CHECK(steps.column_text(2) == util::sha256_hex(migration.sql));
      CHECK(steps.column_text(3) == library_version());
    }
    CHECK_FALSE(steps.step());
  }

  TEST_CASE("each step is one numbered file with a header that says what a reader must know") {
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(test::k_source_directory / "migrations"))
      files += std::regex_match(entry.path().filename().string(), std::regex(R"(\d{4}_\w+\.sql)")) ? 1U : 0U;
    CHECK(files == db::migrations().size());
    for (const db::Migration& migration : db::migrations()) {
      CAPTURE(migration.name);
      const std::string number = std::to_string(migration.number);
      const std::string file =
          std::string(4 - number.size(), '0') + number + "_" + std::string(migration.name) + ".sql";
      CHECK(test::read_all(test::k_source_directory / "migrations" / file) == migration.sql);
      for (const char* part : {"-- Touches: ", "Kind: ", "Undo: "})
        CHECK_MESSAGE(migration.sql.find(part) != std::string_view::npos, part);
    }
  }

  TEST_CASE("the stock sqlite3 shell opens the file, shows the data dictionary and answers by the views") {
    const test::TestDir dir;
    test::import_into(dir / "a.db", test::daemon_tasks());
    const auto ask = [&](const std::string& script) { return test::run_sqlite3(dir / "a.db", "", script); };
    CHECK(ask("PRAGMA integrity_check; PRAGMA foreign_key_check;").text == "ok\n");
    CHECK(test::lines_of(ask(".schema tasks").text).size() <= 120);
    CHECK(ask(".schema tree_nodes").text.find("-- 0 = root, as given") != std::string::npos);
    CHECK(ask("SELECT count(*) FROM tree_progress; SELECT count(*) FROM incomplete_trees;").text == "3\n1\n");
    CHECK(ask("SELECT count(*) FROM node_paths; SELECT count(*) FROM tree_cost;").text == "12\n3\n");
    CHECK(ask("SELECT group_concat(decision) FROM recovery_plan;").text ==
          "resume,skip,skip,skip,retry,resume,ready,wait\n");
  }
}
