// SPDX-License-Identifier: MIT
// New trees made from checkpoints, and checkpoints that go.
#include <doctest/doctest.h>

#include "checkpoint_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

TEST_SUITE("tasks::forks") {
  TEST_CASE("a fork of a tree copies its nodes as they were at the checkpoint") {
    TaskPlace place;
    const std::string root = add_root(place);
    const std::string left = add_below(place, root);
    NewTask below;
    below.prompt = "right";
    below.parent = TaskId{root};
    below.depends_on = {TaskId{left}};
    const std::string right = place.add(below);
    (void)place.change(left, StartTask{});
    (void)place.change(left, setting("l", "1"));
    (void)place.force(left, CompleteTask{std::string("answer")});
    (void)place.force(right, StartTask{});
    (void)place.change(right, AppendOutput{"half"});
    set_state(place, {StateScope::tree, "tree-00000001"}, "t", "{\"deep\":true}");
    const std::string ckpt = take(place, TreeId{"tree-00000001"}).checkpoint_id;
    (void)place.change(left, setting("l", "2"));
    const std::string left_before = place.text(left);
    const ForkReport fork = fork_checkpoint(place.store(), {ckpt, {}});
    CHECK(fork.tree_id.text.size() == 13);
    CHECK(fork.tree_id.text.starts_with("tree-"));
    REQUIRE(fork.nodes.size() == 3);
    CHECK(fork.nodes[0].first == root);
    CHECK(fork.root == fork.nodes[0].second);
    const Json new_root = place.record(fork.root.text);
    const Json new_left = place.record(fork.nodes[1].second.text);
    const Json new_right = place.record(fork.nodes[2].second.text);
    CHECK(new_root["metadata"]["tree_id"] == fork.tree_id.text);
    CHECK(new_root["metadata"]["forked_from"] ==
          Json::parse(R"({"tree_id":"tree-00000001","checkpoint_id":")" + ckpt + R"(","forked_at":)" +
                      new_right["createdAt"].dump() + "}"));
    CHECK(new_root["metadata"]["parent_id"].is_null());
    CHECK_FALSE(new_root["metadata"].contains("checkpoints"));
    CHECK(new_left["metadata"]["parent_id"] == fork.root.text);
    CHECK(new_left["metadata"]["depth"] == 1);
    CHECK(new_left["metadata"]["node_id"] != place.record(left)["metadata"]["node_id"]);
    CHECK(new_left["state"] == "completed");
    CHECK(new_left["result"] == "answer");
    CHECK(new_left["metadata"]["rlm_state"]["l"]["value"] == 1);
    CHECK(new_right["state"] == "queued");
    CHECK(new_right["startedAt"].is_null());
    CHECK(new_right["output"] == "");
    CHECK(new_right["prompt"] == "right");
    CHECK(new_right["metadata"]["depends_on"] == Json::array({fork.nodes[1].second.text}));
    CHECK(values(place, StateName{StateScope::tree, fork.tree_id.text}) == "t={\"deep\":true} ");
    CHECK(place.text(left) == left_before);
    CHECK(place.rows("SELECT count(*) FROM node_parents WHERE parent_task_id IS NOT NULL").front() == "4");
    // By a name of one's own, once.
    const ForkReport named = fork_checkpoint(place.store(), {ckpt, {}}, TreeId{"tree-mine"});
    CHECK(named.tree_id.text == "tree-mine");
    CHECK(message_of([&] {
            (void)fork_checkpoint(place.store(), {ckpt, {}}, TreeId{"tree-mine"});
          }) == "conflict: there is a tree tree-mine already");
    CHECK(place.add() == "task-0009");
  }

  TEST_CASE("a fork of a task is a tree whose root is to be done anew") {
    TaskPlace place;
    NewTask task;
    task.prompt = "do";
    task.agent = "coder";
    task.priority = JsonText{"2.5"};
    const std::string id = place.add(task);
    (void)place.change(id, setting("a", "1"));
    const std::string ckpt = take(place, TaskId{id}).checkpoint_id;
    (void)place.change(id, setting("a", "2"));
    (void)place.force(id, FailTask{"no"});
    const ForkReport fork = fork_checkpoint(place.store(), {ckpt, {}});
    const Json root = place.record(fork.root.text);
    CHECK(root["prompt"] == "do");
    CHECK(root["agent"] == "coder");
    CHECK(root["priority"] == 2.5);
    CHECK(root["state"] == "queued");
    CHECK(root["error"].is_null());
    CHECK(root["metadata"]["rlm_state"]["a"]["value"] == 1);
    CHECK(root["metadata"]["depth"] == 0);
    CHECK(root["metadata"]["forked_from"] ==
          Json::parse(R"({"tree_id":null,"task_id":")" + id + R"(","checkpoint_id":")" + ckpt +
                      R"(","forked_at":)" + root["createdAt"].dump() + "}"));
    set_state(place, StateName{}, "g", "1");
    const std::string global = take(place, StateName{}).checkpoint_id;
    CHECK(message_of([&] {
            (void)fork_checkpoint(place.store(), {global, {}});
          }) == "usage: a checkpoint of a state document has no task to copy");
  }

  TEST_CASE(
      "prune keeps what any node of the tree starts from, also beside a checkpoint from before the tree") {
    TaskPlace place;
    const std::string lone = place.add();
    (void)take(place, TaskId{lone});
    const std::string root = add_root(place);
    const std::string below = add_below(place, root);
    (void)place.change(below, StartTask{});
    const std::string work = take(place, TaskId{below}).checkpoint_id;
    (void)place.force(lone, SetMembers{{{"metadata.tree_id", JsonText{"\"tree-00000001\""}},
                                        {"metadata.parent_id", JsonText{"\"" + root + "\""}}}});
    (void)place.force(lone, CompleteTask{});
    (void)take(place, TaskId{root});
    PruneOptions options;
    options.keep = 1;
    const PruneReport report = prune_checkpoints(place.store(), options);
    CHECK(report.removed.size() == 1);
    REQUIRE(report.kept.size() == 1);
    CHECK(report.kept[0].first.checkpoint_id == work);
  }

  TEST_CASE("prune keeps the last used, the pinned and what an unfinished node starts from") {
    TaskPlace place;
    const std::string root = add_root(place);
    const std::string node = add_below(place, root);
    const std::string other = place.add();
    (void)place.force(node, StartTask{});
    std::vector<std::string> ids;
    (void)place.change(node, setting("n", "0"));
    const std::string resumed = take(place, TaskId{node}, "resumed").checkpoint_id;
    const std::string pinned = take(place, TaskId{root}, "pinned", true).checkpoint_id;
    for (int i = 0; i < 5; ++i) {
      (void)place.change(root, setting("r", std::to_string(i)));
      ids.push_back(take(place, TaskId{root}, "n" + std::to_string(i)).checkpoint_id);
    }
    for (int i = 0; i < 3; ++i) (void)take(place, TaskId{other}, "o" + std::to_string(i));
    // Ascending with id as instants, descending as texts.
    place.edit(
        "UPDATE snapshots SET last_used_at = printf('2026-01-01T%02d:00:%02d.000+%02d:00', 12 - id, id, 12 - "
        "id)");
    (void)roll_back(place.store(), to(ids[0]));  // used again: now the newest
    PruneOptions options;
    options.tree = TreeId{"tree-00000001"};
    options.keep = 2;
    options.run = PruneRun::dry_run;
    const std::vector<std::string> going{ids[1], ids[2], ids[3]};
    CHECK(ids_of(prune_checkpoints(place.store(), options).removed) == going);
    CHECK(place.rows("SELECT count(*) FROM snapshots").front() == "10");
    options.run = PruneRun::apply;
    const PruneReport report = prune_checkpoints(place.store(), options);
    CHECK(ids_of(report.removed) == going);
    REQUIRE(report.kept.size() == 2);
    CHECK(report.kept[0].first.checkpoint_id == resumed);
    CHECK(report.kept[0].second == KeptBecause::resume);
    CHECK(report.kept[1].first.checkpoint_id == pinned);
    CHECK(report.kept[1].second == KeptBecause::pinned);
    CHECK(report.recent == 2);
    CHECK(report.applied);
    CHECK(place.rows("SELECT kind, reason, tree_id FROM events ORDER BY seq DESC LIMIT 1") ==
          std::vector<std::string>{"checkpoint:pruned|3|tree-00000001"});
    // The list names what is there.
    CHECK(place.record(root)["metadata"]["checkpoints"].size() == 3);
    std::string statuses;
    for (const Checkpoint& checkpoint : checkpoints_of(place.store(), TaskId{root}))
      statuses += *checkpoint.name + ":" + std::string(to_text(checkpoint.status)) + " ";
    CHECK(statuses == "pinned:kept n0:kept n4:kept ");
    CHECK(message_of([&] { (void)roll_back(place.store(), to(ids[2])); }) ==
          "not_found: Checkpoint " + ids[2] + " of " + root + " was pruned");
    // Values that only they held are gone; those of others are there.
    CHECK(checkpoint_content(place.store(), {ids[4], {}}).states[0].state.text.find("\"value\":4,") !=
          std::string::npos);
    CHECK(place.rows("SELECT count(*) FROM contents WHERE body LIKE '%\"value\":2,%'").front() == "0");
    // Nothing more to do: no event.
    const std::string events = place.rows("SELECT count(*) FROM events").front();
    CHECK(prune_checkpoints(place.store(), options).removed.empty());
    CHECK(place.rows("SELECT count(*) FROM events").front() == events);
    // Unpinned, and with the node done, the two go too; and an owner outside trees is its own group.
    (void)pin_checkpoint(place.store(), {pinned, {}}, false);
    (void)place.force(node, CompleteTask{});
    CHECK(ids_of(prune_checkpoints(place.store(), options).removed) == std::vector{resumed, pinned});
    PruneOptions all;
    all.keep = 1;
    CHECK(prune_checkpoints(place.store(), all).removed.size() == 2);
    (void)place.force(root, CompleteTask{});
    CHECK(prune_checkpoints(place.store(), all).removed.size() == 1);
    options.tree = TreeId{"none"};
    CHECK(message_of([&] { (void)prune_checkpoints(place.store(), options); }) ==
          "not_found: there is no tree 'none'");
  }
}
