// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <signal.h>

#include <algorithm>
#include <random>
#include <thread>

#include "agent.hpp"
#include "test_dir.hpp"

namespace rlmdb::test {
namespace {

std::string hello(const std::string& version) {
  return Json{{"protocolVersion", version},
              {"capabilities", Json::object()},
              {"clientInfo", {{"name", "client of a test"}, {"version", "1"}}}}
      .dump();
}

std::string tool_call(int id, const std::string& tool, const Json& arguments) {
  return request(id, "tools/call", {{"name", tool}, {"arguments", arguments}});
}

}  // namespace

TEST_SUITE("mcp::protocol") {
  TEST_CASE("a version that is known is answered with itself, any other with the newest") {
    const TestDir directory;
    Serving server(directory.path(), {"mcp"});
    for (const std::string version : {"2025-06-18", "2025-03-26", "2024-11-05"}) {
      CHECK(server.result("initialize", hello(version)).at("protocolVersion") == version);
    }
    for (const std::string version : {"2099-01-01", "2025-11-25", "", "1"}) {
      CHECK(server.result("initialize", hello(version)).at("protocolVersion") == "2025-06-18");
    }
    const Json answer = server.result("initialize", "{}");
    CHECK(answer.at("protocolVersion") == "2025-06-18");
    CHECK(answer.at("serverInfo").at("name") == "rlmdb");
    CHECK(answer.at("capabilities").contains("tools"));
    CHECK(answer.at("instructions").get<std::string>().find("`ready`") != std::string::npos);
    CHECK(server.end() == 0);
  }

  TEST_CASE("the client's name is the owner of claims, unless whoever starts the server names another") {
    const TestDir directory;
    REQUIRE(run_rlmdb(directory / "x.db", {"init"}).code == 0);
    const auto owner_with = [&](const std::vector<std::string>& before,
                                const std::vector<std::string>& environment) {
      REQUIRE(run_rlmdb(directory / "x.db", {"task", "add", "--prompt", "one"}).code == 0);
      std::vector<std::string> words{"--db", "x.db", "mcp"};
      words.insert(words.begin(), before.begin(), before.end());
      Serving server(directory.path(), words, environment);
      static_cast<void>(server.result("initialize", hello("2025-06-18")));
      static_cast<void>(server.result("tools/call", R"({"name":"claim"})"));
      const Json answer = server.result("tools/call", R"({"name":"list","arguments":{"limit":1}})");
      return answer.at("structuredContent").at("data").at("tasks").at(0).at("claimed_by").get<std::string>();
    };
    CHECK(owner_with({}, {}) == "client of a test");
    CHECK(owner_with({"--owner", "me"}, {}) == "me");
    CHECK(owner_with({}, {"RLMDB_OWNER=of the environment"}) == "of the environment");
  }

  TEST_CASE("a ping is answered while a claim waits, and a claim that is cancelled has no answer") {
    const TestDir directory;
    REQUIRE(run_rlmdb(directory / "x.db", {"init"}).code == 0);
    Agent agent(directory.path());
    Serving& server = agent.server();
    server.send(tool_call(100, "claim", {{"wait", "1h"}}) + tool_call(101, "stats", Json::object()));
    CHECK(server.call("ping").at("result") == Json::object());
    server.send(
        R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":100,"reason":"no"}})"
        "\n");
    CHECK(server.answer().at("id") == 101);
    // One that waits for its turn, one that is not there, and one that makes no sense.
    server.send(tool_call(200, "claim", {{"wait", "1h"}}) + tool_call(201, "stats", Json::object()));
    for (const char* const params :
         {R"({"requestId":201})", R"({"requestId":7})", "{}", R"({"requestId":200})"}) {
      server.send(std::string(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":)") + params +
                  "}\n");
    }
    CHECK(agent.data("stats").at("total") == 0);
    CHECK(server.end() == 0);
  }

  TEST_CASE("a claim that waits says so to who asks for that, until it is answered") {
    const TestDir directory;
    REQUIRE(run_rlmdb(directory / "x.db", {"init"}).code == 0);
    Agent agent(directory.path());
    Serving& server = agent.server();
    server.send(
        request(100, "tools/call",
                {{"name", "claim"}, {"arguments", {{"wait", "1h"}}}, {"_meta", {{"progressToken", "t-1"}}}}));
    int seconds = 0;
    for (int i = 0; i < 2; ++i) {
      const Json notice = server.answer();
      CHECK(notice.at("method") == "notifications/progress");
      CHECK_FALSE(notice.contains("id"));
      CHECK(notice.at("params").at("progressToken") == "t-1");
      CHECK(notice.at("params").at("progress") > seconds);
      seconds = notice.at("params").at("progress");
      CHECK(notice.at("params").at("message") ==
            "waiting for a task, " + std::to_string(seconds) + " s so far");
    }
    REQUIRE(run_rlmdb(directory / "x.db", {"task", "add", "now"}).code == 0);
    Json answer = server.answer();
    while (answer.contains("method")) answer = server.answer();
    CHECK(answer.at("id") == 100);
    server.send(request(101, "tools/call", {{"name", "claim"}, {"arguments", {{"wait", "4s"}}}}));
    CHECK(server.answer().at("id") == 101);
    CHECK(server.end() == 0);
  }

  TEST_CASE("a wait ends after its timeout_ms, which says so as a result") {
    const TestDir directory;
    REQUIRE(run_rlmdb(directory / "x.db", {"init"}).code == 0);
    Agent agent(directory.path());
    const std::string text = agent.failure("claim", {{"wait", "1h"}, {"timeout_ms", 100}});
    CHECK(text.starts_with("busy: its timeout_ms is over: "));
    CHECK(text.find("\nnext: ") != std::string::npos);
    const Json answer =
        agent.server().call("tools/call", R"({"name":"stats","arguments":{"timeout_ms":"x"}})");
    CHECK(answer.at("error").at("code") == -32602);
  }

  TEST_CASE("what a message cannot be is an error of the protocol") {
    const TestDir directory;
    Agent agent(directory.path());
    Serving& server = agent.server();
    const auto code_of = [&](const std::string& line) {
      server.send(line + "\n");
      return server.answer().at("error").at("code").get<int>();
    };
    CHECK(code_of("no JSON") == -32700);
    CHECK(code_of("[]") == -32600);
    CHECK(code_of(R"([{"jsonrpc":"2.0","id":1,"method":"ping"}])") == -32600);
    CHECK(code_of(R"({"jsonrpc":"2.0","id":1})") == -32600);
    CHECK(code_of(R"({"jsonrpc":"2.0","id":1,"method":"task.add"})") == -32601);
    CHECK(code_of(R"({"jsonrpc":"2.0","id":1,"method":"tools/call"})") == -32602);
    CHECK(code_of(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]})") == -32602);
    CHECK(code_of(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"purge"}})") == -32602);
    CHECK(code_of(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":7}})") == -32602);
    // Nothing of these is answered.
    server.send(
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/other\"}\n"
        "{\"jsonrpc\":\"2.0\",\"method\":\"tools/call\",\"params\":{\"name\":\"none\"}}\n");
    CHECK(server.call("ping").contains("result"));
    CHECK(server.end() == 0);
  }

  TEST_CASE("spoiled lines: an error each, or an answer, and nothing else happens") {
    static const std::vector<std::string> k_good_lines = {
        R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","clientInfo":{"name":"x"}}})",
        R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list","arguments":{"limit":3}}})",
        R"({"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"task_add","arguments":{"prompt":"x","depends_on":["task-0000"]}}})",
        R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"show","arguments":{"id":["task-0000"],"cursor":"0-0","timeout_ms":50}}})",
        R"({"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"var_set","arguments":{"name":"v","value":{"a":[1]},"global":true}}})",
        R"({"jsonrpc":"2.0","id":4,"method":"resources/read","params":{"uri":"rlmdb://task/task-0000"}})",
        R"({"jsonrpc":"2.0","id":5,"method":"prompts/get","params":{"name":"what-should-i-do-next"}})",
        R"({"jsonrpc":"2.0","id":6,"method":"resources/list","params":{"cursor":"0"}})",
        R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})",
        R"({"jsonrpc":"2.0","id":7,"method":"ping"})"};
    const TestDir directory;
    make_database(directory.path(), 1);
    const auto first = number_of("RLMDB_FIRST_LINE", 0);
    const auto count = number_of("RLMDB_LINES", 2000);
    Serving server(directory.path(),
                   {"--db", "x.db", "--durability", "normal", "mcp", "--most-bytes", "4000"});
    std::thread sender([&] {
      for (std::int64_t index = first; index < first + count; ++index) {
        std::mt19937_64 random(static_cast<std::uint64_t>(index));
        server.send(spoiled_line(k_good_lines, random) + "\n" +
                    request(0, "prompts/list", Json::object())
                        .replace(1, 6, R"("id":"line )" + std::to_string(index) + "\""));
      }
      server.close_input();
    });
    std::int64_t answered = 0;
    std::int64_t refused = 0;
    std::int64_t most_memory = 0;
    for (std::string line = server.line(); !line.empty(); line = server.line()) {
      const Json answer = Json::parse(line);
      CHECK(answer.at("jsonrpc") == "2.0");
      CHECK(answer.contains("result") != answer.contains("error"));
      CHECK(line.size() < 20'000);
      const bool is_own =
          answer.at("id").is_string() && answer.at("id").get<std::string>().starts_with("line ");
      const bool is_busy = line.find("too many calls or answers wait") != std::string::npos;
      answered += is_own && !is_busy ? 1 : 0;
      refused += is_own && is_busy ? 1 : 0;
      if (is_own && !is_busy) CHECK(answer.at("result").contains("prompts"));
      if (answered % 500 == 0) most_memory = std::max(most_memory, memory_of(server.pid()));
    }
    sender.join();
    CHECK(answered + refused == count);
    CHECK(most_memory < std::int64_t{200} << 20);
    CHECK(server.wait() == 0);
  }

  TEST_CASE("it ends with its input, not by a terminal's signal, and does what was asked before") {
    const TestDir directory;
    REQUIRE(run_rlmdb(directory / "x.db", {"init"}).code == 0);
    Agent agent(directory.path());
    Serving& server = agent.server();
    for (const int signal : {SIGINT, SIGHUP}) ::kill(server.pid(), signal);
    server.send(tool_call(1, "task_add", {{"prompt", "one"}}) +
                tool_call(2, "task_add", {{"prompt", "two"}}));
    for (const int signal : {SIGINT, SIGHUP}) ::kill(server.pid(), signal);
    server.close_input();
    CHECK(server.answer().at("result").at("isError") == false);
    CHECK(server.answer().at("result").at("isError") == false);
    CHECK(server.wait() == 0);
    CHECK(run_rlmdb(directory / "x.db", {"stats"}).out.find("queued\t2") != std::string::npos);
  }
}

}  // namespace rlmdb::test
