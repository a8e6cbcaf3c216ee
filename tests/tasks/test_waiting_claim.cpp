// SPDX-License-Identifier: MIT
// A claim that waits for work: it gets what comes, and until then it costs next to nothing.
#include <doctest/doctest.h>
#include <sys/resource.h>

#include <sstream>

#include "baton.hpp"
#include "child_process.hpp"
#include "raw_database.hpp"
#include "rlmdb/store.hpp"
#include "test_dir.hpp"

using namespace rlmdb;
using namespace rlmdb::test;
using namespace std::chrono_literals;

namespace {

TaskChange adding_with_backoff(const std::string& prompt) {
  NewTask task;
  task.prompt = prompt;
  task.backoff = 1ms;
  return {{}, task, {}};
}

std::chrono::microseconds processor_time() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  return std::chrono::seconds(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
         std::chrono::microseconds(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

/// Calls of write() and its kin by this process so far.
std::int64_t write_calls() {
  std::istringstream lines(read_all("/proc/self/io"));
  for (std::string name; lines >> name;) {
    std::int64_t value = 0;
    lines >> value;
    if (name == "syscw:") return value;
  }
  throw std::runtime_error("no count of write calls");
}

/// A process that waits for a task, and says so; ends with 0 when it got `expected`.
ChildProcess start_waiting(const std::filesystem::path& database, const Baton& waiting,
                           const std::string& expected) {
  return ChildProcess([&, expected] {
    Store store = Store::open(database, Access::read_write);
    ClaimOptions options;
    options.wait = 60s;
    bool told = false;
    options.cancelled = [&] {
      if (!std::exchange(told, true)) waiting.give();
      return false;
    };
    const auto claim = store.claim(options);
    return claim && claim->id.text == expected ? 0 : 1;
  });
}

}  // namespace

TEST_SUITE("tasks::waiting_claim") {
  TEST_CASE("it gets a task that another process adds meanwhile") {
    const TestDir dir;
    (void)Store::create(dir / "x.db");
    const Baton waiting;
    ChildProcess claimer = start_waiting(dir / "x.db", waiting, "task-0000");
    waiting.take();
    (void)Store::open(dir / "x.db", Access::read_write).change(adding_with_backoff("late"));
    CHECK(claimer.wait() == 0);
    CHECK(RawDatabase(dir / "x.db").value("SELECT state FROM tasks") == "running");
  }

  TEST_CASE("it gets a task whose claimer died, when the lease runs out") {
    const TestDir dir;
    (void)Store::create(dir / "x.db").change(adding_with_backoff("abandoned"));
    const Baton claimed;
    ChildProcess owner([&] {
      ClaimOptions options;
      options.lease = 300ms;
      const auto claim = Store::open(dir / "x.db", Access::read_write).claim(options);
      claimed.give();
      ::pause();
      return claim ? 0 : 1;
    });
    claimed.take();
    owner.kill();
    const Baton waiting;
    ChildProcess claimer = start_waiting(dir / "x.db", waiting, "task-0000");
    CHECK(claimer.wait() == 0);
    const RawDatabase raw(dir / "x.db");
    CHECK(raw.value("SELECT attempts FROM tasks") == "1");
    CHECK(raw.value("SELECT count(*) FROM events WHERE reason = 'lease_expired'") == "1");
  }

  TEST_CASE("several that wait share what comes, one task each") {
    const TestDir dir;
    (void)Store::create(dir / "x.db");
    const Baton waiting;
    Shared<std::array<std::atomic<int>, 4>> taken;
    std::vector<ChildProcess> claimers;
    for (int i = 0; i < 4; ++i)
      claimers.emplace_back([&] {
        Store store = Store::open(dir / "x.db", Access::read_write);
        ClaimOptions options;
        options.wait = 60s;
        bool told = false;
        options.cancelled = [&] {
          if (!std::exchange(told, true)) waiting.give();
          return false;
        };
        const auto claim = store.claim(options);
        if (!claim) return 1;
        ++taken->at(static_cast<std::size_t>(claim->id.text.back() - '0'));
        return 0;
      });
    for (int i = 0; i < 4; ++i) waiting.take();
    {
      Store store = Store::open(dir / "x.db", Access::read_write);
      for (int i = 0; i < 4; ++i) (void)store.change(adding_with_backoff("late"));
    }
    for (ChildProcess& claimer : claimers) CHECK(claimer.wait() == 0);
    for (const auto& times : *taken) CHECK(times == 1);
  }

  TEST_CASE("the callback ends it") {
    const TestDir dir;
    Store store = Store::create(dir / "x.db");
    ClaimOptions options;
    options.wait = 600s;
    options.cancelled = [] { return true; };
    CHECK_FALSE(store.claim(options).has_value());
  }

  TEST_CASE("waiting writes nothing, and takes hardly any processor time") {
    const TestDir dir;
    Store store = Store::create(dir / "x.db");
    const auto wal = dir / "x.db-wal";
    std::int64_t first_writes = -1;
    std::int64_t last_writes = 0;
    int calls = 0;
    ClaimOptions options;
    options.wait = 1s;
    options.cancelled = [&] {
      last_writes = write_calls();
      // A sanitizer writes to a pipe of its own when it meets a type for the first time.
      if (++calls == 4) first_writes = last_writes;
      return false;
    };
    const auto bytes_before = std::filesystem::file_size(wal);
    const auto processor_before = processor_time();
    CHECK_FALSE(store.claim(options).has_value());
    // An idle second: a hundredth would be plenty, a loop would take all of it.
    CHECK(processor_time() - processor_before < 100ms);
    CHECK(first_writes >= 0);
    CHECK(last_writes == first_writes);
    CHECK(std::filesystem::file_size(wal) == bytes_before);
  }
}
