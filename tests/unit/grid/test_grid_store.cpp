// SPDX-License-Identifier: MIT
// Missions in the database: in, changed step by step, back at an earlier moment, written through, out again.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

#include "grid_home.hpp"
#include "line_difference.hpp"
#include "rlmdb/cleanup.hpp"
#include "rlmdb/grid_resume.hpp"
#include "thrown.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace fs = std::filesystem;

namespace {

GridCondition at_time(const std::string& timestamp) {
  GridCondition condition;
  condition.timestamp = timestamp;
  return condition;
}

NewScratchEntry scratch_note(const std::string& note) {
  return {"executor-02", "02", "02.2", {note}};
}

GridFiles one_file(const std::string& name, const std::string& text) {
  return {{{name, text, false}}, "test"};
}

GridFiles no_file(const std::string& name) {
  return {{{name, "", true}}, "test"};
}

/// "NAME what pointer before -> after" of each.
std::vector<std::string> lines_of_differences(const std::vector<GridDifference>& differences) {
  std::vector<std::string> lines;
  for (const GridDifference& difference : differences) {
    std::string& line = lines.emplace_back(difference.name + " " + difference.what);
    if (!difference.pointer.empty())
      line += " " + difference.pointer + " " + difference.before + " -> " + difference.after;
  }
  return lines;
}

/// An imported mission that is written through from here on.
class WrittenThrough : public GridHome {
 public:
  explicit WrittenThrough(const std::string& fixture = "interrupted") : GridHome(fixture) {
    (void)import();
    Store store = open();
    set_grid_write_through(store, GridName{}, true);
  }
  /// What the directory would be if an export made it now.
  [[nodiscard]] bool is_in_step() const {
    fs::remove_all(at("out"));
    (void)export_to(at("out"));
    return timed_below(at("out/.grid")) == timed_below(grid);
  }
};

}  // namespace

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
      CHECK(home.here("SCRATCHPAD.md") == (row.is_taken ? home.read("SCRATCHPAD.md") : ours));
      CHECK(home.value(
                "SELECT count(*) FROM grid_versions v JOIN grid_files f ON f.id = v.file_id WHERE f.name = "
                "'SCRATCHPAD.md'") == (row.is_taken ? "3" : "2"));
      CHECK(home.faults() == "");
    }
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
    CHECK(rows_of(moved, "SELECT place, source_path FROM grids") ==
          std::vector<std::string>{".grid|" + home.at("moved/.grid").string()});
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
    for (const GridMission& mission : grid_missions(store))
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
      const GridMission mission = grid_missions(store).at(0);
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

  TEST_CASE("moments, what lies between them, and the way back to one") {
    const GridHome home("clean-checkpoint");
    (void)home.import();
    const auto before = timed_below(home.grid);
    (void)home.change(GridStatePatch{R"({"energy_remaining": 7000})"});
    (void)home.change(GridComplete{});
    const Store store = home.open();
    const std::vector<GridMoment> moments = grid_moments(store, GridName{});
    std::vector<std::string> lines;
    for (const GridMoment& moment : moments)
      lines.push_back(moment.kind + " " + std::to_string(moment.files));
    CHECK(lines == std::vector<std::string>{"import:finished 1", "import:finished 1", "grid:state 1",
                                            "grid:completed 2"});
    const std::int64_t first = moments[1].event_seq;
    CHECK(find_grid_moment(store, GridName{}, std::to_string(first)) == first);
    CHECK(find_grid_moment(store, GridName{}, "2200-01-01T00:00:00Z") == moments[3].event_seq);
    CHECK(find_grid_moment(store, GridName{}, moments[2].at) == moments[2].event_seq);
    CHECK(code_of([&] { (void)find_grid_moment(store, GridName{}, "2000-01-01T00:00:00Z"); }) == "not_found");
    CHECK(code_of([&] { (void)find_grid_moment(store, GridName{}, "99"); }) == "not_found");
    CHECK(code_of([&] { (void)find_grid_moment(store, GridName{}, "soon"); }) == "invalid_input");
    CHECK(grid_files(store, GridName{}, moments[0].event_seq).size() == 1);
    CHECK(grid_files(store, GridName{}, first).size() == 2);
    CHECK(lines_of_differences(grid_differences(store, GridName{}, first, moments[2].event_seq)).back() ==
          "STATE.md changed /energy_remaining 7500 -> 7000");
    const auto all = lines_of_differences(grid_differences(store, GridName{}, first));
    CHECK(all.front() == "CHECKPOINT.md removed");
    CHECK(std::find(all.begin(), all.end(), "STATE.md changed /status \"checkpoint\" -> \"completed\"") !=
          all.end());
    CHECK(lines_of_differences(grid_differences(store, GridName{}, moments[3].event_seq, first)).back() ==
          "CHECKPOINT.md new");
    CHECK(grid_differences(store, GridName{}, first, first).empty());
  }

  TEST_CASE("a mission is restored whole, or single files of it, and what was replaced is kept") {
    const GridHome home("clean-checkpoint");
    (void)home.import();
    const std::string state = home.read("STATE.md");
    const std::string checkpoint = home.read("CHECKPOINT.md");
    const std::string import = home.value("SELECT max(event_seq) FROM grid_versions");
    (void)home.change(GridWarmth{{"gotchas", {"one"}}, ""});
    (void)home.change(GridComplete{});
    const std::string completed = home.here("STATE.md").value();
    Store store = home.open();
    const std::int64_t moment = std::stoll(import);
    GridCondition condition;
    condition.run = Run::dry_run;
    CHECK(changed_files(restore_grid(store, GridName{}, moment, {}, condition)) ==
          "CHECKPOINT.md new, STATE.md changed, LEARNINGS.md removed, WARMTH.md removed");
    CHECK(message_of([&] { (void)restore_grid(store, GridName{}, moment, {"WARMTH.md"}); }) ==
          "not_found: there was no such file at that moment");
    CHECK(changed_files(restore_grid(store, GridName{}, moment, {"CHECKPOINT.md"})) == "CHECKPOINT.md new");
    CHECK(home.here("STATE.md") == completed);
    const GridChanged all = restore_grid(store, GridName{}, moment, {});
    CHECK(changed_files(all) == "STATE.md changed, LEARNINGS.md removed, WARMTH.md removed");
    CHECK(home.here("STATE.md") == state);
    CHECK(home.here("CHECKPOINT.md") == checkpoint);
    CHECK(grid_files(store, GridName{}).size() == 2);
    CHECK(home.value("SELECT kind FROM events ORDER BY seq DESC LIMIT 1") == "grid:restored");
    (void)restore_grid(store, GridName{}, all.event_seq - 1, {"STATE.md"});
    CHECK(home.here("STATE.md") == completed);
    CHECK(home.faults() == "");
  }

  TEST_CASE("lines are found in any letter case, with their file and number") {
    const GridHome home("clean-checkpoint");
    home.write("notes.md", "one\r\nTwo DARK\nthree");
    (void)home.import();
    const Store store = home.open();
    std::vector<std::string> lines;
    for (const GridFound& found : search_grids(store, "dark m"))
      lines.push_back(found.name + ":" + std::to_string(found.line) + ":" + found.text);
    CHECK(lines == std::vector<std::string>{"CHECKPOINT.md:33:    name: \"Implement dark mode toggle\"",
                                            "CHECKPOINT.md:42:    3. Click dark mode toggle",
                                            "CHECKPOINT.md:49:awaiting: \"User to test dark mode and respond "
                                            "'approved' or describe issues\"",
                                            "CHECKPOINT.md:55:    - \"Dark mode uses class strategy\""});
    const auto two = search_grids(store, "two dark", GridName{".grid"});
    REQUIRE(two.size() == 1);
    CHECK(two[0].name + std::to_string(two[0].line) + two[0].text == "notes.md2Two DARK");
    CHECK(search_grids(store, "three").at(0).line == 3);
    CHECK(search_grids(store, "nowhere at all").empty());
  }

  TEST_CASE("old versions go with their events, and every moment that is left is whole") {
    const GridHome home("clean-checkpoint");
    (void)home.import();
    const std::string state = home.read("STATE.md");
    (void)home.change(GridStatePatch{R"({"energy_remaining": 1})"});
    const GridChanged second = home.change(GridStatePatch{R"({"energy_remaining": 2})"});
    const std::string then = home.here("STATE.md").value();
    (void)home.change(scratch_note("later"));
    const GridChanged last = home.change(GridStatePatch{R"({"energy_remaining": 3})"});
    // All but the last two events are a year old.
    edit_in_shell(home.database, "UPDATE events SET at = '2025-01-01T00:00:00.000Z' WHERE seq <= " +
                                     std::to_string(second.event_seq));
    Store store = home.open();
    CleanupOptions options;
    options.policy.events = std::chrono::hours(24);
    CHECK(cleanup(store, options).events == second.event_seq);
    // Of STATE.md what it was at the first moment that is left, and what it is; of CHECKPOINT.md all there
    // is.
    CHECK(home.rows("SELECT f.name, v.event_seq FROM grid_versions v JOIN grid_files f ON f.id = v.file_id "
                    "ORDER BY v.id") ==
          std::vector<std::string>{"CHECKPOINT.md|1", "STATE.md|" + std::to_string(second.event_seq),
                                   "SCRATCHPAD.md|" + std::to_string(second.event_seq + 1),
                                   "STATE.md|" + std::to_string(last.event_seq)});
    std::vector<std::string> moments;
    for (const GridMoment& moment : grid_moments(store, GridName{}))
      moments.push_back(std::to_string(moment.event_seq - second.event_seq) + " " + moment.kind);
    CHECK(moments == std::vector<std::string>{"0 ", "1 grid:scratch", "2 grid:state"});
    CHECK(message_of([&] { (void)restore_grid(store, GridName{}, 2, {}); }) ==
          "not_found: what the mission .grid was then is not kept any more");
    CHECK(code_of([&] { (void)grid_files(store, GridName{}, 1); }) == "not_found");
    CHECK(code_of([&] { (void)grid_differences(store, GridName{}, 1); }) == "not_found");
    CHECK(code_of([&] { (void)find_grid_moment(store, GridName{}, "2"); }) == "not_found");
    CHECK(changed_files(restore_grid(store, GridName{}, second.event_seq, {})) ==
          "STATE.md changed, SCRATCHPAD.md removed");
    CHECK(home.here("STATE.md") == then);
    CHECK(home.faults() == "");
  }

  TEST_CASE("written through, each change is in the directory at once, with its time") {
    const WrittenThrough home;
    CHECK(home.is_in_step());
    GridBlockResult block;
    block.block = "02";
    const GridChanged done = home.change(block, at_time("2026-01-24T09:00:00.250Z"));
    CHECK(done.written_back.size() == done.files.size());
    CHECK(home.is_in_step());
    CHECK(modified_ns_of(home.grid / "STATE.md") == 1'769'245'200'250'000'000);
    CHECK(changed_files(home.change(GridComplete{})).find("CHECKPOINT.md removed") != std::string::npos);
    CHECK_FALSE(fs::exists(home.grid / "CHECKPOINT.md"));
    CHECK(home.is_in_step());
    const GridChanged deep = home.change(one_file("phases/09-new/deep/09-PLAN.md", "# Plan\n"));
    CHECK(deep.written_back ==
          std::vector<std::string>{(home.grid / "phases/09-new/deep/09-PLAN.md").string()});
    CHECK(home.read("phases/09-new/deep/09-PLAN.md") == "# Plan\n");
    CHECK(fs::status(home.grid / "phases/09-new").permissions() == fs::perms(0700));
    GridCondition dry;
    dry.run = Run::dry_run;
    const auto before = timed_below(home.grid);
    CHECK(home.change(scratch_note("planned"), dry).written_back.empty());
    CHECK(timed_below(home.grid) == before);
    for (const SourceReport& source : home.import().sources)
      CHECK(source.records.added + source.records.changed + source.records.kept == 0);
    CHECK(home.is_in_step());
    CHECK(home.faults() == "");
  }

  TEST_CASE("what somebody else did in the directory is a conflict before anything changes") {
    const auto refused_as = [](const WrittenThrough& home, const GridStep& step) {
      const std::string before = content_of(home.database);
      const auto files = timed_below(home.grid);
      const std::string message = message_of([&] { (void)home.change(step); });
      CHECK(content_of(home.database) == before);
      CHECK(timed_below(home.grid) == files);
      return message;
    };
    const WrittenThrough changed;
    changed.edit("WARMTH.md", "\n", "\n\n");
    CHECK(refused_as(changed, scratch_note("x")) ==
          "conflict: somebody else has changed the file since it was read or written here");
    (void)changed.import();
    CHECK(changed.change(scratch_note("x")).written_back.size() == 1);
    CHECK(changed.is_in_step());

    const WrittenThrough removed;
    fs::remove(removed.grid / "DECISIONS.md");
    CHECK(refused_as(removed, scratch_note("x")) ==
          "conflict: somebody else has removed the file since it was read or written here");
    (void)removed.import();
    CHECK(removed.change(scratch_note("x")).written_back.size() == 1);

    const WrittenThrough linked("clean-checkpoint");
    fs::rename(linked.grid / "CHECKPOINT.md", linked.root / "elsewhere.md");
    fs::create_symlink("../elsewhere.md", linked.grid / "CHECKPOINT.md");
    CHECK(refused_as(linked, scratch_note("x")).starts_with("conflict: the file cannot be taken for one"));

    // A file that the mission does not have, where the change would make one.
    const WrittenThrough occupied("clean-checkpoint");
    occupied.write("SCRATCHPAD.md", "somebody's notes\n");
    CHECK(refused_as(occupied, scratch_note("x")) ==
          "conflict: somebody else has written the file that the change would make");
    (void)occupied.import();
    CHECK(occupied.change(scratch_note("x")).written_back.size() == 1);
    CHECK(occupied.read("SCRATCHPAD.md").find("somebody's notes") != std::string::npos);

    // One that was removed here, and written anew there.
    const WrittenThrough again("clean-checkpoint");
    (void)again.change(GridComplete{});
    again.write("CHECKPOINT.md", "---\ntype: decision\n---\n");
    CHECK(refused_as(again, scratch_note("x")) ==
          "conflict: somebody else has changed the file since it was read or written here");
  }

  TEST_CASE("a process that dies between the commit and the files: the next change writes them") {
    const WrittenThrough home("clean-checkpoint");
    const auto before = timed_below(home.grid);
    const auto write_through = [&](const char* value) {
      edit_in_shell(home.database, std::string("UPDATE grids SET write_through = ") + value);
    };
    write_through("0");
    (void)home.change(GridComplete{});
    (void)home.change(one_file("plans/new.md", "x"));
    write_through("1");
    CHECK(timed_below(home.grid) == before);
    CHECK(home.change(scratch_note("next")).written_back.size() == 4);
    CHECK(home.is_in_step());
    CHECK_FALSE(fs::exists(home.grid / "CHECKPOINT.md"));
  }

  TEST_CASE("writing through is turned on and off, and a new mission's directory is made") {
    const GridHome home("clean-checkpoint");
    (void)home.import();
    Store store = home.open();
    (void)home.change(scratch_note("before"));
    CHECK_FALSE(fs::exists(home.grid / "SCRATCHPAD.md"));
    set_grid_write_through(store, GridName{}, true);
    CHECK(grid_missions(store).at(0).is_written_through);
    CHECK(home.read("SCRATCHPAD.md") == home.here("SCRATCHPAD.md"));
    set_grid_write_through(store, GridName{}, false);
    (void)home.change(GridComplete{});
    CHECK(fs::exists(home.grid / "CHECKPOINT.md"));
    home.edit("STATE.md", "status", "status ");
    CHECK(code_of([&] { set_grid_write_through(store, GridName{}, true); }) == "conflict");
    CHECK_FALSE(grid_missions(store).at(0).is_written_through);

    NewGrid mission;
    mission.cluster = "shop";
    CHECK(message_of([&] {
            (void)init_grid(store, {"shop/.grid", {}, true}, mission);
          }) == "invalid_input: a mission that is written through needs a directory");
    CHECK(message_of([&] {
            (void)init_grid(store, {"shop/.grid", home.at("no/where/.grid"), true}, mission);
          }) == "not_found: there is no directory for the files of the mission to be in");
    CHECK(message_of([&] {
            (void)init_grid(store, {"shop/.grid", home.grid, true}, mission);
          }) == "conflict: there is a mission in the directory already");
    fs::remove(home.grid / "STATE.md");
    CHECK(message_of([&] {
            (void)init_grid(store, {"shop/.grid", home.grid, false}, mission);
          }) == "conflict: the directory is that of the mission .grid");
    CHECK(grid_missions(store).size() == 1);
    const GridChanged begun = init_grid(store, {"shop/.grid", home.at("shop.grid"), true}, mission);
    CHECK(begun.written_back == std::vector<std::string>{home.at("shop.grid/STATE.md").string()});
    CHECK(read_all(home.at("shop.grid/STATE.md")) == grid_files(store, GridName{"shop"}).at(0).text);
    (void)init_grid(store, {"bare/.grid", {}, false}, mission);
    CHECK(message_of([&] { set_grid_write_through(store, GridName{"bare/.grid"}, true); }) ==
          "invalid_input: the mission bare/.grid has no directory");
    CHECK(home.faults() == "");
  }
}
