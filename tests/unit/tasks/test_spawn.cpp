// SPDX-License-Identifier: MIT
// The spawn protocol of rlm-task-tree.yaml, and the limits that a tree grows within.
#include <doctest/doctest.h>

#include <regex>
#include <set>

#include "rlmdb/import.hpp"
#include "rlmdb/tree_settings.hpp"
#include "rlmdb/verify.hpp"
#include "task_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

NewTask root_of(const std::string& tree) {
  NewTask task;
  task.prompt = "root";
  task.tree = TreeId{tree};
  return task;
}

NewTask child_of(const std::string& parent) {
  NewTask task;
  task.prompt = "child";
  task.parent = TaskId{parent};
  return task;
}

NewTask with_context(NewTask task, const std::string& json) {
  task.context = JsonText{json};
  return task;
}

std::vector<std::string> codes_of(const ChangeResult& result) {
  std::vector<std::string> codes;
  for (const Finding& warning : result.warnings) codes.push_back(warning.code + " " + warning.where);
  return codes;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_SUITE("tasks::spawn") {
  TEST_CASE("every step of the protocol is in the record and in the columns") {
    TaskPlace place;
    NewTask root = root_of("tree-1");
    root.decomposition_strategy = "map-reduce";
    root.merge_strategy = "summarize";
    const std::string root_id = place.add(root);
    NewTask task = with_context(child_of(root_id), R"({"type": "slice", "source": "a", "size_tokens": 12})");
    task.config = JsonText{R"({"model":"m","temperature":0.70})"};
    task.metadata = JsonText{R"({"b":1})"};
    const std::string id = place.add(task);
    const Json metadata = place.record(id).at("metadata");
    const std::string node_id = metadata.at("node_id");
    CHECK(std::regex_match(node_id, std::regex("task-[0-9a-f]{8}")));
    CHECK(metadata.dump() ==
          R"({"tree_id":"tree-1","node_id":")" + node_id + R"(","parent_id":")" + root_id +
              R"(","depth":1,"context_reference":{"type":"slice","source":"a","size_tokens":12},)"
              R"("execution_config":{"model":"m","temperature":0.7},"b":1})");
    CHECK(place.text(id).find("0.70") != std::string::npos);
    const Json of_root = place.record(root_id).at("metadata");
    CHECK(of_root.at("parent_id").is_null());
    CHECK(of_root.at("depth") == 0);
    CHECK(of_root.at("decomposition_strategy") == "map-reduce");
    CHECK(of_root.at("merge_strategy") == "summarize");
    CHECK(
        place.rows("SELECT tree_id, parent_ref, depth, context_type, context_size_tokens FROM tree_nodes") ==
        Texts{"tree-1|NULL|0|NULL|NULL", "tree-1|" + root_id + "|1|slice|12"});
  }

  TEST_CASE("a thousand nodes have a thousand node ids") {
    TaskPlace place;
    const std::string root = place.add(root_of("tree-1"));
    (void)place.store().change(std::vector<TaskChange>(999, TaskChange{{}, child_of(root), {}}));
    CHECK(place.rows("SELECT count(*), count(DISTINCT node_id) FROM tree_nodes WHERE node_id GLOB "
                     "'task-[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'") ==
          Texts{"1000|1000"});
  }

  TEST_CASE("a node id that an imported tree has is passed over, with its number") {
    TaskPlace place;
    const std::string root = place.add(root_of("tree-2"));
    for (int i = 0; i < 2; ++i) (void)place.add(child_of(root));
    const std::string taken = place.record(place.add(child_of(root))).at("metadata").at("node_id");
    const Texts seed = place.rows("SELECT value FROM meta WHERE key = 'node_id_seed'");
    TaskPlace other;
    other.edit("INSERT INTO meta VALUES ('node_id_seed', '" + seed.at(0) + "')");
    write_all(
        other.file("t.json"),
        R"({"tasks":[{"id":"other-1","prompt":"p","state":"running","metadata":{"tree_id":"tree-1","node_id":")" +
            taken + R"(","parent_id":null,"depth":0}}],"updatedAt":"2026-01-01T00:00:00.000Z"})");
    (void)import_one(other.database(), other.file("t.json"));
    other.reopen();
    CHECK(other.add() == "task-0002");  // the number after this one has the node id that is taken
    CHECK(other.add(child_of("other-1")) == "task-0004");
    CHECK(other.rows("SELECT count(DISTINCT node_id) FROM tree_nodes") == Texts{"2"});
  }

  TEST_CASE("a new root has rlm_state.Final, null, and rlm_state.prompt from its creation") {
    TaskPlace place;
    NewTask made;
    made.prompt = JsonText{R"({"do":"it","n":1.50})"};
    made.makes_tree = true;
    NewTask own = root_of("tree-2");
    own.metadata = JsonText{R"({"x":1,"rlm_state":{"a":1,"prompt":"mine"}})"};
    NewTask nothing = root_of("tree-3");
    nothing.metadata = JsonText{R"({"rlm_state":null})"};
    const std::string root = place.add(root_of("tree-1"));
    const auto state = [&](const std::string& id) { return place.record(id).at("metadata").at("rlm_state"); };
    const std::string at = place.record(root).at("createdAt");
    const auto variable = [](const std::string& name, const std::string& value, const std::string& type,
                             const std::string& time) {
      return "\"" + name + R"(":{"name":")" + name + R"(","value":)" + value + R"(,"type":")" + type +
             R"(","created_at":")" + time + "\"}";
    };
    CHECK(state(root).dump() == "{" + variable("Final", "null", "null", at) + "," +
                                    variable("prompt", "\"root\"", "text", at) + "}");
    const std::string json = place.add(made);
    CHECK(place.text(json).find("1.50", place.text(json).find("rlm_state")) != std::string::npos);
    CHECK(state(json).at("prompt").at("value").dump() == R"({"do":"it","n":1.5})");
    CHECK(state(json).at("prompt").at("type") == "json");
    const Json given = state(place.add(own));
    CHECK(given.at("a") == 1);
    CHECK(given.at("prompt") == "mine");
    CHECK(given.at("Final").at("value").is_null());
    CHECK(state(place.add(nothing)).size() == 2);
    CHECK_FALSE(place.record(place.add(child_of(root))).at("metadata").contains("rlm_state"));
    CHECK_FALSE(place.record(place.add()).at("metadata").contains("rlm_state"));
    CHECK(verify(place.store()).finding_count == 0);
  }

  TEST_CASE("a long prompt of a root has a copy in a file, as any value of a variable") {
    TaskPlace place;
    NewTask root = root_of("tree-1");
    root.prompt = std::string(10'239, 'x');
    (void)place.add(root);
    CHECK(place.rows("SELECT place, name FROM value_files") ==
          Texts{".aiwg/rlm/trees/tree-1/variables/prompt.json|prompt"});
    root.tree = TreeId{"tree-2"};
    root.prompt = std::string(10'238, 'x');
    (void)place.add(root);
    CHECK(place.rows("SELECT count(*) FROM value_files") == Texts{"1"});
    CHECK(verify(place.store()).finding_count == 0);
  }

  TEST_CASE("a tree has one root; one whose root is gone may get another" * damages) {
    TaskPlace place;
    const std::string root = place.add(root_of("tree-1"));
    (void)place.add(child_of(root));
    CHECK(place.refused("", root_of("tree-1")) == ErrorCode::conflict);
    place.edit("PRAGMA foreign_keys=ON; DELETE FROM tasks WHERE legacy_id = '" + root + "'");
    CHECK(place.add(root_of("tree-1")) == "task-0002");
  }

  TEST_CASE("queued, running and failed tasks take a node below them, ended ones do not") {
    TaskPlace place;
    const std::string root = place.add(root_of("tree-1"));
    CHECK_FALSE(place.refused("", child_of(root)));
    (void)place.force(root, StartTask{});
    CHECK_FALSE(place.refused("", child_of(root)));
    (void)place.change(root, FailTask{"x"});
    CHECK_FALSE(place.refused("", child_of(root)));
    (void)place.force(root, CompleteTask{});
    CHECK(place.refused("", child_of(root)) == ErrorCode::conflict);
    (void)place.force(root, CancelTask{});
    CHECK(place.refused("", child_of(root)) == ErrorCode::conflict);
    (void)place.change(root, RetryTask{});
    CHECK_FALSE(place.refused("", child_of(root)));
    CHECK(place.rows("SELECT count(*) FROM tree_nodes") == Texts{"5"});
  }

  TEST_CASE("a node that was added while its parent merged is waited for") {
    TaskPlace place;
    const std::string root = place.add(root_of("tree-1"));
    (void)place.change(root, StartTask{});
    const std::string child = place.add(child_of(root));
    (void)place.force(root, FailTask{"x"});
    (void)place.change(root, RetryTask{});
    CHECK(place.store().claim()->id.text == child);
    CHECK_FALSE(place.store().claim());
    (void)place.force(child, CompleteTask{});
    const auto merge = place.store().claim();
    REQUIRE(merge);
    CHECK(merge->id.text == root);
    CHECK_FALSE(merge->redecompose);
  }

  TEST_CASE("what only a node has needs a place, and stands in one place") {
    TaskPlace place;
    const std::string root = place.add(root_of("tree-1"));
    NewTask plain;
    plain.prompt = "p";
    CHECK(place.refused("", with_context(plain, "{}")) == ErrorCode::usage);
    plain.merge_strategy = "vote";
    CHECK(place.refused("", plain) == ErrorCode::usage);
    NewTask twice = with_context(child_of(root), "{}");
    twice.metadata = JsonText{R"({"context_reference":{}})"};
    CHECK(place.refused("", twice) == ErrorCode::usage);
    CHECK(place.refused("", with_context(child_of(root), "[]")) == ErrorCode::invalid_input);
    NewTask odd = child_of(root);
    odd.decomposition_strategy = "both";
    CHECK(place.refused("", odd) == ErrorCode::invalid_input);
    CHECK(place.rows("SELECT count(*) FROM tasks") == Texts{"1"});
  }
}

TEST_SUITE("tasks::limits") {
  TEST_CASE("the defaults are those of the seed") {
    TaskPlace place;
    (void)place.add(root_of("tree-1"));
    const LimitReport report = limits_of_tree(place.store(), TreeId{"tree-1"});
    CHECK(report.limits ==
          TreeLimits{5, 10, 100, 100'000, std::chrono::milliseconds(300'000), LimitAction::warn});
    Texts uses;
    for (const LimitUse& use : report.uses)
      uses.push_back(use.name + " " + std::to_string(use.limit) + " " + std::to_string(use.most) + " " +
                     id_text(use.task_id));
    CHECK(uses == Texts{"max_depth 5 0 task-0000", "max_children 10 0 ", "max_nodes 100 1 ",
                        "max_context_tokens 100000 0 ", "timeout_ms 300000 0 "});
  }

  TEST_CASE("the first node beyond each limit is the one that is warned of") {
    TaskPlace place;
    const std::string root = place.add(root_of("tree-1"));
    LimitChange change;
    change.max_depth = 2;
    change.max_children = 2;
    change.max_nodes = 6;
    change.max_context_tokens = 1000;
    (void)set_tree_limits(place.store(), TreeId{"tree-1"}, change);
    CHECK(codes_of(place.change("", child_of(root))).empty());
    const ChangeResult second = place.change("", with_context(child_of(root), R"({"size_tokens":1000})"));
    CHECK(codes_of(second).empty());
    const ChangeResult third = place.change("", with_context(child_of(root), R"({"size_tokens":1001})"));
    CHECK(codes_of(third) == Texts{"max_children task-0003", "max_context_tokens task-0003"});
    const ChangeResult deep = place.change("", child_of(second.id.text));
    CHECK(codes_of(deep).empty());
    CHECK(codes_of(place.change("", child_of(deep.id.text))) == Texts{"max_depth task-0005"});
    CHECK(codes_of(place.change("", child_of(second.id.text))) == Texts{"max_nodes task-0006"});
    Texts standings;
    for (const LimitUse& use : limits_of_tree(place.store(), TreeId{"tree-1"}).uses)
      standings.push_back(use.name + " " + std::to_string(use.most) +
                          (use.standing == Standing::over ? " over " : " ") + id_text(use.task_id));
    CHECK(standings == Texts{"max_depth 3 over task-0005", "max_children 3 over task-0000",
                             "max_nodes 7 over ", "max_context_tokens 1001 over task-0003", "timeout_ms 0 "});
  }

  TEST_CASE(
      "a tree that refuses takes the last node that fits and not one more; nothing of the call is done") {
    TaskPlace place;
    const std::string root = place.add(root_of("tree-1"));
    LimitChange change;
    change.max_nodes = 3;
    change.action = LimitAction::refuse;
    (void)set_tree_limits(place.store(), TreeId{"tree-1"}, change);
    const std::vector<TaskChange> three(3, TaskChange{{}, child_of(root), {}});
    const auto error = error_of([&] { (void)place.store().change(three); });
    REQUIRE(error);
    CHECK(error->code() == ErrorCode::conflict);
    CHECK(std::string(error->what()) == "tree-1 has no room for another node: it may have 3");
    CHECK(error->hint().find("--max-nodes") != std::string::npos);
    CHECK(place.rows("SELECT count(*) FROM tree_nodes") == Texts{"1"});
    (void)place.store().change(std::span(three).first(2));
    CHECK(place.refused("", child_of(root)) == ErrorCode::conflict);
    CHECK(place.rows("SELECT count(*), (SELECT count(*) FROM events) FROM tree_nodes") == Texts{"3|4"});
  }

  TEST_CASE("a node that moves away in the middle of a call makes room, one that moves in takes it") {
    TaskPlace place;
    const std::string root = place.add(root_of("tree-1"));
    const std::string child = place.add(child_of(root));
    LimitChange change;
    change.max_nodes = 2;
    change.action = LimitAction::refuse;
    (void)set_tree_limits(place.store(), TreeId{"tree-1"}, change);
    const TaskChange add{{}, child_of(root), {}};
    const auto move = [&](const std::string& json) {
      return TaskChange{TaskId{child}, SetMembers{{{"metadata", JsonText{json}}}}, {.force = Force::yes}};
    };
    const std::string inside =
        R"({"tree_id":"tree-1","node_id":"task-0000000a","parent_id":")" + root + R"(","depth":1})";
    const std::vector<TaskChange> fits{move("{}"), add};
    CHECK_FALSE(error_of([&] { (void)place.store().change(fits); }));
    change.max_nodes = 4;
    (void)set_tree_limits(place.store(), TreeId{"tree-1"}, change);
    const std::vector<TaskChange> does_not{add, move(inside), add};
    CHECK(error_of([&] { (void)place.store().change(does_not); })->code() == ErrorCode::conflict);
    CHECK(place.rows("SELECT count(*) FROM tree_nodes") == Texts{"2"});
  }

  TEST_CASE("limits of one tree are no other's") {
    TaskPlace place;
    const std::string first = place.add(root_of("tree-1"));
    const std::string second = place.add(root_of("tree-2"));
    LimitChange change;
    change.max_nodes = 1;
    change.action = LimitAction::refuse;
    (void)set_tree_limits(place.store(), TreeId{"tree-1"}, change);
    CHECK(place.refused("", child_of(first)) == ErrorCode::conflict);
    CHECK(codes_of(place.change("", child_of(second))).empty());
  }

  TEST_CASE("a limit that is set to its default leaves nothing behind") {
    TaskPlace place;
    (void)place.add(root_of("tree-1"));
    LimitChange change;
    change.max_depth = 7;
    change.timeout = std::chrono::milliseconds(10);
    change.action = LimitAction::refuse;
    (void)set_tree_limits(place.store(), TreeId{"tree-1"}, change);
    CHECK(place.rows("SELECT * FROM tree_settings") ==
          Texts{"tree-1|7|NULL|NULL|NULL|10|refuse|NULL|NULL|NULL"});
    change = {};
    change.max_depth = 5;
    (void)set_tree_limits(place.store(), TreeId{"tree-1"}, change);
    CHECK(place.rows("SELECT * FROM tree_settings") ==
          Texts{"tree-1|NULL|NULL|NULL|NULL|10|refuse|NULL|NULL|NULL"});
    change.timeout = std::chrono::milliseconds(300'000);
    change.action = LimitAction::warn;
    (void)set_tree_limits(place.store(), TreeId{"tree-1"}, change);
    CHECK(place.rows("SELECT count(*) FROM tree_settings") == Texts{"0"});
  }

  TEST_CASE("a bad limit or tree is refused and sets nothing") {
    TaskPlace place;
    (void)place.add(root_of("tree-1"));
    LimitChange change;
    change.max_depth = 7;
    CHECK(error_of([&] { (void)set_tree_limits(place.store(), TreeId{"tree-9"}, change); })->code() ==
          ErrorCode::not_found);
    change.max_nodes = 0;
    CHECK(error_of([&] { (void)set_tree_limits(place.store(), TreeId{"tree-1"}, change); })->code() ==
          ErrorCode::usage);
    CHECK(place.rows("SELECT count(*) FROM tree_settings") == Texts{"0"});
  }

  TEST_CASE("nodes that run longer than the time-out are listed, the longest first") {
    TaskPlace place;
    const std::string root = place.add(root_of("tree-1"));
    const std::string child = place.add(child_of(root));
    for (const std::string& id : {root, child}) (void)place.force(id, StartTask{});
    place.edit("UPDATE tasks SET started_at = '2026-01-01T00:00:00.000Z' WHERE legacy_id = '" + child + "'");
    const LimitReport report = limits_of_tree(place.store(), TreeId{"tree-1"});
    REQUIRE(report.over_time.size() == 1);
    CHECK(report.over_time[0].id.text == child);
    CHECK(report.over_time[0].started_at == "2026-01-01T00:00:00.000Z");
    CHECK(report.over_time[0].running_ms > 300'000);
    CHECK(id_text(report.uses[4].task_id) == child);
    CHECK(report.uses[4].standing == Standing::over);
    LimitChange change;
    change.timeout = std::chrono::hours(24 * 36'500);
    CHECK(set_tree_limits(place.store(), TreeId{"tree-1"}, change).over_time.empty());
  }
}
