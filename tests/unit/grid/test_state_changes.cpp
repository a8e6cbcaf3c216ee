// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <functional>
#include <string>

#include "grid/grid_changes.hpp"
#include "grid_edits.hpp"
#include "grid_files.hpp"
#include "rlmdb/error.hpp"

using namespace rlmdb;
using test::after;
using test::changed;
using test::grid_fixture;
using test::k_grid_now;
using test::refused;
using test::with_file;

TEST_SUITE("grid::state_changes") {
  TEST_CASE("a new mission has all that the schema asks for") {
    grid::GridSnapshot empty;
    empty.place = ".grid";
    NewGrid mission;
    mission.cluster = "blog: the \"new\" one";
    mission.phase_name = "Foundation";
    mission.phase_total = 4;
    mission.block_total = 6;
    mission.wave_total = 3;
    const grid::GridEdits edits = grid::init_edits(empty, mission, k_grid_now);
    REQUIRE(edits.size() == 1);
    CHECK(edits[0].name == "STATE.md");
    CHECK(edits[0].text.starts_with("---\n"));
    CHECK(edits[0].text.ends_with("---\n"));
    CHECK(after(empty, edits).files[0].document ==
          R"j({"cluster":"blog: the \"new\" one","session_id":"2026-01-23T15:31:00Z-blog: the \"new\" one",)j"
          R"j("status":"active","created_at":"2026-01-23T15:31:00.123Z",)j"
          R"j("updated_at":"2026-01-23T15:31:00.123Z","position":{"phase":1,"phase_total":4,)j"
          R"j("phase_name":"Foundation","block":"1","block_total":6,"wave":1,"wave_total":3},)j"
          R"j("progress_percent":0,"energy_remaining":10000,"mode":"guided"})j");
    CHECK(refused([&] { (void)grid::init_edits(after(empty, edits), mission, k_grid_now); }) ==
          "conflict STATE.md");
    mission.mode = "yolo";
    CHECK(refused([&] { (void)grid::init_edits(empty, mission, k_grid_now); }) == "invalid_input /mode");
    mission.mode = "autopilot";
    mission.wave_total = 0;
    CHECK(refused([&] { (void)grid::init_edits(empty, mission, k_grid_now); }) ==
          "invalid_input /position/wave");
    mission.wave_total = 1;
    mission.cluster = "";
    CHECK(refused([&] { (void)grid::init_edits(empty, mission, k_grid_now); }) == "invalid_input cluster");
  }

  TEST_CASE("a patch is merged deeply; all other lines keep their bytes") {
    const grid::GridSnapshot grid = grid_fixture("interrupted");
    CHECK(changed(grid, grid::state_edits(
                            grid, R"j({"position":{"block":2,"thread_name":"a: b"},"mode":"autopilot"})j",
                            k_grid_now)) ==
          "STATE.md\n"
          "-updated_at: \"2026-01-23T15:45:00Z\"\n"
          "+updated_at: \"2026-01-23T15:31:00Z\"\n"
          "-  block: 1\n"
          "+  block: 2\n"
          "-  thread_name: \"Implement JWT refresh\"\n"
          "+  thread_name: \"a: b\"\n"
          "-mode: guided\n"
          "+mode: autopilot\n");
    CHECK(grid::state_edits(grid, R"j({"mode":"guided","position":{"block":1}})j", k_grid_now).empty());
  }

  TEST_CASE("updated_at keeps the form that the file has") {
    const grid::GridSnapshot micro = grid_fixture("session-death");
    CHECK(changed(micro, grid::state_edits(micro, R"j({"progress_percent":46})j", k_grid_now)) ==
          "STATE.md\n"
          "-updated_at: \"2026-01-23T15:31:00.123456\"\n"
          "+updated_at: \"2026-01-23T15:31:00.123000\"\n"
          "-progress_percent: 45\n"
          "+progress_percent: 46\n");
    const grid::GridSnapshot bare =
        with_file(micro, "STATE.md", "# top\n---\ncluster: x # the name\r\n---\r\nrest");
    CHECK(changed(bare, grid::state_edits(bare, R"j({"progress_percent":46})j", k_grid_now))
              .starts_with("STATE.md\n+"));
    CHECK(after(bare, grid::state_edits(bare, R"j({"progress_percent":46})j", k_grid_now))
              .files.back()
              .text.ends_with("---\r\nrest"));
  }

  TEST_CASE("what the schema does not know is refused, what the patch does not name is let be") {
    const grid::GridSnapshot grid = grid_fixture("interrupted");
    const auto patched = [&](const char* patch) {
      return refused([&] { (void)grid::state_edits(grid, patch, k_grid_now); });
    };
    for (const char* status : {"active", "checkpoint", "completed", "failed"})
      CHECK(grid::state_edits(grid, "{\"status\":\"" + std::string(status) + "\"}", k_grid_now).size() == 1);
    CHECK(patched(R"j({"status":"paused"})j") == "invalid_input /status");
    CHECK(patched(R"j({"mode":1})j") == "invalid_input /mode");
    CHECK(patched(R"j({"progress_percent":101})j") == "invalid_input /progress_percent");
    CHECK(patched(R"j({"progress_percent":-1})j") == "invalid_input /progress_percent");
    CHECK(patched(R"j({"progress_percent":4.5})j") == "invalid_input /progress_percent");
    CHECK(patched(R"j({"position":{"phase":5}})j") == "invalid_input /position/phase");
    CHECK(patched(R"j({"position":{"block":4}})j") == "invalid_input /position/block");
    CHECK(patched(R"j({"position":{"wave_total":1}})j") == "invalid_input /position/wave");
    CHECK(patched(R"j({"position":{"thread":"six"}})j") == "invalid_input /position/thread");
    CHECK(patched(R"j({"position":3})j") == "invalid_input /position");
    CHECK(patched(R"j({"cluster":""})j") == "invalid_input /cluster");
    CHECK(patched(R"j([1])j").starts_with("invalid_input"));
    CHECK(patched(R"j({"a":1,"a":2})j").starts_with("invalid_input"));
    CHECK(patched("{").starts_with("invalid_input"));
    CHECK(grid::state_edits(grid, R"j({"position":{"block":4,"block_total":6}})j", k_grid_now).size() == 1);
    const grid::GridSnapshot odd =
        with_file(grid, "STATE.md", "---\nstatus: paused\nposition:\n  wave: 9\n  wave_total: 3\n---\n");
    CHECK(grid::state_edits(odd, R"j({"progress_percent":1})j", k_grid_now).size() == 1);
  }

  TEST_CASE("no STATE.md, and one that cannot be read") {
    grid::GridSnapshot empty;
    empty.place = ".grid";
    CHECK(refused([&] { (void)grid::state_edits(empty, "{}", k_grid_now); }) == "not_found STATE.md");
    CHECK(refused([&] { (void)grid::wave_start(grid_fixture("corrupted"), 1, k_grid_now); }) ==
          "invalid_input STATE.md");
  }

  TEST_CASE("waves") {
    const grid::GridSnapshot grid = grid_fixture("interrupted");
    CHECK(changed(grid, grid::wave_start(grid, 3, k_grid_now)) ==
          "STATE.md\n"
          "-status: interrupted\n"
          "+status: active\n"
          "-updated_at: \"2026-01-23T15:45:00Z\"\n"
          "+updated_at: \"2026-01-23T15:31:00Z\"\n"
          "-  wave: 2\n"
          "+  wave: 3\n");
    CHECK(refused([&] { (void)grid::wave_start(grid, 4, k_grid_now); }) == "invalid_input /position/wave");
    CHECK(refused([&] { (void)grid::wave_start(grid, 0, k_grid_now); }) == "invalid_input /position/wave");
    const grid::GridSnapshot next = after(grid, grid::wave_complete(grid, 60, k_grid_now));
    CHECK(changed(grid, grid::wave_complete(grid, 60, k_grid_now)) ==
          "STATE.md\n"
          "-updated_at: \"2026-01-23T15:45:00Z\"\n"
          "+updated_at: \"2026-01-23T15:31:00Z\"\n"
          "-  wave: 2\n"
          "+  wave: 3\n"
          "-progress_percent: 45\n"
          "+progress_percent: 60\n"
          "WAVE_STATUS.md\n"
          "-wave: 1\n"
          "+wave: 2\n"
          "+completed_at: \"2026-01-23T15:31:00.123Z\"\n");
    const std::string last = changed(next, grid::wave_complete(next, 90, k_grid_now));
    CHECK(last.starts_with("STATE.md\n-progress_percent: 60\n+progress_percent: 90\nWAVE_STATUS.md\n"));
    const grid::GridSnapshot own = with_file(grid, "WAVE_STATUS.md", "Wave 1 is done.\n");
    CHECK(grid::wave_complete(own, 60, k_grid_now).size() == 1);
    CHECK(grid::wave_complete(with_file(grid, "WAVE_STATUS.md", ""), 60, k_grid_now).size() == 1);
    CHECK(refused([&] { (void)grid::wave_complete(grid, 101, k_grid_now); }) ==
          "invalid_input /progress_percent");
  }

  TEST_CASE("a completed mission is at 100 percent, has no checkpoint, and its warmth is archived") {
    const grid::GridSnapshot grid = grid_fixture("interrupted");
    const grid::GridEdits edits = grid::complete_edits(grid, k_grid_now);
    CHECK(changed(grid, edits) ==
          "LEARNINGS.md\n"
          "+\n"
          "+## james-weatherhead-blog: 2026-01-23T15:31:00.123Z\n"
          "+\n"
          "+### Codebase Patterns\n"
          "+- \"This project uses Astro content collections for blog posts\"\n"
          "+- \"Dark mode uses class strategy with localStorage\"\n"
          "+- \"Tailwind typography plugin required for prose styling\"\n"
          "+\n"
          "+### Gotchas\n"
          "+- \"Astro config must use .mjs extension for ESM\"\n"
          "+- \"Shiki syntax highlighting is build-time only\"\n"
          "+- \"Content collection schema in src/content/config.ts\"\n"
          "+\n"
          "+### User Preferences\n"
          "+- \"User prefers minimal dependencies\"\n"
          "+- \"User wants dark mode as default\"\n"
          "+- \"No unnecessary abstractions\"\n"
          "+\n"
          "+### Decisions Made\n"
          "+- \"Chose serverless adapter over static for future flexibility\"\n"
          "+- \"Using Shiki over Prism for better VS Code parity\"\n"
          "+\n"
          "+### Almost Did (Rejected)\n"
          "+- \"Considered MDX but stuck with plain MD for simplicity\"\n"
          "+- \"Considered Zustand for state but localStorage sufficient\"\n"
          "+\n"
          "+### Fragile Areas\n"
          "+- \"Theme script must stay inlined in <head>\"\n"
          "STATE.md\n"
          "-status: interrupted\n"
          "+status: completed\n"
          "-updated_at: \"2026-01-23T15:45:00Z\"\n"
          "+updated_at: \"2026-01-23T15:31:00Z\"\n"
          "-progress_percent: 45\n"
          "+progress_percent: 100\n"
          "CHECKPOINT.md removed\n");
    const grid::GridSnapshot done = after(grid, edits);
    CHECK(grid::complete_edits(done, k_grid_now).empty());
    CHECK(refused([&] { (void)grid::wave_start(done, 1, k_grid_now); }) == "conflict STATE.md");
    CHECK(refused([&] { (void)grid::resume_edits(done, k_grid_now); }) == "conflict STATE.md");
  }

  TEST_CASE("resume: active again, but not past a question") {
    const grid::GridSnapshot grid = grid_fixture("interrupted");
    const grid::GridSnapshot active = after(grid, grid::resume_edits(grid, k_grid_now));
    CHECK(active.find("CHECKPOINT.md") == nullptr);
    CHECK(test::file_of(active, "archive/CHECKPOINT-20260123T153100.123Z.md").text ==
          test::file_of(grid, "CHECKPOINT.md").text);
    const std::string& state = test::file_of(active, "STATE.md").document;
    CHECK(state.find(R"j("status":"active")j") != std::string::npos);
    CHECK(state.find(R"j("completed_threads":[{"id":"02.1")j") != std::string::npos);
    const grid::GridSnapshot approved = grid_fixture("clean-checkpoint");
    const grid::GridEdits started = grid::resume_edits(approved, k_grid_now);
    REQUIRE(started.size() == 3);
    CHECK(started[0].name == "archive/CHECKPOINT-20260123T153100.123Z.md");
    CHECK(started[1].is_removed);
    CHECK(started[2].text.find("status: active") != std::string::npos);
    std::string text = test::file_of(approved, "CHECKPOINT.md").text;
    text.replace(text.find("user_response: approved\n"), 24, "");
    const grid::GridSnapshot waiting = with_file(approved, "CHECKPOINT.md", text);
    CHECK(refused([&] { (void)grid::resume_edits(waiting, k_grid_now); }) == "conflict CHECKPOINT.md");
    const grid::GridSnapshot failed = grid_fixture("failure");
    const grid::GridSnapshot again = after(failed, grid::resume_edits(failed, k_grid_now));
    CHECK(test::file_of(again, "STATE.md").document.ends_with(R"j("mode":"guided","error":null})j"));
    CHECK(grid::resume_edits(again, k_grid_now).empty());
  }
}
