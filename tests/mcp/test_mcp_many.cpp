// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <map>

#include "agent.hpp"
#include "test_dir.hpp"

namespace rlmdb::test {

TEST_SUITE("mcp::many") {
  TEST_CASE("an agent of one tree adds many tasks to it, and none elsewhere") {
    const TestDir directory;
    REQUIRE(run_rlmdb(directory / "x.db", {"task", "add", "other"}).code == 0);
    Agent agent(directory.path(), {"--tree", "tree-aaaaaaaa"});
    const Json id = agent.data("task_add", {{"prompt", "root"}}).at("results").at(0).at("id");
    const Json two = {{{"prompt", "x"}, {"parent", id}, {"backoff_ms", 5}},
                      {{"prompt", "y"}, {"parent", id}}};
    CHECK(agent.data("task_add", {{"tasks", two}}).at("results").size() == 2);
    CHECK(agent.data("list").at("tasks").size() == 3);
    for (const auto& [member, value] : std::map<std::string, Json>{{"parent", "task-0000"},
                                                                   {"depends_on", {"task-0000"}},
                                                                   {"tree", "tree-bbbbbbbb"},
                                                                   {"new_tree", true},
                                                                   {"session_id", "s"}}) {
      Json tasks = two;
      tasks[1][member] = value;
      const std::string failure = agent.failure("task_add", {{"tasks", tasks}});
      INFO(failure);
      CHECK(failure.find(value.is_array() || member == "parent"
                             ? "there is no task 'task-0000' in tree-aaaaaaaa"
                             : "has no member '" + member + "'") != std::string::npos);
    }
    CHECK(agent.data("list").at("tasks").size() == 3);
  }
}

}  // namespace rlmdb::test
