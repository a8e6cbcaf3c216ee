// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <map>
#include <regex>
#include <string>

#include "named_statements.hpp"
#include "schema_fixture.hpp"
#include "sqlite_shell.hpp"

using namespace rlmdb;
using rlmdb::test::SqlStatement;

namespace {

const std::vector<SqlStatement>& statements() {
  static const std::vector<SqlStatement> k_statements = test::statements_of_schema();
  return k_statements;
}

/// What a statement does, without its strings and comments.
std::string bare(const std::string& sql) {
  return std::regex_replace(sql, std::regex(R"('[^']*'|--[^\n]*|/\*[^*]*\*/)"), " ");
}

std::string table_written_by(const std::string& sql) {
  std::smatch match;
  const std::regex write(R"(^\s*(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM)\s+(\w+))");
  return std::regex_search(sql, match, write) ? match[1].str() : std::string();
}

}  // namespace

TEST_SUITE("sql::statements") {
  TEST_CASE("there are statements to test") {
    CHECK(statements().size() > 300);
  }

  TEST_CASE("every statement prepares in the real schema, with numbered parameters") {
    const test::TestDir dir;
    db::Connection connection = test::make_schema_database(dir / "a.db");
    for (const SqlStatement& statement : statements()) {
      CAPTURE(statement.name);
      CHECK_NOTHROW(db::Statement(connection, statement.text));
      CHECK_FALSE(std::regex_search(bare(statement.text), std::regex(R"(\?(?!\d)|[:@$]\w)")));
    }
  }

  TEST_CASE("every statement is valid in the sqlite3 shell as it stands") {
    const test::TestDir dir;
    (void)test::make_schema_database(dir / "a.db");
    for (const SqlStatement& statement : statements()) {
      CAPTURE(statement.name);
      // EXPLAIN prepares without running: a shell gives parameters no values.
      const test::ShellAnswer answer = test::run_sqlite3(dir / "a.db", "", "EXPLAIN " + statement.text);
      CHECK_MESSAGE(answer.exit_code == 0, answer.text);
    }
  }

  TEST_CASE("every statement is used by the .cpp beside it") {
    for (const SqlStatement& statement : statements()) {
      CAPTURE(statement.name);
      std::string room;
      for (const auto& file : test::files_of_room(statement.file.parent_path().filename(), ".cpp"))
        room += test::read_all(file);
      const std::string use = "sql_named\\(\\s*k_" + statement.file.stem().string() + "_sql,\\s*\"" +
                              statement.name + "\"\\s*\\)";
      CHECK(std::regex_search(room, std::regex(use)));
    }
  }

  TEST_CASE("each table has exactly one writer") {
    const test::TestDir dir;
    db::Connection connection = test::make_schema_database(dir / "a.db");
    std::map<std::string, std::set<std::string>> writers;
    for (const SqlStatement& statement : test::all_statements())
      if (const std::string table = table_written_by(statement.text); !table.empty())
        writers[table].insert(statement.file.filename());
    db::Statement tables(connection,
                         "SELECT name FROM sqlite_schema WHERE type = 'table' "
                         "AND name NOT LIKE 'sqlite_%'");
    while (tables.step()) {
      const std::string table(tables.column_text(0));
      CAPTURE(table);
      CHECK(writers[table].size() == 1);
    }
  }
}
