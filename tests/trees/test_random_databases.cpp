// SPDX-License-Identifier: MIT
// Random trees through a real database: planned, recovered, and recovered again.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "random_database.hpp"
#include "rlmdb/verify.hpp"
#include "view_check.hpp"

using namespace rlmdb;
using namespace rlmdb::test;
using Json = nlohmann::ordered_json;

namespace {

constexpr unsigned k_random_databases = 10;

void check_plans(const RecoveryReport& report, const std::map<std::string, Rows>& trees) {
  std::set<std::string> planned_ids;
  for (const TreePlan& plan : report.trees) {
    const std::string tree = plan.tree_id.text;
    CAPTURE(tree);
    CHECK(planned_ids.insert(tree).second);
    CHECK((planned(plan) == BruteForce(trees.at(tree)).plan()));
  }
  for (const auto& [id, rows] : trees) CHECK(planned_ids.contains(id) == RandomDatabase::has_work(rows));
}

void check_each_alone(const TreePlace& place, const std::map<std::string, Rows>& trees) {
  for (const auto& [id, rows] : trees) {
    const std::string tree = id;
    CAPTURE(tree);
    const RecoveryReport report = place.recover(id, RecoverRun::dry_run);
    REQUIRE(report.trees.size() == 1);
    CHECK((planned(report.trees[0]) == BruteForce(rows).plan()));
  }
}

}  // namespace

TEST_SUITE("trees::random_databases") {
  TEST_CASE("random trees are recovered once, and a second run changes nothing") {
    for (unsigned seed = 1; seed <= k_random_databases; ++seed) {
      CAPTURE(seed);
      RandomDatabase database(seed, seed % 2 == 0 ? Dependencies::some : Dependencies::none);
      check_plans(database.place().recover("", RecoverRun::dry_run), database.trees());
      check_each_alone(database.place(), database.trees());
      const RecoveryReport first = database.place().recover("");
      check_plans(first, database.trees());
      CHECK(first.changed == database.restart());
      CHECK(first.changed > 0);
      const std::string after_first = content_of(database.place().database());
      const RecoveryReport second = database.place().recover("");
      check_plans(second, database.trees());
      check_each_alone(database.place(), database.trees());
      CHECK(second.changed == 0);
      CHECK((content_of(database.place().database()) == after_first));
    }
  }

  TEST_CASE("one tree at a time comes to the same") {
    RandomDatabase all(77);
    RandomDatabase one_by_one(77);
    std::uint64_t changed = 0;
    for (const auto& [id, rows] : one_by_one.trees()) changed += one_by_one.place().recover(id).changed;
    CHECK(changed == all.place().recover("").changed);
    CHECK(differences(all.place().tasks(), one_by_one.place().tasks()).empty());
  }

  TEST_CASE("the views see random trees as the library does, before and after") {
    std::size_t left_out = 0;
    for (unsigned seed = 1; seed <= k_random_databases; ++seed) {
      CAPTURE(seed);
      const RandomDatabase database(seed);
      left_out += ViewCheck(database.place()).run().left_out.size();
      (void)database.place().recover("");
      (void)ViewCheck(database.place()).run();
    }
    CHECK(left_out > 0);
    CHECK(left_out < k_random_databases * RandomDatabase::k_trees_each / 4);
  }

  TEST_CASE("after recovery the database verifies, and its export differs in states, pids and the date") {
    for (unsigned seed = 1; seed <= k_random_databases; ++seed) {
      CAPTURE(seed);
      const RandomDatabase database(seed);
      Json before = Json::parse(export_text(database.place().database()));
      const std::uint64_t findings_before = verify(database.place().reader()).finding_count;
      const RecoveryReport report = database.place().recover("");
      std::set<std::string> restarted;
      for (const TreePlan& plan : report.trees)
        for (const NodePlan& node : plan.nodes)
          if (node.decision == Decision::resume || node.decision == Decision::retry)
            restarted.insert(id_text(node.task_id));
      for (Json& task : before["tasks"]) {
        if (!restarted.contains(task.at("id"))) continue;
        task["state"] = "queued";
        if (task.contains("pid")) task["pid"] = nullptr;
      }
      Json after = Json::parse(export_text(database.place().database()));
      before["updatedAt"] = after["updatedAt"];
      CHECK((after.dump() == before.dump()));
      CHECK(verify(database.place().reader()).finding_count == findings_before);
    }
  }
}
