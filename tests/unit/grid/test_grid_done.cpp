// SPDX-License-Identifier: MIT
// What is done, and what nobody knows of it: where a mission goes on.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "grid/checkpoint_life.hpp"
#include "grid/grid_changes.hpp"
#include "grid/grid_context.hpp"
#include "grid_edits.hpp"
#include "grid_missions.hpp"

using namespace rlmdb;
using grid::context_of;
using grid::GridSnapshot;
using test::with_file;

namespace {

constexpr std::string_view k_begin = "2026-03-01T10:00:00.000Z";
const std::string k_later = "2026-03-02T10:00:00Z";

/// A mission of blocks whose plans say nothing of threads.
GridSnapshot begun(std::int64_t blocks, const std::vector<std::string>& planned) {
  NewGrid mission;
  mission.cluster = "weir";
  mission.block_total = blocks;
  GridSnapshot grid{".grid", {}};
  grid = grid::applied(grid, grid::init_edits(grid, mission, k_begin));
  for (const std::string& block : planned)
    grid = with_file(std::move(grid), "plans/weir-block-" + block + ".md", "# Plan of block " + block + "\n");
  return grid;
}

GridSnapshot with_threads(GridSnapshot grid, const std::string& block) {
  return with_file(std::move(grid), "plans/weir-block-" + block + ".md",
                   "---\nblock: \"" + block + "\"\nthreads:\n  - {id: \"" + block +
                       ".1\", name: a}\n  - {id: \"" + block + ".2\", name: b}\n---\n");
}

std::string minute(int number) {
  return "2026-03-01T10:0" + std::to_string(number) + ":00.000Z";
}

GridThreadChange thread(const std::string& id, GridThreadStep step) {
  GridThreadChange change;
  change.id = id;
  change.step = step;
  return change;
}

GridSnapshot stepped(GridSnapshot grid, const GridThreadChange& change, int at) {
  return grid::applied(grid, grid::thread_edits(grid, change, minute(at)));
}

GridSnapshot paused(GridSnapshot grid, int at) {
  return grid::applied(grid, grid::pause_edits(grid, "night", minute(at)));
}

GridContext context(const GridSnapshot& grid) {
  return context_of(grid, test::surroundings_at(k_later));
}

bool says(const std::vector<std::string>& texts, std::string_view text) {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

bool passes_over(const GridContext& found, std::string_view what) {
  return std::any_of(found.passed_over.begin(), found.passed_over.end(),
                     [&](const GridPassedOver& passed) { return passed.what == what; });
}

}  // namespace

TEST_SUITE("grid::grid_done") {
  TEST_CASE("where nobody counts threads no thread is the last one of its block") {
    GridSnapshot grid = stepped(begun(2, {"01", "02"}), thread("01.1", GridThreadStep::start), 1);
    grid = stepped(grid, thread("01.1", GridThreadStep::complete), 2);
    for (const GridSnapshot& one : {grid, paused(grid, 3)}) {
      const GridContext found = context(one);
      CHECK(found.resume_point.block == "01");
      CHECK(found.resume_point.thread.empty());
      CHECK(found.resume_point.what ==
            "Go on with block 01 behind thread 01.1, if it has more threads; else write its summary.");
      CHECK(found.confidence == GridConfidence::low);
      CHECK(found.needs_approval);
      CHECK(says(found.rests_on, "nothing says how many threads block 01 has"));
    }
    // A checkpoint says no number that nobody knows.
    CHECK(test::file_of(paused(grid, 3), "CHECKPOINT.md").text.find("threads_total") == std::string::npos);
    // The session goes on, and the mission stands where it stood.
    GridSnapshot resumed = paused(grid, 3);
    resumed = grid::applied(resumed, grid::resume_edits(resumed, minute(4)));
    CHECK(test::file_of(resumed, "STATE.md").text.find("thread: \"1\"") != std::string::npos);
    // Where it is counted, it is the last one.
    grid = stepped(with_threads(grid, "01"), thread("01.2", GridThreadStep::complete), 3);
    const GridContext counted = context(grid);
    CHECK(counted.resume_point.block == "02");
    CHECK(counted.confidence == GridConfidence::low);  // STATE.md alone
  }

  TEST_CASE("a complete block is not gone back into, whatever stopped in it") {
    GridSnapshot grid = with_threads(with_threads(begun(2, {}), "01"), "02");
    for (const char* block : {"01", "02"}) {
      GridBlockResult result;
      grid = grid::applied(grid, grid::block_complete(grid, block, result, minute(1)));
    }
    const GridContext found = context(paused(grid, 2));
    CHECK(found.resume_point.next != GridNext::go_on);
    CHECK(found.resume_point.block.empty());
    CHECK(found.resume_point.why.find("Block 02 is complete by phases/") != std::string::npos);
  }

  TEST_CASE("a block without a plan is gone on with, and named") {
    GridSnapshot grid = begun(3, {"01", "03"});
    grid = grid::applied(grid, grid::block_complete(grid, "01", {}, minute(1)));
    grid = stepped(grid, thread("02.2", GridThreadStep::start), 2);
    for (const GridSnapshot& one : {grid, paused(grid, 3)}) {
      const GridContext found = context(one);
      CHECK(found.resume_point.block == "02");
      CHECK(found.resume_point.thread == "02.2");
      const GridCheck& plans = found.validation.checks[4];
      CHECK(plans.name == "plans");
      CHECK(plans.result == GridCheckResult::failed);
      CHECK(plans.findings.front().code == "plan_missing");
    }
  }

  TEST_CASE("a thread that was left for another one is remembered until it ends") {
    GridSnapshot grid = with_threads(begun(1, {}), "01");
    grid = stepped(grid, thread("01.1", GridThreadStep::start), 1);
    grid = stepped(grid, thread("01.2", GridThreadStep::start), 2);
    CHECK(test::file_of(grid, "STATE.md").text.find("open_threads:\n  - id: \"01.1\"\n    name: a\n") !=
          std::string::npos);
    const GridSnapshot both = stepped(grid, thread("01.2", GridThreadStep::complete), 3);
    CHECK(passes_over(context(grid), "thread 01.1 (a) of block 01"));
    CHECK(passes_over(context(paused(grid, 4)), "thread 01.1 (a) of block 01"));
    CHECK(passes_over(context(both), "thread 01.1 (a) of block 01"));
    // Its block is complete, it is gone on with, or done: it is open no more.
    CHECK(test::file_of(grid::applied(grid, grid::block_complete(grid, "01", {}, minute(4))), "STATE.md")
              .text.find("open_threads: []") != std::string::npos);
    const GridSnapshot again = stepped(grid, thread("01.1", GridThreadStep::complete), 3);
    CHECK(test::file_of(again, "STATE.md").text.find("01.1\"\n    name: a\nopen") == std::string::npos);
    CHECK_FALSE(passes_over(context(again), "thread 01.1 (a) of block 01"));
  }

  TEST_CASE("partial work of a thread is in the checkpoint of the pause after it") {
    GridSnapshot grid = with_threads(begun(1, {}), "01");
    GridThreadChange partial = thread("01.2", GridThreadStep::partial);
    partial.partial_work_json = R"({"files_created":["src/a"],"last_action":"Writing the latch"})";
    grid = paused(stepped(grid, partial, 1), 2);
    const GridContext found = context(grid);
    REQUIRE(found.checkpoint.has_value());
    CHECK(found.checkpoint->partial_work == std::vector<std::string>{"src/a"});
    CHECK(found.checkpoint->last_action == "Writing the latch");
  }

  TEST_CASE("a pause asks for nothing that nobody knows") {
    GridSnapshot grid{".grid", {}};
    grid = with_file(grid, "STATE.md", "---\ncluster: weir\nstatus: active\n---\n");
    const GridSnapshot after = paused(grid, 1);
    CHECK(test::file_of(after, "STATE.md").text.find("status: interrupted") != std::string::npos);
    CHECK(test::file_of(after, "CHECKPOINT.md").text.find("block: null") != std::string::npos);
    CHECK(test::refused([&] { (void)grid::pause_edits(grid, "", minute(1)); }).empty());
  }

  TEST_CASE(
      "the newest entry of a scratchpad counts wherever it stands, and one that cannot be read is named") {
    GridSnapshot grid = with_threads(begun(1, {}), "01");
    const std::string newer = "\n## 2026-03-01T10:30:00Z | x | block 01 | thread 01.2\n- painting\n";
    const std::string older = "\n## 2026-03-01T10:10:00Z | x | block 01 | thread 01.1\n- oiling\n";
    for (const std::string& text : {newer + older, older + newer})
      CHECK(context(with_file(grid, "SCRATCHPAD.md", "# Scratchpad\n" + text)).resume_point.thread == "01.2");
    CHECK(context(with_file(grid, "SCRATCHPAD.md",
                            "# Scratchpad\n\n## 2026-03-01 10:30 - Executor 02 - thread 01.2\n- painting\n"))
              .resume_point.thread == "01.2");
    CHECK(passes_over(context(with_file(grid, "SCRATCHPAD.md", "# Scratchpad\n\n### Painting\nthe gate\n")),
                      "SCRATCHPAD.md"));
    CHECK_FALSE(passes_over(
        context(with_file(grid, "SCRATCHPAD.md", "# Scratchpad\n\n## 2026-03-01T10:10:00Z | x\n- alive\n")),
        "SCRATCHPAD.md"));
  }

  TEST_CASE("a STATE.md that is newer than the checkpoint and stands elsewhere is named") {
    GridSnapshot grid = paused(with_threads(begun(1, {}), "01"), 1);
    grid = grid::applied(
        grid, grid::state_edits(grid, R"({"position":{"thread":"2","thread_name":"b"}})", minute(2)));
    const GridContext found = context(grid);
    CHECK(found.resume_point.thread == "01.1");
    CHECK(passes_over(found, "thread 01.2 (b) of block 01, where STATE.md stands"));
    CHECK(found.confidence == GridConfidence::medium);
  }

  TEST_CASE("what nobody knows how to read is asked about, with confidence low") {
    GridSnapshot grid = with_threads(begun(1, {}), "01");
    grid =
        with_file(grid, "CHECKPOINT.md",
                  "---\ntype: gate_review\ntimestamp: 2026-03-01T10:05:00Z\nblock: \"01\"\nthread: 1\n---\n");
    const GridContext found = context(grid);
    CHECK(found.resume_point.next == GridNext::wait);
    CHECK(found.confidence == GridConfidence::low);
    CHECK(found.needs_approval);
    CHECK(says(found.rests_on, "nobody knows what CHECKPOINT.md means by \"gate_review\""));
    for (const char* answer : {"pending", "TBD", "n/a", "false", "<approved|rejected>"}) {
      CAPTURE(answer);
      const GridSnapshot asked = with_file(grid, "CHECKPOINT.md",
                                           "---\ntype: Human-Verify\ntimestamp: 2026-03-01T10:05:00Z\nblock: "
                                           "\"01\"\nthread: 1\nuser_response: \"" +
                                               std::string(answer) + "\"\n---\n");
      CHECK(context(asked).resume_point.next == GridNext::wait);
    }
  }
}
