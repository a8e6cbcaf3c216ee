// SPDX-License-Identifier: MIT
// What the command line takes from files, as values of a client that shares no files with the server.
#include <doctest/doctest.h>

#include "socket_serving.hpp"

namespace rlmdb::test {

TEST_SUITE("serve::many") {
  TEST_CASE("500 tasks are one call: all of them or none, and no more when it is made again") {
    const TestDir directory;
    make_database(directory.path(), 0);
    SocketServing server(directory.path());
    SocketClient client(server.path());
    Json tasks = Json::array();
    for (int i = 0; i < 500; ++i) tasks.push_back({{"prompt", i}});
    tasks[499]["depends_on"] = {"task-0498"};
    const std::string params = Json{{"tasks", tasks}, {"request_id", "all"}}.dump();
    const Json added = client.result("task.add", params).at("data");
    CHECK(added.at("results").size() == 500);
    CHECK(added.at("results").at(499).at("id") == "task-0499");
    CHECK(client.result("task.add", params).at("data").at("repeated") == true);
    tasks[499]["depends_on"] = {"task-9999"};
    const Json refused = client.call("task.add", Json{{"tasks", tasks}}.dump()).at("error").at("data");
    CHECK(refused.at("code") == "not_found");
    tasks[498] = {{"promt", 1}};
    const Json mistyped = client.call("task.add", Json{{"tasks", tasks}}.dump()).at("error").at("data");
    CHECK(mistyped.at("where") == "tasks/498: byte 0");
    CHECK(client.result("stats", "{}").at("data").at("total") == 500);
    CHECK(client.result("show", R"({"id":"task-0499"})")
              .at("data")
              .at("tasks")
              .at(0)
              .at("task")
              .at("prompt") == 499);
    Json ends = Json::array();
    for (const char* const id : {"task-0000", "task-0001"})
      ends.push_back({{"id", id}, {"result", id}, {"force", true}});
    CHECK(client.result("task.complete", Json{{"tasks", ends}}.dump()).at("data").at("results").size() == 2);
    CHECK(server.end().code == 0);
  }
}

}  // namespace rlmdb::test
