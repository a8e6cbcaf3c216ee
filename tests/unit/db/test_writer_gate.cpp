// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sched.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <vector>

#include "child_process.hpp"
#include "database_fixture.hpp"
#include "db/gate_file.hpp"
#include "db/lock_holder.hpp"
#include "db/writer_gate.hpp"
#include "test_dir.hpp"
#include "thrown.hpp"
#include "util/file_descriptor.hpp"

using namespace rlmdb;
using namespace rlmdb::test;
using namespace std::chrono_literals;
using db::WriterGate;

namespace {

constexpr int k_processes = 8;

struct Race {
  std::atomic<bool> started{false};
  std::atomic<int> inside{0};
  std::atomic<int> collisions{0};
  std::atomic<int> total{0};
  std::array<std::atomic<int>, k_processes> turns{};
  std::array<std::atomic<int>, k_processes> order{};
};

/// The next ticket, as it stands in the file.
std::int64_t next_ticket(const std::filesystem::path& gate) {
  std::int64_t ticket = 0;
  const std::string bytes = read_all(gate);
  if (bytes.size() >= sizeof ticket) bytes.copy(reinterpret_cast<char*>(&ticket), sizeof ticket);
  return ticket;
}

/// Whether somebody holds that ticket and has done all that goes with taking it.
bool has_ticket(const std::filesystem::path& gate, std::int64_t ticket) {
  const util::FileDescriptor file(::open(gate.c_str(), O_RDONLY | O_CLOEXEC));
  return db::find_lock(file.get(), db::k_ticket_locks + ticket, 1, gate) &&
         !db::find_lock(file.get(), db::k_counter_lock, 1, gate);
}

/// Takes turns until there were `rounds`. Every holder stays until all the others have queued: then the turns
/// depend on the gate alone, not on whom the kernel lets run.
template <class Turn>
int take_turns(Race& race, int process, int rounds, const std::filesystem::path& database, Turn&& turn) {
  WriterGate watched(database);
  while (!race.started) ::sched_yield();
  while (race.total < rounds) {
    turn([&] {
      if (race.inside.exchange(1) != 0) ++race.collisions;
      ++race.turns[static_cast<std::size_t>(process)];
      const int number = ++race.total;
      while (number < rounds && next_ticket(watched.path()) < number + k_processes) ::sched_yield();
      race.inside = 0;
    });
  }
  return 0;
}

/// SIGSTOP; stopped on return.
void stop(pid_t pid) {
  ::kill(pid, SIGSTOP);
  wait_until([&] { return db::is_stopped(pid); });
}

/// Lets the processes go while somebody else holds the gate, until all of them have queued: from then on
/// nobody finds it free, and every turn has its ticket.
void start_race(Race& race, const std::filesystem::path& database) {
  WriterGate gate(database);
  const WriterGate::Hold hold = gate.acquire(1s);
  race.started = true;
  while (next_ticket(gate.path()) <= k_processes) ::sched_yield();
}

void check_race(Race& race, std::vector<ChildProcess>& children) {
  for (ChildProcess& child : children) CHECK(child.wait() == 0);
  CHECK(race.collisions == 0);
  const auto [least, most] = std::minmax_element(race.turns.begin(), race.turns.end());
  const int fewest = least->load();
  CAPTURE(fewest);
  CHECK(most->load() <= fewest + 1);
}

}  // namespace

TEST_SUITE("db::writer_gate") {
  TEST_CASE("one at a time, and a second descriptor of the same process counts as another") {
    const TestDir dir;
    WriterGate first(dir / "x.db");
    WriterGate second(dir / "x.db");
    {
      const WriterGate::Hold hold = first.acquire(1s);
      CHECK(first.is_held());
      CHECK_FALSE(second.try_acquire().has_value());
      CHECK(second.holder() == util::own_identity());
      CHECK(code_of([&] { (void)first.acquire(1s); }) == "internal");
    }
    CHECK_FALSE(second.holder().has_value());
    CHECK(second.try_acquire().has_value());
    CHECK(first.try_acquire().has_value());
  }

  TEST_CASE("a hold can be released early and moved") {
    const TestDir dir;
    WriterGate gate(dir / "x.db");
    WriterGate other(dir / "x.db");
    WriterGate::Hold hold = gate.acquire(0ms);
    WriterGate::Hold moved(std::move(hold));
    hold.release();
    CHECK(gate.is_held());
    moved.release();
    CHECK_FALSE(gate.is_held());
    moved = other.acquire(0ms);
    CHECK_FALSE(gate.try_acquire().has_value());
  }

  TEST_CASE("eight processes exclude each other and take turns fairly") {
    const TestDir dir;
    Shared<Race> race;
    std::vector<ChildProcess> children;
    for (int i = 0; i < k_processes; ++i)
      children.emplace_back([&, i] {
        WriterGate gate(dir / "x.db");
        return take_turns(*race, i, 400, dir / "x.db", [&](auto&& inside) {
          const WriterGate::Hold hold = gate.acquire(60s);
          inside();
        });
      });
    start_race(*race, dir / "x.db");
    check_race(*race, children);
  }

  TEST_CASE("so do eight writers, with a sync at every commit and without") {
    for (const rlmdb::Durability durability : {rlmdb::Durability::full, rlmdb::Durability::normal}) {
      const TestDir dir;
      make_database(dir / "x.db");
      Shared<Race> race;
      std::vector<ChildProcess> children;
      for (int i = 0; i < k_processes; ++i)
        children.emplace_back([&, i] {
          db::OpenOptions options = writing(dir / "x.db");
          options.durability = durability;
          db::Connection connection = db::Connection::open(options);
          return take_turns(*race, i, 200, dir / "x.db", [&](auto&& inside) {
            db::WriteTransaction transaction(connection);
            connection.execute("INSERT INTO t VALUES (1)");
            inside();
            transaction.commit();
          });
        });
      start_race(*race, dir / "x.db");
      check_race(*race, children);
    }
  }

  TEST_CASE("the order is the order of arrival") {
    const TestDir dir;
    Shared<Race> race;
    WriterGate gate(dir / "x.db");
    WriterGate::Hold hold = gate.acquire(0ms);
    std::vector<ChildProcess> children;
    for (int i = 0; i < k_processes; ++i) {
      const std::int64_t before = next_ticket(gate.path());
      children.emplace_back([&, i] {
        WriterGate mine(dir / "x.db");
        const WriterGate::Hold turn = mine.acquire(30s);
        race->order[static_cast<std::size_t>(race->total++)] = i;
        return 0;
      });
      wait_until([&] { return next_ticket(gate.path()) > before; });
    }
    hold.release();
    for (ChildProcess& child : children) CHECK(child.wait() == 0);
    for (int i = 0; i < k_processes; ++i) CHECK(race->order[static_cast<std::size_t>(i)] == i);
  }

  TEST_CASE("the timeout names the holder and gives the place up") {
    const TestDir dir;
    Shared<std::atomic<bool>> ready;
    ChildProcess holder([&] {
      WriterGate gate(dir / "x.db");
      const WriterGate::Hold hold = gate.acquire(0ms);
      *ready = true;
      ::pause();
      return 0;
    });
    wait_until([&] { return ready->load(); });
    WriterGate gate(dir / "x.db");
    const auto error = error_of([&] { (void)gate.acquire(20ms); });
    REQUIRE(error.has_value());
    CHECK(error->code() == ErrorCode::busy);
    CHECK(error->retryable());
    const std::string name = db::process_words(holder.pid());
    CHECK(name.starts_with("pid " + std::to_string(holder.pid()) + " ("));
    CHECK(std::string(error->what()) ==
          name + " is writing to " + (dir / "x.db").string() + " and did not finish within 20 ms");
    CHECK(gate.holder()->pid == holder.pid());
    CHECK(is_alive(*gate.holder()));
    WriterGate later(dir / "x.db");
    holder.kill();
    CHECK(later.try_acquire().has_value());
  }

  TEST_CASE("who is stopped before its turn is passed over and named, and goes on later") {
    const TestDir dir;
    WriterGate gate(dir / "x.db");
    WriterGate::Hold hold = gate.acquire(0ms);
    const std::int64_t before = next_ticket(gate.path());
    ChildProcess waiter([&] {
      WriterGate mine(dir / "x.db");
      const WriterGate::Hold turn = mine.acquire(60s);
      return 0;
    });
    wait_until([&] { return has_ticket(gate.path(), std::max<std::int64_t>(before, 1)); });
    stop(waiter.pid());
    hold.release();
    std::string said;
    WriterGate next(dir / "x.db", [&](LogLevel, std::string_view text) { said += text; });
    CHECK(code_of([&] { const auto turn = next.acquire(60s); }) == "no error");
    CHECK(said == db::process_words(waiter.pid()) + " waits to write to " + (dir / "x.db").string() +
                      " but does not take its turn; it was passed over");
    CHECK(said.find(", stopped)") != std::string::npos);
    // Once it was passed over, nobody waits for it again.
    WriterGate later(dir / "x.db");
    CHECK(code_of([&] { const auto turn = later.acquire(0ms); }) == "no error");
    ::kill(waiter.pid(), SIGCONT);
    CHECK(waiter.wait() == 0);
    CHECK(later.try_acquire().has_value());
  }

  TEST_CASE("a holder that is stopped is named as such") {
    const TestDir dir;
    Shared<std::atomic<bool>> ready;
    ChildProcess holder([&] {
      WriterGate gate(dir / "x.db");
      const WriterGate::Hold hold = gate.acquire(0ms);
      *ready = true;
      ::pause();
      return 0;
    });
    wait_until([&] { return ready->load(); });
    stop(holder.pid());
    WriterGate gate(dir / "x.db");
    const auto error = error_of([&] { (void)gate.acquire(20ms); });
    REQUIRE(error.has_value());
    CHECK(std::string(error->what()).find(", stopped) is writing") != std::string::npos);
  }

  TEST_CASE("a killed holder and a killed waiter are in nobody's way") {
    const TestDir dir;
    WriterGate gate(dir / "x.db");
    WriterGate::Hold hold = gate.acquire(0ms);
    const std::int64_t before = next_ticket(gate.path());
    ChildProcess waiter([&] {
      WriterGate mine(dir / "x.db");
      const WriterGate::Hold turn = mine.acquire(30s);
      return 1;
    });
    wait_until([&] { return next_ticket(gate.path()) > before; });
    WriterGate third(dir / "x.db");
    waiter.kill();
    hold.release();
    CHECK(third.try_acquire().has_value());
  }

  TEST_CASE("a lost counter lets nobody in and nobody past those who wait") {
    const TestDir dir;
    WriterGate gate(dir / "x.db");
    WriterGate::Hold hold = gate.acquire(0ms);
    WriterGate other(dir / "x.db");
    for (int i = 0; i < 100; ++i) CHECK(code_of([&] { (void)other.acquire(0ms); }) == "busy");
    ChildProcess waiter([&] {
      WriterGate mine(dir / "x.db");
      const WriterGate::Hold turn = mine.acquire(30s);
      return 0;
    });
    wait_until([&] { return has_ticket(gate.path(), 101); });
    write_all(gate.path(), "");
    CHECK_FALSE(other.try_acquire().has_value());
    CHECK(code_of([&] { (void)other.acquire(0ms); }) == "busy");
    CHECK(next_ticket(gate.path()) == 103);
    write_all(gate.path(), std::string(64, '\xff'));
    CHECK(code_of([&] { (void)other.acquire(1ms); }) == "busy");
    hold.release();
    CHECK(waiter.wait() == 0);
    CHECK(other.try_acquire().has_value());
  }

  TEST_CASE("a gate that has another name is somebody's file, and stays as it is") {
    const TestDir dir;
    write_all(dir / "victim", "untouched");
    std::filesystem::create_hard_link(dir / "victim", dir / "x.db-gate");
    const Error error = thrown_by([&] { const WriterGate gate(dir / "x.db"); });
    CHECK(error.code() == ErrorCode::conflict);
    CHECK(std::string(error.what()) == "the writer gate " + (dir / "x.db-gate").string() +
                                           " has 2 names (hard links): it is somebody's file");
    CHECK(read_all(dir / "victim") == "untouched");
    std::filesystem::remove(dir / "victim");
    CHECK_NOTHROW(WriterGate(dir / "x.db"));
  }

  TEST_CASE("the gate's file is never followed through a link") {
    const TestDir dir;
    write_all(dir / "victim", "untouched");
    std::filesystem::create_symlink(dir / "victim", dir / "x.db-gate");
    CHECK(code_of([&] { const WriterGate gate(dir / "x.db"); }) == "io");
    CHECK(read_all(dir / "victim") == "untouched");
  }
}
