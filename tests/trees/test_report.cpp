// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "rlmdb/error.hpp"
#include "rlmdb/estimate.hpp"
#include "rlmdb/replace_file.hpp"
#include "rlmdb/report.hpp"
#include "tree_place.hpp"
#include "util/clock.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

std::string task(const std::string& id, const std::string& parent, const std::string& members,
                 const std::string& metadata = "") {
  return R"({"id": ")" + id + R"(", "prompt": "p of )" + id +
         R"(", "createdAt": "2026-01-01T00:00:00.000Z", )" + members +
         R"(, "metadata": {"tree_id": "t", "parent_id": )" + (parent.empty() ? "null" : '"' + parent + '"') +
         metadata + "}}";
}

std::string tasks_file(const std::vector<std::string>& tasks) {
  std::string all = R"({"version": 1, "updatedAt": "2026-01-01T00:00:00.000Z", "tasks": [)";
  for (const std::string& text : tasks) all += (all.ends_with('[') ? "" : ",\n") + text;
  return all + "]}";
}

std::string ran(const std::string& state, const std::string& from, const std::string& to) {
  return R"("state": ")" + state + R"(", "startedAt": "2026-01-01T00:00:)" + from +
         R"(.000Z", "completedAt": "2026-01-01T00:00:)" + to + R"(.000Z")";
}

const std::string k_queued = R"("state": "queued", "startedAt": null, "completedAt": null)";

std::string ids_of(const TreeReport& report, const std::vector<OpenNode>& nodes) {
  std::string ids;
  for (const OpenNode& open : nodes)
    ids += (ids.empty() ? "" : " ") + id_text(report.tree.nodes[open.node].task_id);
  return ids;
}

}  // namespace

TEST_SUITE("trees::report") {
  TEST_CASE("failures come in the order in which they ended, with their errors and what follows") {
    const TreePlace place{std::string_view(tasks_file(
        {task("root", "", ran("running", "01", "01")),
         task("late", "root", ran("failed", "02", "30") + R"(, "error": "second")"),
         task("early", "root", ran("failed", "02", "09") + R"(, "error": {"message": "first", "code": 7})"),
         task("never", "root",
              R"("state": "failed", "startedAt": null, "completedAt": null, "error": null)")}))};
    const TreeReport report = report_of_tree(place.reader(), TreeId{"t"});
    REQUIRE(report.failures.size() == 3);
    CHECK(report.failure_count == 3);
    CHECK(id_text(report.tree.nodes[report.failures[0].node].task_id) == "early");
    CHECK(report.failures[0].error == R"({"message":"first","code":7})");
    CHECK(id_text(report.tree.nodes[report.failures[1].node].task_id) == "late");
    CHECK(report.failures[1].error == "second");
    CHECK(report.failures[1].next == "failed; run it again from its beginning");
    CHECK(report.failures[2].error.empty());
    CHECK(report_of_tree(place.reader(), TreeId{"t"}, {1, 1}).failures.size() == 1);
    CHECK(report_of_tree(place.reader(), TreeId{"t"}, {1, 1}).failure_count == 3);
  }

  TEST_CASE("what runs comes first, then what is ready, then what waits and for whom") {
    const TreePlace place{std::string_view(tasks_file(
        {task("root", "",
              R"("state": "running", "startedAt": "2026-01-01T00:00:01.000Z", "completedAt": null)",
              R"(, "decomposition_strategy": "sequential")"),
         task("one", "root", k_queued), task("two", "root", k_queued),
         task("done", "root", ran("completed", "02", "04")),
         task("gone", "root", ran("cancelled", "02", "04"))}))};
    const TreeReport report = report_of_tree(place.reader(), TreeId{"t"});
    CHECK(ids_of(report, report.open_nodes) == "root one two");
    CHECK(report.open_count == 3);
    CHECK(joined(report.open_nodes[0].blocked_by) == "one two");
    CHECK(report.open_nodes[1].reason == "ready to run");
    CHECK(joined(report.open_nodes[2].blocked_by) == "one");
    CHECK(report.failures.empty());
    CHECK_FALSE(report.result.has_value());
    const TreeReport bounded = report_of_tree(place.reader(), TreeId{"t"}, {50, 2});
    CHECK(ids_of(bounded, bounded.open_nodes) == "root one");
    CHECK(bounded.open_count == 3);
  }

  TEST_CASE("what waits for a dependency or after a lost attempt is not ready") {
    const TreePlace place{std::string_view(tasks_file(
        {task("root", "",
              R"("state": "running", "startedAt": "2026-01-01T00:00:01.000Z", "completedAt": null)"),
         task("needs", "root", k_queued, R"(, "depends_on": ["free"])"), task("lost", "root", k_queued),
         task("over", "root", k_queued), task("free", "root", k_queued)}))};
    const std::string soon = util::utc_text(util::now() + std::chrono::minutes(30));
    place.edit("UPDATE tasks SET not_before = '" + soon + "' WHERE legacy_id = 'lost'");
    place.edit("UPDATE tasks SET not_before = '2000-01-01T00:00:00.000Z' WHERE legacy_id = 'over'");
    const TreeReport report = report_of_tree(place.reader(), TreeId{"t"});
    REQUIRE(ids_of(report, report.open_nodes) == "root over free needs lost");
    CHECK(report.open_nodes[1].reason == "ready to run");
    CHECK(joined(report.open_nodes[3].blocked_by) == "free");
    CHECK(report.open_nodes[3].reason == "waits for free, which it depends on");
    CHECK(report.open_nodes[4].reason == "waits until " + soon + " after a lost attempt");
  }

  TEST_CASE("times, work and the result of the root") {
    const TreePlace place{std::string_view(tasks_file(
        {task("child", "root", ran("completed", "05", "15")),
         task("root", "", ran("completed", "02", "20") + R"(, "result": "all is well")"),
         task("odd", "root", R"("state": "completed", "startedAt": "yesterday", "completedAt": null)")}))};
    const TreeReport report = report_of_tree(place.reader(), TreeId{"t"});
    CHECK(report.first_ms == 1'767'225'602'000);
    CHECK(report.last_ms == 1'767'225'620'000);
    CHECK(report.work_ms == 28'000);
    CHECK(report.result == "all is well");
    REQUIRE(report.times.size() == 3);
    CHECK(id_text(report.tree.nodes[0].task_id) == "root");
    CHECK(report.times[0].ended_ms == 1'767'225'620'000);
    CHECK_FALSE(report.times[2].started_ms.has_value());
    CHECK(report.open_count == 0);
    CHECK(report.made_at.size() == 24);
  }

  TEST_CASE("nothing is written, and an unknown tree is no report") {
    const TreePlace place{seed_tree("crash-recovery")};
    const auto before = place.tasks();
    CHECK(report_of_tree(place.reader(), TreeId{"tree-12345678"}).tree.nodes.size() == 6);
    CHECK(differences(before, place.tasks()).empty());
    CHECK_THROWS_WITH_AS((void)report_of_tree(place.reader(), TreeId{"nope"}),
                         "No tasks found for tree nope: there is no such tree", Error);
  }

  TEST_CASE("a file is replaced whole, or stays") {
    const TreePlace place{seed_tree("crash-recovery")};
    const Store store = place.reader();
    const TestDir dir;
    write_all(dir / "a", "old");
    replace_file(store, dir / "a", "new");
    CHECK(read_all(dir / "a") == "new");
    CHECK((std::filesystem::status(dir / "a").permissions() & std::filesystem::perms::all) ==
          (std::filesystem::perms::owner_read | std::filesystem::perms::owner_write));
    CHECK_THROWS_AS(replace_file(store, dir / "missing/a", "new"), Error);
    std::filesystem::create_directory(dir / "directory");
    CHECK_THROWS_AS(replace_file(store, dir / "directory", "new"), Error);
    CHECK(dir.count() == 2);
  }

  TEST_CASE("estimate, budget and limits are those of eta, budget and limits") {
    const TreePlace place{std::string_view(tasks_file(
        {task("root", "", k_queued), task("a", "root", ran("completed", "01", "03")),
         task("b", "root", ran("completed", "03", "07")),
         task("c", "root", ran("completed", "07", "20"), R"(, "cost_tracking": {"total_cost_usd": 2})"),
         task("d", "root", k_queued)}))};
    Store store = place.writer();
    (void)set_tree_budget(store, TreeId{"t"}, 2.5);
    LimitChange change;
    change.max_children = 4;
    (void)set_tree_limits(store, TreeId{"t"}, change);
    const TreeReport report = report_of_tree(store, TreeId{"t"});
    const TimeEstimate estimate = estimate_of_tree(store, TreeId{"t"}).estimate;
    REQUIRE(estimate.p50_ms.has_value());
    CHECK(report.estimate.p50_ms == estimate.p50_ms);
    CHECK(report.estimate.p90_ms == estimate.p90_ms);
    CHECK(report.estimate.samples == 3);
    CHECK(report.budget.left_usd == 0.5);
    CHECK_FALSE(report.budget.is_spent);
    REQUIRE(report.limits.uses.size() == 5);
    CHECK(report.limits.uses[1].limit == 4);
    CHECK(report.limits.uses[1].standing == Standing::at);
    CHECK(id_text(report.limits.uses[1].task_id) == "root");
  }
}
