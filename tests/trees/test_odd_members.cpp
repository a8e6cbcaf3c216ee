// SPDX-License-Identifier: MIT
// What recovery keeps of a record and what it takes from it, where the record is odd.
#include <doctest/doctest.h>

#include <array>
#include <limits>

#include "rlmdb/verify.hpp"
#include "tree_place.hpp"
#include "trees/cost.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

/// In canonical bytes; `members` are the lines between prompt and metadata.
std::string one_record(const std::string& members, const std::string& depth = "0") {
  return "{\n  \"version\": 1,\n  \"updatedAt\": \"2026-01-01T00:00:00.000Z\",\n  \"tasks\": [\n    {\n"
         "      \"id\": \"n\",\n      \"prompt\": \"p\",\n" +
         members + "      \"metadata\": {\n        \"tree_id\": \"t\",\n        \"depth\": " + depth +
         "\n      }\n    }\n  ]\n}";
}

std::string nested(unsigned levels) {
  std::string text(levels, '[');
  return text.append(levels, ']');
}

/// The export after recovery, with the date it had before.
std::string recovered_text(const TreePlace& place) {
  CHECK(place.recover("t").changed == 1);
  CHECK(verify(place.reader()).finding_count == 0);
  return export_text(place.database(), "2026-01-01T00:00:00.000Z");
}

}  // namespace

TEST_SUITE("trees::odd_members") {
  TEST_CASE("whatever the pid was, it becomes null and the event keeps its text") {
    for (const std::string pid : {"4000000", "0", "-7", "1.5", "\"4000000\"", "true", "[\n        1\n      ]",
                                  "12345678901234567890", "1e+400", "\"\\ud83d\""}) {
      CAPTURE(pid);
      const std::string text = one_record("      \"state\": \"running\",\n      \"pid\": " + pid + ",\n");
      const TreePlace place{std::string_view(text)};
      CHECK((export_text(place.database()) == text));
      CHECK((recovered_text(place) == one_record("      \"state\": \"queued\",\n      \"pid\": null,\n")));
      const std::string old = pid[0] == '[' ? "[1]" : pid;
      CHECK(joined(place.rows("SELECT member, old_value FROM event_changes ORDER BY member DESC")) ==
            "/state|\"running\" /pid|" + old);
    }
  }

  TEST_CASE("a pid that was null or absent stays so and is no change") {
    for (const std::string pid : {"      \"pid\": null,\n", ""}) {
      const std::string text = one_record("      \"state\": \"failed\",\n" + pid);
      const TreePlace place{std::string_view(text)};
      CHECK((recovered_text(place) == one_record("      \"state\": \"queued\",\n" + pid)));
      CHECK(joined(place.rows("SELECT member, old_value FROM event_changes")) == "/state|\"failed\"");
    }
  }

  TEST_CASE("result, error, output and what no column holds are kept") {
    const std::string kept =
        "      \"result\": {\n        \"part\": 1.50\n      },\n      \"error\": \"timed out\",\n"
        "      \"output\": \"half \\ud83d\\u0000\",\n      \"1\": null,\n";
    const std::string ended = "      \"completedAt\": 7,\n";
    const std::string not_ended = "      \"completedAt\": null,\n";
    const TreePlace place{std::string_view(one_record("      \"state\": \"failed\",\n" + kept + ended))};
    CHECK((recovered_text(place) == one_record("      \"state\": \"queued\",\n" + kept + not_ended)));
  }

  TEST_CASE("a node remembers the checkpoint that it was to start from, also when there is a newer one" *
            damages) {
    const TreePlace place(seed_tree("crash-recovery"));
    place.edit(
        "UPDATE tasks SET resume_checkpoint_id = 'ckpt-chosen' WHERE legacy_id = 'task-0004';"
        "INSERT INTO task_checkpoints (task_id, position, checkpoint_id) "
        "SELECT id, -1, 'ckpt-chosen' FROM tasks WHERE legacy_id = 'task-0004'");
    CHECK(place.recover("").trees.at(0).nodes.at(3).checkpoint_id == "ckpt-chosen");
    CHECK(joined(place.rows("SELECT resume_checkpoint_id FROM tasks WHERE legacy_id = 'task-0004'")) ==
          "ckpt-chosen");
    CHECK(joined(place.rows("SELECT checkpoint_id FROM recovery_plan WHERE legacy_id = 'task-0004'")) ==
          "ckpt-chosen");
  }

  TEST_CASE("a record nested deeper than SQLite reads JSON does not stop a recovery") {
    for (const std::string state : {"running", "paused"}) {
      CAPTURE(state);
      const TestDir dir;
      write_all(dir / "deep.json", R"({"version": 1, "tasks": [{"id": "n", "state": ")" + state +
                                       R"(", "pid": 5, "x": )" + nested(4'000) +
                                       R"(, "metadata": {"tree_id": "t"}}]})");
      ImportOptions options = quick();
      options.max_depth = 10'000;
      (void)import_one(dir / "rlm.db", dir / "deep.json", options);
      Store store = Store::open(dir / "rlm.db", Access::read_write);
      CHECK(progress_of_tree(store, TreeId{"t"}).total == 1);
      CHECK(recover(store, std::nullopt).changed == (state == "running" ? 1U : 0U));
      CHECK(recover(store, TreeId{"t"}).changed == 0);
    }
  }

  TEST_CASE("token counts beyond all sums end at the largest number") {
    std::vector<trees::NodeRow> rows(3);
    for (trees::NodeRow& row : rows) {
      row.input_tokens = 9'000'000'000'000'000'000;
      row.output_tokens = -9'000'000'000'000'000'000;
    }
    for (const CostBy by : {CostBy::node, CostBy::depth}) {
      const TreeCost cost = trees::cost_of(TreeId{"t"}, rows, by);
      CHECK(cost.input_tokens == std::numeric_limits<std::int64_t>::max());
      CHECK(cost.output_tokens == std::numeric_limits<std::int64_t>::min());
      CHECK(cost.lines.size() == (by == CostBy::node ? 3 : 1));
    }
  }

  TEST_CASE("trees come most urgent first: crashed nodes, failed nodes, priority, age") {
    std::string text = R"({"version": 1, "updatedAt": "2026-01-01T00:00:00.000Z", "tasks": [)";
    const std::vector<std::array<std::string, 4>> nodes = {
        {"young", "queued", "-1", "2026-01-03"},  {"old", "queued", "-1", "2026-01-01"},
        {"low", "queued", "-2", "2026-01-01"},    {"urgent", "queued", "9", "2026-01-03"},
        {"failed", "failed", "-5", "2026-01-09"}, {"crashed", "running", "-5", "2026-01-09"},
        {"held", "running", "0", "2026-01-01"},   {"done", "completed", "99", "2025-01-01"}};
    for (const auto& [tree, state, priority, day] : nodes) {
      text += (tree == "young" ? "" : ",") + (R"({"id": ")" + tree) + R"(", "state": ")" + state +
              R"(", "priority": )" + priority + R"(, "createdAt": ")" + day +
              R"(T00:00:00.000Z", "metadata": {"tree_id": ")" + tree + R"("}})";
    }
    const TreePlace place{std::string_view(text + "]}")};
    place.edit("UPDATE tasks SET owner = 'anna', owner_boot_id = 'another' WHERE legacy_id = 'held'");
    std::vector<std::string> order;
    for (const TreePlan& plan : place.recover("", RecoverRun::dry_run).trees)
      order.push_back(plan.tree_id.text);
    CHECK(joined(order) == "crashed failed urgent held old young low");
  }
}
