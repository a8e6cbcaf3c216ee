// SPDX-License-Identifier: MIT
#include <SQLiteCpp/SQLiteCpp.h>
#include <doctest/doctest.h>

#include <array>
#include <map>
#include <memory>
#include <random>

#include "random_seed.hpp"
#include "socket_serving.hpp"

namespace rlmdb::test {
namespace {

constexpr std::size_t k_most_clients = 60;

/// What clients of the storm have seen, whichever process they are by now.
struct Seen {
  std::atomic<bool> is_over{false};
  std::array<std::atomic<int>, k_most_clients> acknowledged{};  ///< so many calls of the client
  std::array<std::atomic<pid_t>, k_most_clients> server{};      ///< the process that answers it
};

std::string prompt_of(std::size_t client, int number) {
  return std::to_string(client) + "-" + std::to_string(number);
}

/// Adds one task after the other, and asks again, with the request id of before, what was not answered. A call is
/// acknowledged only after its answer is read.
int add_tasks(const std::filesystem::path& path, std::size_t client, Seen& seen) {
  std::unique_ptr<SocketClient> connection;
  while (!seen.is_over) {
    const std::string what = prompt_of(client, seen.acknowledged[client]);
    try {
      if (connection == nullptr) {
        connection = std::make_unique<SocketClient>(path);
        seen.server[client] = connection->pid();
      }
      const Json params = {{"prompt", what}, {"request_id", what}};
      const Json answer = connection->call("task.add", params.dump());
      if (answer.contains("result")) {
        ++seen.acknowledged[client];
      } else if (answer.at("error").at("data").at("retryable") != true) {
        return 1;
      }
    } catch (const std::runtime_error&) {
      connection.reset();
    }
  }
  return 0;
}

/// How often each prompt is there.
std::map<std::string, int> prompts_in(const std::filesystem::path& database) {
  constexpr int k_busy_ms = 30'000;
  SQLite::Database reader(database.string(), SQLite::OPEN_READONLY, k_busy_ms);
  SQLite::Statement rows(reader, "SELECT prompt FROM tasks");
  std::map<std::string, int> prompts;
  while (rows.executeStep()) ++prompts[rows.getColumn(0).getString()];
  return prompts;
}

}  // namespace

TEST_SUITE("serve::storm") {
  TEST_CASE("clients, their processes and the server are killed: what was acknowledged is there once") {
    const std::uint32_t seed = random_seed();
    CAPTURE(seed);
    std::mt19937 random(seed);
    const std::size_t count = number_from_environment("RLMDB_CLIENTS", 6);
    REQUIRE(count <= k_most_clients);
    const TestDir directory;
    make_database(directory.path(), 0);
    Shared<Seen> seen;
    auto server = std::make_unique<SocketServing>(directory.path());
    std::vector<std::unique_ptr<ChildProcess>> clients(count);
    const auto start = [&](std::size_t client) {
      clients[client] = std::make_unique<ChildProcess>(
          [&, client] { return add_tasks(directory / "s.sock", client, *seen); });
    };
    for (std::size_t client = 0; client < count; ++client) start(client);
    const auto deadline =
        std::chrono::steady_clock::now() + std::chrono::seconds(number_from_environment("RLMDB_SECONDS", 2));
    while (std::chrono::steady_clock::now() < deadline) {
      ::usleep(static_cast<useconds_t>(random() % 40'000));
      const std::size_t client = random() % count;
      const auto what = random() % 20;
      if (what < 10) {
        clients[client]->kill();
        start(client);
      } else if (what < 19) {
        const pid_t answering = seen->server[client].exchange(0);
        if (answering > 0) ::kill(answering, SIGKILL);
      } else {
        server->signal(random() % 2 == 0 ? SIGKILL : SIGTERM);
        server->wait();
        server = std::make_unique<SocketServing>(directory.path());
      }
    }
    seen->is_over = true;
    for (const auto& client : clients) CHECK(client->wait() == 0);
    CHECK(server->end().code == 0);
    const std::map<std::string, int> prompts = prompts_in(directory / "x.db");
    int acknowledged = 0;
    for (std::size_t client = 0; client < count; ++client) {
      for (int number = 0; number < seen->acknowledged[client]; ++number, ++acknowledged) {
        const auto found = prompts.find(prompt_of(client, number));
        REQUIRE_MESSAGE(found != prompts.end(), prompt_of(client, number) << " is lost");
        REQUIRE_MESSAGE(found->second == 1, found->first << " is there " << found->second << " times");
      }
    }
    CHECK(acknowledged > 0);
    // Of each client one may be done and not yet acknowledged.
    CHECK(prompts.size() <= static_cast<std::size_t>(acknowledged) + count);
    MESSAGE(acknowledged << " calls of " << count << " clients");
  }
}

}  // namespace rlmdb::test
