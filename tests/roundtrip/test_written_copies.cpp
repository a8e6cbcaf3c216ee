// SPDX-License-Identifier: MIT
// What rlmdb keeps beside the files that it writes is nobody's data: it comes in nowhere, goes out nowhere
// and hinders nothing. What only has such a name and is a legacy program's comes in where it always did.
#include <doctest/doctest.h>

#include <algorithm>

#include "promised.hpp"
#include "rlmdb/change.hpp"
#include "rlmdb/store.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace fs = std::filesystem;

namespace {

constexpr const char* k_session =
    "{\n  \"loopId\": \"ralph-a-00000001\",\n  \"currentIteration\": 2,\n  \"maxIterations\": 10\n}\n";

std::string tasks_text(const std::string& prompt) {
  return "{\n  \"version\": \"1.0.0\",\n  \"tasks\": [\n    {\n      \"id\": \"task-0001\",\n      "
         "\"prompt\": \"" +
         prompt + "\",\n      \"state\": \"queued\"\n    }\n  ]\n}";
}

void add_task(const Promised& project) {
  NewTask task;
  task.prompt = "made here";
  TaskChange change;
  change.action = task;
  (void)Store::open(project.database(), Access::read_write).change(change);
}

/// Where the sources lie that an import finds now, beneath the project.
std::vector<std::string> sources_of(const Promised& project) {
  ImportOptions options;
  options.run = Run::dry_run;
  std::vector<std::string> places;
  for (const SourceReport& source : import_files(project.database(), {project.root()}, options).sources)
    places.push_back(fs::path(source.path).lexically_relative(project.root()).string());
  std::sort(places.begin(), places.end());
  return places;
}

UndoAdoptReport undo(const Promised& project, Overwrite overwrite) {
  UndoAdoptOptions options;
  options.store.durability = Durability::normal;
  options.overwrite = overwrite;
  UndoAdoptReport report = undo_adopt(project.root(), project.database(), options);
  CHECK(report.written.left_out.empty());
  return report;
}

}  // namespace

TEST_SUITE("roundtrip::written_copies") {
  TEST_CASE("a project goes over and back again and again, whatever copies its files have") {
    const Promised project;
    project.write(".aiwg/daemon/tasks.json", tasks_text("first"));
    project.write(".aiwg/daemon/tasks.json.bak", "{}");
    const std::vector<std::string> sources = {".aiwg/daemon/tasks.json"};
    (void)project.adopt_it();
    for (int round = 0; round < 3; ++round) {
      CAPTURE(round);
      const std::string before = read_all(project.root() / ".aiwg/daemon/tasks.json");
      add_task(project);
      CHECK(undo(project, Overwrite::if_unchanged).stays.empty());
      CHECK(read_all(project.root() / ".aiwg/daemon/tasks.json.bak") == "{}");
      CHECK(read_all(project.root() / ".aiwg/daemon/tasks.json.bak.1") == before);
      CHECK(sources_of(project) == sources);
      CHECK_FALSE(project.adopt_it().backup);
    }
  }

  TEST_CASE("a tasks.json that is kept whole elsewhere does not hinder the way back") {
    const Promised project;
    project.write(".aiwg/daemon/tasks.json", tasks_text("first"));
    project.write(".aiwg/daemon/old/tasks.json.1", tasks_text("other"));
    project.write(".aiwg/daemon/old/tasks.json", tasks_text("another"));
    (void)project.adopt_it();
    for (int round = 0; round < 2; ++round) {
      add_task(project);
      CHECK(undo(project, Overwrite::if_unchanged).stays.empty());
    }
    CHECK(Store::open(project.database(), Access::read_only).stats().total == 3);
  }

  TEST_CASE("an empty .grid/ does not end the way back after it was gone") {
    const Promised project;
    project.write(".aiwg/daemon/tasks.json", tasks_text("first"));
    (void)project.adopt_it();
    fs::create_directory(project.root() / ".grid");
    add_task(project);
    CHECK(undo(project, Overwrite::if_unchanged).stays.empty());
  }

  TEST_CASE("beneath the directories of loops a copy of ours is no data, and a legacy program's is") {
    const Promised project;
    const std::string session = ".aiwg/ralph-external/session-state.json";
    project.write(session, k_session);
    project.write(".aiwg/ralph-external/registry.json.bak", "{\n  \"of\": \"the legacy program\"\n}");
    const std::vector<std::string> sources = {".aiwg/ralph-external/registry.json.bak", session};
    (void)project.adopt_it();
    project.edit_loop();
    undo(project, Overwrite::if_unchanged);
    REQUIRE(read_all(project.root() / (session + ".bak")) == k_session);
    CHECK(sources_of(project) == sources);
    // The legacy program makes its own under that name.
    write_all(project.root() / (session + ".bak"), "{\n  \"of\": \"the legacy program, too\"\n}");
    CHECK(sources_of(project) == std::vector<std::string>{sources[0], session, session + ".bak"});
    // From here on that is data: no later copy takes its place.
    (void)project.adopt_it();
    for (int round = 0; round < 2; ++round) {
      project.edit_loop();
      CHECK(undo(project, Overwrite::if_unchanged).stays.empty());
      CHECK(read_all(project.root() / (session + ".bak")) == "{\n  \"of\": \"the legacy program, too\"\n}");
      CHECK(sources_of(project) == std::vector<std::string>{sources[0], session, session + ".bak"});
    }
  }

  TEST_CASE("in a mission a copy of ours is no file of it, and somebody else's is") {
    const Promised project;
    project.write(".grid/STATE.md", "# State\n");
    project.write(".grid/NOTES.md.bak", "notes\n");
    (void)project.adopt_it();
    write_all(project.root() / ".grid/STATE.md", "# Changed by hand\n");
    undo(project, Overwrite::always);
    REQUIRE(read_all(project.root() / ".grid/STATE.md.bak") == "# Changed by hand\n");
    CHECK(sources_of(project) == std::vector<std::string>{".grid/NOTES.md.bak", ".grid/STATE.md"});
  }

  TEST_CASE("what killed programs and other commands of ours left is no source, wherever it lies") {
    const Promised project;
    const std::string tail = ".12.0123456789abcdef.rlmdb-tmp";
    for (const std::string folder : {".aiwg/daemon/", ".aiwg/ralph/", ".aiwg/rlm/", ".grid/"}) {
      project.write(folder + "a.json", "{\n  \"a\": 1\n}");
      for (const std::string& name :
           {".a.json" + tail, std::string(".rlmdb-sort-0123456789abcdef"), std::string("s.before-cleanup"),
            std::string("s.before-restore-20260102T030405.678Z"), std::string("s.backup-v2-20260102T030405Z"),
            std::string("s.before-cleanup-wal")})
        project.write(folder + name, "x");
    }
    CHECK(sources_of(project) == std::vector<std::string>{".aiwg/daemon/a.json", ".aiwg/ralph/a.json",
                                                          ".aiwg/rlm/a.json", ".grid/a.json"});
  }
}
