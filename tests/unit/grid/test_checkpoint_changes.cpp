// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <string>

#include "grid/checkpoint_parts.hpp"
#include "grid/grid_changes.hpp"
#include "grid_edits.hpp"
#include "grid_files.hpp"
#include "json/object_text.hpp"

using namespace rlmdb;
using test::after;
using test::changed;
using test::file_of;
using test::grid_fixture;
using test::k_grid_now;
using test::refused;

namespace {

/// A mission that runs, without a checkpoint.
grid::GridSnapshot running() {
  grid::GridSnapshot grid = grid_fixture("interrupted");
  std::erase_if(grid.files, [](const grid::GridFile& file) { return file.name == "CHECKPOINT.md"; });
  return after(grid, grid::resume_edits(grid, k_grid_now));
}

NewGridCheckpoint verification() {
  NewGridCheckpoint checkpoint;
  checkpoint.type = "human_verify";
  checkpoint.awaiting = "Look at it: \"approved\", or say what is wrong\n--- or both";
  checkpoint.details_json = R"j({"verification_instructions":"1. Run: npm run dev\n2. Look\n"})j";
  return checkpoint;
}

}  // namespace

TEST_SUITE("grid::checkpoint_changes") {
  TEST_CASE("a checkpoint says where the mission stands and what is awaited") {
    const grid::GridSnapshot grid = running();
    const grid::GridEdits edits = grid::checkpoint_edits(grid, verification(), k_grid_now);
    const grid::GridSnapshot next = after(grid, edits);
    CHECK(file_of(next, "CHECKPOINT.md").document ==
          R"j({"type":"human_verify","timestamp":"2026-01-23T15:31:00.123Z","expires":null,)j"
          R"j("cluster":"james-weatherhead-blog","block":"01","wave":2,"thread":"3",)j"
          R"j("thread_name":"Implement JWT refresh","progress":{"blocks_complete":1,"blocks_total":6,)j"
          R"j("threads_complete":0,"threads_total":5},"completed_threads":[],)j"
          R"j("checkpoint_details":{"verification_instructions":"1. Run: npm run dev\n2. Look\n"},)j"
          R"j("awaiting":"Look at it: \"approved\", or say what is wrong\n--- or both"})j");
    CHECK(test::line_difference(file_of(grid, "STATE.md").text, file_of(next, "STATE.md").text) ==
          "-status: active\n"
          "+status: checkpoint\n"
          "+last_checkpoint: .grid/CHECKPOINT.md\n");
    CHECK(edits.size() == 2);
    CHECK(refused([&] { (void)grid::checkpoint_edits(next, verification(), k_grid_now); }) ==
          "conflict CHECKPOINT.md");
    NewGridCheckpoint other = verification();
    other.replaces_waiting = true;
    // The one that waited goes to the archive.
    const grid::GridEdits replacing = grid::checkpoint_edits(next, other, k_grid_now);
    REQUIRE(replacing.size() == 2);
    CHECK(replacing[0].name == "archive/CHECKPOINT-20260123T153100.123Z.md");
    CHECK(replacing[0].text == file_of(next, "CHECKPOINT.md").text);
    CHECK(replacing[1].name == "CHECKPOINT.md");
  }

  TEST_CASE("each type has its status, and what it needs") {
    const grid::GridSnapshot grid = running();
    const auto status_of = [&](NewGridCheckpoint checkpoint, const char* type) {
      checkpoint.type = type;
      const grid::GridSnapshot next = after(grid, grid::checkpoint_edits(grid, checkpoint, k_grid_now));
      return json::text_member(file_of(next, "STATE.md").document, "status").value_or("");
    };
    NewGridCheckpoint full = verification();
    full.error = "no key";
    full.details_json = R"j({"options":[{"key":"a"}]})j";
    CHECK(status_of(full, "human_verify") == "checkpoint");
    CHECK(status_of(full, "human_action") == "checkpoint");
    CHECK(status_of(full, "decision") == "checkpoint");
    CHECK(status_of(full, "session_death") == "interrupted");
    CHECK(status_of(full, "failure") == "failed");
    const auto without = [&](auto&& change) {
      NewGridCheckpoint checkpoint = full;
      change(checkpoint);
      return refused([&] { (void)grid::checkpoint_edits(grid, checkpoint, k_grid_now); });
    };
    CHECK(without([](auto& it) { it.type = "checkpoint"; }) == "invalid_input type");
    CHECK(without([](auto& it) { it.awaiting = ""; }) == "invalid_input awaiting");
    CHECK(without([](auto& it) { it.type = "decision", it.details_json = "{}"; }) ==
          "invalid_input checkpoint_details/options");
    CHECK(without([](auto& it) { it.type = "failure", it.error = ""; }) == "invalid_input error");
    CHECK(without([](auto& it) { it.expires = "soon"; }) == "invalid_input expires");
    CHECK(without([](auto& it) { it.block = "two"; }) == "invalid_input block");
    CHECK(without([](auto& it) { it.details_json = "[]"; }).starts_with("invalid_input checkpoint_details"));
    CHECK(without([](auto& it) { it.completed_threads_json = R"j([{"name":"x"}])j"; }) ==
          "invalid_input completed_threads/0/id");
  }

  TEST_CASE("what was complete in the block's checkpoint before stays said") {
    const grid::GridSnapshot grid = grid_fixture("interrupted");
    NewGridCheckpoint checkpoint = verification();
    checkpoint.block = "2";
    checkpoint.thread = 4;
    checkpoint.warmth_json = R"j({"gotchas":["a: b"]})j";
    const grid::GridSnapshot next = after(grid, grid::checkpoint_edits(grid, checkpoint, k_grid_now));
    const std::string& document = file_of(next, "CHECKPOINT.md").document;
    CHECK(document.find(
              R"j("completed_threads":[{"id":"02.1","name":"Create BaseLayout","commit":"ghi789",)j"
              R"j("status":"complete"},{"id":"02.2","name":"Build Header component","commit":"jkl012",)j"
              R"j("status":"complete"}])j") != std::string::npos);
    CHECK(document.find(R"j("block":"02","wave":2,"thread":"4",)j") != std::string::npos);
    CHECK(document.find(R"j("threads_complete":2,)j") != std::string::npos);
    CHECK(document.ends_with(R"j("warmth":{"gotchas":["a: b"]}})j"));
  }

  TEST_CASE("an answer is one line more; another one is a conflict, and so is a late one") {
    grid::GridSnapshot grid = running();
    NewGridCheckpoint checkpoint = verification();
    checkpoint.expires = "2026-01-23T16:00:00Z";
    grid = after(grid, grid::checkpoint_edits(grid, checkpoint, k_grid_now));
    const grid::GridEdits edits = grid::answer_edits(grid, "approved", "2026-01-23T15:59:00.000Z");
    CHECK(changed(grid, edits) ==
          "CHECKPOINT.md\n+user_response: approved\n+answered_at: \"2026-01-23T15:59:00.000Z\"\n");
    const grid::GridSnapshot answered = after(grid, edits);
    CHECK(grid::answer_edits(answered, "approved", k_grid_now).empty());
    CHECK(refused([&] { (void)grid::answer_edits(answered, "no", k_grid_now); }) == "conflict CHECKPOINT.md");
    CHECK(refused([&] { (void)grid::answer_edits(grid, "approved", "2026-01-23T16:00:00.001Z"); }) ==
          "conflict CHECKPOINT.md");
    CHECK(refused([&] { (void)grid::answer_edits(grid, "", k_grid_now); }) == "invalid_input user_response");
    CHECK(refused([&] { (void)grid::answer_edits(running(), "x", k_grid_now); }) ==
          "not_found CHECKPOINT.md");
    const std::string nasty = "no:\n---\n## Decision 1: x\n- \"a\" #b";
    const grid::GridSnapshot told = after(grid, grid::answer_edits(grid, nasty, k_grid_now));
    CHECK(json::text_member(file_of(told, "CHECKPOINT.md").document, "user_response") == nasty);
  }

  TEST_CASE("a session that ends is interrupted, and its thread is kept") {
    const grid::GridSnapshot grid = running();
    const grid::GridSnapshot paused = after(grid, grid::pause_edits(grid, "context: full", k_grid_now));
    const std::string& document = file_of(paused, "CHECKPOINT.md").document;
    CHECK(document.starts_with(R"j({"type":"session_death",)j"));
    CHECK(
        document.ends_with(R"j("current_thread":{"id":"01.3","name":"Implement JWT refresh",)j"
                           R"j("status":"in_progress"},"checkpoint_details":{"reason":"context: full"}})j"));
    CHECK(file_of(paused, "STATE.md").document.find(R"j("status":"interrupted")j") != std::string::npos);
    CHECK(grid::pause_edits(paused, "context: full", k_grid_now).empty());
    const grid::GridSnapshot again = after(paused, grid::pause_edits(paused, "again", k_grid_now));
    CHECK(file_of(again, "CHECKPOINT.md").document.find(R"j({"reason":"again"})j") != std::string::npos);
    CHECK(file_of(again, "archive/CHECKPOINT-20260123T153100.123Z.md").text ==
          file_of(paused, "CHECKPOINT.md").text);
    CHECK(grid::pause_edits(grid_fixture("failure"), "", k_grid_now).empty());
    const grid::GridSnapshot resumed = after(paused, grid::resume_edits(paused, k_grid_now));
    CHECK(resumed.find("CHECKPOINT.md") == nullptr);
    const grid::GridSnapshot second = after(resumed, grid::pause_edits(resumed, "", k_grid_now));
    CHECK(file_of(second, "CHECKPOINT.md").document.find("reason") == std::string::npos);
    CHECK(test::line_difference(file_of(resumed, "STATE.md").text, file_of(second, "STATE.md").text) ==
          "-status: active\n+status: interrupted\n");
  }

  TEST_CASE("a failure says what failed, and with what work begun") {
    const grid::GridSnapshot grid = running();
    GridFailure failure;
    failure.error = "Error: missing API key\n  at deploy (a.mjs:12:9)";
    failure.current_thread_json =
        R"j({"id":"03.2","status":"in_progress","partial_work":{"files_modified":["a.mjs"]}})j";
    const grid::GridSnapshot failed = after(grid, grid::fail_edits(grid, failure, k_grid_now));
    CHECK(json::text_member(file_of(failed, "STATE.md").document, "error") == failure.error);
    CHECK(json::text_member(file_of(failed, "STATE.md").document, "status") == "failed");
    const std::string& document = file_of(failed, "CHECKPOINT.md").document;
    CHECK(json::text_member(document, "error") == failure.error);
    CHECK(json::text_member(document, "type") == "failure");
    CHECK(document.find(R"j("partial_work":{"files_modified":["a.mjs"]})j") != std::string::npos);
    CHECK(refused([&] { (void)grid::fail_edits(grid, {}, k_grid_now); }) == "invalid_input error");
  }
}

TEST_SUITE("grid::thread_changes") {
  TEST_CASE("a thread is begun, done in part, and complete") {
    const grid::GridSnapshot grid = grid_fixture("interrupted");
    GridThreadChange change;
    change.id = "2.4";
    CHECK(refused([&] { (void)grid::thread_edits(grid, change, k_grid_now); }) == "conflict CHECKPOINT.md");

    change.id = "2.3";
    change.step = GridThreadStep::partial;
    change.name = "Implement dark mode toggle";
    CHECK(changed(grid, grid::thread_edits(grid, change, k_grid_now)) ==
          "CHECKPOINT.md\n"
          "+  - id: \"02.3\"\n"
          "+    name: Implement dark mode toggle\n"
          "+    status: partial\n"
          "+    partial_work:\n"
          "+      files_created:\n"
          "+        - src/components/DarkModeToggle.astro\n"
          "+      files_modified:\n"
          "+        - src/layouts/BaseLayout.astro\n"
          "+      staged_changes: true\n"
          "+      last_action: Writing localStorage persistence logic\n"
          "STATE.md\n"
          "-updated_at: \"2026-01-23T15:45:00Z\"\n"
          "+updated_at: \"2026-01-23T15:31:00Z\"\n"
          "-  block: 1\n"
          "+  block: 2\n"
          "-  thread_name: \"Implement JWT refresh\"\n"
          "+  thread_name: \"Implement dark mode toggle\"\n"
          "+completed_threads:\n"
          "+  - id: \"02.3\"\n"
          "+    name: Implement dark mode toggle\n"
          "+    status: partial\n"
          "+    partial_work:\n"
          "+      files_created:\n"
          "+        - src/components/DarkModeToggle.astro\n"
          "+      files_modified:\n"
          "+        - src/layouts/BaseLayout.astro\n"
          "+      staged_changes: true\n"
          "+      last_action: Writing localStorage persistence logic\n");

    change.step = GridThreadStep::complete;
    change.commit = "00123";
    change.files = {"src/a: b.astro"};
    const grid::GridEdits completed = grid::thread_edits(grid, change, k_grid_now);
    CHECK(changed(grid, completed) ==
          "CHECKPOINT.md\n"
          "+  - id: \"02.3\"\n"
          "+    name: Implement dark mode toggle\n"
          "+    commit: \"00123\"\n"
          "+    files:\n"
          "+      - \"src/a: b.astro\"\n"
          "+    status: complete\n"
          "-current_thread:\n"
          "-  id: \"02.3\"\n"
          "-  name: \"Implement dark mode toggle\"\n"
          "-  status: in_progress\n"
          "-  partial_work:\n"
          "-    files_created: [\"src/components/DarkModeToggle.astro\"]\n"
          "-    files_modified: [\"src/layouts/BaseLayout.astro\"]\n"
          "-    staged_changes: true\n"
          "-    last_action: \"Writing localStorage persistence logic\"\n"
          "+current_thread: null\n"
          "STATE.md\n"
          "-updated_at: \"2026-01-23T15:45:00Z\"\n"
          "+updated_at: \"2026-01-23T15:31:00Z\"\n"
          "+completed_threads:\n"
          "+  - id: \"02.3\"\n"
          "+    name: Implement dark mode toggle\n"
          "+    commit: \"00123\"\n"
          "+    files:\n"
          "+      - \"src/a: b.astro\"\n"
          "+    status: complete\n");
    const grid::GridSnapshot next = after(grid, completed);
    CHECK(grid::thread_edits(next, change, k_grid_now).empty());
    change.commit = "456";
    CHECK(refused([&] { (void)grid::thread_edits(next, change, k_grid_now); }) == "conflict CHECKPOINT.md");

    GridThreadChange begun;
    begun.id = "02.4";
    CHECK(changed(next, grid::thread_edits(next, begun, k_grid_now)) ==
          "CHECKPOINT.md\n"
          "-thread: 3\n"
          "-thread_name: \"Implement dark mode toggle\"\n"
          "+thread: 4\n"
          "+thread_name: \"CHECKPOINT: Human verification\"\n"
          "-current_thread: null\n"
          "+current_thread:\n"
          "+  id: \"02.4\"\n"
          "+  name: \"CHECKPOINT: Human verification\"\n"
          "+  status: in_progress\n"
          "-pending_threads:\n"
          "-  - id: \"02.4\"\n"
          "-    name: \"CHECKPOINT: Human verification\"\n"
          "-    status: pending\n"
          "+pending_threads: []\n"
          "STATE.md\n"
          "-  block: 1\n"
          "+  block: 2\n"
          "-  thread: 3\n"
          "+  thread: 4\n"
          "-  thread_name: \"Implement JWT refresh\"\n"
          "+  thread_name: \"CHECKPOINT: Human verification\"\n"
          "+open_threads:\n"
          "+  - id: \"01.3\"\n"
          "+    name: Implement JWT refresh\n");
    const grid::GridSnapshot last = after(next, grid::thread_edits(next, begun, k_grid_now));
    CHECK(grid::thread_edits(last, begun, k_grid_now).empty());
  }

  TEST_CASE("without a checkpoint of its block a thread is a position") {
    grid::GridSnapshot grid = grid_fixture("session-death");
    GridThreadChange change;
    change.id = "4";
    CHECK(changed(grid, grid::thread_edits(grid, change, k_grid_now)) ==
          "STATE.md\n"
          "-updated_at: \"2026-01-23T15:31:00.123456\"\n"
          "+updated_at: \"2026-01-23T15:31:00.123000\"\n"
          "-  thread: 3\n"
          "+  thread: 4\n"
          "-  thread_name: \"Implement JWT refresh\"\n"
          "+  thread_name: \"\"\n"
          "+open_threads:\n"
          "+  - id: \"01.3\"\n"
          "+    name: Implement JWT refresh\n");
    change.id = "6";
    CHECK(refused([&] { (void)grid::thread_edits(grid, change, k_grid_now); }) ==
          "invalid_input /position/thread");
    change.id = "x";
    CHECK(refused([&] { (void)grid::thread_edits(grid, change, k_grid_now); }) == "invalid_input id");
    change.id = "01.3";
    change.step = GridThreadStep::complete;
    const grid::GridSnapshot moved = after(grid, grid::thread_edits(grid, change, k_grid_now));
    CHECK(file_of(moved, "STATE.md").document.find(R"j("thread":"4")j") != std::string::npos);
    CHECK(
        file_of(moved, "STATE.md")
            .document.find(
                R"j("completed_threads":[{"id":"01.3","name":"Implement JWT refresh","status":"complete"}])j") !=
        std::string::npos);
    change.id = "01.1";
    change.commit = "abc1234";
    change.files = {"a.ts"};
    CHECK(changed(grid, grid::thread_edits(grid, change, k_grid_now)) ==
          "STATE.md\n"
          "-updated_at: \"2026-01-23T15:31:00.123456\"\n"
          "+updated_at: \"2026-01-23T15:31:00.123000\"\n"
          "+completed_threads:\n"
          "+  - id: \"01.1\"\n"
          "+    name: \"\"\n"
          "+    commit: abc1234\n"
          "+    files:\n"
          "+      - a.ts\n"
          "+    status: complete\n");
    const grid::GridSnapshot once = after(grid, grid::thread_edits(grid, change, k_grid_now));
    CHECK(grid::thread_edits(once, change, k_grid_now).empty());
  }

  TEST_CASE("ids are one where their numbers are") {
    CHECK(grid::is_same_thread("02.3", "2.3"));
    CHECK(!grid::is_same_thread("02.3", "02.30"));
    CHECK(grid::is_same_thread("a", "a"));
    CHECK(!grid::is_same_thread("a", "02.3"));
    CHECK(!grid::is_same_thread("02.3", "a.b"));
    CHECK(grid::full_thread_id("3", "02") == "02.3");
    CHECK(grid::full_thread_id("1.3", "02") == "01.3");
  }
}
