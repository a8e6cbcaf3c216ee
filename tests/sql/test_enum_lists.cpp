// SPDX-License-Identifier: MIT
// A list of tokens that stands both in C++ and in a CHECK of the schema must be the same list.
#include <doctest/doctest.h>

#include <regex>
#include <set>
#include <string>

#include "records/fields.hpp"
#include "records/tokens.hpp"
#include "schema_fixture.hpp"
#include "test_dir.hpp"

using namespace rlmdb;

namespace {

std::string create_text(db::Connection& connection, const std::string& table) {
  db::Statement statement(connection, "SELECT sql FROM sqlite_schema WHERE name = ?1");
  return db::get_text(statement.bind_all(table));
}

/// The quoted texts inside the CHECK that begins with `beginning`.
std::set<std::string> tokens_of_check(const std::string& sql, const std::string& beginning) {
  const std::size_t begin = sql.find("CHECK (" + beginning);
  REQUIRE(begin != std::string::npos);
  const std::string check = sql.substr(begin, sql.find("),", begin) - begin);
  std::set<std::string> tokens;
  const std::regex quoted("'([^']*)'");
  for (std::sregex_iterator match(check.begin(), check.end(), quoted), end; match != end; ++match)
    tokens.insert((*match)[1]);
  return tokens;
}

}  // namespace

TEST_SUITE("sql::enum_lists") {
  TEST_CASE("states") {
    const test::TestDir dir;
    db::Connection connection = test::make_schema_database(dir / "a.db");
    std::set<std::string> tokens;
    for (int value = 0; value <= static_cast<int>(TaskState::unknown); ++value)
      tokens.insert(std::string(rlmdb::to_text(static_cast<TaskState>(value))));
    CHECK(tokens.size() == 6);
    CHECK(tokens_of_check(create_text(connection, "tasks"), "state") == tokens);
    for (const std::string& token : tokens)
      CHECK(records::find_task_state(token).has_value() == (token != "unknown"));
  }

  TEST_CASE("levels") {
    const test::TestDir dir;
    db::Connection connection = test::make_schema_database(dir / "a.db");
    std::set<std::string> tokens;
    for (std::size_t level = 0; level < records::k_level_count; ++level)
      tokens.insert(std::string(rlmdb::to_text(static_cast<records::Level>(level))));
    CHECK(tokens.size() == records::k_level_count);
    const std::string sql = create_text(connection, "layouts");
    const std::size_t begin = sql.find("CHECK (level IN");
    REQUIRE(begin != std::string::npos);
    CHECK(tokens_of_check(sql + ",", "level IN") == tokens);
  }
}
