// SPDX-License-Identifier: MIT
// What a task depends on, added and taken away.
#include <doctest/doctest.h>

#include "task_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

using Lines = std::vector<std::string>;

Lines dependencies_of(TaskPlace& place, const std::string& id) {
  Lines lines;
  const std::vector<TaskId> ids{TaskId{id}};
  for (const Dependency& dependency : place.store().dependencies(ids))
    lines.push_back(dependency.depends_on + " " + dependency.state + (dependency.is_met ? " met" : ""));
  return lines;
}

ChangeDependencies more(const Lines& ids) {
  ChangeDependencies change;
  for (const std::string& id : ids) change.add.push_back(TaskId{id});
  return change;
}

ChangeDependencies fewer(const Lines& ids) {
  ChangeDependencies change;
  for (const std::string& id : ids) change.remove.push_back(TaskId{id});
  return change;
}

}  // namespace

TEST_SUITE("tasks::change_dependencies") {
  TEST_CASE("what stays keeps its place, what is added comes last, once") {
    TaskPlace place;
    for (int i = 0; i < 4; ++i) (void)place.add();
    (void)place.force("task-0003",
                      SetMembers{{{"metadata.depends_on", {R"(["task-0000", 7, "task-0001"])"}}}});
    CHECK(place.change("task-0003", more({"task-0002", "task-0001"})).version == 3);
    CHECK(dependencies_of(place, "task-0003") ==
          Lines{"task-0000 queued", "7 ", "task-0001 queued", "task-0002 queued"});
    (void)place.change("task-0003", fewer({"task-0000"}));
    CHECK(dependencies_of(place, "task-0003") == Lines{"7 ", "task-0001 queued", "task-0002 queued"});
    (void)place.force("task-0001", CancelTask{});
    CHECK(dependencies_of(place, "task-0003").at(1) == "task-0001 cancelled met");
  }

  TEST_CASE("an id that stands alone, none and null are a list; anything else is refused") {
    TaskPlace place;
    for (int i = 0; i < 3; ++i) (void)place.add();
    const auto set = [&](const char* json) {
      (void)place.force("task-0002", SetMembers{{{"metadata.depends_on", {json}}}});
    };
    set("\"task-0000\"");
    (void)place.change("task-0002", more({"task-0001"}));
    CHECK(dependencies_of(place, "task-0002") == Lines{"task-0000 queued", "task-0001 queued"});
    set("null");
    (void)place.change("task-0002", more({"task-0001"}));
    CHECK(dependencies_of(place, "task-0002") == Lines{"task-0001 queued"});
    set("7");
    CHECK(place.refused("task-0002", more({"task-0001"})) == ErrorCode::conflict);
    (void)place.change("task-0001", more({"task-0000"}));
    CHECK(dependencies_of(place, "task-0001") == Lines{"task-0000 queued"});
  }

  TEST_CASE("a node id is a store id there, and one call is all or nothing") {
    TaskPlace place;
    NewTask root;
    root.tree = TreeId{"tree-1"};
    (void)place.add(root);
    for (int i = 0; i < 2; ++i) (void)place.add();
    const std::string node_id = place.rows("SELECT node_id FROM tree_nodes")[0];
    (void)place.change("task-0001", more({node_id}));
    CHECK(dependencies_of(place, "task-0001") == Lines{"task-0000 queued"});
    const std::vector<TaskChange> changes{{TaskId{"task-0002"}, more({"task-0001"}), {}},
                                          {TaskId{"task-0000"}, more({"task-0002"}), {}}};
    CHECK(code_of([&] { (void)place.store().change(changes); }) == "conflict");
    CHECK(dependencies_of(place, "task-0002").empty());
    (void)place.change("task-0001", fewer({node_id}));
    CHECK(dependencies_of(place, "task-0001").empty());
    CHECK(place.refused("task-0001", fewer({node_id})) == ErrorCode::not_found);
    CHECK(place.refused("task-0001", ChangeDependencies{}) == ErrorCode::usage);
    CHECK(code_of([&] { (void)dependencies_of(place, "task-0009"); }) == "not_found");
  }
}
