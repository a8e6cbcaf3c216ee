// SPDX-License-Identifier: MIT
// where each scenario of the seed goes
// on.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "grid/grid_context.hpp"
#include "grid_missions.hpp"

using namespace rlmdb;
using grid::context_of;
using grid::GridSnapshot;
using test::k_next_day;
using test::surroundings_at;
using test::whole_mission;
using test::with_file;

namespace {

GridContext context(const std::string& fixture) {
  return context_of(whole_mission(fixture), surroundings_at(k_next_day));
}

/// The fixture with its checkpoint's text changed.
GridSnapshot with_change(const std::string& fixture, const std::string& file, const std::string& from,
                         const std::string& to) {
  const GridSnapshot grid = whole_mission(fixture);
  std::string text = test::file_of(grid, file).text;
  const std::size_t place = text.find(from);
  REQUIRE(place != std::string::npos);
  text.replace(place, from.size(), to);
  return with_file(grid, file, text);
}

GridResumePoint point(const GridSnapshot& grid, const std::string& now = k_next_day) {
  return context_of(grid, surroundings_at(now)).resume_point;
}

std::vector<std::string> files_passed_over(const GridContext& context) {
  std::vector<std::string> files;
  for (const GridPassedOver& passed : context.passed_over) files.push_back(passed.what);
  return files;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_SUITE("grid::grid_context") {
  TEST_CASE("an approved checkpoint goes on behind its thread") {
    const GridContext found = context("clean-checkpoint");
    CHECK(found.scenario == GridScenario::clean_checkpoint);
    CHECK(found.cluster == "james-weatherhead-blog");
    CHECK(found.status == "checkpoint");
    CHECK(found.mode == "guided");
    CHECK(found.resume_point.next == GridNext::go_on);
    CHECK(found.resume_point.after_thread == "02.4");
    CHECK(found.resume_point.block == "03");
    CHECK(found.resume_point.thread == "03.1");
    CHECK(found.resume_point.thread_name == "First thread of block 03");
    CHECK(found.resume_point.wave == 2);
    CHECK(found.resume_point.user_feedback == "approved");
    CHECK(found.resume_point.plan_file == "plans/blog-block-03.md");
    CHECK(found.resume_point.plan.find("Full plan for block 03.") != std::string::npos);
    CHECK(found.resume_point.what ==
          "Go on with thread 03.1 (First thread of block 03) of block 03. Before that, write the summary of "
          "block 02, which has none.");
    CHECK(found.resume_point.why ==
          "CHECKPOINT.md (human_verify): thread 02.4 was approved. It was the last one of its block.");
    CHECK(found.confidence == GridConfidence::high);
    CHECK_FALSE(found.needs_approval);
  }

  TEST_CASE("the next thread of the same block comes from the plan, the pending ones, or the total") {
    const std::string file = "CHECKPOINT.md";
    GridResumePoint next =
        point(with_change("clean-checkpoint", file, "threads_total: 4", "threads_total: 6"));
    CHECK(next.block == "02");
    CHECK(next.thread == "02.5");
    CHECK(next.after_thread == "02.4");
    next = point(with_change("clean-checkpoint", file, "thread: 4", "thread: 1"));
    CHECK(next.thread == "02.4");  // 02.2 and 02.3 are done
    next = point(with_change("clean-checkpoint", file, "user_response: approved",
                             "user_response: Approved.\npending_threads:\n  - {id: '02.7', name: Seventh}\n"
                             "  - {id: '02.5', name: Fifth}"));
    CHECK(next.thread == "02.5");
    CHECK(next.thread_name == "Fifth");
  }

  TEST_CASE("without an answer it waits, and an answer that is no approval is feedback") {
    const std::string file = "CHECKPOINT.md";
    GridResumePoint waits = point(with_change("clean-checkpoint", file, "user_response: approved", ""));
    CHECK(waits.next == GridNext::wait);
    CHECK(waits.awaiting == "User to test dark mode and respond 'approved' or describe issues");
    CHECK(waits.thread == "02.4");
    const GridResumePoint told =
        point(with_change("clean-checkpoint", file, "user_response: approved", "user_response: it flickers"));
    CHECK(told.next == GridNext::go_on);
    CHECK(told.thread == "02.4");
    CHECK(told.after_thread == "");
    CHECK(told.user_feedback == "it flickers");
  }

  TEST_CASE("an action and a decision wait, and go on in their thread") {
    const std::string file = "CHECKPOINT.md";
    const auto typed = [&](const std::string& type, const std::string& answer) {
      return with_file(with_change("clean-checkpoint", file, "type: human_verify", "type: " + type), file,
                       "---\ntype: " + type + "\ntimestamp: 2026-01-23T15:45:00Z\nblock: '02'\nthread: 2\n" +
                           "checkpoint_details:\n  options:\n    vercel: Edge\n    netlify: Simple\n" +
                           answer + "---\n");
    };
    GridResumePoint found = point(typed("human_action", ""));
    CHECK(found.next == GridNext::wait);
    CHECK(found.thread == "02.2");
    found = point(typed("human_action", "user_response: done\n"));
    CHECK(found.next == GridNext::go_on);
    CHECK(found.thread == "02.2");
    found = point(typed("decision", ""));
    CHECK(found.next == GridNext::choose);
    REQUIRE(found.options.size() == 2);
    CHECK(found.options[0].key == "vercel");
    CHECK(found.options[1].text == "Simple");
    found = point(typed("decision", "user_response: netlify\n"));
    CHECK(found.next == GridNext::go_on);
    CHECK(found.user_feedback == "netlify");
  }

  TEST_CASE("a question that DECISIONS.md answers is not asked again") {
    const auto asked = [](const std::string& decided_at, const std::string& question) {
      return point(with_file(
          with_file(
              whole_mission("clean-checkpoint"), "CHECKPOINT.md",
              "---\ntype: decision\ntimestamp: 2026-01-23T15:45:00Z\nblock: '02'\nthread: 2\n"
              "checkpoint_details:\n  question: Dark mode default state?\n  options: {dark: Modern, light: "
              "Old}\n---\n"),
          "DECISIONS.md",
          "---\ncluster: c\n---\n\n## Decision 7: " + decided_at + "\n\n**Question:** " + question +
              "\n\n**Options Presented:**\n- dark: \"Modern\"\n- light: \"Old\"\n\n**User Choice:** "
              "dark\n\n**Rationale:** \"Expected\"\n"));
    };
    const GridResumePoint made = asked("2026-01-23T15:50:00Z", "dark mode default state");
    CHECK(made.next == GridNext::go_on);
    CHECK(made.user_feedback == "dark (Modern): Expected");
    CHECK(made.why.find("waited for a decision, which DECISIONS.md has (7)") != std::string::npos);
    CHECK(asked("2026-01-23T15:40:00Z", "Dark mode default state?").next == GridNext::choose);  // asked anew
    CHECK(asked("2026-01-23T15:50:00Z", "Light mode?").next == GridNext::choose);
  }

  TEST_CASE("an interrupted mission goes on in the thread of its checkpoint") {
    const GridContext found = context("interrupted");
    CHECK(found.scenario == GridScenario::interrupted);
    CHECK(found.resume_point.next == GridNext::go_on);
    CHECK(found.resume_point.block == "02");
    CHECK(found.resume_point.thread == "02.3");
    CHECK(found.resume_point.thread_name == "Implement dark mode toggle");
    REQUIRE(found.checkpoint);
    CHECK(found.checkpoint->last_action == "Writing localStorage persistence logic");
    CHECK(found.checkpoint->partial_work ==
          Texts{"src/components/DarkModeToggle.astro", "src/layouts/BaseLayout.astro"});
    CHECK(files_passed_over(found) == Texts{"phases/08-extra/08-SUMMARY.md"});
  }

  TEST_CASE("the context has all that a continuation needs") {
    const GridContext found = context("interrupted");
    CHECK(found.position.phase == 2);
    CHECK(found.position.phase_name == "Authentication");
    CHECK(found.position.block == "1");
    CHECK(found.position.thread == "3");
    REQUIRE(found.completed_blocks.size() == 1);
    CHECK(found.completed_blocks[0].block == "01");
    CHECK(found.completed_blocks[0].completed_at == "2026-01-23T14:00:00Z");
    Texts commits;
    for (const GridCompletedThread& thread : found.completed_threads) commits.push_back(thread.commit);
    CHECK(commits == Texts{"abc123", "def456", "ghi789", "jkl012", "12e45678"});
    CHECK(found.completed_threads[0].files == Texts{"package.json", "astro.config.mjs"});
    CHECK(found.completed_threads[0].name == "feat(01): Initialize Astro project");
    CHECK(found.completed_threads[2].id == "02.1");
    Texts blocks;
    for (const GridPendingPlan& plan : found.pending_plans) blocks.push_back(plan.block);
    CHECK(blocks == Texts{"02", "03", "04", "05", "06"});
    CHECK(found.pending_plans[2].wave == 3);
    REQUIRE(found.decisions.size() == 2);
    CHECK(found.decisions[1].choice == "dark");
    CHECK(found.decisions[1].options.size() == 3);
    REQUIRE(found.blockers.size() == 2);
    CHECK(found.blockers[1].waiting_for == "User to run `vercel login`");
    Texts names;
    for (const GridWarmthCategory& category : found.warmth) names.push_back(category.name);
    CHECK(names == Texts{"codebase_patterns", "gotchas", "user_preferences", "decisions_made", "almost_did",
                         "fragile_areas"});
    // The summary's lessons are among them already, so they do not come twice.
    CHECK(found.warmth[0].items.size() == 3);
    CHECK(found.silent_seconds == 62'100);
  }

  TEST_CASE("without a checkpoint the next block of the wave comes, then the next wave") {
    GridSnapshot grid = whole_mission("interrupted");
    std::erase_if(grid.files,
                  [](const grid::GridFile& file) { return file.kind == grid::GridFileKind::checkpoint; });
    GridResumePoint found = point(grid);
    CHECK(found.block == "02");
    CHECK(found.thread == "02.1");
    CHECK(found.why == "Block 1 is complete.");
    grid = with_file(grid, "phases/02-auth/02-SUMMARY.md", "---\nblock: 2\nstatus: complete\n---\n");
    found = point(grid);
    CHECK(found.block == "03");
    grid = with_file(grid, "phases/03-x/03-SUMMARY.md", "---\nblock: '3'\n---\n");
    found = point(grid);
    CHECK(found.block == "04");
    CHECK(found.wave == 3);
    CHECK(found.why == "Block 1 is complete. Wave 2 is complete: wave 3 begins.");
    for (const char* const block : {"04", "05", "06"})
      grid = with_file(grid, std::string("phases/p/") + block + "-SUMMARY.md",
                       std::string("---\nblock: '") + block + "'\nstatus: complete\n---\n");
    found = point(grid);
    CHECK(found.next == GridNext::nothing);
    CHECK(found.block == "");
  }

  TEST_CASE("STATE.md's own block counts while it is open") {
    GridSnapshot grid = whole_mission("interrupted");
    std::erase_if(grid.files,
                  [](const grid::GridFile& file) { return file.kind == grid::GridFileKind::checkpoint; });
    grid = with_file(grid, "STATE.md",
                     "cluster: c\nstatus: interrupted\nposition:\n  block: 5\n  thread: 2\n  wave: 3\n");
    const GridResumePoint found = point(grid);
    CHECK(found.block == "05");
    CHECK(found.thread == "05.2");
    CHECK(found.thread_name == "Second thread of block 05");
  }

  TEST_CASE("a failure offers roll back, retry and manual, and the answer leads on") {
    GridContext found = context("failure");
    CHECK(found.scenario == GridScenario::failure);
    CHECK(found.resume_point.next == GridNext::choose);
    CHECK(found.resume_point.block == "03");
    CHECK(found.resume_point.thread == "03.2");
    Texts keys;
    for (const GridOption& option : found.resume_point.options) keys.push_back(option.key);
    CHECK(keys == Texts{"rollback", "retry", "manual"});
    CHECK(found.checkpoint->error.starts_with("Error: missing API key\n"));
    CHECK(found.error == "missing API key");
    const auto answered = [](const std::string& answer) {
      return with_change("failure", "CHECKPOINT.md", "completed_threads: []",
                         "completed_threads: []\nuser_response: " + answer);
    };
    found = context_of(answered("retry"), surroundings_at(k_next_day));
    CHECK(found.resume_point.next == GridNext::go_on);
    CHECK(found.resume_point.thread == "03.2");
    CHECK(found.checkpoint->partial_work == Texts{"scripts/deploy.mjs"});
    found = context_of(answered("rollback"), surroundings_at(k_next_day));
    CHECK(found.resume_point.next == GridNext::go_on);
    CHECK(found.checkpoint->partial_work.empty());
    CHECK(point(answered("manual")).next == GridNext::wait);
    CHECK(point(answered("the key is set now")).next == GridNext::go_on);
    // The seed's own scenario has STATE.md still active.
    CHECK(context_of(with_change("failure", "STATE.md", "status: failed", "status: active"),
                     surroundings_at(k_next_day))
              .scenario == GridScenario::failure);
  }

  TEST_CASE("a failure without a checkpoint is at STATE.md's position") {
    GridSnapshot grid = whole_mission("failure");
    std::erase_if(grid.files, [](const grid::GridFile& file) { return file.name == "CHECKPOINT.md"; });
    const GridResumePoint found = point(grid);
    CHECK(found.next == GridNext::choose);
    CHECK(found.block == "1");
    CHECK(found.thread == "1.3");
  }

  TEST_CASE("much warmth comes once each, in linear time") {
    std::string text = "gotchas:\n";
    for (int i = 0; i < 150'000; ++i) text += "- item " + std::to_string(i % 100'000) + "\n";
    const GridContext found =
        context_of(with_file(whole_mission("completed"), "WARMTH.md", text), surroundings_at(k_next_day));
    REQUIRE(found.warmth.size() > 0);
    CHECK(found.warmth[0].name == "gotchas");
    CHECK(found.warmth[0].items.size() == 100'001);  // and one lesson of a summary
  }

  TEST_CASE(
      "without plans the next block that STATE.md counts comes, at its first thread where it counts "
      "threads") {
    const auto next = [](const std::string& more) {
      const GridSnapshot grid =
          with_file(with_file({.place = ".grid", .files = {}}, "STATE.md",
                              "---\ncluster: c\nstatus: interrupted\nposition: {block: 1, block_total: 2" +
                                  more + "}\n---\n"),
                    "phases/01-a/01-SUMMARY.md", "---\nblock: 1\nstatus: complete\n---\n");
      return point(grid);
    };
    CHECK(next("").what == "Go on with block 02.");
    CHECK(next("").thread == "");
    CHECK(next(", thread: 2, thread_total: 2").thread == "02.1");
  }

  TEST_CASE("a completed mission has nothing left") {
    const GridContext found = context("completed");
    CHECK(found.scenario == GridScenario::completed);
    CHECK(found.resume_point.next == GridNext::nothing);
    CHECK(found.resume_point.what == "Nothing is left to do.");
    // The other form of warmth: YAML alone.
    REQUIRE(found.warmth.size() == 3);
    CHECK(found.warmth[0].items[1] == "Colon: needs quoting");
  }

  TEST_CASE("a checkpoint and a summary that name no block are not of the same one") {
    GridSnapshot grid =
        with_file(whole_mission("interrupted"), "phases/odd/SUMMARY.md", "---\nstatus: complete\n---\n");
    grid = with_file(grid, "CHECKPOINT.md", "---\ntype: session_death\nthread_name: Somewhere\n---\n");
    const GridContext found = context_of(grid, surroundings_at(k_next_day));
    CHECK(found.passed_over.size() == 2);
    CHECK(found.resume_point.next == GridNext::go_on);
    CHECK(found.resume_point.thread_name == "Somewhere");
  }

  TEST_CASE("of several checkpoints the newest counts") {
    const GridSnapshot grid =
        with_file(whole_mission("interrupted"), "CHECKPOINT-old.md",
                  "---\ntype: failure\ntimestamp: 2026-01-20T00:00:00Z\nblock: '01'\nthread: 1\n---\n");
    const GridContext found = context_of(grid, surroundings_at(k_next_day));
    CHECK(found.scenario == GridScenario::interrupted);
    CHECK(found.resume_point.thread == "02.3");
    CHECK(found.passed_over[0].what == "CHECKPOINT-old.md");
    CHECK_FALSE(found.validation.is_valid());
    CHECK(found.confidence == GridConfidence::medium);
    CHECK(found.needs_approval);
  }

  TEST_CASE("the words of JSON and of messages are these") {
    CHECK(to_text(GridScenario::clean_checkpoint) == "clean-checkpoint");
    CHECK(to_text(GridScenario::running) == "running");
    CHECK(to_text(GridConfidence::low) == "low");
    CHECK(to_text(GridConfidence::high) == "high");
    CHECK(to_text(GridNext::nothing) == "nothing");
    CHECK(to_text(GridCheckResult::unchecked) == "unchecked");
  }
}
