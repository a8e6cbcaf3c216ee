// SPDX-License-Identifier: MIT
// Whole projects: a directory comes in, and the same directory comes out.
#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <chrono>
#include <map>

#include "loop_files.hpp"
#include "project_files.hpp"
#include "rlmdb/variable.hpp"
#include "rlmdb/verify.hpp"
#include "thrown.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace fs = std::filesystem;

namespace {

ImportReport import_directory(const ProjectPlace& place, const fs::path& directory) {
  return import_files(place.database, {directory}, quick());
}

ProjectExport export_to(const ProjectPlace& place, const fs::path& directory) {
  return export_project(Store::open(place.database, Access::read_only), directory);
}

}  // namespace

TEST_SUITE("roundtrip::projects") {
  TEST_CASE("a project comes in as its directory and comes out the same, file for file") {
    const ProjectPlace place;
    const TestDir out;
    const ImportReport report = import_directory(place, place.root);
    CHECK(report.sources.size() == 45);
    CHECK(report.left_aside.empty());
    std::map<std::string, int> kinds;
    for (const SourceReport& source : report.sources) {
      CHECK(source.proof.value().identical());
      ++kinds[source.kind];
    }
    CHECK(kinds == std::map<std::string, int>{{"tasks-json", 1},
                                              {"tree-json", 3},
                                              {"node-json", 12},
                                              {"state-json", 10},
                                              {"checkpoint-json", 16},
                                              {"value-json", 2},
                                              {"history-jsonl", 1}});
    CHECK(report.sources.front().kind == "tasks-json");
    CHECK(report.sources.back().kind == "history-jsonl");
    const ProjectExport exported = export_to(place, out / "copy");
    CHECK(exported.files.size() == 45);
    CHECK(exported.left_out.empty());
    CHECK(content_below(out / "copy") == content_below(place.root));
    CHECK(fs::status(out / "copy/.aiwg/rlm/trees").permissions() == fs::perms(0700));
    CHECK(fs::status(out / "copy/.aiwg/rlm/global-state.json").permissions() == fs::perms(0600));
    for (const SourceReport& source : import_directory(place, place.root / ".aiwg").sources)
      CHECK(source.already_imported);
    CHECK(verify(Store::open(place.database, Access::read_only)).finding_count == 0);
  }

  TEST_CASE("the copy says what is here already, and another database gives it back again") {
    const ProjectPlace place;
    const TestDir out;
    (void)import_directory(place, place.root);
    (void)export_to(place, out / "one");
    const fs::path second = out / "second.db";
    (void)import_files(second, {out / "one"}, quick());
    (void)export_project(Store::open(second, Access::read_only), out / "two");
    CHECK(content_below(out / "two") == content_below(place.root));
    // The states and checkpoints of the copy are those of the first project.
    const std::vector<fs::path> copied = {out / "one/.aiwg/rlm/sessions",
                                          out / "one/.aiwg/rlm/trees/tree-12345678/checkpoints"};
    CHECK(code_of([&] { (void)import_files(place.database, copied, quick()); }) == "conflict");
    const ImportReport again = import_files(place.database, copied, on_conflict(OnConflict::skip));
    CHECK(again.sources.size() == 4);
    for (const SourceReport& source : again.sources) CHECK(source.records.unchanged == 1);
  }

  TEST_CASE("what is no document is left aside, with the reason") {
    const ProjectPlace place;
    write_all(place.rlm / "trees/tree-12345678/report.md", "# Report\n");
    write_all(place.rlm / "global-state.json.tmp", "{");
    write_all(place.rlm / "registry.json", "{\"loops\":[]}");
    write_all(place.rlm / ".lock", "1\n");
    fs::create_directories(place.rlm / "trees/t/sub-calls");
    write_all(place.rlm / "trees/t/sub-calls/1.2-state.json",
              R"({"state_id":"s","tree_id":"tree-12345678","variables":{}})");
    fs::create_directory_symlink(place.root / ".aiwg/daemon", place.rlm / "linked");
    fs::create_symlink("nowhere", place.rlm / "dangling.json");
    ::mkfifo((place.rlm / "pipe.json").c_str(), 0600);
    fs::create_directories(place.root / ".aiwg/grid/runs");
    write_all(place.root / ".aiwg/daemon/state.json", "{}");
    const ImportReport report = import_directory(place, place.root);
    // With report.md, registry.json, a state document in no place of one and the daemon's state, kept whole.
    CHECK(report.sources.size() == 49);
    std::vector<std::string> left;
    for (const Finding& finding : report.left_aside)
      left.push_back(fs::path(finding.where).lexically_relative(place.root / ".aiwg").string() + " " +
                     finding.code);
    CHECK(left == std::vector<std::string>{"grid other_files", "rlm/.lock leftover",
                                           "rlm/dangling.json symbolic_link",
                                           "rlm/global-state.json.tmp leftover", "rlm/linked symbolic_link",
                                           "rlm/pipe.json no_file"});
  }

  TEST_CASE("every file of the legacy programs comes in and goes out as it is, with its time") {
    const ProjectPlace place;
    const TestDir out;
    const LoopPlace loops;
    const fs::path aiwg = place.root / ".aiwg";
    for (const char* folder : {"ralph", "ralph-external", "checkpoints"})
      fs::copy(loops.root / ".aiwg" / folder, aiwg / folder, fs::copy_options::recursive);
    std::string packed_elsewhere = json::gzip("{\n  \"checkpoint_id\": \"x\"\n}");
    packed_elsewhere[4] = 1;  // A time in its header, which ours do not have.
    const std::map<std::string, std::string> others = {
        {"daemon.json", "{\"a\": 1 }"},
        {"daemon.pid", "4242\n"},
        {"launcher-registry.json", "{\n  \"launchers\": []\n}\n"},
        {"daemon/.lock", "4242"},
        {"daemon/daemon.log", "started\r\nstopped"},
        {"daemon/heartbeat", ""},
        {"daemon/state.json", "{\"variables\":{}}"},
        {"daemon/sessions/one/tasks.json", "{\"tasks\":[]}"},
        {"heartbeats/agent-1.json", "{\"at\":"},
        {"overseer/notes.md", "# Notes\n"},
        {"ralph-external/crash.log", std::string("\0\xff\x80 cut", 8)},
        {"rlm/trees/tree-12345678/report.md", "# Report\n"},
        {"checkpoints/flow-x-2026-01-25T15-00-00Z-manual.json.gz", packed_elsewhere}};
    for (const auto& [name, bytes] : others) {
      fs::create_directories((aiwg / name).parent_path());
      write_all(aiwg / name, bytes);
      fs::last_write_time(aiwg / name, fs::file_time_type::clock::now() - std::chrono::hours(1000));
    }
    const ImportReport report = import_directory(place, place.root);
    CHECK(report.left_aside.empty());
    for (const SourceReport& source : report.sources) CHECK(source.proof.value().identical());
    const ProjectExport exported = export_to(place, out / "copy");
    CHECK(exported.left_out.empty());
    CHECK(content_below(out / "copy") == content_below(place.root));
    for (const auto& other : others) {
      CAPTURE(other.first);
      const auto& name = other.first;
      const bool is_kept = !name.starts_with("checkpoints/");
      CHECK((fs::last_write_time(out / "copy/.aiwg" / name) == fs::last_write_time(aiwg / name)) == is_kept);
    }
    for (const SourceReport& source : import_directory(place, place.root).sources)
      CHECK(source.already_imported);
    CHECK(verify(Store::open(place.database, Access::read_only)).finding_count == 0);
  }

  TEST_CASE("a damaged tasks.json of a directory refuses all of it") {
    const ProjectPlace place;
    write_all(place.root / ".aiwg/daemon/tasks.json", "{\"tasks\":");
    CHECK(code_of([&] { (void)import_directory(place, place.root); }) == "invalid_input");
    CHECK_FALSE(fs::exists(place.database));
    ImportOptions options = quick();
    options.after_refusal = AfterRefusal::keep_going;
    int refused = 0;
    for (const SourceReport& source : import_files(place.database, {place.root}, options).sources)
      refused += source.error ? 1 : 0;
    CHECK(refused == 1);
  }

  TEST_CASE("a directory without a project or without a file of one is refused") {
    const ProjectPlace place;
    const TestDir empty;
    CHECK(code_of([&] { (void)import_directory(place, empty.path()); }) == "invalid_input");
    fs::create_directories(empty / ".aiwg/rlm");
    CHECK(code_of([&] { (void)import_directory(place, empty.path()); }) == "invalid_input");
  }

  TEST_CASE("more files than a process may have open come in") {
    const ProjectPlace place;
    for (int i = 0; i < 300; ++i) {
      const fs::path file = place.rlm / "states" / ("s" + std::to_string(i)) / "state.json";
      fs::create_directories(file.parent_path());
      write_all(file, "{\n  \"number\": " + std::to_string(i) + "\n}");
    }
    ChildProcess child([&] {
      const rlimit few{100, 100};
      if (::setrlimit(RLIMIT_NOFILE, &few) != 0) return 2;
      return import_directory(place, place.rlm).sources.size() == 344 ? 0 : 1;
    });
    CHECK(child.wait() == 0);
    CHECK(place.rows("SELECT count(*) FROM states") == std::vector<std::string>{"310"});
  }

  TEST_CASE("documents that came from elsewhere go to the places of their kinds") {
    const ProjectPlace place;
    const TestDir out;
    const auto import = [&](const std::string& name, const std::string& text) {
      write_all(out / name, text);
      (void)import_one(place.database, out / name);
    };
    import("s.json", R"({"state_id":"state-1","session_id":"sess-1","variables":{}})");
    import("c.json", R"({"checkpoint_id":"ckpt-1","task_id":"task-0001","state":{}})");
    import("t.json", R"({"tree_id":"tree-1","root_task":{"node_id":"n","prompt":"p","status":"pending"}})");
    fs::create_directories(out / "variables");
    import("variables/v.json", "1");
    const ProjectExport report = export_to(place, out / "copy");
    REQUIRE(report.files.size() == 3);
    CHECK(report.files[0].place == ".aiwg/rlm/sessions/sess-1/state.json");
    CHECK(report.files[1].place == ".aiwg/rlm/tasks/task-0001/checkpoints/ckpt-1.json");
    CHECK(report.files[2].place == ".aiwg/rlm/trees/tree-1/tree.json");
    REQUIRE(report.left_out.size() == 1);
    CHECK(report.left_out[0].code == "no_place");
  }

  TEST_CASE("of two documents for one place the one that was imported last is written") {
    const TestDir dir;
    const fs::path database = dir / "x.db";
    const auto tree = [](const std::string& version) {
      return "{\n  \"version\": \"" + version +
             "\",\n  \"tree_id\": \"tree-1\",\n  \"root_task\": {\n    \"node_id\": \"n\",\n"
             "    \"status\": \"pending\"\n  }\n}";
    };
    const auto write = [&](const std::string& project, const std::string& version) {
      fs::create_directories(dir / project / ".aiwg/ralph");
      fs::create_directories(dir / project / ".aiwg/rlm/trees/tree-1");
      write_all(dir / project / ".aiwg/ralph/registry.json", "{\n  \"v\": \"" + version + "\"\n}");
      write_all(dir / project / ".aiwg/rlm/trees/tree-1/tree.json", tree(version));
      (void)import_files(database, {dir / project / ".aiwg"}, on_conflict(OnConflict::newer));
    };
    write("old", "1");
    write("new", "2");
    const Store store = Store::open(database, Access::read_only);
    const ProjectExport report = export_project(store, dir / "out");
    CHECK(content_below(dir / "out") == content_below(dir / "new"));
    CHECK(report.left_out.size() == 2);
    CHECK(verify(store).finding_count == 0);
  }

  TEST_CASE("an export never leaves its directory" * damages) {
    const ProjectPlace place;
    const TestDir out;
    write_all(out / "s.json", R"({"state_id":"../../x","variables":{}})");
    const SourceReport imported = import_one(place.database, out / "s.json");
    REQUIRE(imported.warnings.size() == 1);
    CHECK(imported.warnings[0].code == "no_file_name");
    for (const std::string& path : {(out / "s.json").string(), std::string("/a/.aiwg/../../x")}) {
      edit_in_shell(place.database, "UPDATE states SET source_path = '" + path + "'");
      const ProjectExport report = export_to(place, out / "copy");
      CHECK(report.files.empty());
      REQUIRE(report.left_out.size() == 1);
      CHECK(report.left_out[0].code == "no_file_name");
      CHECK_FALSE(fs::exists(out / "copy"));
    }
    edit_in_shell(place.database, "UPDATE states SET source_path = '/a/.aiwg/rlm/x.json'");
    fs::create_directories(out / "copy/.aiwg");
    fs::create_directories(out / "elsewhere");
    fs::create_directory_symlink(out / "elsewhere", out / "copy/.aiwg/rlm");
    CHECK(code_of([&] { (void)export_to(place, out / "copy"); }) == "conflict");
    CHECK(fs::is_empty(out / "elsewhere"));
    fs::remove(out / "copy/.aiwg/rlm");
    fs::create_directory(out / "copy/.aiwg/rlm");
    fs::create_symlink(out / "elsewhere/y", out / "copy/.aiwg/rlm/x.json");
    CHECK(code_of([&] { (void)export_to(place, out / "copy"); }) == "conflict");
    CHECK(fs::is_symlink(fs::symlink_status(out / "copy/.aiwg/rlm/x.json")));
    CHECK(fs::is_empty(out / "elsewhere"));
  }

  TEST_CASE("ids that are no file names are left out, and all others are written") {
    const ProjectPlace place;
    const TestDir out;
    write_all(out / "c.json", R"({"checkpoint_id":"a/b","task_id":"task-0001","state":{}})");
    write_all(out / "d.json", R"({"checkpoint_id":"c-1","task_id":"..","state":{}})");
    write_all(out / "t.json",
              R"({"tree_id":"../../../evil","root_task":{"node_id":"n","prompt":"p","status":"pending"}})");
    write_all(out / "s.json", R"({"state_id":"good","variables":{}})");
    for (const std::string name : {"c.json", "d.json", "t.json", "s.json"})
      (void)import_one(place.database, out / name);
    const ProjectExport report = export_to(place, out / "copy");
    REQUIRE(report.files.size() == 1);
    CHECK(report.files[0].place == ".aiwg/rlm/states/good/state.json");
    REQUIRE(report.left_out.size() == 3);
    for (const Finding& finding : report.left_out) CHECK(finding.code == "no_file_name");
  }

  TEST_CASE("what a project needs and is not written is listed") {
    const ProjectPlace place;
    const TestDir out;
    Store store = Store::create(place.database);
    NewTask root;
    root.prompt = "p";
    root.tree = TreeId{"made-here"};
    (void)store.change({TaskId{}, root, {}});
    StateChange change{{StateScope::session, "s"}, SetVariable{}, {}};
    auto& set = std::get<SetVariable>(change.action);
    set.name = "large";
    set.value.text = "\"file:.aiwg/rlm/sessions/s/variables/large.json\"";
    set.type = "file_path";
    (void)change_states(store, std::span(&change, 1));
    const ProjectExport report = export_to(place, out / "copy");
    REQUIRE(report.left_out.size() == 1);
    CHECK(report.left_out[0].code == "no_value");
    CHECK(report.left_out[0].where == ".aiwg/rlm/sessions/s/variables/large.json");
  }
}
