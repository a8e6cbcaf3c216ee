// SPDX-License-Identifier: MIT
// Random trees through a real database: planned, recovered, and recovered again.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "brute_force.hpp"
#include "random_tree.hpp"
#include "rlmdb/verify.hpp"
#include "view_check.hpp"

using namespace rlmdb;
using namespace rlmdb::test;
using Json = nlohmann::ordered_json;

namespace {

constexpr unsigned k_databases = 10;
constexpr unsigned k_trees_each = 40;

using Rows = std::vector<model::NodeRow>;

std::string created_at(std::size_t n) {
  return "2026-01-01T00:" + std::to_string(10 + n / 60 % 50) + ":" + std::to_string(10 + n % 50) + ".000Z";
}

Json record_of(const std::string& tree, const model::NodeRow& row, std::size_t n) {
  Json record = {
      {"id", row.task_id}, {"prompt", "do " + row.task_id}, {"agent", nullptr}, {"priority", n % 3}};
  if (row.state) record["state"] = row.state_text;
  record["createdAt"] = created_at(n);
  const bool is_started = row.state_text != "queued";
  record["startedAt"] = is_started ? Json(created_at(n + 7)) : Json(nullptr);
  record["completedAt"] = row.state_text == "completed" ? Json(created_at(n + n % 11)) : Json(nullptr);
  if (n % 5 != 0) record["pid"] = row.state_text == "running" ? Json(4'000'000 + n) : Json(nullptr);
  record["metadata"] = {{"tree_id", tree}};
  Json& metadata = record["metadata"];
  if (!row.node_id.empty()) metadata["node_id"] = row.node_id;
  metadata["parent_id"] = row.parent_ref ? Json(*row.parent_ref) : Json(nullptr);
  if (row.depth) metadata["depth"] = *row.depth;
  if (!row.strategy.empty()) metadata["decomposition_strategy"] = row.strategy;
  if (n % 4 == 0)
    metadata["cost_tracking"] = {{"input_tokens", n}, {"total_cost_usd", 0.1 * static_cast<double>(n)}};
  if (!row.checkpoint_id.empty())
    metadata["checkpoints"] = {{{"checkpoint_id", "ckpt-older"}}, {{"checkpoint_id", row.checkpoint_id}}};
  return record;
}

/// Some trees, interleaved in one file. "elsewhere-…" parents become nodes of the tree before.
class RandomDatabase {
 public:
  explicit RandomDatabase(unsigned seed) {
    for (unsigned i = 0; i < k_trees_each; ++i) {
      const std::string id = "tree-" + std::to_string(100 + i);
      m_trees[id] = RandomTree(seed * 1'000 + i).make("task-" + std::to_string(i) + "-");
      for (model::NodeRow& row : m_trees[id]) point_elsewhere(row, i);
    }
    m_place.emplace(std::string_view(document()));
    claim();
  }

  [[nodiscard]] std::map<std::string, Rows>& trees() { return m_trees; }
  [[nodiscard]] const TreePlace& place() const { return *m_place; }

  /// The rows as recovery must leave them; returns how many change.
  std::uint64_t restart() {
    std::uint64_t changed = 0;
    for (auto& [id, rows] : m_trees) {
      const PlannedTree plan = BruteForce(rows).plan();
      for (const Planned& node : plan.nodes) {
        if (node.decision != Decision::resume && node.decision != Decision::retry) continue;
        const auto row =
            std::find_if(rows.begin(), rows.end(), [&](const auto& r) { return r.task_id == node.task_id; });
        row->state = TaskState::queued;
        row->state_text = "queued";
        ++changed;
      }
    }
    return changed;
  }

  [[nodiscard]] static bool has_work(const Rows& rows) {
    return std::any_of(rows.begin(), rows.end(), [](const model::NodeRow& row) {
      return row.state != TaskState::completed && row.state != TaskState::cancelled;
    });
  }

 private:
  static void point_elsewhere(model::NodeRow& row, unsigned tree) {
    if (row.parent_in_other_tree) row.parent_ref = "task-" + std::to_string((tree + 1) % k_trees_each) + "-0";
  }

  [[nodiscard]] std::string document() const {
    Json document = {{"version", 1}, {"updatedAt", "2026-01-02T00:00:00.000Z"}, {"tasks", Json::array()}};
    std::size_t longest = 0;
    for (const auto& [id, rows] : m_trees) longest = std::max(longest, rows.size());
    for (std::size_t i = 0; i < longest; ++i)
      for (const auto& [id, rows] : m_trees)
        if (i < rows.size()) document["tasks"].push_back(record_of(id, rows[i], document["tasks"].size()));
    return document.dump(2);
  }

  /// What the model calls alive or unknown is claimed from another machine, with a lease that never ends.
  void claim() const {
    std::string sql = "BEGIN;";
    for (const auto& [id, rows] : m_trees) {
      for (const model::NodeRow& row : rows) {
        if (row.owner != model::Owner::alive && row.owner != model::Owner::unknown) continue;
        sql += "UPDATE tasks SET owner_pid = 1, owner_boot_id = 'another' WHERE legacy_id = '" + row.task_id +
               "';";
      }
    }
    m_place->edit(sql + "COMMIT;");
  }

  std::map<std::string, Rows> m_trees;
  std::optional<TreePlace> m_place;
};

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
    for (unsigned seed = 1; seed <= k_databases; ++seed) {
      CAPTURE(seed);
      RandomDatabase database(seed);
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
    for (unsigned seed = 1; seed <= k_databases; ++seed) {
      CAPTURE(seed);
      const RandomDatabase database(seed);
      left_out += ViewCheck(database.place()).run().left_out.size();
      (void)database.place().recover("");
      (void)ViewCheck(database.place()).run();
    }
    CHECK(left_out > 0);
    CHECK(left_out < k_databases * k_trees_each / 4);
  }

  TEST_CASE("after recovery the database verifies, and its export differs in states, pids and the date") {
    for (unsigned seed = 1; seed <= k_databases; ++seed) {
      CAPTURE(seed);
      const RandomDatabase database(seed);
      Json before = Json::parse(export_text(database.place().database()));
      const std::uint64_t findings_before = verify(database.place().reader()).finding_count;
      const RecoveryReport report = database.place().recover("");
      std::set<std::string> restarted;
      for (const TreePlan& plan : report.trees)
        for (const NodePlan& node : plan.nodes)
          if (node.decision == Decision::resume || node.decision == Decision::retry)
            restarted.insert(node.task_id);
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
