// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <string>

#include "sources/ralph_place.hpp"

using namespace rlmdb::sources;

namespace {

/// "iteration time workflow", "-" for what the name does not say; "": another name.
std::string said(std::string_view name) {
  const auto parsed = parse_checkpoint_name(name);
  if (!parsed) return {};
  return (parsed->iteration ? std::to_string(*parsed->iteration) : "-") + " " +
         parsed->created_at.value_or("-") + " " + parsed->workflow_id.value_or("-");
}

/// "file family owner", with " archived" where it is; "": it lies elsewhere.
std::string place(const std::string& path) {
  const auto found = ralph_place_of("/p/" + path);
  if (!found) return {};
  constexpr const char* k_files[] = {"loop", "checkpoint", "maybe", "stray", "other"};
  return std::string(k_files[static_cast<int>(found->file)]) + " " + found->family + " " +
         (found->owner.empty() ? "-" : found->owner) + (found->is_archived ? " archived" : "");
}

}  // namespace

TEST_SUITE("sources::ralph_place") {
  TEST_CASE("names of checkpoints") {
    CHECK(said("iteration-001.json.gz") == "1 - -");
    CHECK(said("iteration-1.json") == "1 - -");
    CHECK(said("iteration-1000.json.lz4") == "1000 - -");
    CHECK(said("checkpoint-2.json.gz") == "2 - -");
    CHECK(said("checkpoint-2-1770066120000.json.gz") == "2 2026-02-02T21:02:00.000Z -");
    CHECK(said("ralph-a-b-2026-01-25T15-00-00Z-iteration.json.gz") == "- 2026-01-25T15:00:00Z ralph-a-b");
    CHECK(said("f-2026-01-25T15-00-00.123Z-pre_risky_op.json") == "- 2026-01-25T15:00:00.123Z f");
    CHECK(said("f-2026-01-25T15-00-00-123Z-manual.json.gz") == "- 2026-01-25T15:00:00.123Z f");
    CHECK(said("iteration-2026-01-25T15-00-00Z-manual.json") == "- 2026-01-25T15:00:00Z iteration");
    CHECK(said("2026-01-25T15-00-00Z-2026-01-26T15-00-00Z-manual.json") ==
          "- 2026-01-26T15:00:00Z 2026-01-25T15-00-00Z");
  }

  TEST_CASE("other names") {
    for (const char* name : {"", ".json", "iteration-.json", "iteration-x.json", "iteration-1-2.json",
                             "iteration--1.json", "iteration-1.txt", "iteration-1.gz", "checkpoint-1-.json",
                             "checkpoint-1-99999999999999999.json", "checkpoint-99999999999999999999.json",
                             "-2026-01-25T15-00-00Z-manual.json", "f-2026-13-25T15-00-00Z-manual.json",
                             "f-2026-01-25T15-00-00Z.json", "manifest.json", "phase-concept.json.gz"}) {
      CAPTURE(name);
      CHECK(said(name) == "");
    }
  }

  TEST_CASE("places") {
    CHECK(place(".aiwg/ralph/current-loop.json") == "loop ralph -");
    CHECK(place(".aiwg/ralph/loops/a/state.json") == "loop ralph a");
    CHECK(place(".aiwg/ralph/archive/a/state.json") == "loop ralph a archived");
    CHECK(place(".aiwg/ralph-external/session-state.json") == "loop ralph-external -");
    CHECK(place(".aiwg/ralph-external/loops/a/session-state.json") == "loop ralph-external a");
    CHECK(place(".aiwg/ralph-external/archive/a/session-state.json") == "loop ralph-external a archived");
    CHECK(place(".aiwg/ralph/loops/a/session-state.json") == "other ralph a");
    CHECK(place(".aiwg/ralph/session-state.json") == "other ralph -");
    CHECK(place(".aiwg/ralph/loops/a/b/state.json") == "other ralph a");
    CHECK(place(".aiwg/ralph/state.json") == "other ralph -");
    CHECK(place(".aiwg/ralph/loops/a/checkpoints/iteration-1.json") == "checkpoint ralph a");
    CHECK(place(".aiwg/ralph/loops/a/checkpoints/any.json.gz") == "checkpoint ralph a");
    CHECK(place(".aiwg/ralph/loops/a/checkpoints/any.json") == "stray ralph a");
    CHECK(place(".aiwg/ralph/loops/a/checkpoints/any.md") == "other ralph a");
    CHECK(place(".aiwg/ralph/x.json.gz") == "maybe ralph -");
    CHECK(place(".aiwg/ralph-external/iterations/001/checkpoints/001-checkpoint.json") ==
          "other ralph-external -");
    CHECK(place(".aiwg/checkpoints/manifest.json") == "maybe ralph -");
    CHECK(place(".aiwg/checkpoints/flow-a/phase-concept.json.gz") == "checkpoint ralph -");
    CHECK(place(".aiwg/rlm/checkpoints/a.json") == "");
    CHECK(place("ralph/loops/a/state.json") == "");
    CHECK(place(".aiwg/ralph.json") == "");
    CHECK(place(".aiwg/a/.aiwg/ralph/current-loop.json") == "loop ralph -");
  }
}
