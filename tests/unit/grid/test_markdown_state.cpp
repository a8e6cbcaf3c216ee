// SPDX-License-Identifier: MIT
// missions whose files are Markdown where YAML is usual.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "grid/markdown_documents.hpp"
#include "grid_home.hpp"
#include "grid_missions.hpp"
#include "grid_test_steps.hpp"
#include "json/object_text.hpp"
#include "line_difference.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/grid_resume.hpp"
#include "thrown.hpp"

using namespace rlmdb;
using namespace rlmdb::test;
using grid::read_markdown_state;
using grid::with_markdown_state;

namespace {

const std::string k_labels =
    "# Grid State - Harbor Map\n\nPhase: 2 of 3 (Core)\nBlock: 04 of 09\nStatus: Block complete\n"
    "Progress: [##--] 44%\n";

/// The lines that a change of STATE.md takes away and brings.
std::string changed(const std::string& text, const std::string& patch) {
  return line_difference(text, with_markdown_state(text, patch));
}

/// The fixture, imported.
class Harbor : public GridHome {
 public:
  Harbor() : GridHome("markdown") { (void)import(); }
  /// What a step changes in STATE.md.
  std::string state_after(const GridStep& step) const {
    const std::string before = here("STATE.md").value();
    (void)change(step, at_time("2026-02-12T10:00:00Z"));
    return line_difference(before, here("STATE.md").value());
  }
};

}  // namespace

TEST_SUITE("grid::markdown_state") {
  TEST_CASE("a state is read by its labels, however they are written") {
    CHECK(read_markdown_state(k_labels) ==
          R"({"cluster":"Harbor Map","status":"active","status_text":"Block complete","progress_percent":44,)"
          R"("position":{"phase":2,"phase_total":3,"phase_name":"Core","block":"04","block_total":9},)"
          R"("blocks":[{"block":"04","is_complete":true}],"form":"markdown"})");
    const std::string said =
        R"({"cluster":"Tram","status":"interrupted","status_text":"Paused","position":{"block":"3","block_total":7,)"
        R"("thread":"2","thread_name":"Index"},"form":"markdown"})";
    CHECK(read_markdown_state(
              "**Mission:** Tram\n**Status:** Paused\n**Block:** 3/7\n**Thread**: 2 - Index\n") == said);
    CHECK(read_markdown_state(
              "- Mission: Tram\r\n- Status: Paused\r\n- Current block: 3 of 7\r\n- Thread: Index (2)\r\n") ==
          said);
    CHECK(read_markdown_state("| Mission | Tram |\n|---|---|\n| Status | Paused |\n| Block | 3 of 7 |\n| "
                              "Thread | 2 (Index) |\n") == said);
    // What is fenced, or YAML, or says no state, is none.
    for (const char* text :
         {"```\nStatus: Paused\n```\n", "status: active\nblock: 3\n", "# Notes\n\nSome words: 3\n", ""})
      CHECK(read_markdown_state(text) == "");
  }

  TEST_CASE("words of a status mean a state, and others stay") {
    const auto status = [](const std::string& word) {
      const std::string state = read_markdown_state("Status: " + word + "\n");
      return std::string(json::text_member(state, "status").value_or(""));
    };
    for (const char* word :
         {"In progress", "Block 04 complete", "**Executing**", "Wave complete", "\xf0\x9f\x9f\xa2 Active"})
      CHECK_MESSAGE(status(word) == "active", word);
    CHECK(status("\xe2\x9c\x85 Complete") == "completed");
    CHECK(status("Waiting for the user") == "checkpoint");
    CHECK(status("Failed: no disk") == "failed");
    CHECK(status("On hold") == "interrupted");
    CHECK(status("Pondering") == "pondering");
  }

  TEST_CASE("blocks with check marks are complete or not") {
    const std::string state = read_markdown_state(
        "Status: In progress\n- [x] Block 01: Skeleton\n* [ ] 02 - Tiles\n\xe2\x9c\x93 Block 3\n| 04 | Tides "
        "| \xe2\x8f\xb3 |\n"
        "| 05 | Search | \xe2\x9c\x85 |\n- [x] buy milk\n");
    CHECK(
        state.find(
            R"("blocks":[{"block":"01","name":"Skeleton","is_complete":true},)"
            R"({"block":"02","name":"Tiles","is_complete":false},{"block":"3","name":"","is_complete":true},)"
            R"({"block":"04","name":"Tides","is_complete":false},)"
            R"({"block":"05","name":"Search","is_complete":true}])") != std::string::npos);
  }

  TEST_CASE("a change is written on the line of its label, or on a new one") {
    CHECK(changed(k_labels, R"({"position":{"block":"05"}})") ==
          "-Block: 04 of 09\n-Status: Block complete\n+Block: 05 of 09\n+Status: In progress\n");
    CHECK(changed(k_labels, R"({"status":"failed","error":"no disk"})") ==
          "-Status: Block complete\n+Status: Failed\n+Error: no disk\n");
    CHECK(changed(k_labels, R"({"status":"active"})") == "");
    CHECK(changed(k_labels, R"({"progress_percent":75})") ==
          "-Progress: [##--] 44%\n+Progress: [###-] 75%\n");
    CHECK(changed("- **Status:** Paused\n- **Block:** 3\n",
                  R"({"position":{"block":"3","block_total":9,"thread":"2","thread_name":"Index"}})") ==
          "-- **Block:** 3\n+- **Block:** 3 of 9\n+- **Thread:** 2 (Index)\n");
    CHECK(changed("| Status | Paused |\n| Block | 3 |\n", R"({"mode":"guided"})") == "+| Mode | guided |\n");
    CHECK(changed("Status: Paused\nUpdated: 2026-02-11, tide tables read",
                  R"({"updated_at":"2026-02-12T10:00:00Z"})") ==
          "-Updated: 2026-02-11, tide tables read+Updated: 2026-02-12, tide tables read");
    CHECK(
        changed(
            k_labels,
            R"({"completed_threads":[{"id":"04.1","name":"A | b","commit":"abc1234","files":["a","b"]}]})") ==
        "+\n+## Completed threads\n+\n+| Thread | Name | Commit | Status | Files |\n+|---|---|---|---|---|\n"
        "+| 04.1 | A \\| b | abc1234 |  | a, b |\n");
    for (const char* patch :
         {R"({"details":{"a":1}})", R"({"notes":["a"]})", R"({"error":"two\nlines"})", R"({"cluster":"x"})"})
      CHECK(code_of([&] { (void)with_markdown_state(k_labels, patch); }) == "invalid_input");
  }

  TEST_CASE("a summary is read by labels, tables and sections") {
    const std::string text =
        "# Block 02 Summary\n\n**Block:** 02\n**Status:** Complete\n**Completed:** 2026-02-10\n\n"
        "| Thread | Description | Commit | Status |\n|---|---|---|---|\n| 02.1 | Read | `77aa01b` | done "
        "|\n\n"
        "## Commits\n\n- `77aa01b` - feat(02): Read\n\n## Decisions Made\n\n- One bundle\n\n## "
        "Deviations\n\n- None\n";
    CHECK(
        grid::read_markdown_summary(text, "") ==
        R"({"block":"02","status":"complete","completed_at":"2026-02-10","commits":[{"hash":"77aa01b","message":"feat(02): Read"}],)"
        R"("decisions_made":["One bundle"],"deviations":["None"],)"
        R"("threads":[{"id":"02.1","name":"Read","commit":"77aa01b","status":"complete"}],"form":"markdown"})");
    // What its YAML says counts.
    CHECK(grid::read_markdown_summary("---\nstatus: partial\n---\nStatus: Complete\n",
                                      R"({"status":"partial"})") == R"({"status":"partial"})");
    CHECK(grid::read_markdown_summary("Just words.\n", "") == "");
  }

  TEST_CASE("a mission of such files: in and out byte for byte, understood, with low confidence") {
    const Harbor home;
    (void)home.export_to(home.at("out"));
    CHECK(content_below(home.at("out/.grid")) == content_below(home.grid));
    CHECK(home.faults() == "");
    GridLook look;
    look.now = "2026-02-12T10:00:00Z";
    GridContext found = grid_context(home.open(Access::read_only), {}, look);
    CHECK(found.cluster == "Harbor Map");
    CHECK(found.confidence == GridConfidence::low);
    CHECK(found.rests_on.back() == "STATE.md is Markdown, and was read by its labels");
    CHECK(found.resume_point.what == "Go on with block 05.");
    std::vector<std::string> blocks;
    for (const GridCompletedBlock& block : found.completed_blocks)
      blocks.push_back(block.block + " " + block.file);
    CHECK(blocks == std::vector<std::string>{"01 01-SUMMARY.md", "02 02-SUMMARY.md",
                                             "03 phases/02-core/03-SUMMARY.md", "04 STATE.md"});
    std::vector<std::string> threads;
    for (const GridCompletedThread& thread : found.completed_threads)
      threads.push_back(thread.id + " " + thread.commit);
    CHECK(threads == std::vector<std::string>{" 4f1c2aa", " 9b03d17", "02.1 77aa01b", "02.2 c0ffee1"});
    look.from_block = "7";
    found = grid_context(home.open(Access::read_only), {}, look);
    CHECK(found.resume_point.what == "Go on with block 07.");
    CHECK(found.passed_over.back().what == "Go on with block 05");
    // What is offered goes on from there, too.
    const GridPlans plans = grid_plans(home.open(Access::read_only), {}, look);
    REQUIRE(plans.plans.size() == 1);
    CHECK(plans.plans[0].edits[0].text.find("block: \"07\"") != std::string::npos);
    look.from_block = "02";
    CHECK(grid_context(home.open(Access::read_only), {}, look).resume_point.why ==
          "You said so. That block is complete: this does it again.");
    look.from_block = "10";
    CHECK(code_of([&] { (void)grid_context(home.open(Access::read_only), {}, look); }) == "not_found");
  }

  TEST_CASE("steps on such a mission write its own form, or say that they cannot") {
    const Harbor home;
    CHECK(home.state_after(GridStatePatch{R"({"position":{"block":"05"}})"}) ==
          "-Block: 04 of 09\n-Status: Block complete\n+Block: 05 of 09\n+Status: In progress\n"
          "-Last activity: 2026-02-11, tide tables read\n+Last activity: 2026-02-12, tide tables read\n");
    GridThreadChange thread;
    thread.id = "05.2";
    thread.name = "Index names";
    CHECK(home.state_after(thread) == "+Thread: 2 (Index names)\n");
    thread.step = GridThreadStep::complete;
    thread.commit = "abc1234";
    thread.files = {"a.ts"};
    CHECK(home.state_after(thread).find("+| 05.2 | Index names | abc1234 | complete | a.ts |\n") !=
          std::string::npos);
    CHECK(home.state_after(GridPause{"lunch"}) ==
          "-Status: In progress\n+Status: Interrupted\n+Last checkpoint: .grid/CHECKPOINT.md\n");
    CHECK(home.state_after(GridResume{}) == "-Status: Interrupted\n+Status: In progress\n");
    GridBlockResult block;
    block.block = "05";
    (void)home.state_after(block);
    CHECK(home.here("STATE.md")->find("Block: 06 of 09\n") != std::string::npos);
    CHECK(home.here("STATE.md")->find("---") == home.here("STATE.md")->find("---|"));  // no YAML came to it
    CHECK(message_of([&] { (void)home.state_after(GridStatePatch{R"({"details":{"a":1}})"}); }) ==
          "invalid_input: /details has no line in a STATE.md that is Markdown");
    (void)home.state_after(GridComplete{});
    CHECK(home.here("STATE.md")->find("Status: Complete\n") != std::string::npos);
    CHECK(home.faults() == "");
  }
}
