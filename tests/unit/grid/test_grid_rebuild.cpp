// SPDX-License-Identifier: MIT
// positions that are put together from what is left.
#include <doctest/doctest.h>

#include <chrono>
#include <string>
#include <vector>

#include "grid/grid_context.hpp"
#include "grid_missions.hpp"

using namespace rlmdb;
using grid::context_of;
using grid::GridSnapshot;
using grid::GridSurroundings;
using test::k_next_day;
using test::surroundings_at;
using test::whole_mission;
using test::with_file;

namespace {

GridContext rebuilt(const std::string& mission) {
  return context_of(whole_mission(mission), surroundings_at(k_next_day));
}

grid::GitCommit git_commit(const std::string& hash, const std::string& when, const std::string& text) {
  return {hash, when, text, grid::subject_of(text)};
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_SUITE("grid::grid_rebuild") {
  TEST_CASE("after a session's death the scratchpad's last entry counts") {
    const GridContext found = rebuilt("session-death");
    CHECK(found.scenario == GridScenario::session_death);
    CHECK(found.resume_point.next == GridNext::go_on);
    CHECK(found.resume_point.block == "02");
    CHECK(found.resume_point.thread == "02.3");
    CHECK(found.needs_approval);
    CHECK(found.confidence == GridConfidence::medium);
    CHECK(found.silent_seconds == 62'150);
    CHECK(found.rests_on[0] ==
          "the last entry of 2026-01-23T15:44:10Z in SCRATCHPAD.md names thread 02.3 of block 02");
    REQUIRE(found.passed_over.size() == 1);
    CHECK(found.passed_over[0].what == "block 1 of STATE.md");
  }

  TEST_CASE("ten minutes of silence of scratchpad and STATE.md are the line") {
    const GridSnapshot grid = whole_mission("session-death");
    CHECK(context_of(grid, surroundings_at("2026-01-23T15:54:09Z")).scenario == GridScenario::running);
    CHECK(context_of(grid, surroundings_at("2026-01-23T15:54:09Z")).resume_point.next == GridNext::nothing);
    CHECK(context_of(grid, surroundings_at("2026-01-23T15:54:10Z")).scenario == GridScenario::session_death);
    // The scratchpad's time is its file's, where that is known.
    GridSnapshot touched = grid;
    for (grid::GridFile& file : touched.files) {
      if (file.name == "SCRATCHPAD.md")
        file.modified_ns =
            std::chrono::nanoseconds(util::parse_utc("2026-01-24T08:55:00Z")->time_since_epoch()).count();
    }
    CHECK(context_of(touched, surroundings_at(k_next_day)).scenario == GridScenario::running);
    // Without a scratchpad STATE.md's updated_at, which has no zone.
    GridSnapshot bare = grid;
    std::erase_if(bare.files, [](const grid::GridFile& file) { return file.name == "SCRATCHPAD.md"; });
    CHECK(context_of(bare, surroundings_at("2026-01-23T15:41:00Z")).scenario == GridScenario::running);
    CHECK(context_of(bare, surroundings_at("2026-01-23T15:41:01Z")).scenario == GridScenario::session_death);
    CHECK(context_of(bare, surroundings_at(k_next_day)).confidence == GridConfidence::low);
  }

  TEST_CASE("git's log moves the point on, and older missions do not count") {
    GridSurroundings surroundings = surroundings_at(k_next_day);
    surroundings.git.state = grid::GitState::ready;
    surroundings.git.commits = {git_commit("c3", "2026-01-23T15:50:00Z", "feat(02.3): Toggle"),
                                git_commit("c2", "2026-01-23T15:20:00+00:00", "fix(02.1): Layout"),
                                git_commit("c0", "2025-06-01T00:00:00Z", "feat(05.9): Of an older mission")};
    GridSnapshot grid = whole_mission("session-death");
    GridContext found = context_of(grid, surroundings);
    CHECK(found.resume_point.after_thread == "02.3");
    CHECK(found.resume_point.block == "03");
    CHECK(found.rests_on[0] == "commit c3 says that thread 02.3 of block 02 is done");
    REQUIRE(found.completed_threads.size() == 4);
    CHECK(found.completed_threads[3].id == "02.3");
    CHECK(found.completed_threads[3].file == "git");
    // Where its block got a summary meanwhile, the next block follows.
    grid = with_file(grid, "phases/02-auth/02-SUMMARY.md", "---\nblock: '02'\nstatus: complete\n---\n");
    found = context_of(grid, surroundings);
    CHECK(found.resume_point.block == "03");
    CHECK(found.resume_point.thread == "03.1");
  }

  TEST_CASE("commits of the seed's forms count: by a thread's name, or for their block") {
    GridSurroundings surroundings = surroundings_at(k_next_day);
    surroundings.git.state = grid::GitState::ready;
    surroundings.git.commits = {
        git_commit("c9", "2026-01-23T15:52:00Z", "feat(02): second THREAD of block 02"),
        git_commit("c8", "2026-01-23T15:51:00Z", "fix(02): A typo"),
        git_commit("c7", "2026-01-23T15:50:00Z", "feat(01): Of a block that is complete")};
    GridSnapshot grid = whole_mission("session-death");
    GridContext found = context_of(grid, surroundings);
    CHECK(found.rests_on[0] == "commit c9 says that thread 02.2 of block 02 is done");
    const auto by_git = [&] {
      Texts all;
      for (const GridCompletedThread& thread : found.completed_threads)
        if (thread.file == "git") all.push_back(thread.commit + " " + thread.id + " " + thread.status);
      return all;
    };
    CHECK(by_git() == Texts{"c8  ", "c9 02.2 complete"});
    // Where nothing else names the block it is where the mission goes on, from its beginning.
    surroundings.git.commits = {git_commit("c8", "2026-01-23T15:51:00Z", "fix(03): A typo")};
    found = context_of(grid, surroundings);
    CHECK(found.resume_point.block == "03");
    CHECK(found.resume_point.thread == "03.1");
    CHECK(by_git() == Texts{"c8  "});
    // One that names no thread moves no position within a block.
    surroundings.git.commits = {git_commit("c8", "2026-01-23T15:51:00Z", "fix(02): A typo")};
    found = context_of(grid, surroundings);
    CHECK(found.resume_point.thread == "02.3");
  }

  TEST_CASE("whichever reading of a time without a zone says that a session lives counts") {
    GridSnapshot grid = whole_mission("session-death");
    std::erase_if(grid.files, [](const grid::GridFile& file) { return file.name == "SCRATCHPAD.md"; });
    const auto scenario = [&](std::int64_t offset, const std::string& now) {
      for (grid::GridFile& file : grid.files) file.utc_offset_minutes = offset;
      return context_of(grid, surroundings_at(now)).scenario;
    };
    // STATE.md: 15:31:00, of no zone.
    const std::int64_t ahead = 120;
    CHECK(scenario(ahead, "2026-01-23T13:35:00Z") == GridScenario::running);
    CHECK(scenario(ahead, "2026-01-23T13:41:01Z") == GridScenario::session_death);
    CHECK(scenario(ahead, "2026-01-23T15:35:00Z") == GridScenario::running);  // it may be meant in UTC
    CHECK(scenario(ahead, "2026-01-23T15:41:01Z") == GridScenario::session_death);
    CHECK(scenario(-ahead, "2026-01-23T17:35:00Z") == GridScenario::running);
    CHECK(scenario(-ahead, "2026-01-23T15:35:00Z") == GridScenario::running);
    CHECK(scenario(-ahead, "2026-01-23T16:30:00Z") == GridScenario::session_death);
  }

  TEST_CASE("a corrupted STATE.md is rebuilt: the highest complete block and one") {
    const GridContext found = rebuilt("corrupted");
    CHECK(found.scenario == GridScenario::corrupted);
    CHECK(found.cluster == "james-weatherhead-blog");
    CHECK(found.status == "");
    CHECK(found.position.block == "02");
    CHECK(found.resume_point.block == "02");
    CHECK(found.resume_point.thread == "02.1");
    CHECK(found.confidence == GridConfidence::medium);
    CHECK(found.rests_on == Texts{"the summaries: block 01 is the highest complete one"});
    CHECK(found.needs_approval);
    CHECK(found.validation.checks[0].result == GridCheckResult::failed);
    CHECK(found.validation.checks[0].findings[0].code == "state_unreadable");
  }

  TEST_CASE("what it rests on decides the confidence") {
    GridSurroundings surroundings = surroundings_at(k_next_day);
    surroundings.git.state = grid::GitState::ready;
    surroundings.git.commits = {git_commit("b1", "2026-01-23T15:00:00Z", "feat(02.1): Layout"),
                                git_commit("a1", "2026-01-23T14:00:00Z", "feat(01): Begin")};
    GridSnapshot grid = whole_mission("corrupted");
    GridContext found = context_of(grid, surroundings);
    CHECK(found.confidence == GridConfidence::high);
    CHECK(found.resume_point.thread == "02.2");
    CHECK(found.resume_point.after_thread == "02.1");
    // A summary that cannot be read is skipped and named, and takes confidence away.
    GridSnapshot damaged = with_file(grid, "phases/02-auth/02-SUMMARY.md", "---\nblock: [\n---\n");
    found = context_of(damaged, surroundings);
    CHECK(found.confidence == GridConfidence::medium);
    CHECK(found.rests_on.back() == "skipped: phases/02-auth/02-SUMMARY.md cannot be read");
    CHECK(found.resume_point.block == "02");
    // So does a commit that says otherwise.
    surroundings.git.commits.insert(surroundings.git.commits.begin(),
                                    git_commit("e1", "2026-01-23T15:30:00Z", "feat(05.1): Later"));
    CHECK(context_of(grid, surroundings).confidence == GridConfidence::low);
    // Summaries of 9 and 10 are compared as numbers.
    grid = with_file(grid, "phases/x/9-SUMMARY.md", "---\nblock: 9\n---\n");
    grid = with_file(grid, "phases/x/10-SUMMARY.md", "---\nblock: 10\n---\n");
    CHECK(context_of(grid, surroundings_at(k_next_day)).position.block == "11");
  }

  TEST_CASE("plans name the cluster, and commits that are older than them are nobody's") {
    GridSnapshot grid{.place = ".grid", .files = {}};
    for (const char* const block : {"01", "02"})
      grid = with_file(grid, std::string("plans/quarry-block-") + block + ".md",
                       std::string("---\nblock: \"") + block + "\"\n---\n");
    GridSurroundings surroundings = surroundings_at(k_next_day);
    surroundings.git.state = grid::GitState::ready;
    surroundings.git.commits = {git_commit("c1", "2025-01-23T14:00:00Z", "feat(03): old")};
    for (grid::GridFile& file : grid.files) file.modified_ns = 1'769'180'000'000'000'000;  // 2026-01-23
    GridContext found = context_of(grid, surroundings);
    CHECK(found.cluster == "quarry");
    CHECK(found.confidence == GridConfidence::low);
    CHECK(found.resume_point.block == "01");
    surroundings.git.commits = {git_commit("c2", "2026-01-23T20:00:00Z", "feat(02): begun")};
    found = context_of(grid, surroundings);
    CHECK(found.resume_point.block == "02");
  }

  TEST_CASE("a directory with nothing in it asks the user") {
    const GridContext found = context_of({.place = ".grid", .files = {}}, surroundings_at(k_next_day));
    CHECK(found.scenario == GridScenario::corrupted);
    CHECK(found.cluster == "unknown");
    CHECK(found.resume_point.next == GridNext::wait);
    CHECK(found.confidence == GridConfidence::low);
    CHECK_FALSE(found.silent_seconds);
    CHECK(found.validation.checks[0].findings[0].code == "state_missing");
  }

  TEST_CASE("a checkpoint says more exactly than a lost STATE.md where it stopped") {
    GridSnapshot grid = whole_mission("corrupted");
    grid =
        with_file(grid, "CHECKPOINT.md", test::file_of(whole_mission("interrupted"), "CHECKPOINT.md").text);
    const GridContext found = context_of(grid, surroundings_at(k_next_day));
    CHECK(found.scenario == GridScenario::corrupted);
    CHECK(found.resume_point.thread == "02.3");
    CHECK(found.position.thread == "02.3");
  }

  TEST_CASE("a checkpoint that was passed does not count, and says why") {
    // Its block got its summary.
    GridSnapshot grid =
        with_file(whole_mission("interrupted"), "phases/02-auth/02-SUMMARY.md",
                  "---\nblock: 2\nstatus: complete\ncompleted_at: 2026-01-23T16:00:00Z\n---\n");
    GridContext found = context_of(grid, surroundings_at(k_next_day));
    CHECK(found.resume_point.block == "03");
    CHECK(found.passed_over[0].what == "CHECKPOINT.md");
    CHECK(found.passed_over[0].why == "block 02 is complete by phases/02-auth/02-SUMMARY.md");
    // A summary from before it does not make it old, and a block that is complete is not gone back into.
    grid = with_file(grid, "phases/02-auth/02-SUMMARY.md",
                     "---\nblock: 2\nstatus: complete\ncompleted_at: 2026-01-23T15:00:00Z\n---\n");
    found = context_of(grid, surroundings_at(k_next_day));
    CHECK(found.resume_point.thread == "03.1");
    CHECK(found.resume_point.why.ends_with(" Block 02 is complete by phases/02-auth/02-SUMMARY.md."));
    // Work went on after it: the session died later, and behind the approved thread.
    grid = with_file(whole_mission("clean-checkpoint"), "STATE.md",
                     "status: active\nupdated_at: 2026-01-23T16:00:00Z\nposition: {block: 2, thread: 4}\n");
    found = context_of(grid, surroundings_at(k_next_day));
    CHECK(found.scenario == GridScenario::session_death);
    CHECK(found.resume_point.block == "03");
    CHECK(found.resume_point.after_thread == "02.4");
    CHECK(context_of(grid, surroundings_at("2026-01-23T16:05:00Z")).scenario == GridScenario::running);
  }
}
