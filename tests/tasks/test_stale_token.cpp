// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "child_process.hpp"
#include "database_fixture.hpp"
#include "raw_database.hpp"
#include "rlmdb/store.hpp"
#include "test_dir.hpp"

using namespace rlmdb;
using namespace rlmdb::test;
using namespace std::chrono_literals;

namespace {

const std::vector<std::pair<const char*, TaskAction>>& actions() {
  static const std::vector<std::pair<const char*, TaskAction>> k_actions = {
      {"complete", CompleteTask{"stale"}},
      {"fail", FailTask{"stale"}},
      {"append", AppendOutput{"stale"}},
      {"heartbeat", Heartbeat{}},
      {"release", ReleaseTask{}},
      {"cancel", CancelTask{}},
      {"start", StartTask{}},
      {"retry", RetryTask{}},
      {"set", SetMembers{{{"result", {"1"}}}}},
  };
  return k_actions;
}

std::vector<std::vector<std::vector<std::string>>> content(const std::filesystem::path& database) {
  const RawDatabase raw(database);
  return {raw.rows("SELECT * FROM tasks"), raw.rows("SELECT * FROM events"),
          raw.rows("SELECT * FROM event_changes"), raw.rows("SELECT * FROM output_chunks")};
}

ClaimOptions for_lease(std::chrono::milliseconds lease) {
  ClaimOptions options;
  options.lease = lease;
  options.wait = 60s;
  return options;
}

/// A claim of task-0000 that has run out, with another process's claim behind it.
Claim stale_claim(const std::filesystem::path& database) {
  NewTask task;
  task.prompt = "contested";
  task.backoff = 1ms;
  (void)Store::create(database).change(TaskChange{{}, task, {}});
  const Claim stale = Store::open(database, Access::read_write).claim(for_lease(1ms)).value();
  ChildProcess successor([&] {
    const auto claim = Store::open(database, Access::read_write).claim(for_lease(10min));
    return claim && claim->token > stale.token && claim->attempts == 1 ? 0 : 1;
  });
  CHECK(successor.wait() == 0);
  return stale;
}

void check_stale(const std::filesystem::path& database, const Claim& stale) {
  Store store = Store::open(database, Access::read_write);
  const auto before = content(database);
  for (const auto& action : actions()) {
    CAPTURE(action.first);
    const TaskChange change{stale.id, action.second, {std::nullopt, stale.token, Force::no}};
    CHECK(code_of([&] { (void)store.change(change); }) == "conflict");
    CHECK(content(database) == before);
  }
}

}  // namespace

TEST_SUITE("tasks::stale_token") {
  TEST_CASE("after another claim it changes nothing, and is a conflict for every verb") {
    const TestDir dir;
    check_stale(dir / "x.db", stale_claim(dir / "x.db"));
  }

  TEST_CASE("so it does when the other one has completed the task") {
    const TestDir dir;
    const Claim stale = stale_claim(dir / "x.db");
    {
      Store store = Store::open(dir / "x.db", Access::read_write);
      const std::int64_t token = std::stoll(RawDatabase(dir / "x.db").value("SELECT token FROM tasks"));
      (void)store.change(TaskChange{stale.id, CompleteTask{"done"}, {std::nullopt, token, Force::no}});
    }
    check_stale(dir / "x.db", stale);
  }
}
