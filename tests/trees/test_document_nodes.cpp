// SPDX-License-Identifier: MIT
// Nodes that only a tree document knows are tasks as any other.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "document_place.hpp"
#include "rlmdb/change.hpp"
#include "rlmdb/claim.hpp"

using namespace rlmdb;
using namespace rlmdb::test;
using PlainJson = nlohmann::json;

TEST_SUITE("trees::documents") {
  TEST_CASE("a node that only a document knows is claimed, worked on and found by its node id") {
    const DocumentPlace place;
    (void)place.import(tree_file(k_tree));
    Store store = place.writer();
    const std::optional<Claim> claim = store.claim({});
    REQUIRE(claim.has_value());
    CHECK(claim->id.text == "task-bf5d6baf");
    TaskChange complete{TaskId{"task-bf5d6baf"}, CompleteTask{}, {}};
    complete.only_if.token = claim->token;
    (void)store.change(complete);
    CHECK(store.find_record(TaskId{"task-bf5d6baf"}).has_value());
    EventFilter filter;
    filter.task = TaskId{"task-bf5d6baf"};
    std::vector<std::string> kinds;
    store.events(filter, [&](const Event& event) {
      kinds.push_back(event.kind);
      return true;
    });
    CHECK(kinds == std::vector<std::string>{"task:claimed", "task:completed"});
  }

  TEST_CASE("every member of a node that only a document knows can be set and appended to") {
    const DocumentPlace place;
    (void)place.import(tree_file(k_tree));
    Store store = place.writer();
    const TaskId id{"task-bf5d6baf"};
    (void)store.change(
        {id, SetMembers{{{"priority", JsonText{"3"}}, {"prompt", JsonText{"\"again\""}}}}, {}});
    Precondition holder;
    holder.token = store.claim({}).value().token;
    (void)store.change({id, AppendOutput{"line\n"}, holder});
    (void)store.change({id, CompleteTask{JsonText{"[1]"}}, holder});
    const PlainJson task = PlainJson::parse(store.find_record(id).value().json);
    CHECK_FALSE(task.contains("id"));
    CHECK(task["priority"] == 3);
    CHECK(task["prompt"] == "again");
    CHECK(task["output"] == "line\n");
    CHECK(task["result"] == PlainJson{1});
    CHECK(PlainJson::parse(place.node(k_tree, id.text))["prompt"] == "again");
    CHECK(place.rows("SELECT member, old_value FROM event_changes WHERE member IN ('/priority', '/id')") ==
          std::vector<std::string>{"/priority|0"});
  }
}
