// SPDX-License-Identifier: MIT
// Words for a task's state as language models write them.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "database_fixture.hpp"
#include "program_run.hpp"
#include "records/tokens.hpp"
#include "rlmdb/import.hpp"
#include "rlmdb/recover.hpp"
#include "task_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

const std::string k_tree_text =
    R"({"tree_id":"tree-aaaa1111","root_task":{"node_id":"task-00000001","prompt":"root","status":"In Progress","children":[)"
    R"({"node_id":"task-00000002","prompt":"a","status":"COMPLETED","children":[]},)"
    R"({"node_id":"task-00000003","prompt":"b","status":"todo","children":[]},)"
    R"({"node_id":"task-00000004","prompt":"c","status":"brewing","children":[]}]}})";

}  // namespace

TEST_SUITE("tasks::state_words") {
  TEST_CASE("each word of the table is understood in every spelling, and FORMAT lists it") {
    const std::string format = read_all(std::filesystem::path(RLMDB_SOURCE_DIR) / "docs/FORMAT.md");
    for (const records::StateWord& known : records::state_words()) {
      std::string words = "  " + std::string(known.word) + " ";
      for (char& letter : words)
        letter = letter == '_' ? ' ' : static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
      INFO(words);
      CHECK(records::meaning_of_state(known.word) == known.meaning);
      CHECK(records::meaning_of_state(words) == known.meaning);
      CHECK(format.find("`" + std::string(known.word) + "`") != std::string::npos);
    }
    CHECK_FALSE(records::meaning_of_state("brewing"));
    CHECK_FALSE(records::meaning_of_state(""));
  }

  TEST_CASE("a tree in other words is recovered, and each word that was not changed comes out again") {
    const TestDir dir;
    const std::filesystem::path file = dir / ".aiwg/rlm/trees/tree-aaaa1111/tree.json";
    std::filesystem::create_directories(file.parent_path());
    write_all(file, k_tree_text);
    (void)import_files(dir / "a.db", {file});
    CHECK(rows_of(dir / "a.db",
                  "SELECT n.node_id || ' ' || t.state FROM tasks t JOIN tree_nodes n ON n.task_id = t.id "
                  "ORDER BY n.node_id") ==
          std::vector<std::string>{"task-00000001 running", "task-00000002 completed", "task-00000003 queued",
                                   "task-00000004 unknown"});
    CHECK(run_rlmdb(dir / "a.db", {"export", "--format", "tree", "--tree", "tree-aaaa1111", "-q"})
              .out.find("In Progress") != std::string::npos);
    CHECK(run_rlmdb(dir / "a.db", {"recover"}).code == 0);
    CHECK(rows_of(dir / "a.db",
                  "SELECT t.state FROM tasks t JOIN tree_nodes n ON n.task_id = t.id ORDER BY n.node_id") ==
          std::vector<std::string>{"queued", "completed", "queued", "unknown"});
    const Json tree = Json::parse(
        run_rlmdb(dir / "a.db", {"export", "--format", "tree", "--tree", "tree-aaaa1111", "-q"}).out);
    CHECK(tree["root_task"]["status"] == "pending");
    CHECK(tree["root_task"]["children"][0]["status"] == "COMPLETED");
    CHECK(tree["root_task"]["children"][1]["status"] == "todo");
    CHECK(tree["root_task"]["children"][2]["status"] == "brewing");
    CHECK(run_rlmdb(dir / "a.db", {"verify"}).code == 0);
  }

  TEST_CASE("a node under one that gives no depth is one deeper, and no finding says otherwise") {
    const TestDir dir;
    const std::filesystem::path file = dir / "tasks.json";
    write_all(
        file,
        R"({"version":1,"tasks":[)"
        R"({"id":"task-0001","prompt":"p","state":"running","metadata":{"tree_id":"tree-aaaa1111","node_id":"task-00000001"}},)"
        R"({"id":"task-0002","prompt":"p","state":"queued","metadata":{"tree_id":"tree-aaaa1111","node_id":"task-00000002","parent_id":"task-0001"}}]})");
    (void)import_files(dir / "a.db", {file});
    CHECK(run_rlmdb(dir / "a.db", {"task", "add", "--prompt", "child", "--parent", "task-0002"}).code == 0);
    CHECK(rows_of(dir / "a.db", "SELECT depth FROM tree_nodes WHERE depth IS NOT NULL") ==
          std::vector<std::string>{"2"});
    CHECK(run_rlmdb(dir / "a.db", {"tree", "tree-aaaa1111"}).code == 0);
    CHECK(run_rlmdb(dir / "a.db", {"recover"}).code == 0);
  }
}
