// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "task_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

TaskAction setting_member(const std::string& member, const std::string& json) {
  return SetMembers{{{member, JsonText{json}}}};
}

std::string node_with_variables(TaskPlace& place) {
  NewTask task;
  task.prompt = std::string("root");
  task.tree = TreeId{"tree-1"};
  const std::string id = place.add(task);
  for (const char* name : {"a", "b"})
    (void)place.change(id, SetVariable{.name = name, .value = JsonText{"1"}});
  return id;
}

std::string set_refusal(TaskPlace& place, const std::string& id, const TaskAction& action) {
  const auto error = error_of([&] { (void)place.change(id, action); });
  if (!error) return "";
  CHECK(error->code() == ErrorCode::conflict);
  return error->what();
}

}  // namespace

TEST_SUITE("tasks::set_members") {
  TEST_CASE("metadata that would take the node out of its tree and its variables with it is refused") {
    TaskPlace place;
    const std::string id = node_with_variables(place);
    const std::string before = place.text(id);
    CHECK(set_refusal(place, id, setting_member("metadata", R"({"note":"x"})")) ==
          "task " + id + " is not changed: it would leave tree-1 and lose 2 variables (a, b)");
    CHECK(place.text(id) == before);
    CHECK(place.rows("SELECT count(*) FROM tree_nodes") == std::vector<std::string>{"1"});
    (void)place.force(id, setting_member("metadata", R"({"note":"x"})"));
    CHECK(place.record(id)["metadata"] == Json{{"note", "x"}});
    CHECK(place.rows("SELECT count(*) FROM tree_nodes") == std::vector<std::string>{"0"});
  }

  TEST_CASE("metadata that keeps its belongings is set") {
    TaskPlace place;
    const std::string id = node_with_variables(place);
    Json metadata = place.record(id)["metadata"];
    metadata["note"] = "x";
    (void)place.change(id, setting_member("metadata", metadata.dump()));
    CHECK(place.record(id)["metadata"] == metadata);
    metadata["rlm_state"].erase("b");
    CHECK(set_refusal(place, id, setting_member("metadata", metadata.dump())) ==
          "task " + id + " is not changed: it would lose 1 variable (b)");
  }

  TEST_CASE("a tree whose id cannot name a directory is refused, and an old one of that kind may stay") {
    TaskPlace place;
    const std::string id = node_with_variables(place);
    const std::string before = place.text(id);
    for (const TaskAction& action :
         {setting_member("metadata.tree_id", R"("../up")"), setting_member("metadata.tree_id", R"("..")")}) {
      CHECK(code_of([&] { (void)place.force(id, action); }) == "usage");
      CHECK(place.text(id) == before);
    }
    place.edit("UPDATE tree_nodes SET tree_id = 'a/b'");
    (void)place.change(id, setting_member("metadata.note", "1"));
    CHECK(place.rows("SELECT tree_id FROM tree_nodes") == std::vector<std::string>{"a/b"});
  }

  TEST_CASE("what a root begins with is no loss, until somebody says it otherwise") {
    TaskPlace place;
    NewTask task;
    task.prompt = std::string("root");
    task.tree = TreeId{"tree-1"};
    const std::string id = place.add(task);
    const std::string node = R"({"tree_id":"tree-1","node_id":"task-0000000a","parent_id":null,"depth":0})";
    CHECK(set_refusal(place, id, setting_member("metadata", node)).empty());
    const std::string other = place.add([&] {
      task.tree = TreeId{"tree-2"};
      return task;
    }());
    (void)place.change(other, SetVariable{.name = "prompt", .value = JsonText{"\"more\""}});
    CHECK(set_refusal(place, other, setting_member("metadata", R"({"tree_id":"tree-2"})")) ==
          "task " + other + " is not changed: it would lose 1 variable (prompt)");
  }

  TEST_CASE("a dotted name leads into the record") {
    TaskPlace place;
    const std::string id = node_with_variables(place);
    const Json members = place.record(id);
    (void)place.change(id, setting_member("metadata.cost_tracking", R"({"total_cost_usd":0.5})"));
    CHECK(place.record(id)["metadata"]["cost_tracking"]["total_cost_usd"] == 0.5);
    CHECK(place.record(id).size() == members.size());
    CHECK(place.rows("SELECT count(*) FROM variables") == std::vector<std::string>{"4"});
    (void)place.change(id, setting_member("metadata.a.b", "1"));
    CHECK(place.record(id)["metadata"]["a"] == Json{{"b", 1}});
    CHECK(set_refusal(place, id, setting_member("prompt.x", "1")) ==
          "there is a value that is no object where x should go");
    CHECK(place.refused(id, setting_member("metadata..x", "1")) == ErrorCode::usage);
  }

  TEST_CASE("a member that has dots in its name is set where it stands") {
    TaskPlace place;
    const std::string id = "odd";
    write_all(place.file("t.json"), R"({"tasks":[{"id":"odd","prompt":"p","state":"queued","a.b":1}]})");
    (void)import_one(place.database(), place.file("t.json"));
    (void)place.change(id, setting_member("a.b", "2"));
    CHECK(place.record(id)["a.b"] == 2);
    CHECK_FALSE(place.record(id).contains("a"));
  }
}
