// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "task_place.hpp"
#include "util/clock.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

NewTask ordered_node(const std::string& tree, const std::string& parent = "") {
  NewTask task;
  task.prompt = std::string("node");
  if (parent.empty()) task.tree = TreeId{tree};
  if (!parent.empty()) task.parent = TaskId{parent};
  return task;
}

}  // namespace

TEST_SUITE("tasks::tree_order") {
  TEST_CASE("a task that waits is not started by hand without force") {
    TaskPlace place;
    NewTask root_task = ordered_node("tree-1");
    root_task.decomposition_strategy = "sequential";
    const std::string root = place.add(root_task);
    const std::string first = place.add(ordered_node("", root));
    const std::string second = place.add(ordered_node("", root));
    const auto error = error_of([&] { (void)place.change(root, StartTask{}); });
    REQUIRE(error.has_value());
    CHECK(error->code() == ErrorCode::conflict);
    CHECK(std::string(error->what()) ==
          "task " + root + " waits for its 2 children before it can merge: " + first + ", " + second);
    CHECK(place.refused(second, StartTask{}) == ErrorCode::conflict);
    CHECK(place.state(second) == "queued");
    (void)place.change(first, StartTask{});
    (void)place.force(second, StartTask{});
    CHECK(place.state(second) == "running");
  }

  TEST_CASE("a dependency holds a start up, a backoff does not") {
    TaskPlace place;
    const std::string first = place.add();
    NewTask task;
    task.prompt = std::string("later");
    task.depends_on = {TaskId{first}};
    const std::string second = place.add(task);
    CHECK(place.refused(second, StartTask{}) == ErrorCode::conflict);
    (void)place.change(first, CancelTask{});
    place.edit("UPDATE tasks SET not_before = '" + util::utc_text(util::now() + std::chrono::minutes(30)) +
               "' WHERE id = 2");
    (void)place.change(second, StartTask{});
    CHECK(place.state(second) == "running");
  }

  TEST_CASE("a node is not completed above a child that is queued or runs") {
    TaskPlace place;
    const std::string root = place.add(ordered_node("tree-1"));
    (void)place.change(root, StartTask{});
    const std::string child = place.add(ordered_node("", root));
    CHECK(place.refused(root, CompleteTask{"r"}) == ErrorCode::conflict);
    (void)place.change(child, StartTask{});
    CHECK(place.refused(root, CompleteTask{"r"}) == ErrorCode::conflict);
    CHECK(place.record(root)["result"] == nullptr);
    (void)place.change(child, FailTask{"no"});
    (void)place.change(root, CompleteTask{"r"});
    CHECK(place.state(root) == "completed");
    const std::string other = place.add(ordered_node("tree-2"));
    (void)place.change(other, StartTask{});
    (void)place.add(ordered_node("", other));
    (void)place.force(other, CompleteTask{"r"});
    CHECK(place.state(other) == "completed");
  }
}
