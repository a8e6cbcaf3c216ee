// SPDX-License-Identifier: MIT
// The promise: a project that goes in comes out as it was. After `adopt` and `adopt --undo` there is nothing
// new but rlmdb's own names, and every path has its bytes, mode, time and link target.
#include <doctest/doctest.h>

#include "promised.hpp"
#include "rlmdb/export.hpp"
#include "rlmdb/store.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace fs = std::filesystem;

namespace {

constexpr const char* k_loop =
    "{ \"loopId\" : \"ralph-a-00000001\",\n  \"currentIteration\":2 , \"maxIterations\": 10 }\n";

std::string tree_text(const std::string& nodes) {
  return "{\n  \"version\": \"1.0.0\",\n  \"tree_id\": \"tree-aaaa1111\",\n  \"nodes\": [" + nodes +
         "\n  ]\n}";
}

std::string node_text(const std::string& id, const std::string& prompt) {
  return "\n    {\n      \"node_id\": \"" + id + "\",\n      \"depth\": 0,\n      \"prompt\": \"" + prompt +
         "\",\n      \"status\": \"pending\",\n      \"children\": []\n    }";
}

}  // namespace

TEST_SUITE("roundtrip::promise") {
  TEST_CASE("two documents of one tree each keep their own text and place") {
    const Promised project;
    project.write(".aiwg/rlm/trees/tree-aaaa1111/tree.json", tree_text(node_text("task-00000001", "first")));
    project.write(".aiwg/rlm/trees/tree-aaaa1111-copy/tree.json",
                  tree_text(node_text("task-00000001", "copied") + "," + node_text("task-00000002", "more")));
    project.check_kept();
  }

  TEST_CASE("a document that lacks a node which another source has stays as it is") {
    const Promised project;
    project.write(".aiwg/rlm/trees/tree-aaaa1111/tree.json", tree_text(node_text("task-00000001", "first")));
    project.write(
        ".aiwg/rlm/trees/tree-aaaa1111/nodes/task-00000003.json",
        "{\n  \"node_id\": \"task-00000003\",\n  \"parent_id\": \"task-00000001\",\n  \"depth\": 1,\n"
        "  \"prompt\": \"a file of its own\",\n  \"status\": \"pending\",\n  \"children\": []\n}");
    project.write(".aiwg/daemon/tasks.json",
                  "{\n  \"version\": \"1.0.0\",\n  \"tasks\": [\n    {\n      \"id\": \"task-0001\",\n"
                  "      \"prompt\": \"of the store\",\n      \"state\": \"queued\",\n      \"metadata\": {\n"
                  "        \"tree_id\": \"tree-aaaa1111\",\n        \"parent_id\": \"task-00000001\",\n"
                  "        \"node_id\": \"task-00000009\"\n      }\n"
                  "    }\n  ]\n}");
    project.check_kept();
  }

  TEST_CASE("a document comes back as it was written, by whatever hand") {
    const std::string loop = R"({"loopId": "ralph-a-00000001", "task": "d\u00e9j\u00e0", "status":"running",
       "currentIteration" : 2 , "maxIterations": 10,
   "iterations" : [ {"number": 1} , {"number": 2, "cost": 1.50} ], "a": 1, "a": 2 })";
    const std::vector<std::string> texts = {
        loop, loop + "\n\n", "\xEF\xBB\xBF" + loop,
        "{\r\n\t\"loopId\": \"ralph-a-00000001\",\r\n\t\"currentIteration\": 2,\r\n\t\"maxIterations\": "
        "10\r\n}\r\n",
        "{\n    \"loopId\": \"ralph-a-00000001\",\n    \"currentIteration\": 2,\n    \"maxIterations\": "
        "10\n}\n"};
    for (const std::string& text : texts) {
      CAPTURE(text);
      const Promised project;
      project.write(".aiwg/ralph/current-loop.json", text);
      project.write(
          ".aiwg/rlm/trees/tree-aaaa1111/tree.json",
          "\xEF\xBB\xBF{ \"version\":\"1.0.0\",\n\"tree_id\": \"tree-aaaa1111\", \"root_task\": {\"node_id\":"
          "\"task-00000001\",\n\"prompt\":\"x\", \"status\":\"pending\" , \"children\": []}}\n");
      project.write(".aiwg/rlm/trees/tree-aaaa1111/state.json",
                    "{\"state_id\": \"s\",  \"variables\": { \"v\" : {\"value\":1} } }\n");
      project.write(".aiwg/daemon/tasks.json",
                    "\xEF\xBB\xBF{\"version\": 1,\r\n \"tasks\": [ {\"id\": \"task-0001\", "
                    "\"prompt\":\"x\", \"state\":\"queued\"} ] }\r\n");
      project.check_kept();
      // Elsewhere too, from the database alone.
      (void)export_project(Store::open(project.database(), Access::read_only), project.elsewhere());
      for (const char* place : {".aiwg/ralph/current-loop.json", ".aiwg/rlm/trees/tree-aaaa1111/tree.json",
                                ".aiwg/rlm/trees/tree-aaaa1111/state.json"})
        CHECK(read_all(project.elsewhere() / place) == read_all(project.root() / place));
    }
  }

  TEST_CASE("a damaged document is kept as it is, holds nothing back, and is read once it is mended") {
    const std::string whole =
        "{\n  \"loopId\": \"ralph-a-00000001\",\n  \"currentIteration\": 2,\n  \"maxIterations\": 10\n}";
    const std::string tree = tree_text(node_text("task-00000001", "first"));
    for (const auto& file : std::vector<std::pair<std::string, std::string>>{
             {".aiwg/ralph/current-loop.json", whole.substr(0, 40)},
             {".aiwg/ralph/current-loop.json", whole.substr(0, whole.size() - 2) + ",\n}"},
             {".aiwg/ralph/current-loop.json", "[]"},
             {".aiwg/rlm/trees/tree-aaaa1111/tree.json", tree.substr(0, tree.size() - 1)},
             {".aiwg/rlm/trees/tree-aaaa1111/state.json", "{\"state_id\": \"s\", \"variables\": {,}}"},
             {".aiwg/rlm/trees/tree-aaaa1111/history.jsonl", "{\"a\":1}\n{\"b\":\n"},
             {".aiwg/rlm/trees/tree-aaaa1111/tree.json", ""}}) {
      const auto& [place, text] = file;
      CAPTURE(file.first);
      CAPTURE(file.second);
      const Promised project;
      const bool is_tree = place.find("tree.json") != std::string::npos;
      project.write(".aiwg/rlm/trees/tree-aaaa1111/tree.json", tree);
      project.write(place, text);
      project.write(".aiwg/daemon/tasks.json", "{\n  \"version\": 1,\n  \"tasks\": []\n}");
      project.check_kept({place});
      const ImportReport again = import_files(project.database(), {project.root()});
      CHECK(again.sources.size() == (is_tree ? 2 : 3));
      std::size_t damaged = 0;
      for (const SourceReport& source : import_files(project.fresh_database(), {project.root()}).sources)
        for (const Finding& warning : source.warnings)
          damaged += warning.code == "damaged_document" ? 1U : 0U;
      CHECK(damaged == 1);
      (void)export_project(Store::open(project.database(), Access::read_only), project.elsewhere());
      CHECK(read_all(project.elsewhere() / place) == text);
      if (place.find("current-loop") == std::string::npos) continue;
      project.write(place, whole);
      CHECK(project.adopt_it().verified->finding_count == 0);
      CHECK(value_of(project.database(), "SELECT count(*) FROM loops") == "1");
      CHECK(value_of(project.database(), "SELECT count(*) FROM files") == "0");
      // Damaged again: what was imported while it was whole stays.
      project.write(place, text);
      ImportOptions rehearsal = quick();
      rehearsal.run = Run::dry_run;
      for (const SourceReport& source : import_files(project.database(), {project.root()}, rehearsal).sources)
        CHECK(source.records.added == 0);
      const AdoptReport damaged_again = project.adopt_it();
      CHECK(damaged_again.verified->finding_count == 1);
      CHECK(value_of(project.database(), "SELECT count(*) FROM loops") == "1");
      CHECK(value_of(project.database(), "SELECT count(*) FROM files") == "0");
      CHECK_THROWS_AS((void)project.undo(), Error);
      CHECK(read_all(project.root() / place) == text);
    }
  }

  TEST_CASE("a damaged tasks.json holds the project back, and a file that is named by itself itself") {
    const Promised project;
    project.write(".aiwg/daemon/tasks.json", "{\"tasks\": [");
    project.write(".aiwg/ralph/current-loop.json", "{");
    CHECK_THROWS_AS((void)project.adopt_it(), Error);
    CHECK_FALSE(fs::exists(project.database()));
    CHECK_THROWS_AS(
        (void)import_files(project.database(), {project.root() / ".aiwg/ralph/current-loop.json"}), Error);
  }

  TEST_CASE("a file that changes keeps its mode, its owner and its group, but no right to act as another") {
    const Promised project;
    const std::string place = ".aiwg/ralph/current-loop.json";
    project.write(place, k_loop);
    const bool is_root = ::geteuid() == 0;
    constexpr uid_t k_other = 65534;
    if (is_root) project.give_to(k_other);
    REQUIRE(::chmod((project.root() / place).c_str(), 04664) == 0);
    const PathState before = state_of(project.root() / place);
    (void)project.adopt_it();
    project.edit_loop();
    CHECK(project.undo().written.left_out.empty());
    const PathState after = state_of(project.root() / place);
    CHECK(after.bytes != before.bytes);
    CHECK(after.modified_ns > before.modified_ns);
    CHECK((after.mode & 07777U) == 0664U);
    CHECK(after.owner == before.owner);
    CHECK(after.group == before.group);
    if (!is_root) return;
    for (const auto& entry : fs::recursive_directory_iterator(project.root())) {
      CAPTURE(entry.path().string());
      CHECK(state_of(entry.path()).owner == k_other);
    }
  }

  TEST_CASE("where a new file would shut its owner out, nothing is written without force") {
    if (::geteuid() != 0) return;
    const Promised project;
    const std::string place = ".aiwg/ralph/current-loop.json";
    project.write(place, k_loop);
    project.give_to(65534);
    for (const auto& row : {std::pair<mode_t, int>{0640, 7}, {0644, 0}}) {
      CAPTURE(row.first);
      const auto& [mode, code] = row;
      REQUIRE(::chown((project.root() / place).c_str(), 1234, 65534) == 0);
      REQUIRE(::chmod((project.root() / place).c_str(), mode) == 0);
      CHECK(project.run_as_nobody({"adopt"}).code == 0);
      project.edit_loop();
      const PathState before = state_of(project.root() / place);
      const Ended undone = project.run_as_nobody({"adopt", "--undo"});
      CHECK_MESSAGE(undone.code == code, undone.error);
      CHECK((state_of(project.root() / place) == before) == (code == 7));
      CHECK(undone.error.find("cannot keep the owner") != std::string::npos);
      if (code == 7) CHECK(project.run_as_nobody({"adopt", "--undo", "--force"}).code == 0);
    }
  }

  TEST_CASE("holes stay holes in the copy that adopt makes") {
    const Promised project;
    project.write(".aiwg/ralph/current-loop.json", k_loop);
    const fs::path sparse = project.root() / ".aiwg/sparse";
    write_all(sparse, "begin");
    fs::resize_file(sparse, 200'000'000);
    struct stat status {};
    REQUIRE(::stat(sparse.c_str(), &status) == 0);
    if (status.st_blocks > 1000) return;  // no file system for holes
    const AdoptReport report = project.adopt_it();
    const fs::path copy = report.backup->directories.front() / "sparse";
    REQUIRE(::stat(copy.c_str(), &status) == 0);
    CHECK(status.st_size == 200'000'000);
    CHECK(status.st_blocks < 1000);
    CHECK(read_all(copy).substr(0, 5) == "begin");
  }

  TEST_CASE("no link is followed: the store's refuses the project, any other is said and left as it is") {
    const Promised project;
    project.write(".aiwg/ralph/current-loop.json", k_loop);
    project.write("elsewhere/tree.json", tree_text(node_text("task-00000001", "first")));
    project.write("elsewhere/tasks.json", "{\n  \"version\": 1,\n  \"tasks\": []\n}");
    fs::create_directories(project.root() / ".aiwg/rlm/trees/tree-aaaa1111");
    fs::create_symlink("../../../../elsewhere/tree.json",
                       project.root() / ".aiwg/rlm/trees/tree-aaaa1111/tree.json");
    // As the legacy programs point at the loop that runs.
    project.write(".aiwg/ralph/loops/one/state.json", k_loop);
    fs::create_symlink("loops/one/state.json", project.root() / ".aiwg/ralph/running.json");
    const auto before = project.paths();
    const AdoptReport adopted = project.adopt_it();
    REQUIRE(adopted.import.left_aside.size() == 2);
    CHECK(adopted.import.left_aside.front().code == "symbolic_link");
    CHECK(adopted.import.left_aside.back().code == "link_outside");
    CHECK(adopted.verified->finding_count == 1);
    CHECK(adopted.verified->findings.front().code == "link_outside");
    (void)project.undo();
    CHECK((project.paths() == before));
    const Promised linked;
    linked.write("elsewhere/tasks.json", "{\"tasks\": []}");
    fs::create_directories(linked.root() / ".aiwg/daemon");
    fs::create_symlink("../../elsewhere/tasks.json", linked.root() / ".aiwg/daemon/tasks.json");
    CHECK_THROWS_AS((void)linked.adopt_it(), Error);
    CHECK_THROWS_AS((void)import_files(linked.database(), {linked.root()}), Error);
    fs::remove(linked.root() / ".aiwg/daemon/tasks.json");
    fs::rename(linked.root() / ".aiwg", linked.root() / "real");
    fs::create_directory_symlink("real", linked.root() / ".aiwg");
    CHECK_THROWS_AS((void)linked.adopt_it(), Error);
    CHECK(fs::is_symlink(linked.root() / ".aiwg"));
  }

  TEST_CASE("what changes changes alone") {
    const Promised project;
    const std::string place = ".aiwg/ralph/current-loop.json";
    const std::string text =
        "{ \"loopId\" : \"ralph-a-00000001\", \"status\":\"running\",\n  \"currentIteration\":2 , "
        "\"maxIterations\": 10 }\n";
    project.write(place, text);
    (void)project.adopt_it();
    edit_in_shell(project.database(), "UPDATE loops SET outline = json_set(outline, '$.maxIterations', 12)");
    (void)undo_adopt(project.root(), project.database());
    std::string expected = text;
    expected.replace(expected.find("10 }"), 2, "12");
    CHECK(read_all(project.root() / place) == expected);
    CHECK(project.undo().written.left_out.empty());
    CHECK(read_all(project.root() / place) == expected);
  }

  TEST_CASE("a node that was made here stands in the newest document of its tree, and in no other") {
    const Promised project;
    const std::string first = ".aiwg/rlm/trees/tree-aaaa1111/tree.json";
    const std::string copy = ".aiwg/rlm/trees/tree-aaaa1111-copy/tree.json";
    project.write(first, tree_text(node_text("task-00000001", "first")));
    project.write(copy, tree_text(node_text("task-00000001", "copied")));
    (void)project.adopt_it();
    const auto before = project.paths();
    NewTask task;
    task.prompt = "made here";
    task.parent = TaskId{"task-00000001"};
    (void)Store::open(project.database(), Access::read_write).change(TaskChange{{}, task, {}});
    (void)project.undo();
    const auto after = project.paths();
    CHECK((before.at(first) == after.at(first)) != (before.at(copy) == after.at(copy)));
    CHECK((after.at(first).bytes + after.at(copy).bytes).find("made here") != std::string::npos);
    CHECK(project.undo().written.left_out.empty());
    CHECK((project.paths() == after));
  }
}
