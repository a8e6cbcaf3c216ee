// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <string>

#include "grid/grid_changes.hpp"
#include "grid_edits.hpp"
#include "grid_files.hpp"
#include "json/json_string.hpp"

using namespace rlmdb;
using test::after;
using test::changed;
using test::file_of;
using test::grid_fixture;
using test::k_grid_now;
using test::refused;
using test::with_file;

namespace {

constexpr std::string_view k_nasty =
    "# a\n## Decision 9: x\n## Blocker 3: ACTIVE\n**Question:** y\n- z: \"q\"\n---\n```\n\n  b: c\n";

}  // namespace

TEST_SUITE("grid::log_changes") {
  TEST_CASE("one more decision, in the seed's form") {
    const grid::GridSnapshot grid = grid_fixture("interrupted");
    NewGridDecision decision;
    decision.question = "Which cache?";
    decision.options = {{"redis", "fast, \"external\""}, {"none", ""}};
    decision.choice = "none";
    decision.rationale = "Already \"enough\"";
    decision.affects = "Block 03";
    const grid::GridEdits edits = grid::decide_edits(grid, decision, k_grid_now);
    CHECK(changed(grid, edits) ==
          "DECISIONS.md\n"
          "+\n"
          "+## Decision 3: 2026-01-23T15:31:00.123Z\n"
          "+**Question:** Which cache?\n"
          "+**Options Presented:**\n"
          "+- redis: \"fast, \\\"external\\\"\"\n"
          "+- none\n"
          "+**User Choice:** none\n"
          "+**Rationale:** \"Already \\\"enough\\\"\"\n"
          "+**Affects:** Block 03\n");
    CHECK(file_of(after(grid, edits), "DECISIONS.md")
              .document.ends_with(
                  R"j({"number":"3","at":"2026-01-23T15:31:00.123Z","question":"Which cache?",)j"
                  R"j("options":[{"key":"redis","text":"fast, \"external\""},)j"
                  R"j({"key":"none","text":""}],"choice":"none",)j"
                  R"j("rationale":"Already \"enough\"","affects":"Block 03"}]})j"));
    decision.question = decision.choice = decision.rationale = decision.affects = k_nasty;
    decision.options[0].text = k_nasty;
    const grid::GridSnapshot nasty = after(grid, grid::decide_edits(grid, decision, k_grid_now));
    const std::string quoted = json::quoted(k_nasty);
    CHECK(file_of(nasty, "DECISIONS.md")
              .document.ends_with(R"j("question":)j" + quoted + R"j(,"options":[{"key":"redis","text":)j" +
                                  quoted + R"j(},{"key":"none","text":""}],"choice":)j" + quoted +
                                  R"j(,"rationale":)j" + quoted + R"j(,"affects":)j" + quoted + "}]}"));
    CHECK(changed(nasty, grid::decide_edits(nasty, decision, k_grid_now)).find("+## Decision 4: ") !=
          std::string::npos);
  }

  TEST_CASE("a first decision, and files that have no newline at their end or CRLF") {
    grid::GridSnapshot grid = grid_fixture("session-death");
    NewGridDecision decision;
    decision.question = "a?";
    decision.choice = "b";
    CHECK(changed(grid, grid::decide_edits(grid, decision, k_grid_now)) ==
          "DECISIONS.md\n"
          "+---\n"
          "+cluster: james-weatherhead-blog\n"
          "+---\n"
          "+\n"
          "+## Decision 1: 2026-01-23T15:31:00.123Z\n"
          "+**Question:** a?\n"
          "+**User Choice:** b\n");
    const grid::GridSnapshot windows =
        with_file(grid, "DECISIONS.md", "## Decision 07: x\r\n**Question:** q");
    CHECK(changed(windows, grid::decide_edits(windows, decision, k_grid_now)) ==
          "DECISIONS.md\n"
          "-**Question:** q"
          "+**Question:** q\r\n"
          "+\r\n"
          "+## Decision 8: 2026-01-23T15:31:00.123Z\r\n"
          "+**Question:** a?\r\n"
          "+**User Choice:** b\r\n");
  }

  TEST_CASE("a decision that could not be read back is refused") {
    const grid::GridSnapshot grid = grid_fixture("interrupted");
    NewGridDecision decision;
    decision.choice = "b";
    const auto decided = [&] {
      return refused([&] { (void)grid::decide_edits(grid, decision, k_grid_now); });
    };
    CHECK(decided() == "invalid_input question");
    decision.question = "a\x01";
    CHECK(decided() == "invalid_input question");
    decision.question = "a";
    for (const char* key : {"", "a: b", "a\nb", " a", "\"a\"", "a:"}) {
      decision.options = {{"ok", ""}, {key, "text"}};
      CHECK_MESSAGE(decided() == "invalid_input options/1/key", key);
    }
    decision.options.clear();
    const grid::GridSnapshot open = with_file(grid, "DECISIONS.md", "---\ncluster: x\n");
    CHECK(refused([&] { (void)grid::decide_edits(open, decision, k_grid_now); }) ==
          "invalid_input DECISIONS.md");
    const grid::GridSnapshot bytes = with_file(grid, "DECISIONS.md", "\xff");
    CHECK(refused([&] { (void)grid::decide_edits(bytes, decision, k_grid_now); }) ==
          "invalid_input DECISIONS.md");
  }

  TEST_CASE("a blocker, and its end") {
    const grid::GridSnapshot grid = grid_fixture("interrupted");
    CHECK(changed(grid, grid::resolve_blocker_edits(grid, 2, "Logged in: \"ok\"", k_grid_now)) ==
          "BLOCKERS.md\n"
          "-## Blocker 2: ACTIVE\n"
          "+## Blocker 2: RESOLVED\n"
          "+**Resolution:** Logged in: \"ok\"\n"
          "+**Resolved At:** 2026-01-23T15:31:00.123Z\n");
    NewGridBlocker blocker;
    blocker.block = "03";
    blocker.type = "missing_key";
    blocker.description = std::string(k_nasty);
    grid::GridSnapshot next = after(grid, grid::blocker_edits(grid, blocker, k_grid_now));
    CHECK(file_of(next, "BLOCKERS.md")
              .document.ends_with(R"j({"number":"3","status":"active","block":"03","type":"missing_key",)j"
                                  R"j("description":)j" +
                                  json::quoted(k_nasty) +
                                  R"j(,"created_at":"2026-01-23T15:31:00.123Z"}]})j"));
    next = after(next, grid::resolve_blocker_edits(next, 3, k_nasty, k_grid_now));
    CHECK(file_of(next, "BLOCKERS.md")
              .document.ends_with(R"j(,"created_at":"2026-01-23T15:31:00.123Z","resolution":)j" +
                                  json::quoted(k_nasty) +
                                  R"j(,"resolved_at":"2026-01-23T15:31:00.123Z"}]})j"));
    next = after(next, grid::resolve_blocker_edits(next, 2, "x", k_grid_now));
    CHECK(file_of(next, "BLOCKERS.md").document.find("active") == std::string::npos);
    CHECK(refused([&] { (void)grid::resolve_blocker_edits(grid, 1, "x", k_grid_now); }) ==
          "conflict BLOCKERS.md");
    CHECK(refused([&] { (void)grid::resolve_blocker_edits(grid, 7, "x", k_grid_now); }) ==
          "not_found BLOCKERS.md");
    CHECK(refused([&] { (void)grid::resolve_blocker_edits(grid, 2, "", k_grid_now); }) ==
          "invalid_input resolution");
    CHECK(refused([&] { (void)grid::blocker_edits(grid, {}, k_grid_now); }) == "invalid_input description");
  }

  TEST_CASE("blockers without a word, or with one number for several") {
    grid::GridSnapshot grid = grid_fixture("session-death");
    CHECK(refused([&] { (void)grid::resolve_blocker_edits(grid, 1, "x", k_grid_now); }) ==
          "not_found BLOCKERS.md");
    grid = with_file(grid, "BLOCKERS.md", "## Blocker 1\n## Blocker 2: resolved\n## Blocker 02: open\n");
    CHECK(changed(grid, grid::resolve_blocker_edits(grid, 1, "x", k_grid_now)) ==
          "BLOCKERS.md\n-## Blocker 1\n+## Blocker 1: RESOLVED\n+**Resolution:** x\n"
          "+**Resolved At:** 2026-01-23T15:31:00.123Z\n");
    CHECK(changed(grid, grid::resolve_blocker_edits(grid, 2, "x", k_grid_now))
              .starts_with("BLOCKERS.md\n-## Blocker 02: open\n+## Blocker 02: RESOLVED\n"));
    grid = with_file(grid, "BLOCKERS.md", "## Blocker 1: a\n## Blocker 1: b\n");
    CHECK(refused([&] { (void)grid::resolve_blocker_edits(grid, 1, "x", k_grid_now); }) ==
          "conflict BLOCKERS.md");
  }

  TEST_CASE("the scratchpad grows, and goes to its archive") {
    const grid::GridSnapshot grid = grid_fixture("interrupted");
    NewScratchEntry entry{"executor-03", "02", "02.3", {"plain", std::string(k_nasty)}};
    const grid::GridEdits edits = grid::scratch_edits(grid, entry, k_grid_now);
    CHECK(changed(grid, edits)
              .starts_with("SCRATCHPAD.md\n"
                           "+\n"
                           "+## 2026-01-23T15:31:00.123Z | executor-03 | block 02 | thread 02.3\n"
                           "+- plain\n"));
    const grid::GridSnapshot next = after(grid, edits);
    CHECK(
        file_of(next, "SCRATCHPAD.md")
            .document.ends_with(R"j({"at":"2026-01-23T15:31:00.123Z","program":"executor-03","block":"02",)j"
                                R"j("thread":"02.3","notes":["plain",)j" +
                                json::quoted(k_nasty) + "]}]}"));
    const grid::GridEdits archived = grid::scratch_archive_edits(next);
    REQUIRE(archived.size() == 2);
    CHECK(archived[0].text == "# Scratchpad\n\n");
    CHECK(archived[1].text == "# Archive\n\n" + file_of(next, "SCRATCHPAD.md").text.substr(14));
    CHECK(grid::scratch_archive_edits(after(next, archived)).empty());
    CHECK(changed(grid_fixture("session-death"),
                  grid::scratch_edits(grid_fixture("session-death"), {{}, {}, {}, {"x"}}, k_grid_now)) ==
          "SCRATCHPAD.md\n+# Scratchpad\n+\n+## 2026-01-23T15:31:00.123Z\n+- x\n");
    for (const char* program : {"a|b", "a\nb", " a", "2026-01-01", "block 1"}) {
      entry.program = program;
      CHECK(refused([&] { (void)grid::scratch_edits(grid, entry, k_grid_now); }) == "invalid_input program");
    }
    entry.program = "p";
    entry.notes = {};
    CHECK(refused([&] { (void)grid::scratch_edits(grid, entry, k_grid_now); }) == "invalid_input notes");
  }
}
