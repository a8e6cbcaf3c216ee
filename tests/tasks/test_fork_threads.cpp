// SPDX-License-Identifier: MIT
// A Store that is carried over fork(), and one that many threads share.
#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <set>
#include <thread>

#include "child_process.hpp"
#include "database_fixture.hpp"
#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "raw_database.hpp"
#include "rlmdb/store.hpp"
#include "task_place.hpp"
#include "test_dir.hpp"

using namespace rlmdb;
using namespace rlmdb::test;
using namespace std::chrono_literals;

namespace {

constexpr int k_threads = 8;
constexpr int k_changes_each = 200;

TaskChange append(const TaskId& id, const std::string& chunk) {
  return {id, AppendOutput{chunk}, {}};
}

/// The calls that do not fail as `internal`.
int calls_that_work(Store& store) {
  const std::vector<std::function<void()>> calls = {
      [&] { (void)store.change(adding("of the child")); },
      [&] { (void)store.claim(); },
      [&] { (void)store.stats(); },
      [&] { (void)store.list(); },
      [&] { (void)store.find_task({"task-0000"}); },
      [&] { (void)store.find_record({"task-0000"}); },
      [&] {
        store.query("SELECT 1", {[](const auto&) {}, [](const auto&) { return true; }});
      },
      [&] { (void)store.ready(); },
      [&] { (void)store.explain_ready(); },
      [&] { (void)store.summary(); },
      [&] { store.events({}, [](const Event&) { return true; }); },
      [&] {
        store.follow_events({}, {[] { return true; }, 10ms}, [](const Event&) { return true; });
      },
  };
  int working = 0;
  for (const auto& call : calls) working += code_of(call) == "internal" ? 0 : 1;
  return working;
}

/// Whether a process of its own may write now.
bool another_can_write(const TestDir& dir) {
  ChildProcess other([&] {
    StoreOptions options;
    options.busy_timeout = 50ms;
    Store store = Store::open(dir / "x.db", Access::read_write, options);
    return code_of([&] { (void)store.change(adding("of another")); }) == "busy" ? 1 : 0;
  });
  return other.wait() == 0;
}

}  // namespace

TEST_SUITE("tasks::fork_threads") {
  TEST_CASE("in a forked child every call is an internal error; the parent goes on") {
    const TestDir dir;
    auto store = std::make_unique<Store>(Store::create(dir / "x.db"));
    (void)store->change(adding("before"));
    ChildProcess child([&] {
      const int working = calls_that_work(*store);
      store.reset();
      return working;
    });
    CHECK(child.wait() == 0);
    CHECK(store->change(adding("after")).id.text == "task-0001");
    CHECK(store->stats().total == 2);
    CHECK(another_can_write(dir));
    CHECK(store->stats().total == 3);
  }

  TEST_CASE("a child that destroys its copy does not open the parent's locks") {
    const TestDir dir;
    auto store = std::make_unique<Store>(Store::create(dir / "x.db"));
    {
      const auto use = db::connections_of(*store).use();
      db::WriteTransaction transaction(use.connection());
      ChildProcess child([&] {
        store.reset();
        return 0;
      });
      CHECK(child.wait() == 0);
      CHECK(use.connection().gate().is_held());
      CHECK_FALSE(another_can_write(dir));
      transaction.commit();
    }
    CHECK(another_can_write(dir));
    CHECK(store->stats().total == 1);
  }

  TEST_CASE("a child that destroys its copy does not touch a large -wal") {
    const TestDir dir;
    auto store = std::make_unique<Store>(Store::create(dir / "x.db"));
    const std::string large(10 * 1024 * 1024, 'x');
    (void)store->change(adding(large));
    const auto bytes = std::filesystem::file_size(dir / "x.db-wal");
    CHECK(bytes > large.size());
    ChildProcess child([&] {
      store.reset();
      return 0;
    });
    CHECK(child.wait() == 0);
    CHECK(std::filesystem::file_size(dir / "x.db-wal") == bytes);
    store.reset();
    CHECK_FALSE(std::filesystem::exists(dir / "x.db-wal"));
  }

  TEST_CASE("a child that opens a Store of its own writes beside its parent") {
    const TestDir dir;
    Store store = Store::create(dir / "x.db");
    for (int round = 0; round < 5; ++round) {
      (void)store.change(adding("of the parent"));
      CHECK(another_can_write(dir));
    }
    CHECK(store.stats().total == 10);
  }

  TEST_CASE("eight threads share one Store and lose nothing") {
    const TestDir dir;
    StoreOptions options;
    options.durability = Durability::normal;
    Store store = Store::create(dir / "x.db", options);
    const TaskId shared = store.change(adding("shared")).id;
    (void)store.change({shared, StartTask{}, {}});
    std::vector<std::vector<std::int64_t>> seqs(k_threads);
    std::vector<std::thread> threads;
    for (int thread = 0; thread < k_threads; ++thread)
      threads.emplace_back([&, thread] {
        for (int i = 0; i < k_changes_each; ++i) {
          const std::string text = std::to_string(thread) + "." + std::to_string(i) + ";";
          const auto result = store.change(i % 2 == 0 ? adding(text) : append(shared, text));
          seqs[static_cast<std::size_t>(thread)].push_back(result.event_seq);
          if (i % 20 == 0) (void)store.stats();
        }
      });
    for (std::thread& thread : threads) thread.join();

    std::set<std::int64_t> all;
    for (const auto& mine : seqs) {
      CHECK(std::is_sorted(mine.begin(), mine.end()));
      all.insert(mine.begin(), mine.end());
    }
    CHECK(all.size() == k_threads * k_changes_each);
    CHECK(store.stats().total == 1 + k_threads * k_changes_each / 2);
    const std::string output =
        RawDatabase(dir / "x.db").value("SELECT output FROM task_outputs WHERE legacy_id = 'task-0000'");
    std::set<std::string> chunks;
    for (std::size_t at = 0; at < output.size(); at = output.find(';', at) + 1)
      chunks.insert(output.substr(at, output.find(';', at) - at));
    CHECK(chunks.size() == k_threads * k_changes_each / 2);
  }
}
