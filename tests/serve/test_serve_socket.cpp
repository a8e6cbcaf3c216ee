// SPDX-License-Identifier: MIT
#include <SQLiteCpp/SQLiteCpp.h>
#include <doctest/doctest.h>

#include <filesystem>
#include <memory>

#include "socket_serving.hpp"
#include "unprivileged.hpp"

namespace rlmdb::test {
namespace {

namespace fs = std::filesystem;

Ended started_at(const fs::path& directory, const std::string& path) {
  return run(SocketServing::launch(directory, path));
}

/// What the descriptors of a process lead to.
std::set<std::string> held_by(pid_t pid) {
  std::set<std::string> targets;
  for (const auto& link : fs::directory_iterator("/proc/" + std::to_string(pid) + "/fd")) {
    std::error_code is_closed;
    targets.insert(fs::read_symlink(link.path(), is_closed).string());
  }
  return targets;
}

bool holds(pid_t pid, const fs::path& path) {
  return held_by(pid).contains(path.string());
}

unsigned mode_of(const fs::path& path) {
  struct stat status {};
  REQUIRE(::lstat(path.c_str(), &status) == 0);
  return status.st_mode & 07777U;
}

}  // namespace

TEST_SUITE("serve::socket") {
  TEST_CASE("one client waits in a claim, and gets what another adds") {
    const TestDir directory;
    make_database(directory.path(), 0);
    SocketServing server(directory.path());
    CHECK(mode_of(server.path()) == 0600);
    CHECK(mode_of(directory / "s.sock.lock") == 0600);
    server.signal(SIGHUP);
    SocketClient waiting(server.path());
    SocketClient adding(server.path());
    CHECK(waiting.pid() != adding.pid());
    waiting.send(request(7, "claim", {{"wait", "1h"}}));
    CHECK(adding.result("task.add", R"({"prompt":"one"})").at("exit") == 0);
    const Json claimed = waiting.answer();
    CHECK(claimed.at("id") == 7);
    CHECK(claimed.at("result").at("data").at("claim").at("id") == "task-0000");
    adding.send(R"({"id":8,"method":"stats"})");
    adding.end_input();
    CHECK(adding.answer().at("result").at("data").at("running") == 1);
    CHECK(adding.line().empty());
    const Ended ended = server.end();
    CHECK(ended.code == 0);
    CHECK(ended.out.empty());
    CHECK(ended.error.empty());
    CHECK(waiting.line().empty());
    CHECK_FALSE(fs::exists(fs::symlink_status(server.path())));
    CHECK_FALSE(fs::exists(directory / "s.sock.lock"));
  }

  TEST_CASE("what is at the path: another server, a dead one, something else") {
    const TestDir directory;
    make_database(directory.path(), 0);
    {
      SocketServing server(directory.path());
      const Ended second = started_at(directory.path(), "s.sock");
      CHECK(second.code == 7);
      CHECK(second.error.find("another server answers there") != std::string::npos);
      CHECK(SocketClient(server.path()).result("where").at("exit") == 0);
      server.signal(SIGKILL);
      CHECK(server.wait().code == -SIGKILL);
    }
    CHECK(fs::is_socket(directory / "s.sock"));
    CHECK(fs::exists(directory / "s.sock.lock"));
    {
      SocketServing server(directory.path());
      CHECK(SocketClient(server.path()).result("where").at("exit") == 0);
      fs::rename(server.path(), directory / "moved.sock");
      write_all(server.path(), "mine");
      CHECK(server.end().code == 0);
    }
    CHECK(read_all(directory / "s.sock") == "mine");
    const Ended file = started_at(directory.path(), "s.sock");
    CHECK(file.code == 7);
    CHECK(file.error.find("is no socket") != std::string::npos);
    CHECK(read_all(directory / "s.sock") == "mine");
    const int other = bound_at(directory / "other.sock");
    CHECK(started_at(directory.path(), "other.sock").code == 7);
    const int still = connected_to(directory / "other.sock");
    CHECK(still >= 0);
    ::close(still);
    ::close(other);
    if (::geteuid() == 0) {
      REQUIRE(::lchown((directory / "other.sock").c_str(), 65534, 65534) == 0);
      CHECK(started_at(directory.path(), "other.sock").error.find("another user's") != std::string::npos);
      CHECK(fs::is_socket(directory / "other.sock"));
    }
  }

  TEST_CASE("a file of another program at the place of the lock is kept") {
    const TestDir directory;
    make_database(directory.path(), 0);
    const fs::path lock = directory / "s.sock.lock";
    const auto is_refused = [&] {
      const Ended ended = started_at(directory.path(), "s.sock");
      CHECK(ended.code == 7);
      CHECK(ended.error.find("no lock file of a server") != std::string::npos);
      CHECK_FALSE(fs::exists(directory / "s.sock"));
    };
    write_all(lock, "mine");
    REQUIRE(::chmod(lock.c_str(), 0600) == 0);
    is_refused();
    CHECK(read_all(lock) == "mine");
    write_all(lock, "");
    REQUIRE(::chmod(lock.c_str(), 0644) == 0);
    is_refused();
    CHECK(fs::is_regular_file(lock));
    fs::remove(lock);
    REQUIRE(::mkfifo(lock.c_str(), 0600) == 0);
    is_refused();
    CHECK(fs::is_fifo(lock));
  }

  TEST_CASE("where a socket may be") {
    const TestDir directory;
    make_database(directory.path(), 0);
    fs::create_directory(directory / "open");
    for (const unsigned mode : {0770U, 0702U, 01777U}) {
      REQUIRE(::chmod((directory / "open").c_str(), mode) == 0);
      const Ended ended = started_at(directory.path(), "open/s.sock");
      CHECK(ended.code == 2);
      CHECK(ended.error.find("others can write in the directory") != std::string::npos);
    }
    CHECK(started_at(directory.path(), "nowhere/s.sock").code == 4);
    const std::size_t before = directory.path().native().size() + 1;
    const std::string most(107 - before, 'n');
    const Ended too_long = started_at(directory.path(), (directory / (most + "n")).string());
    CHECK(too_long.code == 2);
    CHECK(too_long.error.find("1 to 107 bytes, not 108") != std::string::npos);
    RunningProgram longest(SocketServing::launch(directory.path(), (directory / most).string()));
    CHECK(SocketClient(directory / most).result("where").at("exit") == 0);
    longest.signal(SIGINT);
    CHECK(longest.wait().code == 0);
    CHECK(fs::is_empty(directory / "open"));
  }

  TEST_CASE("another user is refused") {
    if (::geteuid() != 0) return;
    const TestDir directory;
    make_database(directory.path(), 0);
    SocketServing server(directory.path());
    REQUIRE(::chmod(directory.path().c_str(), 0711) == 0);
    REQUIRE(::chmod(server.path().c_str(), 0666) == 0);
    ChildProcess other([&] {
      become_unprivileged();
      SocketClient client(server.path());
      const Json answer = client.answer();
      const bool is_refused =
          answer.at("id").is_null() && answer.at("error").at("data").at("code") == "usage";
      return is_refused && client.line().empty() ? 0 : 1;
    });
    CHECK(other.wait() == 0);
    CHECK(server.end().error ==
          "rlmdb: warning: a client was refused: this server answers its own user alone\n");
  }

  TEST_CASE("as many clients as are said, and one more when one has gone") {
    const TestDir directory;
    make_database(directory.path(), 0);
    SocketServing server(directory.path());
    std::vector<std::unique_ptr<SocketClient>> clients;
    for (int count = 0; count < 64; ++count) {
      clients.push_back(std::make_unique<SocketClient>(server.path()));
      REQUIRE(clients.back()->result("where").at("exit") == 0);
    }
    SocketClient refused(server.path());
    const Json answer = refused.answer();
    CHECK(answer.at("id").is_null());
    CHECK(answer.at("error").at("data").at("code") == "busy");
    CHECK(answer.at("error").at("data").at("retryable") == true);
    CHECK(refused.line().empty());
    clients.pop_back();
    wait_until([&] {
      SocketClient again(server.path());
      try {
        return again.call("where").contains("result");
      } catch (const std::runtime_error&) {
        return false;  // refused before it had said anything
      }
    });
    for (const auto& client : clients) CHECK(client->result("where").at("exit") == 0);
    CHECK(server.end().code == 0);
  }

  TEST_CASE("SIGTERM: a wait is cut short, and what has not begun is dropped") {
    const TestDir directory;
    make_database(directory.path(), 0);
    SocketServing server(directory.path());
    SocketClient idle(server.path());
    SocketClient waiting(server.path());
    const pid_t pid = waiting.pid();
    CHECK(idle.result("where").at("exit") == 0);
    waiting.send(request(1, "claim", {{"wait", "1h"}}) + request(2, "stats", {}));
    wait_until([&] { return holds(pid, directory / "x.db"); });
    CHECK(server.end().code == 0);
    const Json cut = waiting.answer();
    CHECK(cut.at("id") == 1);
    CHECK(cut.at("error").at("data").at("code") == "interrupted");
    CHECK(waiting.line().empty());
    CHECK(idle.line().empty());
    CHECK(::kill(pid, 0) != 0);
  }

  TEST_CASE("SIGTERM: what runs is done and answered, and nobody can connect meanwhile") {
    const TestDir directory;
    make_database(directory.path(), 0);
    SocketServing server(directory.path());
    SocketClient working(server.path());
    const pid_t pid = working.pid();
    SQLite::Database writer((directory / "x.db").string(), SQLite::OPEN_READWRITE);
    writer.exec("BEGIN IMMEDIATE");
    working.send(request(1, "task.add", {{"prompt", "one"}}) + request(2, "stats", {}));
    wait_until([&] { return holds(pid, directory / "x.db"); });
    server.signal(SIGTERM);
    wait_until([&] { return !fs::exists(server.path()); });
    CHECK(started_at(directory.path(), "s.sock").code == 7);
    writer.exec("ROLLBACK");
    CHECK(working.answer().at("result").at("data").at("results").at(0).at("id") == "task-0000");
    CHECK(working.line().empty());
    CHECK(server.wait().code == 0);
    CHECK(::kill(pid, 0) != 0);
  }

  // Takes as long as that is given time.
  TEST_CASE("SIGTERM: a process that does not come to its end is ended" * doctest::skip()) {
    const TestDir directory;
    make_database(directory.path(), 0);
    SocketServing server(directory.path());
    SocketClient stopped(server.path());
    SocketClient deaf(server.path());
    static_cast<void>(deaf.result("task.add", Json{{"prompt", std::string(1'000'000, 'p')}}.dump()));
    for (int id = 1; id <= 10; ++id) deaf.send(request(id, "show", {{"id", "task-0000"}}));
    REQUIRE(::kill(stopped.pid(), SIGSTOP) == 0);
    CHECK(server.end().code == 0);
    CHECK(stopped.line().empty());
  }

  TEST_CASE("SIGKILL: clients see the end, and another server takes over") {
    const TestDir directory;
    make_database(directory.path(), 0);
    SocketServing server(directory.path());
    SocketClient idle(server.path());
    SocketClient waiting(server.path());
    const pid_t waiting_pid = waiting.pid();
    CHECK(idle.result("where").at("exit") == 0);
    waiting.send(request(1, "claim", {{"wait", "1h"}}));
    wait_until([&] { return holds(waiting_pid, directory / "x.db"); });
    server.signal(SIGKILL);
    CHECK(server.wait().code == -SIGKILL);
    CHECK(idle.line().empty());
    CHECK(waiting.answer().at("error").at("data").at("code") == "interrupted");
    CHECK(waiting.line().empty());
    SocketServing next(directory.path());
    SocketClient again(next.path());
    CHECK(again.result("task.add", R"({"prompt":"one"})").at("exit") == 0);
    CHECK(next.end().code == 0);
  }

  TEST_CASE("a client's process that is killed is said, and is no zombie") {
    const TestDir directory;
    make_database(directory.path(), 0);
    SocketServing server(directory.path());
    SocketClient client(server.path());
    SocketClient other(server.path());
    const pid_t pid = client.pid();
    REQUIRE(::kill(pid, SIGKILL) == 0);
    CHECK(client.line().empty());
    wait_until([&] { return ::kill(pid, 0) != 0; });
    CHECK(other.result("where").at("exit") == 0);
    CHECK(server.end().error ==
          "rlmdb: warning: the process " + std::to_string(pid) + " of a client was ended by signal 9\n");
  }

  TEST_CASE("no client's process holds what is another's, and calls leave SQLite's locks alone") {
    const TestDir directory;
    make_database(directory.path(), 1);
    SocketServing server(directory.path());
    SocketClient first(server.path());
    SocketClient second(server.path());
    const std::vector<pid_t> pids = {server.pid(), first.pid(), second.pid()};
    for (SocketClient* client : {&first, &second}) {
      static_cast<void>(client->result("stats"));
      static_cast<void>(client->result("task.add", R"({"prompt":"one"})"));
    }
    std::vector<std::set<std::string>> sockets;
    for (const pid_t pid : pids) {
      std::set<std::string> held = held_by(pid);
      CHECK(held.contains((directory / "s.sock.lock").string()) == (pid == server.pid()));
      std::erase_if(held, [](const std::string& target) { return !target.starts_with("socket:"); });
      CHECK(held.size() == 1);
      sockets.push_back(std::move(held));
    }
    CHECK(sockets[0] != sockets[1]);
    CHECK(sockets[1] != sockets[2]);
    CHECK(sockets[0] != sockets[2]);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO}) {
      CHECK(fs::read_symlink("/proc/" + std::to_string(pids[1]) + "/fd/" + std::to_string(stream)) ==
            "/dev/null");
    }
    const std::string before = locks_of(pids[1]);
    REQUIRE(before != "");
    for (const char* method : {"verify", "adopt", "stats", "list"}) {
      CAPTURE(method);
      static_cast<void>(first.call(method, method == std::string("adopt") ? R"({"dry_run":true})" : "{}"));
      CHECK(locks_of(pids[1]) == before);
    }
    CHECK(server.end().code == 0);
  }

  TEST_CASE("neither the database nor files are the client's to name") {
    const TestDir directory;
    make_database(directory.path(), 1);
    SocketServing server(directory.path());
    SocketClient client(server.path());
    const std::vector<std::pair<std::string, std::string>> refused = {
        {"initialize", R"({"database":"other.db"})"},
        {"import", R"({"path":"."})"},
        {"adopt", R"({"dir":".","dry_run":true})"},
        {"verify", R"({"file":"x.db"})"},
        {"backup", R"({"file":"b.db"})"},
        {"restore", R"({"file":"b.db"})"},
        {"export", R"({"output":"out.json"})"},
        {"task.add", R"({"ndjson":"lines"})"},
        {"recover", R"({"apply":"plan"})"},
        {"var.get", R"({"name":"f","global":true,"root":"."})"},
        {"checkpoint.create", R"({"workflow":"w","json":{"a":1},"artifact":["x.db"]})"},
        {"grid.write", R"({"file":"GRID.md","path":"GRID.md"})"}};
    for (const auto& entry : refused) {
      const auto& [method, params] = entry;
      CAPTURE(entry.first);
      const Json answer = client.call(method, params);
      REQUIRE(answer.contains("error"));
      CHECK(answer.at("error").at("code") == -32602);
      CHECK(answer.at("error").at("data").at("code") == "usage");
      CHECK(answer.at("error").at("data").at("where").get<std::string>().starts_with("params/"));
      CHECK(answer.at("error").at("data").at("hint") != "");
    }
    CHECK(client.result("task.start", R"({"id":"task-0000"})").at("exit") == 0);
    CHECK(client.result("task.complete", R"({"id":"task-0000","artifact":["out.txt"]})").at("exit") == 0);
    CHECK(client.result("verify", R"({"file":null})").at("exit") == 0);
    CHECK_FALSE(fs::exists(directory / "b.db"));
    CHECK(client.result("initialize", R"({"client":"c"})").at("database") == (directory / "x.db").string());
    CHECK(server.end().code == 0);
  }
}

}  // namespace rlmdb::test
