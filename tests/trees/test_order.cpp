// SPDX-License-Identifier: MIT
// What a plain model lets run is what `ready` lists, `claim` hands out, `recover` and recovery_plan plan and `start` allows: in
// random trees while they are worked on, and while others start, end, add and let depend what they like.
// RLMDB_FIRST_TREE and RLMDB_TREES choose the first random tree and how many there are.
#include <doctest/doctest.h>

#include "order_place.hpp"
#include "random_seed.hpp"
#include "sound_databases.hpp"
#include "thrown.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

constexpr unsigned k_steps = 12;

constexpr const char* k_nested = R"({"version": 1, "tasks": [
  {"id": "root", "state": "queued",
   "metadata": {"tree_id": "t", "parent_id": null, "decomposition_strategy": "sequential"}},
  {"id": "a", "state": "queued", "metadata": {"tree_id": "t", "parent_id": "root"}},
  {"id": "b", "state": "queued",
   "metadata": {"tree_id": "t", "parent_id": "root", "decomposition_strategy": "conditional"}},
  {"id": "c", "state": "queued", "metadata": {"tree_id": "t", "parent_id": "b"}},
  {"id": "d", "state": "queued", "metadata": {"tree_id": "t", "parent_id": "b"}},
  {"id": "e", "state": "queued", "metadata": {"tree_id": "t", "parent_id": "d"}}
]})";

std::string ready_ids(const Store& store) {
  std::string ids;
  for (const TaskSummary& task : store.ready()) ids += (ids.empty() ? "" : " ") + task.id.text;
  return ids;
}

std::string planned_ids(Store& store) {
  std::vector<std::string> ids;
  for (const TreePlan& plan : recover(store, std::nullopt, RecoverRun::dry_run).trees)
    for (const NodePlan& node : plan.nodes)
      if (node.decision == Decision::ready) ids.push_back(id_text(node.task_id));
  std::sort(ids.begin(), ids.end());
  return joined(ids);
}

std::string ready_in_view(const OrderPlace& place) {
  return joined(
      place.place().rows("SELECT legacy_id FROM recovery_plan WHERE decision = 'ready' ORDER BY legacy_id"));
}

void check_all_say(OrderPlace& place) {
  std::vector<std::string> expected = place.model().all_that_may_run();
  const std::string tree = described(place.model());
  CAPTURE(tree);
  CHECK(ready_ids(place.store()) == joined(expected));
  std::sort(expected.begin(), expected.end());
  CHECK(planned_ids(place.store()) == joined(expected));
  CHECK(ready_in_view(place) == joined(expected));
}

/// Returns how many were claimed.
std::size_t work_and_disturb(OrderPlace& place) {
  std::size_t claims = 0;
  for (unsigned step = 0; step < k_steps; ++step) {
    CAPTURE(step);
    if (place.below(3) == 0) place.disturb();
    const std::vector<std::string> expected = place.model().all_that_may_run();
    const std::optional<Claim> claim = place.store().claim();
    REQUIRE((claim ? claim->id.text : "") == (expected.empty() ? "" : expected.front()));
    if (!claim) continue;
    place.end(*claim);
    ++claims;
  }
  return claims;
}

/// Every node that is queued, in an order of its own.
void check_starts(OrderPlace& place) {
  std::vector<OrderNode> nodes = place.model().nodes;
  for (std::size_t left = nodes.size(); left > 0; --left) {
    const OrderNode node = nodes[place.below(left)];
    std::erase_if(nodes, [&](const OrderNode& other) { return other.id == node.id; });
    CAPTURE(node.id);
    const std::size_t i = place.model().index_of(node.id);
    if (place.model().nodes[i].state != "queued") continue;
    const bool may_run = place.model().may_run(i);
    CHECK(place.start(node.id) == may_run);
  }
}

}  // namespace

TEST_SUITE("trees::order") {
  TEST_CASE("a node runs when the turn of all above it has come, whoever is asked") {
    const unsigned first = number_from_environment("RLMDB_FIRST_TREE", 0);
    const unsigned count = number_from_environment("RLMDB_TREES", 200);
    std::size_t claims = 0;
    for (unsigned number = first; number < first + count; ++number) {
      CAPTURE(number);
      OrderPlace place(70'000 + number);
      check_all_say(place);
      claims += work_and_disturb(place);
      check_all_say(place);
      check_starts(place);
      check_all_say(place);
    }
    CHECK(claims > 2 * count);
  }

  TEST_CASE("a time is that of all below, until the node runs, is cancelled or gets another") {
    const auto done = [](Store& store, const std::string& id, TaskAction action) {
      (void)store.change({TaskId{id}, std::move(action), {.force = Force::yes}});
    };
    SetMembers now;
    now.not_before = std::chrono::milliseconds(0);
    for (const TaskAction& action : {TaskAction(now), TaskAction(StartTask{}), TaskAction(CancelTask{})}) {
      const TreePlace place{std::string_view(R"({"version": 1, "tasks": []})")};
      Store store = place.writer();
      NewTask part;
      part.prompt = std::string("p");
      part.tree = TreeId{"tree-0000000a"};
      part.not_before = std::chrono::hours(10'000);
      const TaskId above = store.change({{}, part, {}}).id;
      NewTask below;
      below.prompt = std::string("p");
      below.parent = above;
      const TaskId id = store.change({{}, below, {}}).id;
      CHECK_FALSE(store.claim().has_value());
      const Readiness waits = store.explain_ready(id).value();
      CHECK(waits.code == "ancestor");
      CHECK(waits.reason ==
            "lies below " + above.text + ", which is scheduled for " + waits.not_before.value_or("none"));
      CHECK(waits.blocked_by.empty());
      CHECK(recover(store, std::nullopt, RecoverRun::dry_run).trees.at(0).nodes.at(1).reason == waits.reason);
      CHECK(thrown_by([&] { (void)store.change({id, StartTask{}, {}}); }).code() == ErrorCode::conflict);
      done(store, above.text, action);
      CHECK(store.claim().value().id == id);
    }
  }

  TEST_CASE("a claim looks again at what is below a node that another program edits" * damages) {
    const std::string tree = R"({"version": 1, "tasks": [
      {"id": "x", "state": "running", "pid": 4000000, "metadata": {}},
      {"id": "root", "state": "queued", "metadata": {"tree_id": "t", "parent_id": null, "depends_on": ["x"]}},
      {"id": "a", "state": "queued", "metadata": {"tree_id": "t", "parent_id": "root"}}]})";
    for (const char* edit :
         {"UPDATE tasks SET residue = json_remove(residue, '$.metadata.depends_on') WHERE legacy_id = 'root'",
          "INSERT INTO tree_nodes (task_id, tree_id, node_id, parent_ref) "
          "SELECT id, 't', 'x', 'a' FROM tasks WHERE legacy_id = 'x'",
          "UPDATE tasks SET state = 'running' WHERE legacy_id = 'root'",
          "UPDATE tasks SET state = 'cancelled' WHERE legacy_id = 'root'"}) {
      CAPTURE(edit);
      const TreePlace place{std::string_view(tree)};
      Store store = place.writer();
      CHECK_FALSE(store.claim().has_value());
      CHECK(joined(place.rows("SELECT legacy_id FROM tasks WHERE blocked_by IS NOT NULL ORDER BY id")) ==
            "root a");
      place.edit(edit);
      CHECK(place.rows("SELECT legacy_id FROM tasks WHERE legacy_id = 'a' AND blocked_by IS NULL").size() ==
            1);
    }
  }

  TEST_CASE("a claim looks once at what waits with a node above, and ready not again") {
    nlohmann::json tasks = nlohmann::json::array();
    const auto add = [&](const std::string& id, const char* parent, const char* state) {
      nlohmann::json metadata = {{"tree_id", "t"},
                                 {"decomposition_strategy", *parent == 0 ? "sequential" : "parallel"}};
      metadata["parent_id"] = *parent == 0 ? nlohmann::json(nullptr) : nlohmann::json(parent);
      tasks.push_back({{"id", id}, {"prompt", "p"}, {"state", state}, {"metadata", metadata}});
    };
    add("root", "", "queued");
    add("a", "root", "failed");
    add("b", "root", "queued");
    for (int i = 0; i < 5'000; ++i) add("c" + std::to_string(i), "b", "queued");
    const TreePlace place{std::string_view(nlohmann::json{{"version", 1}, {"tasks", tasks}}.dump())};
    Store store = place.writer();
    CHECK_FALSE(store.claim().has_value());
    CHECK(joined(place.rows("SELECT blocked_by, count(*) FROM tasks GROUP BY blocked_by ORDER BY 2, 1")) ==
          "NULL|1 3|1 5003|1 2|5000");
    CHECK(store.ready().empty());
    CHECK(store.explain_ready().size() == 5'002);
    (void)store.change({TaskId{"a"}, CancelTask{}, {.force = Force::yes}});
    CHECK(store.claim().value().id.text == "c0");
  }

  TEST_CASE("a claim that finds a time over looks at what is below the node") {
    const TreePlace place{std::string_view(R"({"version": 1, "tasks": []})")};
    Store store = place.writer();
    NewTask part;
    part.prompt = std::string("p");
    part.tree = TreeId{"tree-0000000a"};
    part.not_before = std::chrono::milliseconds(300);
    const TaskId above = store.change({{}, part, {}}).id;
    NewTask below;
    below.prompt = std::string("p");
    below.parent = above;
    const TaskId id = store.change({{}, below, {}}).id;
    ClaimOptions patient;
    patient.wait = std::chrono::seconds(60);
    CHECK(store.claim(patient).value().id == id);
  }

  TEST_CASE("the nearest node above that waits is named, with what it waits for") {
    const TreePlace place{std::string_view(k_nested)};
    const Store store = place.reader();
    std::string reasons;
    for (const Readiness& task : store.explain_ready())
      reasons +=
          task.task.id.text + " " + task.code + ": " + task.reason + " [" + joined(task.blocked_by) + "]\n";
    CHECK(reasons ==
          "a ready: ready to run []\n"
          "root child: waits for its 2 children before it can merge: a, b [a b]\n"
          "b child: waits for its 2 children before it can merge: c, d [c d]\n"
          "c ancestor: lies below b, which waits for a, which comes before it (sequential) [a]\n"
          "d child: waits for its child before it can merge: e [e]\n"
          "e ancestor: lies below d, which waits for c, whose result it depends on (conditional) [c]\n");
  }
}
