// SPDX-License-Identifier: MIT
#include <SQLiteCpp/SQLiteCpp.h>
#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>
#include <thread>

#include "socket_serving.hpp"

namespace rlmdb::test {
namespace {

/// A connection on which notifications come between answers.
class Following {
 public:
  explicit Following(Peer& peer) : m_peer(peer) {}

  /// The whole answer; notifications that come before it are kept.
  Json call(const std::string& method, const std::string& params = "{}") {
    m_peer.send(request(++m_id, method, Json::parse(params)));
    while (true) {
      Json message = m_peer.answer();
      if (message.contains("id")) return message;
      m_kept.push_back(std::move(message));
    }
  }
  Json result(const std::string& method, const std::string& params = "{}") {
    return call(method, params).at("result");
  }
  Json notice() {
    if (m_kept.empty()) return m_peer.answer();
    Json first = std::move(m_kept.front());
    m_kept.erase(m_kept.begin());
    return first;
  }
  /// The events of notifications up to the one with that number.
  Json events_until(std::int64_t seq) {
    Json events = Json::array();
    while (events.empty() || events.back().at("seq").get<std::int64_t>() < seq) {
      const Json message = notice();
      REQUIRE(message.at("method") == "events");
      for (const Json& event : message.at("params").at("events")) events.push_back(event);
      CHECK(message.at("params").at("next") == events.back().at("seq"));
    }
    return events;
  }

 private:
  Peer& m_peer;
  std::vector<Json> m_kept;
  int m_id = 0;
};

std::vector<std::int64_t> numbers_in(const std::filesystem::path& directory) {
  constexpr int k_busy_ms = 30'000;
  SQLite::Database reader((directory / "x.db").string(), SQLite::OPEN_READONLY, k_busy_ms);
  SQLite::Statement rows(reader, "SELECT seq FROM events ORDER BY seq");
  std::vector<std::int64_t> numbers;
  while (rows.executeStep()) numbers.push_back(rows.getColumn(0).getInt64());
  return numbers;
}

std::int64_t newest_in(const std::filesystem::path& directory) {
  return numbers_in(directory).back();
}

/// What `rlmdb events` has.
Json all_events(const std::filesystem::path& directory) {
  Json events = Json::array();
  std::istringstream lines(run_rlmdb(directory / "x.db", {"events", "--json"}).out);
  for (std::string line; std::getline(lines, line);) events.push_back(Json::parse(line));
  return events;
}

/// Something to follow that is longer than all that waits: each change keeps the prompt of before.
void change_prompts(const std::filesystem::path& directory, int times) {
  std::string lines;
  for (int index = 0; index < times; ++index) {
    lines += Json{{"id", "task-0000"},
                  {"set", {{"prompt", std::string(200'000, static_cast<char>('a' + index % 26))}}}}
                 .dump() +
             "\n";
  }
  write_all(directory / "lines", lines);
  REQUIRE(run_rlmdb(directory / "x.db", {"task", "set", "--ndjson", (directory / "lines").string()}).code ==
          0);
}

}  // namespace

TEST_SUITE("serve::events") {
  TEST_CASE("all events in order, each once, whoever writes them, and calls in between") {
    const TestDir directory;
    make_database(directory.path(), 5);
    Serving server(directory.path());
    Following following(server);
    const Json begun = following.call("events.follow", R"({"since":0})");
    CHECK(begun.at("result") == Json{{"following", true}, {"since", 0}});
    std::thread others([&] {
      Serving other(directory.path());
      for (int index = 0; index < 50; ++index)
        static_cast<void>(other.result("task.add", R"({"prompt":"x"})"));
      CHECK(other.end() == 0);
    });
    for (int index = 0; index < 50; ++index) {
      CHECK(following.result("task.add", R"({"prompt":"y"})").at("exit") == 0);
    }
    others.join();
    const Json all = all_events(directory.path());
    CHECK(all.size() == 105);
    CHECK(following.events_until(newest_in(directory.path())) == all);
    CHECK(following.result("events.unfollow") == Json{{"following", false}, {"next", all.back().at("seq")}});
    CHECK(server.end() == 0);
  }

  TEST_CASE("from now on, of a task, of a kind, with what changed") {
    const TestDir directory;
    make_database(directory.path(), 2);
    Serving server(directory.path());
    Following following(server);
    const std::int64_t before = newest_in(directory.path());
    const Json begun =
        following.result("events.follow", R"({"task":"task-0001","kind":"task:updated","changes":true})");
    CHECK(begun == Json{{"following", true}, {"since", before}});
    static_cast<void>(following.result("task.set", R"({"id":"task-0000","set":{"priority":1}})"));
    static_cast<void>(following.result("task.start", R"({"id":"task-0001"})"));
    static_cast<void>(following.result("task.set", R"({"id":"task-0001","set":{"priority":2}})"));
    const Json events = following.events_until(newest_in(directory.path()));
    REQUIRE(events.size() == 1);
    CHECK(events.at(0).at("task_id") == "task-0001");
    CHECK(events.at(0).at("changes").at(0).at("member") == "/priority");
    CHECK(server.end() == 0);
  }

  TEST_CASE("one at a time, again after it was ended, and what makes no sense is refused") {
    const TestDir directory;
    make_database(directory.path(), 1);
    Serving server(directory.path());
    Following following(server);
    CHECK(following.result("events.unfollow") == Json{{"following", false}, {"next", nullptr}});
    CHECK(following.call("events.follow", R"({"since":"x"})").at("error").at("data").at("code") == "usage");
    CHECK(following.call("events.follow", R"({"sinc":1})").at("error").at("data").at("code") == "usage");
    CHECK(following.call("events.follow", R"({"kind":"x"})").at("error").at("data").at("code") == "usage");
    CHECK(following.call("events.follow", R"({"task":"x"})").at("error").at("data").at("code") ==
          "not_found");
    CHECK(following.result("events.follow").at("following") == true);
    CHECK(following.call("events.follow").at("error").at("data").at("code") == "conflict");
    const std::int64_t seq = newest_in(directory.path());
    CHECK(following.result("events.unfollow").at("next") == seq);
    CHECK(following.result("task.add", R"({"prompt":"unseen"})").at("exit") == 0);
    CHECK(following.result("events.follow", Json{{"since", seq}}.dump()).at("following") == true);
    CHECK(following.events_until(seq + 1).size() == 1);
    static_cast<void>(following.result("events.unfollow"));
    CHECK(following.result("events.follow", R"({"since":"1 day ago"})") ==
          Json{{"following", true}, {"since", 0}});
    CHECK(following.events_until(seq + 1).size() == static_cast<std::size_t>(seq) + 1);
    static_cast<void>(following.result("events.unfollow"));
    CHECK(following.result("events.follow", R"({"since":"tomorrow"})").at("since") == seq + 1);
    const Json methods = following.result("methods").at("methods");
    const auto named = [&](const std::string& name) {
      return *std::find_if(methods.begin(), methods.end(),
                           [&](const Json& one) { return one.at("method") == name; });
    };
    const Json described = named("events.follow").at("params");
    std::set<std::string> params;
    for (const auto& [name, about] : described.items()) params.insert(name);
    CHECK(params == std::set<std::string>{"changes", "kind", "since", "task", "tree"});
    CHECK(named("events.unfollow").at("changes") == false);
    CHECK(server.end() == 0);
  }

  TEST_CASE("who does not read misses what is said, and then gets what comes; nobody waits for it") {
    const TestDir directory;
    make_database(directory.path(), 1);
    SocketServing server(directory.path());
    SocketClient deaf(server.path());
    SocketClient other(server.path());
    const pid_t pid = deaf.pid();
    Following following(deaf);
    static_cast<void>(following.result("events.follow", R"({"since":0,"changes":true})"));
    std::vector<std::int64_t>
        sent;  // what was missed is a range: its end, and its begin below zero before it
    bool has_missed = false;
    // Where the machine is too slow to send anything before it is read, once more.
    for (std::int64_t newest = 0; !has_missed;) {
      change_prompts(directory.path(), 300);
      CHECK(other.result("task.add", R"({"prompt":"not held up"})").at("exit") == 0);
      constexpr auto k_moment = std::chrono::milliseconds(2500);
      std::this_thread::sleep_for(k_moment);
      CHECK(memory_of(pid) < k_memory_factor * 60 << 20);
      newest = newest_in(directory.path());
      while (sent.empty() || sent.back() != newest) {
        const Json message = following.notice();
        const Json& params = message.at("params");
        if (message.at("method") == "events.missed") {
          has_missed = true;
          sent.push_back(-params.at("from").get<std::int64_t>());
          sent.push_back(params.at("to"));
        } else {
          for (const Json& event : params.at("events")) sent.push_back(event.at("seq"));
        }
      }
    }
    CHECK(other.result("task.add", R"({"prompt":"afterwards"})").at("exit") == 0);
    CHECK(following.events_until(newest_in(directory.path())).size() == 1);
    std::vector<std::int64_t> expected = numbers_in(directory.path());
    expected.pop_back();
    for (std::size_t place = 0; place < sent.size(); ++place) {
      if (sent[place] > 0) continue;
      const auto from = std::find(expected.begin(), expected.end(), -sent[place]);
      REQUIRE(from - expected.begin() == static_cast<std::ptrdiff_t>(place));
      const auto to = std::find(from, expected.end(), sent[place + 1]);
      REQUIRE(to != expected.end());
      *from = sent[place];
      expected.erase(from + 1, to);
    }
    CHECK(sent == expected);
    CHECK(server.end().code == 0);
  }

  TEST_CASE("the end of the input ends it") {
    const TestDir directory;
    make_database(directory.path(), 1);
    Serving server(directory.path());
    Following following(server);
    static_cast<void>(following.result("events.follow", R"({"since":0})"));
    CHECK(following.events_until(newest_in(directory.path())).size() == 1);
    server.close_input();
    CHECK(server.line().empty());
    CHECK(server.wait() == 0);
  }

  TEST_CASE("a database that is restored, or replaced, ends it and says so") {
    const TestDir directory;
    make_database(directory.path(), 1);
    REQUIRE(run_rlmdb(directory / "x.db", {"backup", (directory / "b.db").string()}).code == 0);
    REQUIRE(run_rlmdb(directory / "x.db", {"task", "add", "--prompt", "lost"}).code == 0);
    Serving server(directory.path());
    Following following(server);
    const std::int64_t since = following.result("events.follow", R"({"task":"task-0000"})").at("since");
    REQUIRE(run_rlmdb(directory / "x.db", {"restore", "--force", (directory / "b.db").string()}).code == 0);
    const Json restored = following.notice();
    CHECK(restored.at("method") == "events.ended");
    CHECK(restored.at("params").at("error").at("code") == "conflict");
    CHECK(restored.at("params").at("next") == since);
    CHECK(following.result("events.follow").at("following") == true);
    for (const char* end : {"", "-wal", "-shm"}) {
      std::error_code ignored;
      std::filesystem::rename(directory / (std::string("x.db") + end),
                              directory / (std::string("old.db") + end), ignored);
    }
    const Json replaced = following.notice();
    CHECK(replaced.at("method") == "events.ended");
    CHECK(replaced.at("params").at("error").at("code") == "conflict");
    CHECK(replaced.at("params").at("error").at("message").get<std::string>().find("x.db was removed") !=
          std::string::npos);
    CHECK(following.call("events.follow").at("error").at("data").at("code") == "not_found");
    CHECK(server.end() == 0);
  }
}

}  // namespace rlmdb::test
