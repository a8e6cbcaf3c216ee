// SPDX-License-Identifier: MIT
// Every way into one database at once: the command line, `serve` through pipes and through a socket, `mcp`,
// `work` and the library, whose processes and clients are killed at random moments and started again. What was
// acknowledged is there, nothing was done twice, and what killed ones had claimed comes back. RLMDB_TEST_SEED,
// RLMDB_CLIENTS and RLMDB_SECONDS choose which, how many, and for how long.
#include <doctest/doctest.h>
#include <fcntl.h>

#include <chrono>
#include <memory>
#include <optional>
#include <random>
#include <utility>

#include "door_history.hpp"
#include "random_seed.hpp"
#include "restored_backup.hpp"
#include "socket_serving.hpp"

using namespace rlmdb;
using namespace rlmdb::test;
using namespace std::chrono_literals;

namespace {

DoorKind kind_of_client(std::size_t client) {
  return static_cast<DoorKind>(client % k_door_kinds);
}

/// A worker that writes what it did behind what those before it did.
Launch door_worker(const std::filesystem::path& directory, std::size_t client) {
  Launch launch =
      rlmdb_on(directory / "x.db", {"--json", "work", "--lease", "2s", "--grace", "50ms", "--", "sh", "-c",
                                    "printf %s \"$RLMDB_TOKEN\"; [ $((RLMDB_TOKEN % 10)) != 0 ]"});
  const std::string log = door_log(directory, client).string();
  launch.in_child = [log] {
    ::dup2(::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600), STDOUT_FILENO);
  };
  return launch;
}

/// One after the other.
[[nodiscard]] int work_through(const std::filesystem::path& directory, DoorsShared& shared,
                               std::size_t client) {
  const Launch launch = door_worker(directory, client);
  while (!shared.is_over) {
    RunningProgram worker(launch);
    shared.door[client] = worker.pid();
    const Ended ended = worker.wait();
    shared.door[client] = 0;
    if (ended.code != 0 && ended.code != -SIGKILL) {
      std::fprintf(stderr, "worker: %d %s\n", ended.code, ended.error.c_str());
      return 1;
    }
  }
  return 0;
}

class DoorStorm {
 public:
  DoorStorm(std::size_t clients, std::uint32_t seed) : m_random(seed), m_clients(clients) {
    (void)Store::create(database());
    m_server = std::make_unique<SocketServing>(m_dir.path());
    for (std::size_t client = 0; client < clients; ++client) start(client);
  }

  void run(std::chrono::seconds time) {
    const auto deadline = std::chrono::steady_clock::now() + time;
    while (std::chrono::steady_clock::now() < deadline) {
      ::usleep(static_cast<useconds_t>(m_random() % 60'000));
      disturb(m_random() % m_clients.size());
    }
  }

  /// Everybody dies; one who is left finds everything that they had in their hands.
  void end() {
    for (auto& client : m_clients) kill(*client);
    m_server->signal(SIGKILL);
    m_server->wait();
    CHECK(run_rlmdb(database(), {"recover"}).code == 0);
    Store store = Store::open(database(), Access::read_write);
    check_nobody_holds_for_long(store);
    const Ended retried = run_rlmdb(database(), {"task", "retry", "--failed"});
    CHECK_MESSAGE(retried.code == 0, retried.error);
    DoorClient last(m_dir.path(), *m_shared, DoorKind::library, m_clients.size(), 0);
    last.add();
    const Ended worked =
        rlmdb::test::run(door_worker(m_dir.path(), static_cast<std::size_t>(DoorKind::worker)));
    CHECK_MESSAGE(worked.code == 0, worked.error);
    wait_until([&] {
      while (last.work()) continue;
      (void)run_rlmdb(database(), {"task", "retry", "--failed"});
      const TaskStats stats = store.stats();
      return stats.completed == stats.total;
    });
  }

  void check() const {
    std::vector<Told> told;
    for (std::size_t client = 0; client <= m_clients.size(); ++client) {
      const bool is_worker = client < m_clients.size() && kind_of_client(client) == DoorKind::worker;
      const auto log = door_log(m_dir.path(), client);
      for (const Told& one : is_worker ? read_work_log(log) : RecordFile<Told>::read(log))
        told.push_back(one);
    }
    const DoorHistory history = check_doors(database(), told, m_clients.size());
    for (const std::string& fault : history.faults) FAIL_CHECK(fault);
    CHECK(unsound_in(database()) == "");
    CHECK(unsound_when_restored(database()) == "");
    CHECK(history.by_worker > 0);
    MESSAGE(m_clients.size() << " clients: " << history.acknowledged << " calls acknowledged, "
                             << history.by_worker << " of them by workers, " << history.refused
                             << " refused; " << history.tasks << " tasks, " << history.claims << " claims, "
                             << history.lost << " lost to their leases, " << history.recovered
                             << " recovered; killed: " << m_killed_clients << " clients, " << m_killed_doors
                             << " of their doors, " << m_killed_servers << " servers");
  }

 private:
  [[nodiscard]] std::filesystem::path database() const { return m_dir / "x.db"; }

  void start(std::size_t client) {
    const auto seed = static_cast<std::uint32_t>(m_random());
    m_clients[client] = std::make_unique<ChildProcess>([this, client, seed] {
      ::signal(SIGPIPE, SIG_IGN);
      const DoorKind kind = kind_of_client(client);
      if (kind == DoorKind::worker) return work_through(m_dir.path(), *m_shared, client);
      DoorClient(m_dir.path(), *m_shared, kind, client, seed).run();
      return 0;
    });
  }

  /// One that has ended by itself met what must not be.
  static void kill(ChildProcess& client) {
    ::kill(client.pid(), SIGKILL);
    CHECK(client.wait() == -SIGKILL);
  }

  void disturb(std::size_t client) {
    const auto what = m_random() % 40;
    if (what < 18) {
      kill(*m_clients[client]);
      ++m_killed_clients;
      start(client);
    } else if (what < 37) {
      const pid_t door = m_shared->door[client].exchange(0);
      if (door > 0 && ::kill(door, SIGKILL) == 0) ++m_killed_doors;
    } else if (what < 39) {
      const Ended recovered = run_rlmdb(database(), {"recover"});
      CHECK_MESSAGE(recovered.code == 0, recovered.error);
    } else {
      m_server->signal(SIGKILL);
      m_server->wait();
      m_server = std::make_unique<SocketServing>(m_dir.path());
      ++m_killed_servers;
    }
  }

  /// Whose process is gone has nothing any more; what is left are short leases that run out.
  void check_nobody_holds_for_long(const Store& store) const {
    store.query(
        "SELECT legacy_id FROM tasks WHERE state = 'running' AND julianday(lease_expires_at) > "
        "julianday('now', '+60 seconds')",
        {[](const auto&) {},
         [](const std::vector<SqlValue>& row) {
           FAIL_CHECK(std::get<std::string>(row.at(0)) << " is held by a process that is gone");
           return true;
         }});
  }

  TestDir m_dir;
  Shared<DoorsShared> m_shared;
  std::mt19937 m_random;
  std::unique_ptr<SocketServing> m_server;
  std::vector<std::unique_ptr<ChildProcess>> m_clients;
  int m_killed_clients = 0;
  int m_killed_doors = 0;
  int m_killed_servers = 0;
};

}  // namespace

TEST_SUITE("crash::doors") {
  TEST_CASE(
      "through every door at once, under SIGKILL: what was acknowledged is done, once, and claims come "
      "back") {
    const std::uint32_t seed = random_seed();
    CAPTURE(seed);
    const std::size_t clients = number_from_environment("RLMDB_CLIENTS", 6);
    REQUIRE(clients >= k_door_kinds);
    REQUIRE(clients < k_most_door_clients);
    DoorStorm storm(clients, seed);
    storm.run(std::chrono::seconds(number_from_environment("RLMDB_SECONDS", 2)));
    storm.end();
    storm.check();
  }
}
