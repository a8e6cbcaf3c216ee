// SPDX-License-Identifier: MIT
// The views give what the library gives, on every file of the legacy store and every quirk that can be
// imported.
#include <doctest/doctest.h>

#include "view_check.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

constexpr const char* k_odd_nodes = R"({
  "version": 1,
  "updatedAt": "2026-01-01T00:00:00.000Z",
  "tasks": [
    {"id": "r", "prompt": "p", "state": "queued", "createdAt": "2026-01-01T00:00:00.000Z",
     "metadata": {"tree_id": "t", "parent_id": null, "depth": 0, "decomposition_strategy": "conditional"}},
    {"id": "back", "prompt": "p", "state": "completed", "startedAt": "2026-01-01T00:00:05.000Z",
     "completedAt": "2026-01-01T00:00:01.000Z", "metadata": {"tree_id": "t", "parent_id": "r", "depth": 1}},
    {"id": "forth", "prompt": "p", "state": "completed", "startedAt": "2026-01-01T00:00:01.000Z",
     "completedAt": "2026-01-01T00:00:03.001Z", "metadata": {"tree_id": "t", "parent_id": "r", "depth": 1}},
    {"id": "paused", "prompt": "p", "state": "paused", "metadata": {"tree_id": "t", "parent_id": "r", "depth": 1}},
    {"id": "null", "prompt": "p", "state": null, "metadata": {"tree_id": "u", "parent_id": null, "depth": 0}},
    {"id": "none", "prompt": "p", "metadata": {"tree_id": "v", "parent_id": null, "depth": 0}}
  ]
})";

/// nullopt: the import refuses it.
std::optional<ViewTally> checked(const std::filesystem::path& source) {
  try {
    const TreePlace place(source);
    return ViewCheck(place).run();
  } catch (const Error& error) {
    CHECK((error.code() == ErrorCode::invalid_input));
    return std::nullopt;
  }
}

}  // namespace

TEST_SUITE("trees::views") {
  TEST_CASE("on the legacy store's own files") {
    std::size_t trees = 0;
    std::size_t nodes = 0;
    for (const std::filesystem::path& file : tests::legacy_written_files()) {
      CAPTURE(file);
      const ViewTally tally = checked(file).value();
      trees += tally.trees;
      nodes += tally.nodes;
      CHECK(tally.left_out.empty());
    }
    CHECK(trees == 31);
    CHECK(nodes == 971);
  }

  TEST_CASE("on every quirk; a tree with a cycle is left out of the plan") {
    std::size_t trees = 0;
    std::map<std::string, std::string> left_out;
    for (const std::string& name : tests::quirk_names()) {
      CAPTURE(name);
      const std::optional<ViewTally> tally = checked(tests::quirks_directory() / (name + ".json"));
      if (!tally) continue;
      trees += tally->trees;
      for (const auto& [tree, reason] : tally->left_out) left_out[name + " " + tree] = reason;
    }
    CHECK(trees == 19);
    CHECK((left_out == std::map<std::string, std::string>{{"tree-cycle tree-12345678", "cycle"},
                                                          {"tree-self-parent tree-12345678", "cycle"}}));
  }

  TEST_CASE("on times that run backwards and on states that nobody knows") {
    const TreePlace place(std::string_view{k_odd_nodes});
    CHECK(ViewCheck(place).run().nodes == 6);
    CHECK(joined(place.rows("SELECT avg_duration_ms FROM tree_progress WHERE tree_id = 't'")) == "1000.5");
    CHECK(joined(place.rows("SELECT legacy_id || ' ' || decision FROM recovery_plan ORDER BY task_id")) ==
          "r wait back skip forth skip paused wait null wait none wait");
  }
}
