// SPDX-License-Identifier: MIT
// tests/trees/test_stuck.cpp holds what is stuck against a plain model.
#include <doctest/doctest.h>

#include "rlmdb/progress.hpp"
#include "rlmdb/totals.hpp"
#include "rlmdb/tree_settings.hpp"
#include "rlmdb/work_left.hpp"
#include "task_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

std::string told(const Stuck& stuck) {
  std::string text = std::to_string(stuck.tasks) + " stuck";
  for (const StuckCause& cause : stuck.causes) {
    text += "\n" + cause.code;
    for (const TaskId& id : cause.tasks) text += " " + id.text;
    text += " (" + cause.name + "): " + cause.message;
  }
  return stuck.more_causes == 0 ? text : text + "\n" + std::to_string(stuck.more_causes) + " more";
}

std::string stuck_of(TaskPlace& place, const ReadyFilter& filter = {}) {
  return told(find_stuck_tasks(place.store(), filter));
}

void depend(TaskPlace& place, const std::string& id, const std::string& on) {
  place.set(id, "metadata", R"({"depends_on":)" + on + "}");
}

void depend_in_tree(TaskPlace& place, const std::string& id, const std::string& on) {
  ChangeDependencies dependencies;
  dependencies.add.push_back(TaskId{on});
  (void)place.change(id, dependencies);
}

std::string add_stuck_below(TaskPlace& place, const std::string& parent) {
  NewTask task;
  task.prompt = "part";
  task.parent = TaskId{parent};
  return place.add(task);
}

std::string add_root(TaskPlace& place, const std::string& strategy) {
  NewTask task;
  task.prompt = "whole";
  task.tree = TreeId{"tree-0000000a"};
  task.decomposition_strategy = strategy;
  return place.add(task);
}

}  // namespace

TEST_SUITE("trees::stuck_tasks") {
  TEST_CASE(
      "circles, each once, and what depends on what there is not, in store order; nothing that only waits") {
    TaskPlace place;
    for (int i = 0; i < 7; ++i) (void)place.add();
    CHECK(stuck_of(place) == "0 stuck");
    depend(place, "task-0000", R"(["task-0777", "task-0001"])");
    depend(place, "task-0001", R"(["task-0002"])");
    depend(place, "task-0002", R"(["task-0001", "task-0003"])");
    depend(place, "task-0003", R"("task-0003")");
    depend(place, "task-0004", R"(["task-0005"])");
    depend(place, "task-0005", R"(["task-0004", "task-0778"])");
    (void)place.force("task-0005", CompleteTask{});
    CHECK(stuck_of(place) ==
          "4 stuck\n"
          "dependency_unknown task-0000 (task-0777): task-0000 depends on task-0777, an id that no task has\n"
          "dependency_cycle task-0001 task-0002 (task-0002): 2 tasks depend on each other and can never run: "
          "task-0001 → task-0002 → task-0001; 1 more waits for that\n"
          "dependency_cycle task-0003 (task-0003): the task depends on itself and can never run: "
          "task-0003 → task-0003; 3 more wait for that");
  }

  TEST_CASE("what failed holds up all that waits for it, over children, order and dependencies") {
    TaskPlace place;
    const std::string root = add_root(place, "sequential");
    const std::string first = add_stuck_below(place, root);
    const std::string second = add_stuck_below(place, root);
    (void)add_stuck_below(place, second);
    depend(place, place.add(), "\"" + first + "\"");
    (void)place.add();
    CHECK(stuck_of(place) == "0 stuck");
    (void)place.change(first, FailTask{"no"});
    CHECK(stuck_of(place) ==
          "4 stuck\nstuck_failed task-0001 (): task-0001 failed, 4 tasks wait for it: task-0004, task-0002, "
          "task-0000, …");
    const TreeStatus status = status_of_tree(place.store(), TreeId{"tree-0000000a"});
    CHECK(status.progress.stuck == 3);
    CHECK_FALSE(status.progress.eta_ms.has_value());
    CHECK(status.progress.eta_human == "unknown");
    CHECK(told(status.stuck) ==
          "3 stuck\nstuck_failed task-0001 (): task-0001 failed, 3 tasks wait for it: task-0002, task-0000, "
          "task-0003");
    CHECK(load_tree(place.store(), TreeId{"tree-0000000a"}).nodes.at(3).is_stuck);
    CHECK_FALSE(load_tree(place.store(), TreeId{"tree-0000000a"}).nodes.at(1).is_stuck);
    (void)place.change(first, RetryTask{});
    CHECK(stuck_of(place) == "0 stuck");
    CHECK(status_of_tree(place.store(), TreeId{"tree-0000000a"}).progress.stuck == 0);
  }

  TEST_CASE(
      "one that waits is named, a task in no known state holds up too, one that nobody waits for does not") {
    TaskPlace place;
    for (int i = 0; i < 4; ++i) (void)place.add();
    depend(place, "task-0001", R"("task-0000")");
    (void)place.change("task-0000", FailTask{"no"});
    (void)place.change("task-0002", FailTask{"no"});
    CHECK(stuck_of(place) == "1 stuck\nstuck_failed task-0000 (): task-0000 failed, task-0001 waits for it");
    (void)place.change("task-0001", CancelTask{});
    CHECK(stuck_of(place) == "0 stuck");
  }

  TEST_CASE("order and dependencies that contradict each other are a circle as well") {
    TaskPlace place;
    const std::string root = add_root(place, "sequential");
    const std::string first = add_stuck_below(place, root);
    const std::string second = add_stuck_below(place, root);
    const std::string below = add_stuck_below(place, second);
    depend_in_tree(place, first, below);
    CHECK(
        stuck_of(place) ==
        "4 stuck\norder_cycle task-0001 task-0003 task-0002 (task-0003): 3 tasks wait for each other and can "
        "never run: task-0001 → task-0003 → task-0002 → task-0001; 1 more waits for that");
  }

  TEST_CASE("a spent budget, until there is one again") {
    TaskPlace place;
    (void)add_root(place, "parallel");
    (void)set_tree_budget(place.store(), TreeId{"tree-0000000a"}, 0.0);
    CHECK(stuck_of(place) ==
          "1 stuck\nbudget_spent (tree-0000000a): tree-0000000a has spent $0.0000 of its budget of $0.0000, "
          "1 task has to wait");
    (void)set_tree_budget(place.store(), TreeId{"tree-0000000a"}, std::nullopt);
    CHECK(stuck_of(place) == "0 stuck");
  }

  TEST_CASE("held, scheduled and running is not stuck; a dependency in another tree is followed") {
    TaskPlace place;
    const std::string root = add_root(place, "parallel");
    NewTask other;
    other.prompt = "elsewhere";
    other.tree = TreeId{"tree-0000000b"};
    const std::string elsewhere = place.add(other);
    depend_in_tree(place, root, elsewhere);
    NewTask later;
    later.prompt = "later";
    later.not_before = std::chrono::hours(10);
    (void)place.add(later);
    CHECK(place.store().claim()->id.text == elsewhere);
    CHECK(stuck_of(place) == "0 stuck");
    (void)place.force(elsewhere, FailTask{"no"});
    ReadyFilter of_a;
    of_a.tree = TreeId{"tree-0000000a"};
    CHECK(stuck_of(place, of_a) ==
          "1 stuck\nstuck_failed task-0001 (): task-0001 failed, task-0000 waits for it");
  }

  TEST_CASE("only of what the filter names, and at most ten causes") {
    TaskPlace place;
    for (const char* agent : {"a", "b", "a"}) {
      NewTask task;
      task.prompt = "work";
      task.agent = agent;
      (void)place.add(task);
    }
    depend(place, "task-0000", R"(["task-0001"])");
    depend(place, "task-0001", R"(["task-0000"])");
    depend(place, "task-0002", R"(["nowhere"])");
    ReadyFilter of_b;
    of_b.agent = "b";
    CHECK(find_stuck_tasks(place.store(), of_b).causes.size() == 1);
    CHECK(find_stuck_tasks(place.store(), of_b).tasks == 1);
    CHECK(find_stuck_tasks(place.store()).causes.size() == 2);
    of_b.agent = "c";
    CHECK(stuck_of(place, of_b) == "0 stuck");
    of_b.tree = TreeId{"tree-1"};
    CHECK(code_of([&] { (void)find_stuck_tasks(place.store(), of_b); }) == "not_found");
    for (int i = 0; i < 12; ++i) depend(place, place.add(), R"(["nowhere"])");
    const Stuck many = find_stuck_tasks(place.store());
    CHECK(many.tasks == 15);
    CHECK(many.causes.size() == 10);
    CHECK(many.more_causes == 4);
  }

  TEST_CASE(
      "of many trees the first causes in store order, whatever tree they are in, and who waits elsewhere") {
    TaskPlace place;
    // Of each tree the root waits for a child that failed; the last tree by its id is made first.
    for (int i = 14; i >= 0; --i) {
      NewTask root;
      root.prompt = "whole";
      root.tree = TreeId{"tree-" + std::to_string(100 + i)};
      (void)place.change(add_stuck_below(place, place.add(root)), FailTask{"no"});
    }
    const auto first_of = [](const Stuck& stuck) {
      std::string text;
      for (const StuckCause& cause : stuck.causes)
        text += cause.tasks.front().text + " " + std::to_string(cause.waiting) + "\n";
      return text + std::to_string(stuck.more_causes) + " more of " + std::to_string(stuck.tasks);
    };
    const std::string alone =
        "task-0001 1\ntask-0003 1\ntask-0005 1\ntask-0007 1\ntask-0009 1\n"
        "task-0011 1\ntask-0013 1\ntask-0015 1\ntask-0017 1\ntask-0019 1\n5 more of 15";
    CHECK(first_of(find_stuck_tasks(place.store())) == alone);
    CHECK(first_of(progress_of_store(place.store()).stuck) == alone);
    // One of the last tree, and one of none, wait for the second tree, and another for the last but one.
    depend_in_tree(place, add_stuck_below(place, "task-0028"), "task-0003");
    depend(place, place.add(), R"(["task-0002"])");
    depend(place, place.add(), R"(["task-0026"])");
    const std::string together =
        "task-0001 1\ntask-0003 4\ntask-0005 1\ntask-0007 1\ntask-0009 1\n"
        "task-0011 1\ntask-0013 1\ntask-0015 1\ntask-0017 1\ntask-0019 1\n5 more of 18";
    const StoreProgress progress = progress_of_store(place.store());
    CHECK(first_of(find_stuck_tasks(place.store())) == together);
    CHECK(first_of(progress.stuck) == together);
    for (const TreeProgress& tree : progress.unfinished)
      CHECK(tree.stuck == (tree.tree_id.text == "tree-100" ? 2 : 1));
    CHECK(progress.unfinished.size() == 15);
  }
}
