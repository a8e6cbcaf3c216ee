// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <string>

#include "grid/grid_changes.hpp"
#include "grid/warmth_text.hpp"
#include "grid_edits.hpp"
#include "grid_files.hpp"
#include "json/json_members.hpp"

using namespace rlmdb;
using test::after;
using test::changed;
using test::file_of;
using test::grid_fixture;
using test::k_grid_now;
using test::refused;
using test::with_file;

namespace {

grid::GridSnapshot with_warmth(const std::string& text) {
  return with_file(grid_fixture("interrupted"), "WARMTH.md", text);
}

}  // namespace

TEST_SUITE("grid::warmth_changes") {
  TEST_CASE("each category gets what is new, at its end") {
    for (const grid::WarmthCategory& category : grid::k_warmth_categories) {
      const grid::GridSnapshot grid = grid_fixture("interrupted");
      const std::string before(json::find_member(file_of(grid, "WARMTH.md").document, category.name));
      const grid::GridSnapshot next = after(grid, grid::warmth_edits(grid, category.name, {"b", "a", "b"},
                                                                     "executor-02 (block 02)", k_grid_now));
      CHECK(json::find_member(file_of(next, "WARMTH.md").document, category.name) ==
            before.substr(0, before.size() - 1) + R"(,"b","a"])");
      CHECK(test::line_difference(file_of(grid, "WARMTH.md").text, file_of(next, "WARMTH.md").text) ==
            "-last_updated: 2026-01-23T15:40:00Z\n+last_updated: 2026-01-23T15:31:00Z\n+- \"b\"\n+- \"a\"\n");
      CHECK(grid::warmth_edits(next, category.name, {"a"}, "someone else", k_grid_now).empty());
    }
  }

  TEST_CASE("in YAML it stays YAML") {
    const grid::GridSnapshot grid =
        with_warmth("# learned\ncluster: x\ngotchas:\n  - \"a\" # first\n\nalmost_did: []\n");
    grid::GridSnapshot next =
        after(grid, grid::warmth_edits(grid, "gotchas", {"a", "b: c"}, "me", k_grid_now));
    next = after(next, grid::warmth_edits(next, "almost_did", {"- d\n---\n"}, "me", k_grid_now));
    next = after(next, grid::warmth_edits(next, "fragile_areas", {"## e"}, "", k_grid_now));
    CHECK(test::line_difference(file_of(grid, "WARMTH.md").text, file_of(next, "WARMTH.md").text) ==
          "+  - \"b: c\"\n"
          "-almost_did: []\n"
          "+almost_did:\n"
          "+  - |\n"
          "+    - d\n"
          "+    ---\n"
          "+last_updated: \"2026-01-23T15:31:00.123Z\"\n"
          "+accumulated_from:\n"
          "+  - me\n"
          "+fragile_areas:\n"
          "+  - \"## e\"\n");
    CHECK(
        file_of(next, "WARMTH.md").document ==
        R"j({"cluster":"x","gotchas":["a","b: c"],"almost_did":["- d\n---\n"],)j"
        R"j("last_updated":"2026-01-23T15:31:00.123Z","accumulated_from":["me"],"fragile_areas":["## e"]})j");
    const grid::GridSnapshot framed = with_warmth("---\ngotchas: [a]\n---\n");
    CHECK(changed(framed, grid::warmth_edits(framed, "gotchas", {"b"}, "", k_grid_now)) ==
          "WARMTH.md\n-gotchas: [a]\n+gotchas: [a, b]\n+last_updated: \"2026-01-23T15:31:00.123Z\"\n");
  }

  TEST_CASE("a new file, and sections that are new") {
    grid::GridSnapshot grid = grid_fixture("session-death");
    const grid::GridEdits edits =
        grid::warmth_edits(grid, "almost_did", {"Zustand", "MDX"}, "me", k_grid_now);
    REQUIRE(edits.size() == 1);
    CHECK(edits[0].text ==
          "---\n"
          "cluster: james-weatherhead-blog\n"
          "accumulated_from:\n"
          "  - me\n"
          "last_updated: \"2026-01-23T15:31:00.123Z\"\n"
          "---\n"
          "\n"
          "## Almost Did (Rejected)\n"
          "- \"Zustand\"\n"
          "- \"MDX\"\n");
    grid = after(grid, edits);
    CHECK(changed(grid, grid::warmth_edits(grid, "gotchas", {"x"}, "", k_grid_now)) ==
          "WARMTH.md\n+\n+## Gotchas\n+- \"x\"\n");
    const grid::GridSnapshot windows = with_warmth("## Gotchas\r\n- a\r\n\r\n## Notes\r\n- b");
    CHECK(changed(windows, grid::warmth_edits(windows, "gotchas", {"x\ny"}, "me", k_grid_now)) ==
          "WARMTH.md\n+- \"x\r\n+  y\"\r\n");
    CHECK(changed(windows, grid::warmth_edits(windows, "fragile_areas", {"z"}, "me", k_grid_now)) ==
          "WARMTH.md\n-- b+- b\r\n+\r\n+## Fragile Areas\r\n+- \"z\"\r\n");
  }

  TEST_CASE("what a summary learned, of all six categories, once") {
    grid::GridSnapshot grid = grid_fixture("interrupted");
    CHECK(grid::aggregate_edits(grid, "phases/01-foundation/01-SUMMARY.md", "x", k_grid_now).empty());
    std::string lessons = "---\nblock: 3\nlessons_learned:\n";
    for (const grid::WarmthCategory& category : grid::k_warmth_categories)
      lessons += "  " + std::string(category.name) + ": [of " + std::string(category.name) + "]\n";
    grid = with_file(grid, "phases/03-x/03-SUMMARY.md", lessons + "  odd: [z]\n---\n");
    const grid::GridSnapshot next =
        after(grid, grid::aggregate_edits(grid, "phases/03-x/03-SUMMARY.md", "", k_grid_now));
    for (const grid::WarmthCategory& category : grid::k_warmth_categories)
      CHECK(json::find_member(file_of(next, "WARMTH.md").document, category.name)
                .ends_with("\"of " + std::string(category.name) + "\"]"));
    CHECK(grid::aggregate_edits(next, "phases/03-x/03-SUMMARY.md", "", k_grid_now).empty());
    CHECK(refused([&] { (void)grid::aggregate_edits(grid, "phases/09/09-SUMMARY.md", "", k_grid_now); }) ==
          "not_found phases/09/09-SUMMARY.md");
  }

  TEST_CASE("what cannot be learned is refused") {
    const grid::GridSnapshot grid = grid_fixture("interrupted");
    CHECK(refused([&] { (void)grid::warmth_edits(grid, "wisdom", {"x"}, "", k_grid_now); }) ==
          "invalid_input category");
    CHECK(refused([&] { (void)grid::warmth_edits(grid, "gotchas", {""}, "", k_grid_now); }) ==
          "invalid_input gotchas");
    const grid::GridSnapshot torn = with_warmth("---\ncluster: \"x\n---\n");
    CHECK(refused([&] { (void)grid::warmth_edits(torn, "gotchas", {"x"}, "", k_grid_now); }) ==
          "invalid_input WARMTH.md");
    // A list that is a text in the file cannot take an item.
    const grid::GridSnapshot odd = with_warmth("gotchas: many\n");
    CHECK(refused([&] {
            (void)grid::warmth_edits(odd, "gotchas", {"x"}, "", k_grid_now);
          }).starts_with("invalid_input"));
  }
}
