// SPDX-License-Identifier: MIT
// Missions whose changes go to their files at once.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

#include "grid_test_steps.hpp"
#include "line_difference.hpp"
#include "rlmdb/cleanup.hpp"
#include "rlmdb/grid_resume.hpp"
#include "rlmdb/purge.hpp"
#include "thrown.hpp"
#include "written_through.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace fs = std::filesystem;

TEST_SUITE("grid::write_through") {
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

  TEST_CASE("a purge goes through to the files, and the mission goes on") {
    const WrittenThrough home;
    (void)home.change(scratch_note("the key is hunter2-hunter2"));
    (void)home.change(one_file("phases/09-new/09-PLAN.md", "# Plan with hunter2-hunter2\n"));
    const std::string plan = home.read("phases/09-new/09-PLAN.md");
    write_all(home.grid / "phases/09-new/09-PLAN.md", plan + "by hand\n");
    PurgeOptions options;
    options.text = "hunter2-hunter2";
    const auto purged = [&] {
      Store store = home.open();
      return purge(store, options);
    };
    // The file that somebody else has changed is theirs.
    std::vector<std::string> holding;
    for (const PurgeCopy& copy : purged().copies)
      if (copy.is_sure) holding.push_back(copy.path);
    CHECK(holding == std::vector<std::string>{(home.grid / "phases/09-new/09-PLAN.md").string()});
    CHECK(home.read("SCRATCHPAD.md").find("hunter2") == std::string::npos);
    CHECK(home.read("SCRATCHPAD.md").find("the key is [purged]") != std::string::npos);
    write_all(home.grid / "phases/09-new/09-PLAN.md", "# Plan with [purged]\n");
    CHECK(purged().copies.empty());
    CHECK(home.change(scratch_note("goes on")).written_back ==
          std::vector<std::string>{(home.grid / "SCRATCHPAD.md").string()});
    CHECK(home.faults() == "");
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
    // neither is what a link leads to.
    fs::create_directory(home.at("linked"));
    fs::create_directory_symlink(home.at("linked"), home.at("link.grid"));
    for (const bool is_written_through : {false, true}) {
      for (const char* end : {"", "/"})
        CHECK(message_of([&] {
                (void)init_grid(
                    store, {"shop/.grid", home.at("link.grid").string() + end, is_written_through}, mission);
              }) == "conflict: the directory of the mission is a symbolic link, which is not followed");
    }
    CHECK(fs::is_empty(home.at("linked")));
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
