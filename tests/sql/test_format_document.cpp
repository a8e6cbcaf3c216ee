// SPDX-License-Identifier: MIT
// docs/FORMAT.md is run: each ```sql block in the sqlite3 shell, its answer held against the ```text block
// after it.
#include <doctest/doctest.h>

#include <string>

#include "format_document.hpp"
#include "full_database.hpp"
#include "rlmdb/export.hpp"
#include "schema_fixture.hpp"
#include "sqlite_shell.hpp"

using namespace rlmdb;
using rlmdb::test::Block;

namespace {

std::string answer_of(const std::filesystem::path& database, const std::string& sql) {
  const test::ShellAnswer answer = test::run_sqlite3(database, "-column -header", sql);
  CHECK(answer.exit_code == 0);
  return test::without_trailing_spaces(answer.text);
}

std::string exported(const std::filesystem::path& database) {
  const Store store = Store::open(database, Access::read_only);
  std::string text;
  (void)export_tasks_json(store, [&](std::string_view piece) { text += piece; });
  return text;
}

/// Runs a section's blocks in order: the first ```json is imported, each later one is what export gives then.
void run_example(const std::vector<Block>& blocks) {
  const test::TestDir dir;
  bool imported = false;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    CAPTURE(blocks[i].text);
    if (blocks[i].language == "sql") {
      const bool has_answer = i + 1 < blocks.size() && blocks[i + 1].language == "text";
      CHECK(answer_of(dir / "a.db", blocks[i].text) == (has_answer ? blocks[i + 1].text : ""));
    } else if (blocks[i].language == "json") {
      const std::string document = blocks[i].text.substr(0, blocks[i].text.size() - 1);
      if (!imported) {
        test::write_all(dir / "tasks.json", document);
        test::import_into(dir / "a.db", dir / "tasks.json");
      }
      imported = true;
      CHECK(exported(dir / "a.db") == document);
    }
  }
  CHECK(imported);
}

}  // namespace

TEST_SUITE("sql::format_document") {
  TEST_CASE("the sections that code refers to are there") {
    for (const char* heading :
         {"How a record is taken apart", "How a record is put together", "Canonical bytes", "The proof"})
      CHECK_NOTHROW((void)test::section_of_format(heading));
  }

  TEST_CASE("the worked example is what the program does" * test::damages) {
    run_example(test::section_of_format("A worked example").blocks);
  }

  TEST_CASE("the ten questions have the answers that the document gives") {
    const test::FullDatabase full;
    const test::TestDir dir;
    test::write_all(dir / "repeats.json",
                    R"({"version":1,"tasks":[{"id":"once","prompt":"a","prompt":"b","state":"completed"}]})");
    const auto run = [&](std::vector<std::string> words) {
      words.insert(words.begin(), {test::program_path(), "--db", full.path().string(), "-q"});
      CHECK(test::run({words}).code == 0);
    };
    run({"import", (dir / "repeats.json").string()});
    run({"claim"});
    const std::vector<Block> blocks = test::section_of_format("Ten questions").blocks;
    int questions = 0;
    for (std::size_t i = 0; i + 1 < blocks.size(); i += 2) {
      CAPTURE(blocks[i].text);
      REQUIRE(blocks[i].language == "sql");
      REQUIRE(blocks[i + 1].language == "text");
      CHECK(answer_of(full.path(), blocks[i].text) == blocks[i + 1].text);
      ++questions;
    }
    CHECK(questions == 10);
  }

  TEST_CASE("every table, column and view of the schema is explained") {
    const test::TestDir dir;
    db::Connection connection = test::make_schema_database(dir / "a.db");
    const std::string document = test::read_all(test::k_source_directory / "docs/FORMAT.md");
    db::Statement objects(connection,
                          "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') "
                          "AND name NOT LIKE 'sqlite_%'");
    while (objects.step()) {
      const std::string name(objects.column_text(0));
      CAPTURE(name);
      CHECK(document.find("### `" + name + "`") != std::string::npos);
    }
    db::Statement columns(
        connection,
        "SELECT t.name, c.name FROM sqlite_schema t, pragma_table_xinfo(t.name) c "
        "WHERE t.type IN ('table', 'view') AND t.name NOT LIKE 'sqlite_%' AND NOT (t.name = 'task_times' AND "
        "c.name IN (SELECT name FROM pragma_table_xinfo('tasks')))");
    while (columns.step()) {
      const std::string table(columns.column_text(0));
      CAPTURE(table);
      const std::size_t begin = document.find("### `" + table + "`");
      const std::string part = document.substr(begin, document.find("\n##", begin + 1) - begin);
      CHECK_MESSAGE(part.find("`" + std::string(columns.column_text(1)) + "`") != std::string::npos,
                    columns.column_text(1));
    }
  }
}
