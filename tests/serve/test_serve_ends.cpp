// SPDX-License-Identifier: MIT
// What ends a call of a server before it has come to its end: that it is taken back, its time, the end of the
// client, and the end of the server. Each server at the end of two pipes.
#include <SQLiteCpp/Database.h>
#include <doctest/doctest.h>

#include "child_process.hpp"
#include "db/writer_gate.hpp"
#include "serving.hpp"
#include "test_dir.hpp"

namespace rlmdb::test {
namespace {

constexpr const char* k_no_end =
    "(WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c) > 0";

/// `serve` or `mcp`, asked in the words of each.
class Server {
 public:
  Server(const std::filesystem::path& directory, bool is_mcp)
      : m_is_mcp(is_mcp), m_serving(directory, {"--db", "x.db", is_mcp ? "mcp" : "serve"}) {}

  [[nodiscard]] Serving& serving() noexcept { return m_serving; }

  void ask(int id, const std::string& method, const Json& params) {
    const std::string tool = method == "task.add" ? "task_add" : method;
    m_serving.send(m_is_mcp ? request(id, "tools/call", {{"name", tool}, {"arguments", params}})
                            : request(id, method, params));
  }
  void take_back(int id) {
    m_serving.send(
        m_is_mcp ? Json{{"method", "notifications/cancelled"}, {"params", {{"requestId", id}}}}.dump() + "\n"
                 : request(id + 1000, "$/cancel", {{"id", id}}));
  }
  /// The code of the error that call `id` is answered with; "": it is done.
  std::string failure(int id) {
    for (;;) {
      const Json answer = m_serving.answer();
      if (answer.at("id") != id) continue;
      if (!answer.contains("error") && !answer.at("result").value("isError", false)) return "";
      if (answer.contains("error")) return answer.at("error").at("data").at("code");
      const std::string text = answer.at("result").at("content").at(0).at("text");
      return text.substr(0, text.find(':'));
    }
  }
  /// Reads no answer but that of `id`.
  void require_done(int id, const std::string& method, const Json& params) {
    ask(id, method, params);
    CHECK(failure(id).empty());
  }

 private:
  bool m_is_mcp;
  Serving m_serving;
};

/// Uses a processor: it runs.
void wait_until_busy(pid_t pid) {
  const auto ticks = [&] {
    std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
    std::string text((std::istreambuf_iterator<char>(file)), {});
    std::istringstream rest(text.substr(text.rfind(')') + 2));
    std::string skipped;
    for (int field = 3; field < 14; ++field) rest >> skipped;
    std::int64_t used = 0;
    rest >> used;
    return used;
  };
  const std::int64_t before = ticks();
  wait_until([&] { return ticks() > before + 5; });
}

std::string running_of(const TestDir& directory) {
  const std::string out = run_rlmdb(directory / "x.db", {"stats"}).out;
  const std::size_t at = out.find("running\t");
  return out.substr(at, out.find('\n', at) - at);
}

std::int64_t last_event(const std::filesystem::path& database) {
  SQLite::Database reader(database.string(), SQLite::OPEN_READONLY, 30'000);
  return reader.execAndGet("SELECT max(seq) FROM events").getInt64();
}

void let_pass(std::chrono::microseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end) {
  }
}

/// Writes an event, whatever `round` came before.
Json params_of(const std::string& method, int round) {
  if (method == "claim") return {{"pid", nullptr}};
  if (method == "task.add") return {{"prompt", "x"}};
  if (method == "task.set") return {{"id", "task-0000"}, {"set", {{"priority", 500 + round}}}};
  return {{"id", "task-0000"}, {"text", "x"}};
}

}  // namespace

TEST_SUITE("serve::ends") {
  TEST_CASE("a change that was taken back or whose time was over has changed nothing") {
    const TestDir directory;
    make_database(directory.path(), 1);
    Server server(directory.path(), false);
    int id = 0;
    constexpr int k_rounds = 80;
    for (int round = 0; round < k_rounds; ++round) {
      server.require_done(++id, "task.add", {{"prompt", "to be claimed"}});
    }
    for (const char* method : {"task.set", "task.note", "task.add", "claim"}) {
      CAPTURE(method);
      int undone = 0;
      for (int round = 0; round < k_rounds; ++round) {
        const bool is_timed = round % 4 == 0;
        Json params = params_of(method, round);
        if (is_timed) params["timeout_ms"] = 1 + round % 3;
        const std::int64_t before = last_event(directory / "x.db");
        server.ask(++id, method, params);
        if (!is_timed) {
          let_pass(std::chrono::microseconds(round * 10));
          server.take_back(id);
        }
        const std::string failure = server.failure(id);
        const bool is_cut = failure == "interrupted" || failure == "busy";
        CHECK_MESSAGE((is_cut || failure.empty()), failure);
        CHECK((last_event(directory / "x.db") == before) == is_cut);
        if (is_cut) ++undone;
      }
      CHECK(undone > 0);
    }
  }

  TEST_CASE("a read that does not end ends with its time, when it is taken back, and with the server") {
    for (const bool is_mcp : {false, true}) {
      CAPTURE(is_mcp);
      const TestDir directory;
      make_database(directory.path(), 1);
      Server server(directory.path(), is_mcp);
      server.ask(1, "list", {{"where", k_no_end}, {"timeout_ms", 300}});
      CHECK(server.failure(1) == "busy");
      server.require_done(2, "stats", Json::object());
      server.ask(3, "list", {{"where", k_no_end}});
      wait_until_busy(server.serving().pid());
      server.take_back(3);
      if (!is_mcp) CHECK(server.failure(3) == "interrupted");
      server.require_done(4, "stats", Json::object());
      server.ask(5, "list", {{"where", k_no_end}});
      wait_until_busy(server.serving().pid());
      ::kill(server.serving().pid(), SIGTERM);
      if (!is_mcp) CHECK(server.failure(5) == "interrupted");
      CHECK(server.serving().wait() == 0);
    }
  }

  TEST_CASE("a read that does not end ends with its client, also after the end of the input") {
    for (const bool is_mcp : {false, true}) {
      CAPTURE(is_mcp);
      const TestDir directory;
      make_database(directory.path(), 1);
      Server server(directory.path(), is_mcp);
      server.ask(1, "list", {{"where", k_no_end}});
      wait_until_busy(server.serving().pid());
      server.serving().close_input();
      server.serving().close_output();
      CHECK(server.serving().wait() == 1);
    }
  }

  TEST_CASE("a server whose input has ended, and that is busy with a read, ends by SIGTERM") {
    const TestDir directory;
    make_database(directory.path(), 1);
    Server server(directory.path(), true);
    server.ask(1, "list", {{"where", k_no_end}});
    wait_until_busy(server.serving().pid());
    server.serving().close_input();
    ::kill(server.serving().pid(), SIGTERM);
    CHECK(server.serving().wait() == 0);
  }

  TEST_CASE("a claim waits no longer than there may be a caller") {
    for (const bool is_mcp : {false, true}) {
      for (const bool by_signal : {false, true}) {
        CAPTURE(is_mcp);
        CAPTURE(by_signal);
        const TestDir directory;
        make_database(directory.path(), 0);
        Server server(directory.path(), is_mcp);
        server.require_done(0, "stats", Json::object());
        server.ask(1, "claim", {{"wait", "1h"}});
        server.ask(2, "claim", {{"wait", "1h"}});
        if (by_signal) {
          ::kill(server.serving().pid(), SIGTERM);
        } else {
          server.serving().close_input();
        }
        CHECK(server.serving().wait() == 0);
        REQUIRE(run_rlmdb(directory / "x.db", {"task", "add", "late"}).code == 0);
        CHECK(running_of(directory) == "running\t0");
      }
    }
  }

  TEST_CASE("what was asked before the end of the input is done: also a claim of what is ready") {
    const TestDir directory;
    make_database(directory.path(), 1);
    Server server(directory.path(), false);
    server.ask(1, "claim", {{"wait", "1h"}});
    server.serving().close_input();
    CHECK(server.failure(1).empty());
    CHECK(server.serving().wait() == 0);
    CHECK(running_of(directory) == "running\t1");
  }

  TEST_CASE("an idle server ends by SIGTERM") {
    for (const bool is_mcp : {false, true}) {
      CAPTURE(is_mcp);
      const TestDir directory;
      make_database(directory.path(), 1);
      Server server(directory.path(), is_mcp);
      server.require_done(1, "stats", Json::object());
      ::kill(server.serving().pid(), SIGTERM);
      CHECK(server.serving().wait() == 0);
    }
  }

  TEST_CASE("a change that waits for a lock and is taken back is not done") {
    for (const bool is_mcp : {false, true}) {
      CAPTURE(is_mcp);
      const TestDir directory;
      make_database(directory.path(), 0);
      Server server(directory.path(), is_mcp);
      server.require_done(1, "stats", Json::object());
      SQLite::Database writer((directory / "x.db").string(), SQLite::OPEN_READWRITE);
      writer.exec("BEGIN IMMEDIATE");
      server.ask(2, "task.add", {{"prompt", "not any more"}});
      const db::WriterGate gate(directory / "x.db");
      wait_until([&] { return gate.holder().has_value(); });
      server.take_back(2);
      if (!is_mcp) CHECK(server.failure(2) == "interrupted");
      server.require_done(3, "stats", Json::object());
      writer.exec("ROLLBACK");
      server.require_done(4, "task.add", {{"prompt", "one"}});
      CHECK(run_rlmdb(directory / "x.db", {"stats"}).out.find("total\t1") != std::string::npos);
      CHECK(server.serving().end() == 0);
    }
  }

  TEST_CASE("a byte order mark before a message is passed over") {
    const TestDir directory;
    make_database(directory.path(), 0);
    Serving server(directory.path());
    server.send("\xef\xbb\xbf" + request(1, "stats", Json::object()));
    CHECK(server.answer().at("result").at("data").at("total") == 0);
    CHECK(server.end() == 0);
  }
}

}  // namespace rlmdb::test
