// SPDX-License-Identifier: MIT
// Checkpoints of states: taken, looked at, compared, set back to, forked and pruned.
#include <doctest/doctest.h>

#include <chrono>
#include <set>

#include "rlmdb/checkpoint.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/import.hpp"
#include "rlmdb/recover.hpp"
#include "rlmdb/variable.hpp"
#include "task_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

SetVariable setting(const std::string& name, const std::string& json) {
  SetVariable set;
  set.name = name;
  set.value.text = json;
  return set;
}

CheckpointCreated take(TaskPlace& place, const CheckpointOwner& owner, const std::string& name = "here",
                       bool is_pinned = false) {
  NewCheckpoint checkpoint;
  checkpoint.owner = owner;
  checkpoint.name = name;
  checkpoint.is_pinned = is_pinned;
  return create_checkpoint(place.store(), checkpoint);
}

Rollback to(const std::string& id, std::optional<CheckpointOwner> owner = {}) {
  Rollback rollback;
  rollback.to = CheckpointName{id, std::nullopt};
  rollback.owner = std::move(owner);
  return rollback;
}

Rollback to_moment(std::int64_t seq, const CheckpointOwner& owner) {
  Rollback rollback;
  rollback.to = Moment(seq);
  rollback.owner = owner;
  return rollback;
}

/// The variables as the record has them: name=value …
std::string values(TaskPlace& place, const std::string& id) {
  std::string text;
  for (const Variable& variable : variables_of_task(place.store(), TaskId{id}))
    text += variable.name + "=" + variable.value.text + " ";
  return text;
}

std::string values(TaskPlace& place, const StateName& state) {
  std::string text;
  for (const Variable& variable : variables_of_state(place.store(), state))
    text += variable.name + "=" + variable.value.text + " ";
  return text;
}

void set_state(TaskPlace& place, const StateName& state, const std::string& name, const std::string& json) {
  const StateChange change{state, setting(name, json), {}};
  (void)change_states(place.store(), std::span(&change, 1));
}

std::string add_root(TaskPlace& place, const std::string& tree = "tree-00000001") {
  NewTask root;
  root.prompt = "root";
  root.tree = TreeId{tree};
  root.decomposition_strategy = "parallel";
  return place.add(root);
}

std::string add_below(TaskPlace& place, const std::string& parent) {
  NewTask below;
  below.prompt = "below " + parent;
  below.parent = TaskId{parent};
  return place.add(below);
}

std::string message_of(const std::function<void()>& call) {
  const auto error = error_of(call);
  return error ? std::string(to_text(error->code())) + ": " + error->what() : "no error";
}

std::vector<std::string> ids_of(const std::vector<Checkpoint>& checkpoints) {
  std::vector<std::string> ids;
  for (const Checkpoint& checkpoint : checkpoints) ids.push_back(checkpoint.checkpoint_id);
  return ids;
}

}  // namespace

TEST_SUITE("tasks::checkpoints") {
  TEST_CASE("a checkpoint is named in the task's list and holds its variables") {
    TaskPlace place;
    const std::string id = place.add();
    (void)place.change(id, setting("a", "1.50"));
    (void)place.change(id, setting("b", "[1, {}]"));
    const ChangeResult before = place.change(id, setting("c", "null"));
    const CheckpointCreated created = take(place, TaskId{id}, "after_retrieval");
    CHECK(created.checkpoint_id.starts_with("ckpt-"));
    CHECK(created.checkpoint_id.size() == 18);
    CHECK(created.variables == 3);
    CHECK(created.new_contents == 3);
    CHECK(created.event_seq == before.event_seq + 1);
    CHECK(created.snapshot_path ==
          ".aiwg/rlm/tasks/" + id + "/checkpoints/" + created.checkpoint_id + ".json");
    const Json list = place.record(id)["metadata"]["checkpoints"];
    REQUIRE(list.size() == 1);
    CHECK(list[0]["checkpoint_id"] == created.checkpoint_id);
    CHECK(list[0]["name"] == "after_retrieval");
    CHECK(list[0]["snapshot_path"] == created.snapshot_path);
    CHECK(list[0]["timestamp"].get<std::string>().size() == 24);
    const CheckpointContent content = checkpoint_content(place.store(), {created.checkpoint_id, {}});
    REQUIRE(content.states.size() == 1);
    CHECK(Json::parse(content.states[0].state.text) == place.record(id)["metadata"]["rlm_state"]);
    CHECK(content.states[0].state.text.find("\"value\":1.50,") != std::string::npos);
    const auto events = place.rows("SELECT kind, reason FROM events ORDER BY seq DESC LIMIT 1");
    CHECK(events == std::vector<std::string>{"checkpoint:created|after_retrieval"});
    CHECK(place.rows("SELECT version FROM tasks").front() == std::to_string(before.version + 1));
  }

  TEST_CASE("a second one of the same state keeps no text twice, and costs one row in the list") {
    TaskPlace place;
    const std::string id = place.add();
    (void)place.change(id, setting("a", "\"" + std::string(20'000, 'x') + "\""));
    (void)place.change(id, setting("b", "2"));
    CHECK(take(place, TaskId{id}).new_contents == 2);  // the large value is kept already
    const std::int64_t contents = std::stol(place.rows("SELECT count(*) FROM contents").front());
    CHECK(take(place, TaskId{id}).new_contents == 0);
    CHECK(place.rows("SELECT count(*) FROM contents").front() == std::to_string(contents));
    (void)place.change(id, setting("b", "3"));
    const CheckpointCreated third = take(place, TaskId{id}, "third");
    CHECK(third.new_contents == 1);
    CHECK(place.record(id)["metadata"]["checkpoints"].size() == 3);
    CHECK(place.rows(
              "SELECT member, old_form IS NULL, old_value IS NULL FROM event_changes WHERE event_seq = " +
              std::to_string(third.event_seq)) == std::vector<std::string>{"/metadata/checkpoints/-|1|1"});
  }

  TEST_CASE("what a list gained is undone by time travel") {
    TaskPlace place;
    const std::string id = place.add();
    (void)place.change(id, setting("a", "1"));
    std::vector<std::pair<std::int64_t, std::string>> moments;
    const auto note = [&] {
      moments.emplace_back(std::stol(place.rows("SELECT max(seq) FROM events").front()), place.text(id));
    };
    note();
    for (int i = 0; i < 4; ++i) {
      (void)take(place, TaskId{id}, "n" + std::to_string(i));
      note();
      if (i == 1) (void)place.change(id, setting("a", "2"));
      if (i == 1) note();
    }
    for (const auto& [seq, text] : moments) CHECK(task_json_at(place.store(), TaskId{id}, seq) == text);
  }

  TEST_CASE("names, lists and records that are odd") {
    TaskPlace place;
    const std::string id = place.add();
    CHECK(message_of([&] { (void)take(place, TaskId{"none"}); }) == "not_found: Task not found: none");
    CHECK(message_of([&] { (void)take(place, TreeId{"none"}); }) == "not_found: there is no tree none");
    CHECK(message_of([&] {
            (void)take(place, StateName{StateScope::session, "s"});
          }) == "not_found: There is no state document session:s");
    CHECK(message_of([&] { (void)take(place, TaskId{id}, ""); }) == "usage: a checkpoint needs a name");
    CHECK(message_of([&] { (void)take(place, TaskId{id}, "\xff"); }) ==
          "invalid_input: checkpoint.name is no UTF-8 text");
    const std::string odd("a\0\"ä", 5);
    (void)take(place, TaskId{id}, "plain");
    (void)take(place, TaskId{id}, odd);
    (void)take(place, TaskId{id}, "plain");
    CHECK(place.record(id)["metadata"]["checkpoints"][1]["name"] == odd);
    CHECK(place.record(id)["metadata"]["checkpoints"].size() == 3);
    place.set(id, "metadata", R"({"checkpoints":7})");
    const std::string before = place.text(id);
    CHECK(message_of([&] { (void)take(place, TaskId{id}); }) ==
          "conflict: " + id + " has no array at /metadata/checkpoints");
    CHECK(place.text(id) == before);
    place.set(id, "metadata", "null");
    (void)take(place, TaskId{id});
    CHECK(place.record(id)["metadata"]["checkpoints"].size() == 1);
    place.set(id, "metadata", R"({"checkpoints":[3,{"checkpoint_id":null}],"x":1})");
    (void)take(place, TaskId{id}, "after odd ones");
    CHECK(place.record(id)["metadata"]["checkpoints"].size() == 3);
    CHECK(place.record(id)["metadata"]["checkpoints"][0] == 3);
    CHECK(place.record(id)["metadata"]["checkpoints"][2]["name"] == "after odd ones");
  }

  TEST_CASE("no two have one id, however fast they come, and none has that of an imported list") {
    TaskPlace place;
    const std::string id = place.add();
    std::set<std::string> ids;
    for (int i = 0; i < 300; ++i) ids.insert(take(place, TaskId{id}).checkpoint_id);
    CHECK(ids.size() == 300);
    // A list names every millisecond of the next five seconds.
    const std::int64_t now = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now())
                                 .time_since_epoch()
                                 .count();
    std::string list;
    for (std::int64_t ms = now; ms <= now + 5'000; ++ms)
      list += std::string(ms > now ? "," : "") + R"({"checkpoint_id":"ckpt-)" + std::to_string(ms) + "\"}";
    place.set(place.add(), "metadata", R"({"checkpoints":[)" + list + "]}");
    CHECK(take(place, TaskId{id}).checkpoint_id == "ckpt-" + std::to_string(now + 5'001));
    CHECK(take(place, TaskId{id}).checkpoint_id == "ckpt-" + std::to_string(now + 5'002));
  }

  TEST_CASE("a rollback and its undo give the same bytes") {
    TaskPlace place;
    const std::string id = place.add();
    (void)place.change(id, setting("a", "1"));
    const std::string ckpt = take(place, TaskId{id}).checkpoint_id;
    (void)place.change(id, setting("b", "[1.0,\"\\ud800\"]"));
    (void)place.change(id, setting("a", "2"));
    (void)place.change(id, RenameVariable{"a", "z", ""});
    const std::string before = place.text(id);
    CHECK(values(place, id) == "z=2 b=[1.0,\"\\ud800\"] ");
    const RollbackReport done = roll_back(place.store(), to(ckpt));
    CHECK(values(place, id) == "a=1 ");
    REQUIRE(done.results.size() == 1);
    CHECK(done.checkpoint_id == ckpt);
    CHECK(std::get<TaskId>(done.results[0].owner).text == id);
    CHECK(done.results[0].variables == 1);
    CHECK(done.results[0].undo_seq == done.results[0].event_seq - 1);
    place.reopen();
    CHECK(values(place, id) == "a=1 ");
    std::string history;
    for (const VariableMutation& mutation : variable_history(place.store(), TaskId{id})) {
      if (mutation.operation == VariableOperation::rolled_back)
        history += mutation.name + " " + (mutation.new_value ? mutation.new_value->text : "-") + " " +
                   mutation.reason + "; ";
    }
    CHECK(history == "b - " + ckpt + "; z - " + ckpt + "; a 1 " + ckpt + "; ");
    const std::string middle = place.text(id);
    const RollbackReport undone = roll_back(place.store(), to_moment(done.results[0].undo_seq, TaskId{id}));
    CHECK(place.text(id) == before);
    (void)roll_back(place.store(), to_moment(undone.results[0].undo_seq, TaskId{id}));
    CHECK(place.text(id) == middle);
  }

  TEST_CASE("a rollback of a task that had no state, and back") {
    for (const std::string metadata : {"{}", R"({"x":1})", R"({"x":1,"rlm_state":{"v":1},"y":2})"}) {
      TaskPlace place;
      const std::string id = place.add();
      place.set(id, "metadata", metadata);
      const std::int64_t empty = std::stol(place.rows("SELECT max(seq) FROM events").front());
      const std::string none = place.text(id);
      (void)place.change(id, setting("a", "1"));
      const std::string some = place.text(id);
      const RollbackReport done = roll_back(place.store(), to_moment(empty, TaskId{id}));
      CHECK(place.text(id) == none);
      (void)roll_back(place.store(), to_moment(done.results[0].undo_seq, TaskId{id}));
      CHECK(place.text(id) == some);
    }
    TaskPlace place;
    const std::string id = place.add();
    place.set(id, "metadata", R"({"rlm_state":{},"x":1})");
    place.set(id, "metadata", R"({"x":1,"tree_id":"t","rlm_state":{"v":2},"y":2})");
    const std::string some = place.text(id);
    place.set(id, "metadata", R"({"x":1})");
    const std::int64_t without = std::stol(place.rows("SELECT max(seq) FROM events").front());
    place.set(id, "metadata", R"({"x":1,"tree_id":"t","rlm_state":{"v":2},"y":2})");
    const RollbackReport done = roll_back(place.store(), to_moment(without, TaskId{id}));
    CHECK(place.record(id)["metadata"]["rlm_state"] == Json::object());
    (void)roll_back(place.store(), to_moment(done.results[0].undo_seq, TaskId{id}));
    CHECK(place.text(id) == some);
  }

  TEST_CASE("a rollback is refused under a condition that does not hold, and changes nothing then") {
    TaskPlace place;
    const std::string id = place.add();
    SetVariable fixed = setting("fixed", "1");
    fixed.read_only = true;
    (void)place.change(id, setting("a", "1"));
    const std::string ckpt = take(place, TaskId{id}).checkpoint_id;
    const ChangeResult last = place.change(id, fixed);
    const std::string before = place.text(id);
    CHECK(message_of([&] { (void)roll_back(place.store(), to(ckpt)); }) ==
          "conflict: variable fixed of " + id + " is read-only, and would change");
    Rollback rollback = to(ckpt);
    rollback.only_if.force = Force::yes;
    rollback.only_if.if_version = last.version - 1;
    CHECK(message_of([&] { (void)roll_back(place.store(), rollback); }) ==
          "conflict: task " + id + " has version " + std::to_string(last.version) + ", not " +
              std::to_string(last.version - 1));
    rollback.only_if.if_version.reset();
    rollback.only_if.token = 7;
    CHECK(message_of([&] { (void)roll_back(place.store(), rollback); }).starts_with("conflict: task " + id));
    CHECK(message_of([&] { (void)roll_back(place.store(), to("ckpt-1")); }) ==
          "not_found: Checkpoint not found: ckpt-1");
    CHECK(message_of([&] { (void)roll_back(place.store(), to(ckpt, TaskId{"x"})); }) ==
          "not_found: Checkpoint not found: " + ckpt + " of x");
    Rollback nobodys;
    nobodys.to = Moment(std::int64_t{1});
    CHECK(message_of([&] { (void)roll_back(place.store(), nobodys); }) ==
          "usage: a moment does not say whose variables are set back");
    CHECK(place.text(id) == before);
    rollback.only_if.token.reset();
    rollback.only_if.if_version = last.version;
    CHECK(roll_back(place.store(), rollback).results[0].version == last.version + 1);
    CHECK(values(place, id) == "a=1 ");
  }

  TEST_CASE("a state document is kept and set back like a task") {
    TaskPlace place;
    for (const StateName& state :
         {StateName{}, StateName{StateScope::session, "s-1"}, StateName{StateScope::temporary, "state-1"},
          StateName{StateScope::state, "x"}}) {
      set_state(place, state, "a", "1");
      set_state(place, state, "b", "2");
      const CheckpointCreated created = take(place, state, "first");
      const auto list = checkpoints_of(place.store(), state);
      REQUIRE(list.size() == 1);
      CHECK(list[0].checkpoint_id == created.checkpoint_id);
      CHECK(list[0].variables == 2);
      CHECK_FALSE(list[0].tree_id.has_value());
      CHECK(place.rows("SELECT json_extract(outline, '$.history.checkpoints[0].checkpoint_id'), "
                       "json_extract(outline, '$.metadata.checkpoint_count') FROM states WHERE scope = '" +
                       std::string(to_text(state.scope)) + "'") ==
            std::vector<std::string>{created.checkpoint_id + "|1"});
      set_state(place, state, "a", "3");
      set_state(place, state, "c", "4");
      const RollbackReport done = roll_back(place.store(), to(created.checkpoint_id));
      CHECK(values(place, state) == "a=1 b=2 ");
      (void)roll_back(place.store(), to_moment(done.results[0].undo_seq, state));
      CHECK(values(place, state) == "a=3 b=2 c=4 ");
      CHECK(variable_history(place.store(), state).back().operation == VariableOperation::rolled_back);
    }
  }

  TEST_CASE("a checkpoint of a tree sets all its nodes back, those that still exist") {
    TaskPlace place;
    const TreeId tree{"tree-00000001"};
    const std::string root = add_root(place);
    const std::string left = add_below(place, root);
    const std::string right = add_below(place, root);
    (void)place.change(root, setting("r", "1"));
    (void)place.change(left, setting("l", "1"));
    set_state(place, {StateScope::tree, tree.text}, "t", "1");
    const CheckpointCreated created = take(place, tree, "all");
    CHECK(created.variables == 3);
    CHECK(created.snapshot_path ==
          ".aiwg/rlm/trees/tree-00000001/checkpoints/" + created.checkpoint_id + ".json");
    CHECK(place.record(root)["metadata"]["checkpoints"][0]["checkpoint_id"] == created.checkpoint_id);
    CHECK_FALSE(place.record(left)["metadata"].contains("checkpoints"));
    (void)place.change(root, setting("r", "2"));
    (void)place.change(left, setting("l", "2"));
    (void)place.change(right, setting("x", "2"));
    set_state(place, {StateScope::tree, tree.text}, "t", "2");
    const std::vector<std::string> before{place.text(root), place.text(left), place.text(right)};
    const RollbackReport done = roll_back(place.store(), to(created.checkpoint_id));
    CHECK(done.results.size() == 4);
    CHECK(done.tree_id == tree);
    CHECK(values(place, root) + values(place, left) + values(place, right) +
              values(place, StateName{StateScope::tree, tree.text}) ==
          "r=1 l=1 t=1 ");
    (void)roll_back(place.store(), to_moment(done.results[0].undo_seq, tree));
    CHECK(before == std::vector<std::string>{place.text(root), place.text(left), place.text(right)});
    CHECK(values(place, StateName{StateScope::tree, tree.text}) == "t=2 ");
    // One node alone.
    const RollbackReport one = roll_back(place.store(), to(created.checkpoint_id, TaskId{left}));
    CHECK(one.results.size() == 1);
    CHECK(values(place, root) + values(place, left) == "r=2 l=1 ");
    // A node that is gone is told; a version is no tree's.
    place.set(right, "metadata", "{}");
    CHECK(roll_back(place.store(), to(created.checkpoint_id)).missing == std::vector<std::string>{right});
    Rollback versioned = to(created.checkpoint_id);
    versioned.only_if.if_version = 1;
    CHECK(message_of([&] { (void)roll_back(place.store(), versioned); }) ==
          "usage: a tree has neither a version nor a token");
    // One node that may not change holds all up.
    SetVariable fixed = setting("r", "9");
    fixed.read_only = true;
    (void)place.change(left, setting("l", "8"));
    (void)place.change(root, fixed);
    CHECK(message_of([&] { (void)roll_back(place.store(), to(created.checkpoint_id)); }) ==
          "conflict: variable r of " + root + " is read-only, and would change");
    CHECK(values(place, left) == "l=8 ");
  }

  TEST_CASE("a difference says which variables came, went and changed, and where in them") {
    TaskPlace place;
    const std::string id = place.add();
    (void)place.change(id, setting("same", "1"));
    (void)place.change(id, setting("object", R"({"a":1,"b":[1,2,{"x/y":null}],"c":3})"));
    (void)place.change(id, setting("gone", "\"g\""));
    const std::string first = take(place, TaskId{id}).checkpoint_id;
    (void)place.change(id, setting("object", R"({"a":1,"b":[1,5,{"x/y":{}},4],"d":null})"));
    (void)place.change(id, DeleteVariable{"gone", ""});
    (void)place.change(id, setting("new", "[]"));
    const std::string second = take(place, TaskId{id}).checkpoint_id;
    const auto lines = [](const CheckpointDifference& difference) {
      std::vector<std::string> all;
      for (const VariableDifference& variable : difference.variables) {
        for (const ValueDifference& value : variable.values)
          all.push_back(std::string(to_text(variable.kind)) + " " + variable.name + " " + value.pointer +
                        " " + (value.old_value ? value.old_value->text : "-") + " " +
                        (value.new_value ? value.new_value->text : "-"));
      }
      return all;
    };
    const std::vector<std::string> expected{"changed object /b/1 2 5",  "changed object /b/2/x~1y null {}",
                                            "changed object /b/3 - 4",  "changed object /c 3 -",
                                            "changed object /d - null", "removed gone  \"g\" -",
                                            "added new  - []"};
    CHECK(lines(compare_checkpoints(place.store(), {first, {}}, CheckpointName{second, {}})) == expected);
    CHECK(lines(compare_checkpoints(place.store(), {first, {}})) == expected);
    CHECK(lines(compare_checkpoints(place.store(), {second, {}})).empty());
    // What changed beside the value has no place.
    SetVariable described = setting("same", "1");
    described.description = "d";
    (void)place.change(id, described);
    const CheckpointDifference beside = compare_checkpoints(place.store(), {second, {}});
    REQUIRE(beside.variables.size() == 1);
    CHECK(beside.variables[0].name == "same");
    CHECK(beside.variables[0].values.empty());
  }

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
    const Json new_root = place.record(fork.root);
    const Json new_left = place.record(fork.nodes[1].second);
    const Json new_right = place.record(fork.nodes[2].second);
    CHECK(new_root["metadata"]["tree_id"] == fork.tree_id.text);
    CHECK(new_root["metadata"]["forked_from"] ==
          Json::parse(R"({"tree_id":"tree-00000001","checkpoint_id":")" + ckpt + "\"}"));
    CHECK(new_root["metadata"]["parent_id"].is_null());
    CHECK_FALSE(new_root["metadata"].contains("checkpoints"));
    CHECK(new_left["metadata"]["parent_id"] == fork.root);
    CHECK(new_left["metadata"]["depth"] == 1);
    CHECK(new_left["metadata"]["node_id"] != place.record(left)["metadata"]["node_id"]);
    CHECK(new_left["state"] == "completed");
    CHECK(new_left["result"] == "answer");
    CHECK(new_left["metadata"]["rlm_state"]["l"]["value"] == 1);
    CHECK(new_right["state"] == "queued");
    CHECK(new_right["startedAt"].is_null());
    CHECK(new_right["output"] == "");
    CHECK(new_right["prompt"] == "right");
    CHECK(new_right["metadata"]["depends_on"] == Json::array({fork.nodes[1].second}));
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
    const Json root = place.record(fork.root);
    CHECK(root["prompt"] == "do");
    CHECK(root["agent"] == "coder");
    CHECK(root["priority"] == 2.5);
    CHECK(root["state"] == "queued");
    CHECK(root["error"].is_null());
    CHECK(root["metadata"]["rlm_state"]["a"]["value"] == 1);
    CHECK(root["metadata"]["depth"] == 0);
    CHECK(root["metadata"]["forked_from"] ==
          Json::parse(R"({"tree_id":null,"task_id":")" + id + R"(","checkpoint_id":")" + ckpt + "\"}"));
    set_state(place, StateName{}, "g", "1");
    const std::string global = take(place, StateName{}).checkpoint_id;
    CHECK(message_of([&] {
            (void)fork_checkpoint(place.store(), {global, {}});
          }) == "usage: a checkpoint of a state document has no task to copy");
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
    place.edit("UPDATE snapshots SET last_used_at = printf('2026-01-01T00:00:%02d.000Z', id)");
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
    // The list is history: it stays, and says what became of each.
    CHECK(place.record(root)["metadata"]["checkpoints"].size() == 6);
    std::string statuses;
    for (const Checkpoint& checkpoint : checkpoints_of(place.store(), TaskId{root}))
      statuses += *checkpoint.name + ":" + std::string(to_text(checkpoint.status)) + " ";
    CHECK(statuses == "n1:pruned n2:pruned n3:pruned pinned:kept n0:kept n4:kept ");
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
    CHECK(prune_checkpoints(place.store(), all).removed.size() == 3);
    options.tree = TreeId{"none"};
    CHECK(message_of([&] { (void)prune_checkpoints(place.store(), options); }) ==
          "not_found: there is no tree none");
  }

  TEST_CASE("an element whose file was never imported says so") {
    TaskPlace place;
    write_all(
        place.file("tasks.json"),
        R"({"version":1,"updatedAt":"2026-02-09T10:00:00.000Z","tasks":[{"id":"task-a","prompt":"p","agent":null,)"
        R"("priority":0,"state":"queued","createdAt":"2026-02-09T10:00:00.000Z","startedAt":null,"completedAt":null,)"
        R"("pid":null,"result":null,"error":null,"output":"","metadata":{"tree_id":"t","rlm_state":{},"checkpoints":[)"
        R"({"checkpoint_id":"ckpt-5","name":"old","snapshot_path":".aiwg/rlm/trees/t/checkpoints/ckpt-5.json"}]}}]})");
    (void)import_one(place.database(), place.file("tasks.json"), {});
    place.reopen();
    const auto list = checkpoints_of(place.store(), TaskId{"task-a"});
    REQUIRE(list.size() == 1);
    CHECK(list[0].status == CheckpointStatus::not_imported);
    CHECK(list[0].snapshot_path == ".aiwg/rlm/trees/t/checkpoints/ckpt-5.json");
    const auto error = error_of([&] { (void)roll_back(place.store(), to("ckpt-5")); });
    REQUIRE(error.has_value());
    CHECK(error->code() == ErrorCode::not_found);
    CHECK(std::string(error->what()) ==
          "Checkpoint ckpt-5 of task-a is only named: its file was never imported");
    CHECK(error->hint() == "import it: `rlmdb import .aiwg/rlm/trees/t/checkpoints/ckpt-5.json`");
    // Taken here, on an imported task.
    const std::string ckpt = take(place, TaskId{"task-a"}).checkpoint_id;
    PruneOptions none;
    none.keep = 0;
    CHECK(ids_of(prune_checkpoints(place.store(), none).removed) == std::vector{ckpt});
    CHECK(checkpoints_of(place.store(), TaskId{"task-a"})[1].status == CheckpointStatus::pruned);
  }
}

TEST_SUITE("tasks::checkpoints") {
  TEST_CASE("1,000 checkpoints of 50 KB with 20 variables, of which one changes, take at most 5 MB") {
    TaskPlace place;
    const std::string id = place.add();
    const auto value = [](int version) {
      return "\"" + std::to_string(version) + std::string(2'400, 'v') + "\"";
    };
    std::vector<TaskChange> all;
    for (int i = 0; i < 20; ++i)
      all.push_back({TaskId{id}, setting("variable_" + std::to_string(i), value(i)), {}});
    (void)place.store().change(all);
    std::vector<double> batches;
    for (int batch = 0; batch < 10; ++batch) {
      std::chrono::duration<double, std::milli> spent{0};
      for (int i = 0; i < 100; ++i) {
        (void)place.change(id, setting("variable_" + std::to_string(i % 20), value(1'000 + batch * 100 + i)));
        const auto begin = std::chrono::steady_clock::now();
        CHECK(take(place, TaskId{id}).new_contents == (batch + i == 0 ? 20 : 1));
        spent += std::chrono::steady_clock::now() - begin;
      }
      batches.push_back(spent.count() / 100);
    }
    place.edit("PRAGMA wal_checkpoint(TRUNCATE)");
    const auto bytes = std::filesystem::file_size(place.database());
    MESSAGE("a checkpoint: " << batches.front() << " ms among the first 100, " << batches.back()
                             << " ms among the last; the file: " << bytes << " bytes");
    CHECK(bytes <= 5'000'000);
    CHECK(place.rows("SELECT count(*) FROM snapshot_variables").front() == "20000");
  }
}
