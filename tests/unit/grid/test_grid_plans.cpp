// SPDX-License-Identifier: MIT
// plans, what they write, and that they lead where they say.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "grid/grid_context.hpp"
#include "grid_missions.hpp"
#include "test_dir.hpp"
#include "util/run_program.hpp"

using namespace rlmdb;
using grid::context_of;
using grid::GridSnapshot;
using grid::GridSurroundings;
using test::whole_mission;

namespace {

GridSurroundings next_day() {
  return test::surroundings_at("2026-01-24T09:00:00Z");
}

std::vector<GridPlan> plans(const GridSnapshot& grid, const GridSurroundings& surroundings = next_day()) {
  return grid::plans_of(grid, context_of(grid, surroundings), surroundings);
}

/// The mission's context after the plan.
GridContext applied(const GridSnapshot& grid, const GridPlan& plan) {
  return context_of(test::after(grid, plan.edits), next_day());
}

std::vector<std::string> names(const GridPlan& plan) {
  std::vector<std::string> names;
  for (const GridFileEdit& edit : plan.edits) {
    CHECK_FALSE(edit.is_removed);
    names.push_back(edit.name);
  }
  return names;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_SUITE("grid::grid_plans") {
  TEST_CASE("a session's death is written down as a checkpoint, and STATE.md keeps the rest") {
    const GridSnapshot grid = whole_mission("session-death");
    GridSurroundings surroundings = next_day();
    surroundings.git.state = grid::GitState::ready;
    surroundings.git.uncommitted = {"src/a.astro", ".grid/STATE.md"};
    surroundings.git.untracked = {"src/new.astro", ".aiwg/tasks.db"};
    surroundings.git.commits = {{"0123456789abcdef", "2026-01-23T15:20:00Z", "feat(02.1): Layout",
                                 grid::subject_of("feat(02.1): Layout")}};
    const std::vector<GridPlan> found = plans(grid, surroundings);
    REQUIRE(found.size() == 1);
    CHECK(found[0].option == "resume");
    CHECK(found[0].commands.empty());
    CHECK(names(found[0]) == Texts{"CHECKPOINT.md", "STATE.md"});
    CHECK(
        test::grid_file("CHECKPOINT.md", found[0].edits[0].text).document ==
        R"({"type":"session_death","timestamp":"2026-01-24T09:00:00.000Z","synthetic":true,)"
        R"("confidence":"medium","rests_on":["the last entry of 2026-01-23T15:44:10Z in SCRATCHPAD.md names )"
        R"(thread 02.3 of block 02"],"cluster":"james-weatherhead-blog","block":"02","wave":2,"thread":"3",)"
        R"("completed_threads":[{"id":"02.1","name":"Layout","commit":"0123456789abcdef","status":"complete"}],)"
        R"("current_thread":{"id":"02.3","status":"in_progress","partial_work":{"files_created":)"
        R"(["src/new.astro"],"files_modified":["src/a.astro"],"staged_changes":false,"last_action":)"
        R"("FOUC when the script is deferred"}}})");
    const std::string before = test::file_of(grid, "STATE.md").text;
    std::string after = found[0].edits[1].text;
    CHECK(after.find("status: interrupted\n") != std::string::npos);
    CHECK(after.find("last_checkpoint: ") != std::string::npos);
    CHECK(after.find("2026-01-24T09:00:00.000Z") != std::string::npos);
    CHECK(after.find("thread_name: \"Implement JWT refresh\"\n") != std::string::npos);
    const GridContext then = applied(grid, found[0]);
    CHECK(then.scenario == GridScenario::interrupted);
    CHECK(then.resume_point.thread == "02.3");
    CHECK(then.validation.is_valid());
    CHECK(plans(test::after(grid, found[0].edits)).empty());
  }

  TEST_CASE("a checkpoint that the mission has passed goes to the archive") {
    const GridSnapshot grid = test::with_file(
        whole_mission("clean-checkpoint"), "STATE.md",
        "status: active\nupdated_at: 2026-01-23T16:00:00Z\nposition: {block: 2, thread: 4}\n");
    const std::vector<GridPlan> found = plans(grid);
    REQUIRE(found.size() == 1);
    CHECK(names(found[0]) ==
          Texts{"archive/CHECKPOINT-20260124T090000.000Z.md", "CHECKPOINT.md", "STATE.md"});
    CHECK(found[0].edits[0].text == test::file_of(grid, "CHECKPOINT.md").text);
    const GridContext then = applied(grid, found[0]);
    CHECK(then.scenario == GridScenario::interrupted);
    CHECK(then.resume_point.block == "03");
    CHECK(then.resume_point.thread == "03.1");
  }

  TEST_CASE("a rebuilt STATE.md says that it is one, and the old one is kept") {
    const GridSnapshot grid = whole_mission("corrupted");
    const std::vector<GridPlan> found = plans(grid);
    REQUIRE(found.size() == 1);
    CHECK(found[0].option == "rebuild");
    CHECK(names(found[0]) == Texts{"archive/STATE-20260124T090000.000Z.md", "STATE.md"});
    CHECK(found[0].edits[0].text == test::file_of(grid, "STATE.md").text);
    CHECK(
        test::grid_file("STATE.md", found[0].edits[1].text).document ==
        R"({"cluster":"james-weatherhead-blog","session_id":"2026-01-24T09:00:00.000Z-recovered",)"
        R"("status":"interrupted","created_at":"2026-01-23T14:00:00Z","updated_at":"2026-01-24T09:00:00.000Z",)"
        R"("position":{"block":"2","block_total":6,"wave":2,"thread":"1",)"
        R"("thread_name":"First thread of block 02"},"progress_percent":16,"recovered":true,)"
        R"("confidence":"medium","rests_on":["the summaries: block 01 is the highest complete one"],)"
        R"("completed_blocks":["01"]})");
    const GridContext then = applied(grid, found[0]);
    CHECK(then.scenario == GridScenario::interrupted);
    CHECK(then.resume_point.thread == "02.1");
    CHECK(then.validation.is_valid());
  }

  TEST_CASE("what is rebuilt of nothing is a STATE.md all the same") {
    const GridSnapshot grid{.place = ".grid", .files = {}};
    const std::vector<GridPlan> found = plans(grid);
    REQUIRE(found.size() == 1);
    CHECK(names(found[0]) == Texts{"STATE.md"});
    CHECK(applied(grid, found[0]).status == "interrupted");
    CHECK(applied(grid, found[0]).cluster == "unknown");
  }

  TEST_CASE("a failure's plans write the answer down and change nothing else") {
    const GridSnapshot grid = whole_mission("failure");
    const std::vector<GridPlan> found = plans(grid);
    REQUIRE(found.size() == 3);
    const Texts options{"rollback", "retry", "manual"};
    for (std::size_t i = 0; i < found.size(); ++i) {
      CAPTURE(options[i]);
      CHECK(found[i].option == options[i]);
      CHECK(names(found[i]) == Texts{"CHECKPOINT.md", "STATE.md"});
      const std::string before = test::file_of(grid, "CHECKPOINT.md").text;
      const std::string& after = found[i].edits[0].text;
      CHECK(after.starts_with(before.substr(0, before.rfind("---"))));
      CHECK(after.ends_with("user_response: " + options[i] + "\n---\n"));
      const GridContext then = applied(grid, found[i]);
      CHECK(then.scenario == GridScenario::failure);
      CHECK(then.resume_point.next == (options[i] == "manual" ? GridNext::wait : GridNext::go_on));
      CHECK(then.resume_point.thread == "03.2");
      CHECK(then.error == "missing API key");
      CHECK(plans(test::after(grid, found[i].edits)).empty());
    }
    CHECK(found[0].what.find("scripts/deploy.mjs") != std::string::npos);
    CHECK(found[0].commands.empty());
  }

  TEST_CASE("a failure without a checkpoint gets one with the answer") {
    GridSnapshot grid = whole_mission("failure");
    std::erase_if(grid.files, [](const grid::GridFile& file) { return file.name == "CHECKPOINT.md"; });
    const std::vector<GridPlan> found = plans(grid);
    REQUIRE(found.size() == 3);
    const GridContext then = applied(grid, found[1]);
    CHECK(then.resume_point.next == GridNext::go_on);
    CHECK(then.resume_point.user_feedback == "retry");
    CHECK(then.checkpoint->error == "missing API key");
  }

  TEST_CASE("the commands of a roll back take back the partial work, and nothing of the mission") {
    const test::TestDir project;
    const auto git = [&](const std::string& script) {
      const util::ProgramResult result =
          util::run_program({.words = {"/bin/sh", "-ec", "cd '" + project.path().string() + "'\n" + script},
                             .environment = {"GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1",
                                             "GIT_AUTHOR_NAME=T", "GIT_AUTHOR_EMAIL=t@example.com",
                                             "GIT_COMMITTER_NAME=T", "GIT_COMMITTER_EMAIL=t@example.com"},
                             .dropped_variables = {"GIT_"}});
      INFO(result.errors);
      REQUIRE(result.is_good());
      return result.output;
    };
    git("git init -q; mkdir scripts .grid .aiwg; echo old > scripts/deploy.mjs; echo s > .grid/STATE.md; git "
        "add .; "
        "git commit -qm 'feat(03.1): Begin'; echo new > scripts/deploy.mjs; echo t > .grid/STATE.md; "
        "echo d > .aiwg/tasks.db; echo made > \"it's new*.txt\"; echo mine > notes.txt");
    GridSnapshot grid = whole_mission("failure");
    std::string text = test::file_of(grid, "CHECKPOINT.md").text;
    text.replace(text.find("files_created: []"), 17, "files_created: [\"it's new*.txt\"]");
    grid = test::with_file(grid, "CHECKPOINT.md", text);
    GridSurroundings surroundings = next_day();
    surroundings.git = grid::git_facts(project.path(), {});
    REQUIRE(surroundings.git.state == grid::GitState::ready);
    const std::vector<GridPlan> found = plans(grid, surroundings);
    REQUIRE(found.size() == 3);
    REQUIRE(found[0].commands.size() == 1);
    CHECK(found[0].commands[0] ==
          "git stash push --include-untracked --message 'partial work of thread 03.2' -- "
          "':(literal)scripts/deploy.mjs' ':(literal)it'\\''s new*.txt'");
    CHECK(found[0].what.find("git reset --hard " + surroundings.git.commits[0].hash) != std::string::npos);
    git(found[0].commands[0]);
    CHECK(test::read_all(project / "scripts/deploy.mjs") == "old\n");
    CHECK_FALSE(std::filesystem::exists(project / "it's new*.txt"));
    CHECK(test::read_all(project / ".grid/STATE.md") == "t\n");
    CHECK(test::read_all(project / ".aiwg/tasks.db") == "d\n");
    CHECK(test::read_all(project / "notes.txt") == "mine\n");
    git("git stash pop -q");
    CHECK(test::read_all(project / "it's new*.txt") == "made\n");
    // With nothing uncommitted there is nothing to take back.
    surroundings.git.uncommitted.clear();
    surroundings.git.untracked.clear();
    CHECK(plans(grid, surroundings)[0].commands.empty());
  }

  TEST_CASE("missions that are in order have no plan") {
    for (const char* const name : {"clean-checkpoint", "interrupted", "completed"}) {
      CAPTURE(name);
      CHECK(plans(whole_mission(name)).empty());
    }
  }
}
