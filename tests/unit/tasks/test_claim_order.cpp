// SPDX-License-Identifier: MIT
// Claims: what waits for its children, for those before it, or for what it depends on.
#include <doctest/doctest.h>

#include "claims.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

std::string add_node(TaskPlace& place, const std::string& parent) {
  NewTask task;
  task.prompt = "node";
  task.parent = TaskId{parent};
  return place.add(task);
}

/// Takes the next task and ends it.
std::string work(TaskPlace& place) {
  const auto claim = place.store().claim();
  if (!claim) return "";
  (void)place.change(claim->id.text, CompleteTask{}, with_token(claim->token));
  return claim->id.text;
}

}  // namespace

TEST_SUITE("tasks::claim_order") {
  TEST_CASE("a parent waits for its children, then merges") {
    TaskPlace place;
    const std::string root = add_root(place, "parallel");
    const std::string a = add_node(place, root);
    const std::string b = add_node(place, root);
    CHECK(ready_ids(place) == Ids{a, b});
    CHECK(claim_all(place) == Ids{a, b});
    (void)place.force(a, CompleteTask{});
    CHECK_FALSE(place.store().claim().has_value());
    CHECK(place.store().explain_ready().at(0).reason ==
          "waits for 1 of its 2 children before it can merge: " + b);
    (void)place.force(b, CancelTask{});
    const auto merge = place.store().claim();
    REQUIRE(merge.has_value());
    CHECK(merge->id.text == root);
    CHECK_FALSE(merge->redecompose);
  }

  TEST_CASE("sequential and conditional children come one after the other") {
    for (const char* strategy : {"sequential", "conditional"}) {
      CAPTURE(strategy);
      TaskPlace place;
      const std::string root = add_root(place, strategy);
      for (int i = 0; i < 3; ++i) (void)add_node(place, root);
      CHECK(ready_ids(place) == Ids{"task-0001"});
      CHECK(work(place) == "task-0001");
      CHECK(claim_all(place) == Ids{"task-0002"});
      (void)place.force("task-0002", FailTask{"x"});
      CHECK(claim_all(place).empty());
      CHECK(place.store().explain_ready().at(1).code == "sibling");
    }
  }

  TEST_CASE("the last part of a map-reduce gathers the others, also when parts are added later") {
    TaskPlace place;
    const std::string root = add_root(place, "map-reduce");
    (void)add_node(place, root);
    (void)add_node(place, root);
    CHECK(claim_all(place) == Ids{"task-0001"});
    (void)add_node(place, root);
    CHECK(claim_all(place) == Ids{"task-0002"});
    (void)place.force("task-0001", CompleteTask{});
    CHECK(claim_all(place).empty());
    (void)place.force("task-0002", CompleteTask{});
    CHECK(claim_all(place) == Ids{"task-0003"});
  }

  TEST_CASE("a dependency is waited for, whoever ends it") {
    TaskPlace place;
    const std::string first = place.add();
    NewTask task;
    task.depends_on = {TaskId{first}};
    task.priority = JsonText{"9"};
    const std::string second = place.add(task);
    CHECK(place.record(second)["metadata"]["depends_on"] == Json{first});
    CHECK(claim_all(place) == Ids{first});
    CHECK(place.store().explain_ready().at(0).code == "dependency");
    place.edit("UPDATE tasks SET state = 'completed' WHERE legacy_id = '" + first + "'");
    CHECK(claim_all(place) == Ids{second});
    NewTask lost;
    lost.depends_on = {TaskId{"task-0099"}};
    CHECK(place.refused("", lost) == ErrorCode::not_found);
  }

  TEST_CASE("a dependency that is taken out of the record holds nothing up any more") {
    TaskPlace place;
    const std::string first = place.add();
    NewTask task;
    task.depends_on = {TaskId{first}};
    const std::string second = place.add(task);
    CHECK(claim_all(place) == Ids{first});
    CHECK(place.rows("SELECT blocked_by FROM tasks WHERE blocked_by IS NOT NULL") == Ids{"1"});
    (void)place.change(second, SetMembers{{{"metadata", JsonText{"{}"}}}});
    CHECK(claim_all(place) == Ids{second});
  }
}
