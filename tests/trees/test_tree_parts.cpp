// SPDX-License-Identifier: MIT
// One tree, half of it in a store and all of it in a document: what exports, checkpoints, forks, recovery,
// verify and cleanup take for its parts is the same.
#include <doctest/doctest.h>

#include "checked_references.hpp"
#include "document_place.hpp"
#include "rlmdb/change.hpp"
#include "rlmdb/checkpoint.hpp"
#include "rlmdb/cleanup.hpp"
#include "rlmdb/recover.hpp"
#include "rlmdb/tree_settings.hpp"
#include "rlmdb/variable.hpp"
#include "rlmdb/verify.hpp"
#include "thrown.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

using PartLines = std::vector<std::string>;

std::string stored_node(const std::string& id, const std::string& state, const std::string& metadata) {
  return R"({"id":")" + id + R"(","prompt":"p","state":")" + state +
         R"(","priority":0,"createdAt":"2020-01-01T00:00:00.000Z","startedAt":null,"completedAt":)" +
         (state == "completed" ? R"("2020-01-02T00:00:00.000Z")" : "null") +
         R"(,"result":null,"error":null,"output":"","pid":null,"agent":null,"metadata":)" + metadata + "}";
}

/// The root is in a store and in the document, its child in the document alone; with a state document,
/// settings, a checkpoint of the tree, and one of the root that counts to no tree yet.
class HalfStoredTree {
 public:
  HalfStoredTree() {
    (void)m_place.import_text(R"({"version":1,"updatedAt":"2020-01-03T00:00:00.000Z","tasks":[)" +
                                  stored_node("task-0001", "completed",
                                              R"({"tree_id":"tree-x","node_id":"task-a","parent_id":null})") +
                                  "]}",
                              "tasks.json");
    (void)m_place.import_text(
        R"({"tree_id":"tree-x","version":"1.0.0","root_task":{"node_id":"task-a","depth":0,"prompt":"p",)"
        R"("status":"completed","children":[{"node_id":"task-b","parent_id":"task-a","depth":1,"prompt":"q",)"
        R"("status":"completed","children":[]}]},"metadata":{"completed_at":"2020-01-02T00:00:00Z"}})");
    Store store = m_place.writer();
    (void)set_tree_budget(store, TreeId{"tree-x"}, 1.5);
    const std::vector<StateChange> changes{
        {StateName{StateScope::tree, "tree-x"}, SetVariable{"v", JsonText{"1"}}, {}}};
    (void)change_states(store, changes);
    m_checkpoint = take(store, TreeId{"tree-x"});
    (void)take(store, TaskId{"task-0001"});
    edit_in_shell(m_place.database, "UPDATE snapshots SET tree_id = NULL WHERE scope = 'task'");
  }

  [[nodiscard]] const DocumentPlace& place() const { return m_place; }
  [[nodiscard]] const std::string& checkpoint() const { return m_checkpoint; }

 private:
  static std::string take(Store& store, const decltype(NewCheckpoint::owner)& owner) {
    NewCheckpoint checkpoint;
    checkpoint.owner = owner;
    checkpoint.name = "here";
    return create_checkpoint(store, checkpoint).checkpoint_id;
  }

  DocumentPlace m_place;
  std::string m_checkpoint;
};

std::string findings_text(const Store& store) {
  std::string text;
  for (const Finding& finding : verify(store).findings) text += finding.where + ": " + finding.message + "\n";
  return text;
}

}  // namespace

TEST_SUITE("trees::parts") {
  TEST_CASE("exports, checkpoints, forks and cleanup take the same nodes") {
    const HalfStoredTree tree;
    Store store = tree.place().writer();
    CHECK(export_tree(store, TreeId{"tree-x"}, std::nullopt, [](std::string_view) {}).tasks == 2);
    CHECK(tree.place().rows("SELECT member FROM snapshot_nodes ORDER BY 1") ==
          PartLines{"", "task-0001", "task-b"});
    const ForkReport fork = fork_checkpoint(store, {tree.checkpoint(), {}}, TreeId{"tree-copy"});
    CHECK(fork.nodes.size() == 2);
    CHECK(checkpoints_of(store, TreeId{"tree-x"}).size() == 2);
    const CleanupReport report = cleanup(store);
    CHECK(report.removed == 2);
    REQUIRE(report.trees.size() == 1);
    CHECK(report.trees[0].checkpoints == 2);
    CHECK(tree.place().rows("SELECT DISTINCT tree_id FROM tree_nodes") == PartLines{"tree-copy"});
    CHECK(tree.place().rows("SELECT count(*) FROM snapshots") == PartLines{"0"});
    CHECK(dangling_rows(tree.place().database).empty());
    CHECK(findings_text(store).empty());
  }

  TEST_CASE("checkpoints are pruned with their tree, also those that do not name it") {
    const HalfStoredTree tree;
    Store store = tree.place().writer();
    PruneOptions options;
    options.keep = 1;
    CHECK(prune_checkpoints(store, options).removed.size() == 1);
    options.keep = 0;
    options.tree = TreeId{"tree-x"};
    CHECK(prune_checkpoints(store, options).removed.size() == 1);
  }

  TEST_CASE("a task that the document of a tree describes stays while that tree does") {
    const HalfStoredTree tree;
    Store store = tree.place().writer();
    NewCheckpoint pinned;
    pinned.owner = TreeId{"tree-x"};
    pinned.name = "pinned";
    pinned.is_pinned = true;
    (void)create_checkpoint(store, pinned);
    SetMembers elsewhere;
    elsewhere.members = {{"metadata.tree_id", JsonText{"\"tree-z\""}}};
    Precondition forced;
    forced.force = Force::yes;
    (void)store.change(TaskChange{TaskId{"task-0001"}, elsewhere, forced});
    const CleanupReport report = cleanup(store);
    CHECK(report.removed == 0);
    REQUIRE(report.kept.size() == 2);
    CHECK(id_text(report.kept[0].tree_id) == "tree-x");
    CHECK(id_text(report.kept[1].tree_id) == "tree-z");
    CHECK(report.kept[1].because == "the document of tree-x describes it");
    CHECK(export_tree(store, TreeId{"tree-x"}, std::nullopt, [](std::string_view) {}).tasks == 2);
    CHECK(findings_text(store).empty());
  }

  TEST_CASE("above what something unfinished needs, whole trees stay too") {
    const DocumentPlace place;
    const auto node = [](int number, const std::string& state, const std::string& parent) {
      const std::string id = std::to_string(number);
      return stored_node(
          "task-000" + id, state,
          R"({"tree_id":"tree-0000000)" + id + R"(","node_id":"n)" + id + R"(","parent_id":)" + parent + "}");
    };
    (void)place.import_text(R"({"version":1,"updatedAt":"2020-01-03T00:00:00.000Z","tasks":[)" +
                                node(1, "completed", "null") + "," + node(2, "completed", "\"task-0001\"") +
                                "," + node(3, "queued", "\"task-0002\"") + "]}",
                            "tasks.json");
    Store store = place.writer();
    CHECK(cleanup(store).removed == 0);
    NewCheckpoint checkpoint;
    checkpoint.owner = TreeId{"tree-00000002"};
    checkpoint.name = "c";
    const std::string id = create_checkpoint(store, checkpoint).checkpoint_id;
    const ForkReport fork = fork_checkpoint(store, {id, {}}, TreeId{"tree-copy"});
    CHECK(fork.root == fork.nodes.at(0).second);
    (void)store.change(TaskChange{TaskId{"task-0003"}, CancelTask{}, {}});
    edit_in_shell(place.database,
                  "UPDATE tasks SET completed_at = '2020-01-02T00:00:00.000Z' WHERE legacy_id = 'task-0003'");
    const CleanupReport report = cleanup(store);
    CHECK(report.removed == 3);
    REQUIRE(report.kept.size() == 1);
    CHECK(report.kept[0].because == "it was forked too recently");
  }

  TEST_CASE("checkpoints that went with their task stay away at the next import") {
    const DocumentPlace place;
    const auto import_all = [&] {
      std::uint64_t added = 0;
      for (const char* number : {"0", "1"}) {
        const std::string id = std::string("task-000") + number;
        const std::string text = R"({"checkpoint_id":"ckpt-177000000000)" + std::string(number) +
                                 R"(","name":"n","timestamp":"2020-01-01T00:00:00.000Z","task_id":")" + id +
                                 R"(","state":{"a":1}})";
        added += place
                     .import_text(text, ".aiwg/rlm/states/state-" + std::string(number) +
                                            "/checkpoints/ckpt-177000000000" + number + ".json")
                     .records.added;
      }
      return added;
    };
    (void)place.import_text(
        R"({"version":1,"updatedAt":"2020-01-03T00:00:00.000Z","tasks":[)" +
            stored_node("task-0000", "completed", "{}") + "," +
            stored_node("task-0001", "completed", R"({"tree_id":"tree-1","node_id":"n"})") + "]}",
        "tasks.json");
    REQUIRE(import_all() == 2);
    Store store = place.writer();
    CHECK(cleanup(store).removed == 2);
    CHECK(import_all() == 0);
    CHECK(place.rows("SELECT (SELECT count(*) FROM snapshots), (SELECT count(*) FROM removed_sources)") ==
          PartLines{"0|2"});
    CHECK(findings_text(store).empty());
  }

  TEST_CASE("a fork has the settings of its tree, and stays though its nodes ended long ago") {
    const HalfStoredTree tree;
    Store store = tree.place().writer();
    (void)fork_checkpoint(store, {tree.checkpoint(), {}}, TreeId{"tree-copy"});
    CHECK(tree.place().rows("SELECT tree_id, budget_usd FROM tree_settings ORDER BY 1") ==
          PartLines{"tree-copy|1.5", "tree-x|1.5"});
    const CleanupReport report = cleanup(store);
    REQUIRE(report.kept.size() == 1);
    CHECK(id_text(report.kept[0].tree_id) == "tree-copy");
    CHECK(report.kept[0].because == "it was forked too recently");
    edit_in_shell(tree.place().database,
                  "UPDATE tasks SET residue = replace(residue, '\"forked_at\":\"2', '\"forked_at\":\"1'), "
                  "verbatim = NULL");
    CHECK(cleanup(store).removed == 2);
    CHECK(tree.place().rows("SELECT count(*) FROM tree_settings") == PartLines{"0"});
  }

  TEST_CASE("an id of which anything is left is no new tree") {
    const HalfStoredTree tree;
    Store store = tree.place().writer();
    const std::vector<StateChange> changes{
        {StateName{StateScope::tree, "tree-y"}, SetVariable{"v", JsonText{"1"}}, {}}};
    (void)change_states(store, changes);
    for (const char* id : {"tree-x", "tree-y"}) {
      CAPTURE(id);
      CHECK(message_of([&] {
              (void)fork_checkpoint(store, {tree.checkpoint(), {}}, TreeId{id});
            }) == "conflict: there is a tree " + std::string(id) + " already");
    }
  }

  TEST_CASE("verify finds what a cleanup left of a tree" * damages) {
    const HalfStoredTree tree;
    Store store = tree.place().writer();
    edit_in_shell(tree.place().database, "CREATE TABLE kept AS SELECT * FROM snapshots WHERE scope = 'tree'");
    (void)cleanup(store);
    edit_in_shell(tree.place().database, "INSERT INTO snapshots SELECT * FROM kept; DROP TABLE kept");
    CHECK(findings_text(store).find("snapshots:1: its tree tree-x was removed by event ") !=
          std::string::npos);
  }

  TEST_CASE("a plan to recover a tree that a cleanup removed changes nothing") {
    const DocumentPlace place;
    const std::string root = stored_node(
        "task-0001", "failed", R"({"tree_id":"tree-x","node_id":"task-a","parent_id":null,"depth":0})");
    (void)place.import_text(R"({"version":1,"updatedAt":"2020-01-03T00:00:00.000Z","tasks":[)" + root + "]}",
                            "tasks.json");
    Store store = place.writer();
    const std::string plan = save_recovery_plan(store, TreeId{"tree-x"}).text;
    (void)store.change(TaskChange{TaskId{"task-0001"}, CancelTask{}, {.force = Force::yes}});
    edit_in_shell(place.database, "UPDATE tasks SET completed_at = '2020-01-02T00:00:00.000Z'");
    REQUIRE(cleanup(store).removed == 1);
    CHECK(code_of([&] { (void)apply_recovery_plan(store, plan, "plan.json"); }) == "conflict");
    CHECK(code_of([&] { (void)recover(store, TreeId{"tree-x"}); }) == "not_found");
    CHECK(place.rows("SELECT count(*) FROM tasks") == PartLines{"0"});
    CHECK(findings_text(store).empty());
  }

  TEST_CASE("a loose parent with long values stays while its child waits, then both go with their contents") {
    const DocumentPlace place;
    (void)place.import_text(R"({"version":1,"updatedAt":"2020-01-03T00:00:00.000Z","tasks":[)" +
                                stored_node("task-0001", "completed", "{}") + "," +
                                stored_node("task-0002", "queued", R"({"parent_id":"task-0001"})") + "]}",
                            "tasks.json");
    Store store = place.writer();
    const std::string value = "\"" + std::string(20'000, 'x') + "\"";
    (void)store.change(TaskChange{TaskId{"task-0001"}, SetVariable{"long", JsonText{value}}, {}});
    REQUIRE(place.rows("SELECT count(*) FROM contents") == PartLines{"1"});
    CHECK(cleanup(store).removed == 0);
    (void)store.change(TaskChange{TaskId{"task-0002"}, CancelTask{}, {}});
    edit_in_shell(place.database,
                  "UPDATE tasks SET completed_at = '2020-01-02T00:00:00.000Z' WHERE legacy_id = 'task-0002'");
    CHECK(cleanup(store).removed == 2);
    CHECK(place.rows("SELECT (SELECT count(*) FROM contents), (SELECT count(*) FROM variables)") ==
          PartLines{"0|0"});
    CHECK(findings_text(store).empty());
  }
}
