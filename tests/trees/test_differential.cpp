// SPDX-License-Identifier: MIT
// What holds a node up is asked in three ways: `ready --explain` reads the rows around one node, `recover` a
// whole tree, a brute force takes its time. All three must agree, and claims must come in the order that they
// say.
#include <doctest/doctest.h>

#include "random_database.hpp"
#include "rlmdb/store.hpp"
#include "rlmdb/tree_settings.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

constexpr unsigned k_databases = 50;  // of 40 trees each

/// A node as one of the three sees it.
struct Seen {
  bool is_ready = false;
  std::string waits_for;  ///< ids, joined
  std::string reason;     ///< "" of the brute force, which has no words
  friend bool operator==(const Seen&, const Seen&) = default;
};

/// Of every queued node.
using View = std::map<std::string, Seen>;

View explained(const Store& store) {
  View view;
  for (const Readiness& task : store.explain_ready()) {
    view[task.task.id.text] = {task.code == "ready", joined(task.blocked_by), task.reason};
  }
  return view;
}

View recovered(const TreePlace& place) {
  View view;
  for (const TreePlan& plan : place.recover("", RecoverRun::dry_run).trees)
    for (const NodePlan& node : plan.nodes)
      if (node.state == "queued")
        view[id_text(node.task_id)] = {node.decision == Decision::ready, joined(node.blocked_by),
                                       node.reason};
  return view;
}

View forced(RandomDatabase& database) {
  View view;
  for (const auto& [tree, rows] : database.trees()) {
    std::set<std::string> queued;
    for (const trees::NodeRow& row : rows)
      if (row.state == TaskState::queued) queued.insert(row.task_id);
    for (const Planned& node : BruteForce(rows).plan().nodes)
      if (queued.contains(node.task_id))
        view[node.task_id] = {node.decision == Decision::ready, joined(node.blocked_by), ""};
  }
  return view;
}

std::vector<std::string> ready_in_order(RandomDatabase& database) {
  std::vector<std::string> ids;
  for (const auto& [id, seen] : forced(database))
    if (seen.is_ready) ids.push_back(id);
  std::sort(ids.begin(), ids.end(), [&](const std::string& left, const std::string& right) {
    const std::size_t a = database.number(left);
    const std::size_t b = database.number(right);
    return std::pair(RandomDatabase::priority(b), a) < std::pair(RandomDatabase::priority(a), b);
  });
  return ids;
}

std::vector<std::string> ids_of(const std::vector<TaskSummary>& tasks) {
  std::vector<std::string> ids;
  for (const TaskSummary& task : tasks) ids.push_back(task.id.text);
  return ids;
}

void check_agreement(RandomDatabase& database, const Store& store) {
  const View expected = forced(database);
  const View by_ready = explained(store);
  const View by_recover = recovered(database.place());
  REQUIRE(by_ready.size() == expected.size());
  REQUIRE(by_recover.size() == expected.size());
  for (const auto& entry : expected) {
    const auto& [id, seen] = entry;
    CAPTURE(entry.first);
    CHECK(by_ready.at(id).is_ready == seen.is_ready);
    CHECK(by_ready.at(id).waits_for == seen.waits_for);
    CHECK(by_recover.at(id).is_ready == seen.is_ready);
    CHECK(by_recover.at(id).waits_for == seen.waits_for);
    CHECK(by_ready.at(id).reason == by_recover.at(id).reason);
  }
  CHECK((ids_of(store.ready()) == ready_in_order(database)));
}

/// Completes, fails, cancels or leaves it running.
void end(RandomDatabase& database, Store& store, const Claim& claim, std::size_t how) {
  TaskChange change{claim.id, CompleteTask{}, {.token = claim.token}};
  database.set_state(claim.id.text, TaskState::running, "running");
  if (how == 0) return;
  if (how == 1) {
    change.action = FailTask{"no"};
    database.set_state(claim.id.text, TaskState::failed, "failed");
  } else if (how == 2) {
    change.action = CancelTask{};
    database.set_state(claim.id.text, TaskState::cancelled, "cancelled");
  } else {
    database.set_state(claim.id.text, TaskState::completed, "completed");
  }
  (void)store.change(change);
}

/// Claims until nothing is ready; returns how many.
std::size_t claim_all(RandomDatabase& database, Store& store, RandomTree& random) {
  for (std::size_t claims = 0;; ++claims) {
    const std::vector<std::string> ready = ready_in_order(database);
    const std::optional<Claim> claim = store.claim();
    CHECK((claim ? claim->id.text : "") == (ready.empty() ? "" : ready.front()));
    if (!claim || ready.empty() || claim->id.text != ready.front()) return claims;
    end(database, store, *claim, random.below(9));
  }
}

}  // namespace

TEST_SUITE("trees::differential") {
  TEST_CASE("ready, recover, claim and a brute force agree on 2,000 random trees") {
    std::size_t claims = 0;
    for (unsigned seed = 1; seed <= k_databases; ++seed) {
      CAPTURE(seed);
      RandomDatabase database(5'000 + seed, seed % 4 == 0 ? Dependencies::none : Dependencies::some);
      RandomTree random(seed);
      Store store = database.place().writer();
      check_agreement(database, store);
      claims += claim_all(database, store, random);
      check_agreement(database, store);
      CHECK(recover(store, std::nullopt).changed == database.restart());
      check_agreement(database, store);
    }
    CHECK(claims > 25 * k_databases);
  }

  TEST_CASE("with places in store order that are not those of the ids") {
    for (unsigned seed = 1; seed <= 5; ++seed) {
      CAPTURE(seed);
      RandomDatabase database(7'000 + seed, Dependencies::some);
      database.place().edit("UPDATE tasks SET position = 100000 - id WHERE id % 2 = 0");
      for (auto& [tree, rows] : database.trees()) {
        std::stable_sort(rows.begin(), rows.end(), [&](const auto& left, const auto& right) {
          const auto place_of = [&](const trees::NodeRow& row) {
            const std::size_t id = database.number(row.task_id) + 1;
            return id % 2 == 0 ? 100'000 - id : id;
          };
          return place_of(left) < place_of(right);
        });
      }
      Store store = database.place().writer();
      check_agreement(database, store);
    }
  }

  TEST_CASE("a spent budget changes no plan; it only keeps claims away") {
    RandomDatabase database(8'000, Dependencies::some);
    Store store = database.place().writer();
    const View before = recovered(database.place());
    std::set<std::string> spent;
    for (const auto& [tree, rows] : database.trees()) {
      if (spent.size() * 2 < database.trees().size()) spent.insert(tree);
      if (spent.contains(tree)) (void)set_tree_budget(store, TreeId{tree}, 0);
    }
    CHECK((recovered(database.place()) == before));
    std::set<std::string> ready;
    for (const TreePlan& plan : recover(store, std::nullopt).trees)
      CHECK(plan.spent_budget.has_value() == (spent.contains(plan.tree_id.text) && plan.pending > 0));
    for (const TreePlan& plan : recover(store, std::nullopt, RecoverRun::dry_run).trees)
      for (const NodePlan& node : plan.nodes)
        if (node.decision == Decision::ready && !plan.spent_budget) ready.insert(id_text(node.task_id));
    const std::vector<std::string> listed = ids_of(store.ready());
    CHECK(ready.size() > 5);
    CHECK((std::set<std::string>(listed.begin(), listed.end()) == ready));
  }
}
