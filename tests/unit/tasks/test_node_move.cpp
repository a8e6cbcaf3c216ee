// SPDX-License-Identifier: MIT
// A node that gets another parent: where it may go, and what is refused.
#include <doctest/doctest.h>

#include "rlmdb/history.hpp"
#include "task_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

using Lines = std::vector<std::string>;

TaskAction moving_to(const std::string& parent) {
  return SetMembers{{{"metadata.parent_id", JsonText{parent.empty() ? "null" : "\"" + parent + "\""}}}, {}};
}

/// root task-0000 > task-0001 > task-0002 > task-0003, and task-0004 below the root; task-0005 is of another tree,
/// task-0006 of none.
class MovePlace : public TaskPlace {
 public:
  MovePlace() {
    (void)node("", "tree-00000001");
    for (const char* parent : {"task-0000", "task-0001", "task-0002", "task-0000"}) (void)node(parent, "");
    (void)node("", "tree-00000002");
    (void)add();
  }

  std::string refusal(const std::string& id, const TaskAction& action, ErrorCode code) {
    const auto error = error_of([&] { (void)change(id, action); });
    REQUIRE(error);
    CHECK(error->code() == code);
    CHECK(error->where() == id);
    m_hint = error->hint();
    return error->what();
  }
  [[nodiscard]] const std::string& hint() const { return m_hint; }
  [[nodiscard]] Lines places() const {
    return rows(
        "SELECT t.legacy_id || ' ' || coalesce(n.parent_ref, '-') || ' ' || coalesce(n.depth, '-') "
        "FROM tree_nodes n JOIN tasks t ON t.id = n.task_id WHERE n.tree_id = 'tree-00000001' ORDER BY t.id");
  }

 private:
  std::string node(const std::string& parent, const std::string& tree) {
    NewTask task;
    task.prompt = "node";
    if (!parent.empty()) task.parent = TaskId{parent};
    if (!tree.empty()) task.tree = TreeId{tree};
    return add(task);
  }

  std::string m_hint;
};

const Lines k_first = {"task-0000 - 0", "task-0001 task-0000 1", "task-0002 task-0001 2",
                       "task-0003 task-0002 3", "task-0004 task-0000 1"};

}  // namespace

TEST_SUITE("tasks::node_move") {
  TEST_CASE("depths go along, of the node and of all below it, each as a change of its own") {
    MovePlace place;
    CHECK(place.places() == k_first);
    const ChangeResult moved = place.change("task-0002", moving_to("task-0000"));
    CHECK(place.places() == Lines{"task-0000 - 0", "task-0001 task-0000 1", "task-0002 task-0000 1",
                                  "task-0003 task-0002 2", "task-0004 task-0000 1"});
    CHECK(place.record("task-0003").at("metadata").at("depth") == 2);
    CHECK(place.rows("SELECT count(*) FROM events WHERE seq >= " + std::to_string(moved.event_seq)) ==
          Lines{"2"});
    const Moment before = moved.event_seq - 1;
    CHECK(Json::parse(task_json_at(place.store(), TaskId{"task-0003"}, before)).at("metadata").at("depth") ==
          3);
    CHECK(Json::parse(task_json_at(place.store(), TaskId{"task-0002"}, before)).at("metadata").at("depth") ==
          2);
    (void)place.change("task-0002", moving_to("task-0001"));
    CHECK(place.places() == k_first);
  }

  TEST_CASE("what never said a depth stays silent, and one that is given in the same call stays as given") {
    MovePlace place;
    place.set("task-0003", "metadata", R"({"tree_id":"tree-00000001","parent_id":"task-0002"})");
    (void)place.change("task-0002", moving_to("task-0000"));
    CHECK(place.places().at(3) == "task-0003 task-0002 -");
    (void)place.change("task-0004", SetMembers{{{"metadata.parent_id", JsonText{"\"task-0003\""}},
                                                {"metadata.depth", JsonText{"7"}}},
                                               {}});
    CHECK(place.places().at(4) == "task-0004 task-0003 7");
    place.edit("UPDATE tree_nodes SET depth = 1 WHERE depth = 7");
  }

  TEST_CASE("a parent may be named by its node id, and stands there by its store id") {
    MovePlace place;
    const std::string node = place.record("task-0001").at("metadata").at("node_id");
    (void)place.change("task-0004", moving_to(node));
    CHECK(place.record("task-0004").at("metadata").at("parent_id") == "task-0001");
    CHECK(place.places().at(4) == "task-0004 task-0001 2");
  }

  TEST_CASE("a second root is refused, however it comes about") {
    MovePlace place;
    CHECK(place.refusal("task-0002", moving_to(""), ErrorCode::conflict) ==
          "task task-0002 is not moved: a tree has one root, and that of tree-00000001 is task-0000");
    CHECK(place.hint() ==
          "nothing was changed; `rlmdb task set task-0002 metadata.parent_id='\"task-0000\"'` puts it below "
          "that "
          "one, `rlmdb task add --new-tree` begins another tree; --force sets it as given");
    (void)place.refusal("task-0002",
                        SetMembers{{{"metadata", JsonText{R"({"tree_id":"tree-00000001"})"}}}, {}},
                        ErrorCode::conflict);
    (void)place.refusal("task-0006", SetMembers{{{"metadata.tree_id", JsonText{R"("tree-00000001")"}}}, {}},
                        ErrorCode::conflict);
    CHECK(place.places() == k_first);
    (void)place.force("task-0002", moving_to(""));
    CHECK(place.places().at(2) == "task-0002 - 0");
    CHECK(place.places().at(3) == "task-0003 task-0002 1");
    (void)place.change("task-0002", moving_to("task-0001"));
    CHECK(place.places() == k_first);
  }

  TEST_CASE("below itself, in another tree, in none, and below what there is not, is refused") {
    MovePlace place;
    CHECK(place.refusal("task-0001", moving_to("task-0001"), ErrorCode::conflict) ==
          "task task-0001 is not moved: it would lie below itself");
    CHECK(place.refusal("task-0001", moving_to("task-0003"), ErrorCode::conflict) ==
          "task task-0001 is not moved: task-0003 lies below it");
    CHECK(place.refusal("task-0000", moving_to("task-0004"), ErrorCode::conflict) ==
          "task task-0000 is not moved: task-0004 lies below it");
    CHECK(place.refusal("task-0001", moving_to("task-0005"), ErrorCode::conflict) ==
          "task task-0001 is not moved: task-0005 belongs to tree-00000002, not to tree-00000001");
    CHECK(place.refusal("task-0001", moving_to("task-0006"), ErrorCode::conflict) ==
          "task task-0001 is not moved: task-0006 belongs to no tree, not to tree-00000001");
    CHECK(place.refusal("task-0001", moving_to("task-0999"), ErrorCode::not_found) ==
          "task task-0001 is not moved: there is no task task-0999");
    CHECK(place.hint() ==
          "nothing was changed; `rlmdb tree tree-00000001` shows the nodes it can lie below; --force sets it "
          "as "
          "given");
    CHECK(place.places() == k_first);
  }

  TEST_CASE("by force it is set as given, and below a parent that is not there depths stay") {
    MovePlace place;
    (void)place.force("task-0001", moving_to("task-0999"));
    CHECK(place.places().at(1) == "task-0001 task-0999 1");
    CHECK(place.places().at(2) == "task-0002 task-0001 2");
    (void)place.force("task-0001", moving_to("task-0003"));
    CHECK(place.places().at(1) == "task-0001 task-0003 1");
    (void)place.change("task-0001", moving_to("task-0000"));
    CHECK(place.places() == k_first);
  }

  TEST_CASE("a node goes into another tree with its new parent") {
    MovePlace place;
    (void)place.force("task-0003", SetMembers{{{"metadata.tree_id", JsonText{R"("tree-00000002")"}},
                                               {"metadata.parent_id", JsonText{R"("task-0005")"}}},
                                              {}});
    CHECK(place.rows("SELECT tree_id, parent_ref, depth FROM tree_nodes WHERE parent_ref = 'task-0005'") ==
          Lines{"tree-00000002|task-0005|1"});
  }
}
