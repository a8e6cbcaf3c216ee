// SPDX-License-Identifier: MIT
// Missions in the database: in, changed step by step, out again.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

#include "grid_home.hpp"
#include "grid_test_steps.hpp"
#include "line_difference.hpp"
#include "rlmdb/cleanup.hpp"
#include "rlmdb/grid_resume.hpp"
#include "thrown.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace fs = std::filesystem;

TEST_SUITE("grid::store") {
  TEST_CASE("a change keeps every other byte of its file and all other files") {
    const GridHome home;
    (void)home.import();
    const auto before = timed_below(home.grid);
    const GridChanged changed =
        home.change(GridStatePatch{R"({"energy_remaining": 4321})"}, at_time("2026-01-23T16:00:00.500Z"));
    CHECK(changed.place == ".grid");
    CHECK(changed.version == 24);
    CHECK(changed_files(changed) == "STATE.md changed");
    CHECK(changed.written_back.empty());
    (void)home.export_to(home.at("out"));
    auto after = timed_below(home.at("out/.grid"));
    CHECK(line_difference(before.at("STATE.md").first, after.at("STATE.md").first) ==
          line_difference(home.read("STATE.md"), home.here("STATE.md").value()));
    CHECK(after.at("STATE.md").second == 1'769'184'000'500'000'000);
    after["STATE.md"] = before.at("STATE.md");
    CHECK(after == before);
    CHECK(home.value("SELECT energy_remaining || ' ' || updated_at FROM missions")
              .starts_with("4321 2026-01-23T16:00:00"));
    CHECK(home.rows("SELECT kind, reason FROM events WHERE seq = " + std::to_string(changed.event_seq)) ==
          std::vector<std::string>{"grid:state|.grid"});
    CHECK(home.faults() == "");
  }

  TEST_CASE("what is so already is no change; another version, a bad time and a wrong name are refused") {
    const GridHome home;
    (void)home.import();
    const std::string before = content_of(home.database);
    const GridChanged same = home.change(one_file("config.json", home.read("config.json")));
    CHECK(same.event_seq == 0);
    CHECK(same.version == 23);
    CHECK(same.files.empty());
    CHECK(home.change(no_file("nothing.md")).event_seq == 0);
    GridCondition condition;
    condition.if_version = 22;
    CHECK(message_of([&] { (void)home.change(GridResume{}, condition); }) ==
          "conflict: the mission .grid is at version 23, not 22");
    CHECK(message_of([&] { (void)home.change(GridResume{}, at_time("yesterday")); }) ==
          "invalid_input: the timestamp is no UTC time");
    for (const char* name : {"", "/STATE.md", "../STATE.md", "plans/../STATE.md", "plans//x.md", "plans/"})
      CHECK(message_of([&] { (void)home.change(one_file(name, "x")); }) ==
            "invalid_input: no file of a mission can have that name");
    GridFiles foreign = one_file("config.json", "{}");
    foreign.event = EventKind::task_failed;
    CHECK(message_of([&] { (void)home.change(foreign); }) == "usage: task:failed is no event of a mission");
    Store store = home.open();
    CHECK(message_of([&] { (void)change_grid(store, GridName{"shop"}, GridResume{}); }) ==
          "not_found: there is no Grid mission shop");
    condition.if_version = 23;
    condition.run = Run::dry_run;
    const GridChanged planned = home.change(scratch_note("planned"), condition);
    CHECK(planned.event_seq == 0);
    CHECK(planned.version == 23);
    CHECK(changed_files(planned) == "SCRATCHPAD.md changed");
    CHECK(content_of(home.database) == before);
    condition.run = Run::apply;
    CHECK(home.change(scratch_note("done"), condition).version == 24);
  }

  TEST_CASE("a file that changed here and in the source is a conflict, which the option decides") {
    struct Row {
      OnConflict choice;
      const char* time;  ///< of the change here; the source's is 2026-01-23T16:00:00Z
      bool is_taken;
    };
    for (const Row& row : {Row{OnConflict::skip, "2026-01-23T15:00:00Z", false},
                           Row{OnConflict::newer, "2026-01-23T15:00:00Z", true},
                           Row{OnConflict::newer, "2026-01-23T17:00:00Z", false},
                           Row{OnConflict::replace, "2026-01-23T17:00:00Z", true}}) {
      const GridHome home;
      (void)home.import();
      (void)home.change(scratch_note("from here"), at_time(row.time));
      const std::string ours = home.here("SCRATCHPAD.md").value();
      // While the source is as it came in, what was changed here stays.
      CHECK(home.import().sources.size() == 23);
      CHECK(home.here("SCRATCHPAD.md") == ours);
      home.edit("SCRATCHPAD.md", "\n", "\n<!-- from there -->\n");
      set_modified_ns(home.grid / "SCRATCHPAD.md", 1'769'184'000'000'000'000);
      const std::string before = content_of(home.database);
      CHECK(message_of([&] { (void)home.import(); }) ==
            "conflict: .grid/SCRATCHPAD.md changed both here and in the source since the last import");
      CHECK(content_of(home.database) == before);
      ImportOptions options = quick();
      options.on_conflict = row.choice;
      (void)home.import(options);
      // Neither text is lost: what was not taken stands before what was.
      const std::vector<std::string> said = home.rows(
          "SELECT text FROM grid_versions v JOIN grid_files f ON f.id = v.file_id WHERE f.name = "
          "'SCRATCHPAD.md' ORDER BY v.id DESC LIMIT 2");
      const std::string theirs = home.read("SCRATCHPAD.md");
      CHECK(said == (row.is_taken ? std::vector{theirs, ours} : std::vector{ours, theirs}));
      CHECK(home.here("SCRATCHPAD.md") == (row.is_taken ? theirs : ours));
      // That is decided: the next import finds nothing new.
      (void)home.import();
      CHECK(home.here("SCRATCHPAD.md") == (row.is_taken ? theirs : ours));
      CHECK(home.faults() == "");
    }
  }

  TEST_CASE("the zone of the process that imports a file is kept with it") {
    ::setenv("TZ", "XXX-02:30", 1);
    const GridHome home;
    home.write("STATE.md",
               "---\ncluster: c\nstatus: active\nupdated_at: '2026-01-23T15:31:00'\nposition:\n  "
               "block: 1\n  wave: 1\n---\n");
    (void)home.import();
    ::setenv("TZ", "UTC", 1);
    const std::string offset =
        "SELECT utc_offset_minutes FROM grid_versions v JOIN grid_files f ON f.id = v.file_id WHERE f.name = "
        "'STATE.md' ORDER BY v.id";
    CHECK(home.rows(offset) == std::vector<std::string>{"150"});
    // A change is written in the form and the zone that the file has.
    (void)home.change(GridStatePatch{R"({"progress_percent": 5})"}, at_time("2026-01-23T15:45:00Z"));
    CHECK(home.here("STATE.md")->find("updated_at: '2026-01-23T18:15:00'") != std::string::npos);
    CHECK(home.rows(offset) == std::vector<std::string>{"150", "150"});
    GridLook look;
    look.now = "2026-01-23T15:50:00Z";
    CHECK(grid_context(home.open(Access::read_only), {}, look).silent_seconds == 300);
    ::unsetenv("TZ");
    CHECK(home.faults() == "");
  }

  TEST_CASE("a file that is gone from the directory is gone here too, and what it said is kept") {
    const GridHome home;
    (void)home.import();
    const std::string said = home.read("CHECKPOINT.md");
    fs::remove(home.grid / "CHECKPOINT.md");
    const ImportReport report = home.import();
    std::vector<std::string> warnings;
    for (const SourceReport& source : report.sources)
      for (const Finding& finding : source.warnings)
        warnings.push_back(fs::path(finding.where).filename().string() + " " + finding.code);
    CHECK(warnings == std::vector<std::string>{"CHECKPOINT.md removed_there"});
    CHECK(home.here("CHECKPOINT.md") == std::nullopt);
    CHECK(home.rows("SELECT is_current FROM grid_checkpoints") == std::vector<std::string>{"0"});
    CHECK(home.value("SELECT text FROM grid_versions v JOIN grid_files f ON f.id = v.file_id WHERE f.name = "
                     "'CHECKPOINT.md' ORDER BY v.id LIMIT 1") == said);
    for (const SourceReport& source : home.import().sources) CHECK(source.already_imported);
    home.write("CHECKPOINT.md", said);
    (void)home.import();
    CHECK(home.here("CHECKPOINT.md") == said);
    CHECK(home.faults() == "");
  }

  TEST_CASE("a project that was moved with its database has the same mission") {
    const GridHome home;
    const fs::path inside = home.grid / "rlm.db";
    (void)import_files(inside, {home.root}, quick());
    fs::rename(home.root, home.at("moved"));
    const fs::path moved = home.at("moved/.grid/rlm.db");
    write_all(home.at("moved/.grid/DECISIONS.md"), "");
    (void)import_files(moved, {home.at("moved")}, quick());
    CHECK(rows_of(moved, "SELECT place, source_path FROM grids") == std::vector<std::string>{".grid|.grid"});
    CHECK(value_of(moved, "SELECT count(*) FROM grid_versions") == "24");
  }

  TEST_CASE("a database that was moved into the project knows the mission by its directory") {
    const GridHome home("clean-checkpoint");
    fs::create_directories(home.at("project/services"));
    fs::rename(home.grid, home.at("project/services/.grid"));
    (void)import_files(home.database, {home.at("project/services/.grid")}, quick());
    fs::create_directories(home.at("project/.aiwg"));
    fs::rename(home.database, home.at("project/.aiwg/rlm.db"));
    const ImportReport again =
        import_files(home.at("project/.aiwg/rlm.db"), {home.at("project/services/.grid")}, quick());
    for (const SourceReport& source : again.sources) CHECK(source.already_imported);
    CHECK(value_of(home.at("project/.aiwg/rlm.db"), "SELECT group_concat(place) FROM grids") == ".grid");
  }

  TEST_CASE("two projects in one database: names by place and by cluster") {
    const GridHome home("clean-checkpoint");
    const fs::path data = fs::path(RLMDB_SOURCE_DIR) / "data/grid";
    fs::create_directories(home.at("other"));
    fs::copy(data / "failure/.grid", home.at("other/.grid"), fs::copy_options::recursive);
    fs::create_directories(home.at("third/project"));
    fs::copy(data / "completed/.grid", home.at("third/project/.grid"), fs::copy_options::recursive);
    (void)home.import();
    (void)import_files(home.database, {home.at("other"), home.at("third/project")}, quick());
    Store store = home.open();
    std::vector<std::string> missions;
    for (const auto& mission : grid_missions(store))
      missions.push_back(mission.place + " " + mission.cluster + " " + mission.status);
    CHECK(missions == std::vector<std::string>{".grid james-weatherhead-blog checkpoint",
                                               "other/.grid james-weatherhead-blog failed",
                                               "project/.grid james-weatherhead-blog completed"});
    CHECK(message_of([&] { (void)grid_files(store, GridName{}); }) ==
          "invalid_input: the database has several Grid missions");
    CHECK(message_of([&] { (void)grid_files(store, GridName{"james-weatherhead-blog"}); }) ==
          "invalid_input: several Grid missions are james-weatherhead-blog");
    CHECK(grid_files(store, GridName{"other/.grid"}).size() == 2);
    (void)change_grid(store, GridName{"other/.grid"}, GridStatePatch{R"({"cluster":"shop"})"});
    CHECK(grid_files(store, GridName{"shop"}).size() == 2);
    CHECK(grid_missions(store)[1].cluster == "shop");
    (void)export_project(store, home.at("out"));
    CHECK(timed_below(home.at("out/.grid")) == timed_below(home.grid));
    CHECK(timed_below(home.at("out/project/.grid")) == timed_below(home.at("third/project/.grid")));
    CHECK(read_all(home.at("out/other/.grid/CHECKPOINT.md")) ==
          read_all(home.at("other/.grid/CHECKPOINT.md")));
    CHECK(home.faults() == "");
  }

  TEST_CASE("a mission begun here, step by step, says the same in the database that its export comes into") {
    const GridHome home("");
    {
      Store store = Store::create(home.database);
      NewGrid mission;
      mission.cluster = "shop";
      mission.phase_total = 2;
      mission.block_total = 2;
      mission.wave_total = 2;
      mission.thread_total = 2;
      const GridChanged begun = init_grid(store, {}, mission, at_time("2026-01-23T14:00:00Z"));
      CHECK(begun.place == ".grid");
      CHECK(begun.version == 1);
      CHECK(changed_files(begun) == "STATE.md new");
      CHECK(message_of([&] { (void)init_grid(store, {}, mission); }) ==
            "conflict: there is a Grid mission at .grid already");
      CHECK(message_of([&] {
              (void)init_grid(store, {"shop", {}, false}, mission);
            }) == "invalid_input: the place of a mission ends with .grid");
      CHECK(message_of([&] {
              (void)init_grid(store, {"../.grid", {}, false}, mission);
            }) == "invalid_input: no file of a mission can have that name");
    }
    NewGridDecision decision;
    decision.question = "Which database?";
    decision.options = {{"a", "SQLite"}, {"b", "files"}};
    decision.choice = "a";
    NewGridBlocker blocker;
    blocker.description = "no key";
    GridBlockResult block;
    block.block = "01";
    block.phase = "base";
    block.commits = {{"abc1234", "feat(01): begin", {"src/a.cpp"}}};
    block.lessons = {{"gotchas", {"mind the gap"}}};
    NewGridCheckpoint checkpoint;
    checkpoint.type = "human_verify";
    checkpoint.awaiting = "a look";
    const std::vector<std::pair<GridStep, std::string>> steps = {
        {GridWaveStart{1}, ""},
        {GridThreadChange{GridThreadStep::start, "01.1", "begin", {}, {}, {}}, "STATE.md changed"},
        {scratch_note("begun"), "SCRATCHPAD.md new"},
        {decision, "DECISIONS.md new"},
        {blocker, "BLOCKERS.md new"},
        {GridBlockerResolved{1, "found it"}, "BLOCKERS.md changed"},
        {GridWarmth{{"codebase_patterns", {"tests first"}}, "me"}, "WARMTH.md new"},
        {block, "phases/01-base/01-SUMMARY.md new, WARMTH.md changed, STATE.md changed"},
        {checkpoint, "CHECKPOINT.md new, STATE.md changed"},
        {GridAnswer{"approved"}, "CHECKPOINT.md changed"}};
    int hour = 0;
    for (const auto& [step, files] : steps) {
      CAPTURE(hour);
      CHECK(changed_files(home.change(step, at_time("2026-01-24T1" + std::to_string(hour) + ":00:00Z"))) ==
            files);
      ++hour;
    }
    CHECK(home.faults() == "");
    (void)home.export_to(home.at("out"));
    const fs::path second = home.at("second.db");
    (void)import_files(second, {home.at("out")}, quick());
    const auto answers = [](const Store& store) {
      GridLook look;
      look.now = "2026-01-25T00:00:00Z";
      std::string all = prompt_of(grid_context(store, GridName{}, look));
      // Only one of the two has a directory in which commits and files could be looked up.
      const std::size_t checks = all.find("<validation>");
      REQUIRE(checks != std::string::npos);
      all.erase(checks, all.find("<resume_point>") - checks);
      for (const GridFileText& file : grid_files(store, GridName{}))
        all += file.name + "|" + file.kind + "|" + file.text + "|" + file.document + "|" + file.modified_at +
               "\n";
      const auto mission = grid_missions(store).at(0);
      return all + mission.cluster + mission.status + mission.position + mission.updated_at + " " +
             std::to_string(mission.blocks_done) + std::to_string(mission.commits) +
             std::to_string(mission.decisions) + std::to_string(mission.open_blockers) +
             std::to_string(mission.warmth_items) + " " + std::to_string(mission.files);
    };
    const std::string ours = answers(home.open(Access::read_only));
    CHECK(ours.ends_with(" 11102 7"));
    CHECK(answers(Store::open(second, Access::read_only)) == ours);
    CHECK(verify(Store::open(second, Access::read_only)).finding_count == 0);
  }
}
