// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "grid/grid_file_rules.hpp"

using rlmdb::to_text;
using rlmdb::grid::block_of_name;
using rlmdb::grid::kind_of_name;
using rlmdb::grid::number_of;

TEST_SUITE("grid::grid_file_rules") {
  TEST_CASE("a file is what its name and place say") {
    const auto kind = [](std::string_view name) { return to_text(kind_of_name(name)); };
    CHECK(kind("STATE.md") == "state");
    CHECK(kind("CHECKPOINT.md") == "checkpoint");
    CHECK(kind("CHECKPOINT-2026.md") == "checkpoint");
    CHECK(kind("WARMTH.md") == "warmth");
    CHECK(kind("DECISIONS.md") == "decisions");
    CHECK(kind("BLOCKERS.md") == "blockers");
    CHECK(kind("SCRATCHPAD.md") == "scratchpad");
    CHECK(kind("plans/blog-PLAN-SUMMARY.md") == "plan-summary");
    CHECK(kind("plans/my-block-party-block-06.md") == "plan");
    CHECK(kind("phases/01-foundation/01-PLAN.md") == "phase-plan");
    CHECK(kind("phases/01-foundation/01-SUMMARY.md") == "summary");
    CHECK(kind("phases/01-foundation/SUMMARY.md") == "summary");
    for (const char* other :
         {"", "SCRATCHPAD_ARCHIVE.md", "LEARNINGS.md", "WAVE_STATUS.md", "config.json", "debug/x/session.md",
          "refinement/personas/p1.md", "plans/notes.md", "plans/a/blog-block-01.md", "plans/blog-block-.md",
          "x/STATE.md", "CHECKPOINT.txt", "phases//01-PLAN.md", "archive/01-SUMMARY.md",
          "archive/a/SUMMARY.md", "refinement/e2e/SUMMARY.md", "discs/all-SUMMARY.md"})
      CHECK_MESSAGE(kind(other) == "other", other);
    // summaries lie wherever somebody puts them.
    for (const char* summary : {"04-SUMMARY.md", "phases/01-SUMMARY.md", "phases/a/b/01-SUMMARY.md",
                                "SUMMARY.md", "discs/03-SUMMARY.md"})
      CHECK_MESSAGE(kind(summary) == "summary", summary);
    CHECK(block_of_name("04-SUMMARY.md") == "04");
    CHECK(block_of_name("phases/07-search/SUMMARY.md") == "07");
    CHECK(block_of_name("SUMMARY.md") == "");
  }

  TEST_CASE("blocks and threads are compared as numbers") {
    CHECK(number_of("08") == 8);
    CHECK(number_of("8") == 8);
    CHECK(number_of("02.3") == 2);
    CHECK(number_of("02.3", 1) == 3);
    CHECK(number_of("02.10", 1) == 10);
    CHECK(number_of("02", 1) == -1);
    for (const char* none : {"", "x", "-1", "+1", "1x", "0x1F", "99999999999999999999", " 1", ".1"})
      CHECK_MESSAGE(number_of(none) == -1, none);
  }

  TEST_CASE("names say their block") {
    CHECK(block_of_name("plans/blog-block-06.md") == "06");
    CHECK(block_of_name("plans/blog-block-2-block-07.md") == "07");
    CHECK(block_of_name("phases/01-foundation/01-SUMMARY.md") == "01");
    CHECK(block_of_name("phases/03-auth/SUMMARY.md") == "03");
    CHECK(block_of_name("phases/02-auth/02-PLAN.md") == "02");
    CHECK(block_of_name("STATE.md").empty());
    CHECK(block_of_name("plans/blog-PLAN-SUMMARY.md").empty());
  }
}
