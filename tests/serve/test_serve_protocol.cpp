// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <fstream>
#include <random>
#include <set>
#include <thread>

#include "random_seed.hpp"
#include "serving.hpp"
#include "test_dir.hpp"

namespace rlmdb::test {
namespace {

const std::vector<std::string> k_good_lines = {
    R"({"jsonrpc":"2.0","id":1,"method":"stats","params":{}})",
    R"({"id":"a","method":"task.set","params":{"id":["task-0000"],"set":{"priority":3}}})",
    R"({"id":2,"method":"show","params":{"id":"task-0000","at":"1"},"x":[[[]]]})",
    R"({"id":null,"method":"var.list","params":{"global":true,"timeout_ms":50}})",
    R"({"method":"$/cancel","params":{"id":1}})",
    R"([{"id":1,"method":"stats"}])"};

}  // namespace

TEST_SUITE("serve::protocol") {
  TEST_CASE("two messages in one write, one in pieces of a byte, and no line feed at the end") {
    const TestDir directory;
    make_database(directory.path(), 1);
    Serving server(directory.path());
    server.send(request(1, "stats", {}) + request(2, "where", {}));
    CHECK(server.answer().at("id") == 1);
    CHECK(server.answer().at("id") == 2);
    for (const char byte : request(3, "task.set", {{"id", "task-0000"}, {"set", {{"agent", "zoë"}}}})) {
      server.send({&byte, 1});
    }
    CHECK(server.answer().at("result").at("exit") == 0);
    server.send(R"({"id":4,"method":"list"})");
    server.close_input();
    CHECK(server.answer().at("result").at("data").at("tasks").at(0).at("agent") == "zoë");
    CHECK(server.wait() == 0);
  }

  TEST_CASE("what is no JSON in UTF-8 is answered, and the next line is taken") {
    const TestDir directory;
    make_database(directory.path(), 0);
    Serving server(directory.path());
    server.send(
        "{\"id\":1,\"method\":\"stats\xc3\"}\n\n "
        "\r\n\xef\xbb{}\n{\"id\":1,\"id\":2,\"method\":\"stats\"}\n");
    CHECK(server.answer().at("error").at("code") == -32700);
    CHECK(server.answer().at("error").at("code") == -32700);
    CHECK(server.answer().at("error").at("code") == -32600);
    CHECK(server.call("stats").at("result").at("exit") == 0);
    CHECK(server.end() == 0);
  }

  TEST_CASE("spoiled lines: an error each, or an answer, and nothing else happens") {
    const TestDir directory;
    make_database(directory.path(), 1);
    const auto first = number_of("RLMDB_FIRST_LINE", 0);
    const auto count = number_of("RLMDB_LINES", 2000);
    Serving server(directory.path());
    std::thread sender([&] {
      for (std::int64_t index = first; index < first + count; ++index) {
        std::mt19937_64 random(static_cast<std::uint64_t>(index));
        server.send(spoiled_line(k_good_lines, random) + "\n" + R"({"id":"line )" + std::to_string(index) +
                    R"(","method":"where"})"
                    "\n");
      }
      server.close_input();
    });
    std::int64_t answered = 0;
    std::int64_t refused = 0;
    for (std::string line = server.line(); !line.empty(); line = server.line()) {
      const Json answer = Json::parse(line);
      const bool is_own =
          answer.at("id").is_string() && answer.at("id").get<std::string>().starts_with("line ");
      const bool is_busy = answer.contains("error") && answer.at("error").contains("data") &&
                           answer.at("error").at("data").at("code") == "busy";
      answered += is_own && !is_busy ? 1 : 0;
      refused += is_busy ? 1 : 0;
      if (is_own && !is_busy) CHECK(answer.contains("result"));
    }
    sender.join();
    CHECK(answered + refused >= count);
    CHECK(server.wait() == 0);
  }

  TEST_CASE("a request and an answer of 10 MB, and a line that is too long") {
    const TestDir directory;
    make_database(directory.path(), 0);
    Serving server(directory.path());
    const std::string prompt(10'000'000, 'p');
    server.send(request(1, "task.add", {{"prompt", prompt}}));
    CHECK(server.answer().at("result").at("exit") == 0);
    const Json shown = server.result("show", R"({"id":"task-0000"})");
    CHECK(shown.at("data").at("tasks").at(0).at("task").at("prompt") == prompt);
    const std::string piece(std::size_t{1} << 20, 'x');
    for (int count = 0; count < 66; ++count) server.send(piece);
    server.send("\n");
    CHECK(server.answer().at("error").at("code") == -32600);
    CHECK(server.result("stats").at("data").at("total") == 1);
    CHECK(server.end() == 0);
  }

  TEST_CASE("who asks and never reads gets busy, not a server that waits for ever") {
    const TestDir directory;
    make_database(directory.path(), 0);
    Serving server(directory.path());
    server.send(request(0, "task.add", {{"prompt", std::string(1'000'000, 'p')}}));
    CHECK(server.answer().at("id") == 0);
    // 300 MB of answers, of which 64 are kept.
    for (int id = 1; id <= 300; ++id) server.send(request(id, "show", {{"id", "task-0000"}}));
    for (int id = 301; id <= 5000; ++id) server.send(request(id, "where", {}));
    CHECK(memory_of(server.pid()) < k_memory_factor * 300 << 20);
    std::set<std::int64_t> ids;
    std::int64_t busy = 0;
    while (ids.size() < 5000) {
      const Json answer = server.answer();
      ids.insert(answer.at("id").get<std::int64_t>());
      if (answer.contains("error")) {
        CHECK(answer.at("error").at("data").at("code") == "busy");
        CHECK(answer.at("error").at("data").at("retryable") == true);
        ++busy;
      }
    }
    CHECK(busy > 0);
    CHECK(server.end() == 0);
  }

  TEST_CASE(
      "a wait is cut short by timeout_ms and by $/cancel, and a call that waits its turn is taken back") {
    const TestDir directory;
    make_database(directory.path(), 0);
    Serving server(directory.path());
    const Json timed_out = server.call("claim", R"({"wait":"1h","timeout_ms":200})");
    CHECK(timed_out.at("error").at("data").at("code") == "busy");
    CHECK(timed_out.at("error").at("data").at("retryable") == true);
    server.send(request(100, "claim", {{"wait", "1h"}}) + request(101, "stats", {}) +
                request(102, "where", {}));
    server.send(R"({"id":1000,"method":"$/cancel","params":{"id":101}})"
                "\n");
    CHECK(server.answer().at("error").at("data").at("code") == "interrupted");
    CHECK(server.answer() == Json{{"jsonrpc", "2.0"}, {"id", 1000}, {"result", true}});
    // It may not have begun yet when it is cancelled; then it does not begin.
    server.send(R"({"method":"$/cancel","params":{"id":100}})"
                "\n");
    const Json cancelled = server.answer();
    CHECK(cancelled.at("id") == 100);
    CHECK(cancelled.at("error").at("data").at("code") == "interrupted");
    CHECK(server.answer().at("id") == 102);
    CHECK(server.result("stats").at("data").at("total") == 0);
    CHECK(server.end() == 0);
  }

  TEST_CASE("signals that end a group do not end it, and what was asked before the input ended is done") {
    const TestDir directory;
    make_database(directory.path(), 3);
    Serving server(directory.path());
    CHECK(server.result("stats").at("data").at("queued") == 3);
    for (const int signal : {SIGINT, SIGHUP}) ::kill(server.pid(), signal);
    // It waits until nobody reads, so that nothing is answered before.
    server.send(request(10, "claim", {{"agent", "nobody"}, {"wait", "1h"}}));
    for (int id = 0; id < 3; ++id) {
      server.send(request(id, "task.start", {{"id", "task-000" + std::to_string(id)}}));
    }
    for (const int signal : {SIGINT, SIGHUP}) ::kill(server.pid(), signal);
    server.close_input();
    server.close_output();
    CHECK(server.wait() == 1);
    CHECK(run_rlmdb(directory / "x.db", {"stats"}).out.find("running\t3") != std::string::npos);
  }

  TEST_CASE("a client that is gone ends a wait") {
    const TestDir directory;
    make_database(directory.path(), 0);
    Serving server(directory.path());
    server.send(request(1, "claim", {{"wait", "1h"}}));
    server.close_output();
    server.close_input();
    CHECK(server.wait() == 1);
    CHECK(run_rlmdb(directory / "x.db", {"task", "add", "--prompt", "later"}).code == 0);
    CHECK(run_rlmdb(directory / "x.db", {"stats"}).out.find("queued\t1") != std::string::npos);
  }

  TEST_CASE("a session goes on in no other database than its own") {
    const TestDir directory;
    make_database(directory.path(), 1);
    Serving server(directory.path());
    CHECK(server.result("stats").at("data").at("total") == 1);
    for (const char* end : {"", "-wal", "-shm"}) {
      std::error_code ignored;
      std::filesystem::rename(directory / (std::string("x.db") + end),
                              directory / (std::string("old.db") + end), ignored);
    }
    for (const char* method : {"stats", "init", "import", "task.add", "migrate", "events.follow"}) {
      CAPTURE(method);
      const Json params = std::string_view(method) == "task.add"  ? Json{{"prompt", "two"}}
                          : std::string_view(method) == "import"  ? Json{{"path", "."}}
                          : std::string_view(method) == "migrate" ? Json{{"action", "up"}}
                                                                  : Json::object();
      CHECK(server.call(method, params.dump()).at("error").at("data").at("code") == "not_found");
      CHECK_FALSE(std::filesystem::exists(directory / "x.db"));
    }
    REQUIRE(run_rlmdb(directory / "x.db", {"init"}).code == 0);
    for (const char* method : {"stats", "init", "events.follow"}) {
      CAPTURE(method);
      CHECK(server.call(method).at("error").at("data").at("code") == "conflict");
    }
    CHECK(server.call("task.add", R"({"prompt":"two"})").at("error").at("data").at("code") == "conflict");
    CHECK(run_rlmdb(directory / "x.db", {"stats"}).out.find("total\t0") != std::string::npos);
    // A copy of its own is its own.
    REQUIRE(run_rlmdb(directory / "old.db", {"backup", (directory / "b.db").string()}).code == 0);
    for (const char* end : {"", "-wal", "-shm", "-gate"})
      std::filesystem::remove(directory / (std::string("x.db") + end));
    std::filesystem::rename(directory / "b.db", directory / "x.db");
    CHECK(server.result("task.add", R"({"prompt":"two"})").at("data").at("results").at(0).at("id") ==
          "task-0001");
    CHECK(server.result("stats").at("data").at("total") == 2);
    CHECK(server.end() == 0);
  }

  TEST_CASE("a session has begun with a database also where a verb has made it by itself") {
    for (const auto& call : std::initializer_list<std::pair<std::string, std::string>>{
             {"init", "{}"},
             {"import", R"({"path":"tasks.json"})"},
             {"restore", R"({"file":"b.db","force":true})"}}) {
      CAPTURE(call.first);
      const TestDir directory;
      write_all(directory / "tasks.json", R"({"tasks":[]})");
      REQUIRE(run_rlmdb(directory / "a.db", {"init"}).code == 0);
      REQUIRE(run_rlmdb(directory / "a.db", {"backup", (directory / "b.db").string()}).code == 0);
      Serving server(directory.path());
      static_cast<void>(server.result(call.first, call.second));
      for (const char* end : {"", "-wal", "-shm", "-gate"})
        std::filesystem::remove(directory / (std::string("x.db") + end));
      CHECK(server.call("task.add", R"({"prompt":"one"})").at("error").at("data").at("code") == "not_found");
      CHECK_FALSE(std::filesystem::exists(directory / "x.db"));
      CHECK(server.end() == 0);
    }
  }

  TEST_CASE("verbs that meet the file of the database leave its locks alone") {
    const TestDir directory;
    std::filesystem::create_directories(directory / "p/.aiwg/daemon");
    write_all(
        directory / "p/.aiwg/daemon/tasks.json",
        R"({"tasks":[{"id":"task-0900","prompt":"legacy","state":"queued","createdAt":"2026-01-01T00:00:00.000Z"}]})");
    Serving server(directory / "p", {"serve"});
    static_cast<void>(server.result("import", R"({"path":"."})"));
    static_cast<void>(server.result("stats"));
    static_cast<void>(server.result("task.add", R"({"prompt":"one"})"));
    const std::string before = locks_of(server.pid());
    REQUIRE(before != "");
    const std::vector<std::pair<std::string, std::string>> calls = {
        {"import", R"({"path":"."})"},
        {"import", R"({"path":".aiwg/daemon/rlm.db"})"},
        {"import", R"({"path":".aiwg/daemon"})"},
        {"verify", R"({"file":"."})"},
        {"verify", R"({"file":".aiwg/daemon/rlm.db"})"},
        {"verify", R"({"file":".aiwg/daemon/rlm.db-shm"})"},
        {"verify", "{}"},
        {"adopt", R"({"dry_run":true})"},
        {"backup", R"({"file":"b.db"})"},
        {"backup", R"({"file":".aiwg/daemon/rlm.db","force":true})"},
        {"export", R"({"output":"out.json"})"},
        {"export", R"({"output":".aiwg/daemon/rlm.db","force":true})"},
        {"export", R"({"format":"project","output":"copy"})"},
        {"task.add", R"({"ndjson":".aiwg/daemon/rlm.db"})"},
        {"task.add", R"({"ndjson":".aiwg/daemon/rlm.db-shm"})"},
        {"purge", R"({"text_file":".aiwg/daemon/rlm.db"})"},
        {"recover", R"({"apply":".aiwg/daemon/rlm.db"})"},
        {"restore", R"({"file":".aiwg/daemon/rlm.db"})"},
        {"checkpoint.create",
         R"({"workflow":"w","json":{"a":1},"artifact":[".aiwg/daemon/rlm.db"],"keep_artifacts":true})"},
        {"var.set", R"({"name":"f","value":"file:.aiwg/daemon/rlm.db","global":true})"},
        {"var.get", R"({"name":"f","global":true})"},
        {"adopt", "{}"}};
    for (const auto& entry : calls) {
      const auto& [method, params] = entry;
      CAPTURE(entry.first);
      CAPTURE(entry.second);
      const Json answer = server.call(method, params);
      CAPTURE(answer.dump());
      static_cast<void>(server.result("stats"));
      CHECK(locks_of(server.pid()) == before);
    }
    CHECK(server.end() == 0);
  }

  // RLMDB_ROUNDS is how often.
  TEST_CASE("what is added after a restore with force through the server is there for everybody") {
    const TestDir directory;
    make_database(directory.path(), 1);
    const std::filesystem::path database = directory / "x.db";
    REQUIRE(run_rlmdb(database, {"backup", directory / "b.db"}).code == 0);
    Serving server(directory.path());
    static_cast<void>(server.result("stats"));
    const std::string before = locks_of(server.pid());
    REQUIRE(before != "");
    const unsigned rounds = number_from_environment("RLMDB_ROUNDS", 3);
    for (unsigned round = 0; round < rounds; ++round) {
      CAPTURE(round);
      const std::string params = Json{{"file", (directory / "b.db").string()}, {"force", true}}.dump();
      static_cast<void>(server.result("restore", params));
      CHECK(locks_of(server.pid()) == before);
      REQUIRE(run_rlmdb(database, {"task", "add", "--prompt", "another process"}).code == 0);
      static_cast<void>(server.result("task.add", Json{{"prompt", "the server"}}.dump()));
      REQUIRE(run_rlmdb(database, {"stats"}).code == 0);
      const std::string list = run_rlmdb(database, {"list", "--json"}).out;
      CHECK(list.find("another process") != std::string::npos);
      CHECK(list.find("the server") != std::string::npos);
      CHECK(run_rlmdb(database, {"verify"}).code == 0);
    }
    CHECK(server.end() == 0);
  }
}

}  // namespace rlmdb::test
