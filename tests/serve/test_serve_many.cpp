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
    CHECK(
        client.result("show", R"({"id":"task-0499"})").at("data").at("tasks").at(0).at("task").at("prompt") ==
        499);
    Json ends = Json::array();
    for (const char* const id : {"task-0000", "task-0001"})
      ends.push_back({{"id", id}, {"result", id}, {"force", true}});
    CHECK(client.result("task.complete", Json{{"tasks", ends}}.dump()).at("data").at("results").size() == 2);
    CHECK(server.end().code == 0);
  }

  TEST_CASE("documents come in as texts, proved as the files would be that say them") {
    const TestDir directory;
    SocketServing server(directory.path());
    SocketClient client(server.path());
    const std::string tasks =
        R"({"version":1,"tasks":[{"id":"task-0900","prompt":"\ud83d","state":"queued","priority":1.50}]})";
    const std::string tree = read_all(RLMDB_SOURCE_DIR "/data/legacy/trees/tree-00c0ffee/tree.json");
    const std::string params =
        Json{{"text", {tasks, tree}}, {"name", {".aiwg/daemon/tasks.json", "elsewhere/tree.json"}}}.dump();
    Json rehearsed = Json::parse(params);
    rehearsed["dry_run"] = true;
    CHECK(client.result("import", rehearsed.dump()).at("data").at("sources").at(0).at("records").at("new") ==
          1);
    CHECK_FALSE(std::filesystem::exists(directory / "x.db"));
    const Json report = client.result("import", params).at("data");
    CHECK(report.at("database_created") == true);
    CHECK(report.at("sources").at(0).at("proof").at("proven") == "identical");
    CHECK(report.at("sources").at(1).at("kind") == "tree-json");
    CHECK(report.at("sources").at(1).at("proof").at("proven") == "identical");
    // The file that it would be is the same source.
    std::filesystem::create_directories(directory / ".aiwg/daemon");
    write_all(directory / ".aiwg/daemon/tasks.json", tasks);
    const Ended again =
        run_rlmdb(directory / "x.db", {"import", (directory / ".aiwg/daemon/tasks.json").string()});
    CHECK(again.out.find("already imported") != std::string::npos);
    const Json damaged = client.call("import", R"({"text":"{\"tasks\":[","name":"tasks.json"})");
    CHECK(damaged.at("error").at("data").at("code") == "invalid_input");
    CHECK(client.call("import", R"({"text":"{}"})").at("error").at("data").at("code") == "usage");
    CHECK(server.end().code == 0);
  }
}

}  // namespace rlmdb::test
