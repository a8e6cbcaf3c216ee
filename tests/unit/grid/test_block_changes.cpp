// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <string>

#include "grid/grid_changes.hpp"
#include "grid_edits.hpp"
#include "grid_files.hpp"

using namespace rlmdb;
using test::after;
using test::changed;
using test::file_of;
using test::grid_fixture;
using test::k_grid_now;
using test::refused;

namespace {

GridBlockResult result() {
  GridBlockResult block;
  block.commits = {{"00123", "feat(02): say \"hi\": x", {"a.ts"}}};
  block.artifacts = {{"src/a.ts", 45, true}, {"src/b.ts", {}, {}}};
  block.lessons = {{"gotchas", {"Astro config must use .mjs extension for ESM", "New: \"one\"\n- two"}},
                   {"fragile_areas", {"The header"}}};
  block.from = "executor-04 (block 02)";
  return block;
}

}  // namespace

TEST_SUITE("grid::block_changes") {
  TEST_CASE("a complete block: summary, warmth and position in one go") {
    const grid::GridSnapshot grid = grid_fixture("interrupted");
    const grid::GridEdits edits = grid::block_complete(grid, "2", result(), k_grid_now);
    const grid::GridSnapshot next = after(grid, edits);
    CHECK(edits.size() == 3);
    CHECK(
        file_of(next, "phases/02-auth/02-SUMMARY.md").document ==
        R"j({"cluster":"james-weatherhead-blog","block":"02","status":"complete",)j"
        R"j("completed_at":"2026-01-23T15:31:00.123Z","commits":[{"hash":"00123",)j"
        R"j("message":"feat(02): say \"hi\": x","files":["a.ts"]}],"artifacts_created":[{"path":"src/a.ts",)j"
        R"j("lines":45,"verified":true},{"path":"src/b.ts"}],"lessons_learned":{"gotchas":[)j"
        R"j("Astro config must use .mjs extension for ESM","New: \"one\"\n- two"],"fragile_areas":["The header"]}})j");
    CHECK(test::line_difference(file_of(grid, "WARMTH.md").text, file_of(next, "WARMTH.md").text) ==
          "-last_updated: 2026-01-23T15:40:00Z\n"
          "+  - executor-04 (block 02)\n"
          "+last_updated: 2026-01-23T15:31:00Z\n"
          "+- \"New: \\\"one\\\"\n"
          "+  - two\"\n"
          "+- \"The header\"\n");
    CHECK(test::line_difference(file_of(grid, "STATE.md").text, file_of(next, "STATE.md").text) ==
          "-updated_at: \"2026-01-23T15:45:00Z\"\n"
          "+updated_at: \"2026-01-23T15:31:00Z\"\n"
          "-  block: 1\n"
          "+  block: 3\n"
          "-  thread: 3\n"
          "+  thread: 1\n"
          "-  thread_name: \"Implement JWT refresh\"\n"
          "+  thread_name: \"\"\n"
          "-progress_percent: 45\n"
          "+progress_percent: 66\n");
    CHECK(refused([&] { (void)grid::block_complete(next, "02", result(), k_grid_now); }) ==
          "conflict phases/02-auth/02-SUMMARY.md");
  }

  TEST_CASE("a partial block is said, and told on; the mission stays where it is") {
    const grid::GridSnapshot grid = grid_fixture("interrupted");
    GridBlockResult block = result();
    block.status = "partial";
    const grid::GridEdits edits = grid::block_complete(grid, "08", block, k_grid_now);
    REQUIRE(edits.size() == 2);
    CHECK(changed(grid, {edits[0]}) ==
          "phases/08-extra/08-SUMMARY.md\n"
          "-artifacts_created: []\n"
          "+  - hash: \"00123\"\n"
          "+    message: \"feat(02): say \\\"hi\\\": x\"\n"
          "+    files:\n"
          "+      - a.ts\n"
          "+artifacts_created:\n"
          "+  - path: src/a.ts\n"
          "+    lines: 45\n"
          "+    verified: true\n"
          "+  - path: src/b.ts\n"
          "+lessons_learned:\n"
          "+  gotchas:\n"
          "+    - Astro config must use .mjs extension for ESM\n"
          "+    - |-\n"
          "+      New: \"one\"\n"
          "+      - two\n"
          "+  fragile_areas:\n"
          "+    - The header\n");
    const grid::GridSnapshot partial = after(grid, edits);
    block.status = "complete";
    const grid::GridEdits completed = grid::block_complete(partial, "8", block, k_grid_now);
    REQUIRE(completed.size() == 2);
    CHECK(completed[0].name == "phases/08-extra/08-SUMMARY.md");
    CHECK(changed(partial, {completed[0]}) ==
          "phases/08-extra/08-SUMMARY.md\n"
          "-status: partial\n"
          "-completed_at: null\n"
          "+status: complete\n"
          "+completed_at: 2026-01-23T15:31:00.123Z\n");
    CHECK(completed[1].name == "STATE.md");
  }

  TEST_CASE("the directory of a block: its plan's, as given, or the phase's") {
    grid::GridSnapshot grid = grid_fixture("interrupted");
    GridBlockResult block;
    CHECK(grid::block_complete(grid, "5", block, k_grid_now)[0].name ==
          "phases/05-authentication/05-SUMMARY.md");
    block.phase = "../Deploy & \"run\"";
    CHECK(grid::block_complete(grid, "5", block, k_grid_now)[0].name == "phases/05-deploy-run/05-SUMMARY.md");
    CHECK(grid::block_complete(grid, "2", block, k_grid_now)[0].name == "phases/02-auth/02-SUMMARY.md");
  }

  TEST_CASE("what cannot be a result is refused") {
    const grid::GridSnapshot grid = grid_fixture("interrupted");
    const auto with = [&](const char* name, auto&& change) {
      GridBlockResult block = result();
      change(block);
      return refused([&] { (void)grid::block_complete(grid, name, block, k_grid_now); });
    };
    const auto nothing = [](auto&) {};
    CHECK(with("x", nothing) == "invalid_input block");
    CHECK(with("02.3", nothing) == "invalid_input block");
    CHECK(with("2", [](auto& it) { it.status = "done"; }) == "invalid_input status");
    CHECK(with("2", [](auto& it) { it.commits[0].hash = ""; }) == "invalid_input commits/hash");
    CHECK(with("2", [](auto& it) { it.artifacts[0].lines = -1; }) == "invalid_input artifacts/lines");
    CHECK(with("2", [](auto& it) { it.lessons[0].category = "other"; }) == "invalid_input category");
    CHECK(with("2", [](auto& it) { it.lessons[0].items[0] = "a\rb"; }) == "invalid_input gotchas");
  }

  TEST_CASE("the last block stays the last") {
    const grid::GridSnapshot grid =
        after(grid_fixture("interrupted"),
              grid::state_edits(grid_fixture("interrupted"), R"j({"position":{"block":3}})j", k_grid_now));
    const grid::GridEdits edits = grid::block_complete(grid, "3", {}, k_grid_now);
    REQUIRE(edits.size() == 2);
    CHECK(edits[0].name == "phases/03-authentication/03-SUMMARY.md");
    CHECK(edits[1].text.find("progress_percent: 66\n") != std::string::npos);
    CHECK(refused([&] { (void)grid::block_complete(grid, "9", {}, k_grid_now); }) == "invalid_input block");
  }
}
