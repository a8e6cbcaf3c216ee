// SPDX-License-Identifier: MIT
// Every tree of every file that the seeds' own formulas were evaluated on, to the last bit.
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "tree_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;
using PlainJson = nlohmann::json;
using rlmdb::tests::fixtures_directory;

namespace {

struct Oracle {
  std::filesystem::path source;
  PlainJson trees;
};

std::filesystem::path source_file(const std::string& name) {
  if (name == "project/.aiwg/daemon/tasks.json")
    return std::filesystem::path(RLMDB_SOURCE_DIR) / "data/legacy/daemon-tasks.json";
  return fixtures_directory() / name;
}

std::vector<Oracle> oracles() {
  std::vector<Oracle> found;
  for (const auto& entry : std::filesystem::directory_iterator(fixtures_directory() / "oracle")) {
    const PlainJson document = PlainJson::parse(read_all(entry.path()));
    found.push_back({source_file(document.at("source")), document.at("trees")});
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.source < b.source; });
  return found;
}

using Ids = std::set<std::string>;

Ids decided(const TreePlan& plan, std::initializer_list<Decision> which) {
  Ids ids;
  for (const NodePlan& node : plan.nodes)
    if (std::find(which.begin(), which.end(), node.decision) != which.end())
      ids.insert(id_text(node.task_id));
  return ids;
}

std::optional<double> number_or_null(const PlainJson& value) {
  return value.is_null() ? std::nullopt : std::optional(value.get<double>());
}

void check_progress(const TreeProgress& progress, const PlainJson& oracle) {
  CHECK(progress.total == oracle.at("total"));
  CHECK(progress.completed == oracle.at("completed"));
  CHECK(progress.failed == oracle.at("failed"));
  CHECK(progress.running == oracle.at("running"));
  CHECK(progress.queued == oracle.at("queued"));
  CHECK(progress.cancelled == oracle.at("cancelled"));
  CHECK(progress.remaining_tasks == oracle.at("remainingTasks"));
  CHECK((progress.percentage == number_or_null(oracle.at("percentage"))));
  CHECK((progress.avg_duration_ms == number_or_null(oracle.at("avgDurationMs"))));
  // The seed estimates a tree that can never end, too, and one of which nothing is left but what failed.
  const bool goes_on =
      progress.remaining_tasks > 0 || progress.completed + progress.cancelled == progress.total;
  if (progress.stuck == 0 && goes_on)
    CHECK((progress.eta_ms == number_or_null(oracle.at("etaMs"))));
  else
    CHECK_FALSE(progress.eta_ms.has_value());
}

/// The seed's recovery lists leave cancelled nodes out of every list; rlmdb skips them.
void check_plan(const TreePlan& plan, const Ids& cancelled, const PlainJson& oracle) {
  Ids skipped = oracle.at("recovery").at("skip").get<Ids>();
  skipped.insert(cancelled.begin(), cancelled.end());
  CHECK((decided(plan, {Decision::skip}) == skipped));
  CHECK((decided(plan, {Decision::resume}) == oracle.at("recovery").at("restart").get<Ids>()));
  CHECK((decided(plan, {Decision::retry}) == oracle.at("recovery").at("retry").get<Ids>()));
  CHECK((decided(plan, {Decision::wait, Decision::ready}) == oracle.at("recovery").at("waits").get<Ids>()));
  CHECK(decided(plan, {Decision::refuse}).empty());
  REQUIRE(oracle.at("root").size() == 1);
  CHECK(id_text(plan.root) == oracle.at("root").at(0));
  CHECK(plan.total == oracle.at("total"));
  CHECK(plan.done == oracle.at("completed"));
  CHECK(plan.cancelled == oracle.at("cancelled"));
  CHECK(plan.findings.empty());
}

Ids cancelled_nodes(const TreePlan& plan) {
  Ids ids;
  for (const NodePlan& node : plan.nodes)
    if (node.state == "cancelled") ids.insert(id_text(node.task_id));
  return ids;
}

std::vector<std::string> listed(const Store& store, const std::string& tree) {
  TaskFilter filter;
  filter.tree = TreeId{tree};
  std::vector<std::string> ids;
  for (const TaskSummary& task : store.list(filter)) ids.push_back(task.id.text);
  return ids;
}

std::int64_t max_depth(const TreePlan& plan) {
  std::int64_t depth = 0;
  for (const NodePlan& node : plan.nodes) depth = std::max(depth, node.depth);
  return depth;
}

}  // namespace

TEST_SUITE("trees::oracle") {
  TEST_CASE("all eight sources and their 31 trees are here") {
    std::size_t trees = 0;
    for (const Oracle& oracle : oracles()) trees += oracle.trees.size();
    CHECK(oracles().size() == 8);
    CHECK(trees == 31);
  }

  TEST_CASE("counts, percentage, average, estimate and cost are the seeds' doubles") {
    for (const Oracle& oracle : oracles()) {
      CAPTURE(oracle.source);
      const TreePlace place(oracle.source);
      const Store store = place.reader();
      for (const auto& entry : oracle.trees.items()) {
        const auto& [id, expected] = entry;
        CAPTURE(entry.key());
        check_progress(progress_of_tree(store, TreeId{id}), expected);
        check_progress(status_of_tree(store, TreeId{id}).progress, expected);
        CHECK((status_of_tree(store, TreeId{id}).total_cost_usd.value_or(0) ==
               expected.at("totalCost").get<double>()));
        CHECK((cost_of_tree(store, TreeId{id}, CostBy::node).total_cost_usd.value_or(0) ==
               expected.at("totalCost").get<double>()));
        CHECK((listed(store, id) == expected.at("order").get<std::vector<std::string>>()));
      }
    }
  }

  TEST_CASE("in one pass over all trees they are the same") {
    for (const Oracle& oracle : oracles()) {
      CAPTURE(oracle.source);
      const TreePlace place(oracle.source);
      const Store store = place.reader();
      const std::vector<TreeProgress> all = progress_of_trees(store, WhichTrees::all);
      const std::vector<TreeSummary> trees = list_trees(store);
      CHECK(all.size() == oracle.trees.size());
      REQUIRE(trees.size() == all.size());
      for (std::size_t i = 0; i < all.size(); ++i) {
        const PlainJson& expected = oracle.trees.at(all[i].tree_id.text);
        check_progress(all[i], expected);
        CHECK(trees[i].progress.tree_id.text == all[i].tree_id.text);
        CHECK((trees[i].total_cost_usd.value_or(0) == expected.at("totalCost").get<double>()));
      }
    }
  }

  TEST_CASE("recovery skips, restarts, retries and leaves waiting what the seeds do") {
    for (const Oracle& oracle : oracles()) {
      CAPTURE(oracle.source);
      const TreePlace place(oracle.source);
      for (const auto& entry : oracle.trees.items()) {
        const auto& [id, expected] = entry;
        CAPTURE(entry.key());
        const TreePlan plan = place.recover(id, RecoverRun::dry_run).trees.at(0);
        check_plan(plan, cancelled_nodes(plan), expected);
        CHECK(max_depth(plan) == expected.at("max_depth"));
      }
    }
  }

  // The seed finds a tree with a cancelled node incomplete for ever and never resumes it;
  // here a cancelled node holds nothing up.
  TEST_CASE("a tree is unfinished as in the seeds, but for cancelled nodes") {
    Ids differing;
    for (const Oracle& oracle : oracles()) {
      CAPTURE(oracle.source);
      const TreePlace place(oracle.source);
      Ids unfinished;
      for (const TreePlan& plan : place.recover("", RecoverRun::dry_run).trees)
        unfinished.insert(plan.tree_id.text);
      Ids in_progress;
      for (const TreeProgress& tree : progress_of_trees(place.reader()))
        in_progress.insert(tree.tree_id.text);
      CHECK((unfinished == in_progress));
      for (const auto& entry : oracle.trees.items()) {
        const auto& [id, expected] = entry;
        CAPTURE(entry.key());
        const bool only_cancelled =
            expected.at("completed").get<int>() + expected.at("cancelled").get<int>() ==
            expected.at("total").get<int>();
        CHECK(unfinished.contains(id) == (expected.at("incomplete").get<bool>() && !only_cancelled));
        if (unfinished.contains(id) != expected.at("incomplete").get<bool>()) differing.insert(id);
      }
    }
    CHECK((differing == Ids{"tree-005a4da0", "tree-00c0ffee", "tree-d477f902", "tree-ee558f2f"}));
  }
}
