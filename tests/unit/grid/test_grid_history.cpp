// SPDX-License-Identifier: MIT
// Earlier moments of a mission: listed, compared, gone back to, and gone.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>

#include "grid_home.hpp"
#include "grid_test_steps.hpp"
#include "line_difference.hpp"
#include "rlmdb/cleanup.hpp"
#include "rlmdb/grid_resume.hpp"
#include "thrown.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace fs = std::filesystem;

namespace {

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

}  // namespace

TEST_SUITE("grid::history") {
  TEST_CASE("moments, what lies between them, and the way back to one") {
    const GridHome home("clean-checkpoint");
    (void)home.import();
    const auto before = timed_below(home.grid);
    (void)home.change(GridStatePatch{R"({"energy_remaining": 7000})"});
    const auto next_moment = std::chrono::system_clock::now() + std::chrono::milliseconds(2);
    std::this_thread::sleep_until(next_moment);
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
    options.clock = ClockTrust::as_it_is;
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
}
