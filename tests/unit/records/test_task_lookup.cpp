// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "records/task_lookup.hpp"
#include "task_place.hpp"
#include "thrown.hpp"

using namespace rlmdb;
using rlmdb::test::TaskPlace;

namespace {

NewTask new_node(std::optional<TreeId> tree, std::optional<TaskId> parent) {
  NewTask task;
  task.prompt = "node";
  task.tree = std::move(tree);
  task.parent = std::move(parent);
  return task;
}

std::string node_id_of(TaskPlace& place, const std::string& id) {
  return place.record(id).at("metadata").at("node_id");
}

/// Two trees from a source, both with the node id task-aaaaaaaa.
void import_twins(TaskPlace& place) {
  const auto record = [](const std::string& id, const std::string& tree) {
    return R"({"id":")" + id + R"(","prompt":"p","state":"queued","metadata":{"tree_id":")" + tree +
           R"(","node_id":"task-aaaaaaaa","parent_id":null,"depth":0}})";
  };
  place.close();
  test::write_all(place.file("t.json"), R"({"tasks":[)" + record("one", "tree-a") + "," +
                                            record("two", "tree-b") +
                                            R"(],"updatedAt":"2026-01-01T00:00:00.000Z"})");
  (void)test::import_one(place.database(), place.file("t.json"));
  place.reopen();
}

}  // namespace

TEST_SUITE("records::task_lookup") {
  TEST_CASE("a task answers to its node id as to its store id") {
    TaskPlace place;
    const std::string root = place.add(new_node(TreeId{"tree-1"}, {}));
    const std::string node = node_id_of(place, root);
    CHECK(place.store().find_record(TaskId{node})->json == place.store().find_record(TaskId{root})->json);
    CHECK(place.change(node, StartTask{}).id.text == root);
    EventFilter filter;
    filter.task = TaskId{node};
    int events = 0;
    place.store().events(filter, [&](const Event&) { return ++events > 0; });
    CHECK(events == 2);
  }

  TEST_CASE("parents and dependencies are kept by their store ids, however they are named") {
    TaskPlace place;
    const std::string root = place.add(new_node(TreeId{"tree-1"}, {}));
    NewTask child = new_node({}, TaskId{node_id_of(place, root)});
    child.depends_on = {TaskId{node_id_of(place, root)}};
    const auto metadata = place.record(place.add(child)).at("metadata");
    CHECK(metadata.at("parent_id") == root);
    CHECK(metadata.at("depends_on").at(0) == root);
  }

  TEST_CASE("a node id of several nodes is a conflict that names them") {
    TaskPlace place;
    import_twins(place);
    const auto error = test::error_of([&] { (void)place.store().find_task(TaskId{"task-aaaaaaaa"}); });
    REQUIRE(error);
    CHECK(error->code() == ErrorCode::conflict);
    CHECK(error->hint() == "name one of them: one in tree-a, two in tree-b");
    CHECK(place.refused("task-aaaaaaaa", StartTask{}) == ErrorCode::conflict);
    CHECK(place.rows("SELECT count(*) FROM tasks WHERE state = 'running'") == std::vector<std::string>{"0"});
    CHECK(place.change("two", StartTask{}).id.text == "two");
  }

  TEST_CASE("a store id goes before every node id") {
    TaskPlace place;
    import_twins(place);
    place.edit("UPDATE tasks SET legacy_id = 'task-aaaaaaaa' WHERE legacy_id = 'one'");
    CHECK(place.change("task-aaaaaaaa", StartTask{}).id.text == "task-aaaaaaaa");
    CHECK(place.rows("SELECT tree_id FROM tree_nodes JOIN tasks ON id = task_id WHERE state = 'running'") ==
          std::vector<std::string>{"tree-a"});
  }
}
