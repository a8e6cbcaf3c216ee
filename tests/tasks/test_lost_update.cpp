// SPDX-License-Identifier: MIT
// Two processes that write at once: how the legacy store loses what the first one wrote, and that ours keeps
// both. The steps of the interleaving are taken in turn, by pipes.
#include <doctest/doctest.h>

#include <functional>
#include <set>

#include "baton.hpp"
#include "child_process.hpp"
#include "legacy_store.hpp"
#include "raw_database.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/store.hpp"
#include "test_dir.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

constexpr int k_creates = 500;

NewTask prompt(const std::string& text) {
  NewTask task;
  task.prompt = text;
  return task;
}

TaskChange set_member(const TaskId& id, const std::string& member, const std::string& json,
                      std::optional<std::int64_t> if_version = std::nullopt) {
  return {id, SetMembers{{{member, JsonText{json}}}}, {if_version, std::nullopt, Force::no}};
}

/// Runs both as processes; A goes first, and they take turns at every `pass`.
void take_turns(const std::function<int(const std::function<void()>& pass)>& process_a,
                const std::function<int(const std::function<void()>& pass)>& process_b) {
  const Baton to_a;
  const Baton to_b;
  const auto step = [](const Baton& give, const Baton& take) {
    return [&give, &take] {
      give.give();
      take.take();
    };
  };
  ChildProcess a([&] {
    const int code = process_a(step(to_b, to_a));
    to_b.give();
    return code;
  });
  ChildProcess b([&] {
    to_b.take();
    const int code = process_b(step(to_a, to_b));
    to_a.give();
    return code;
  });
  CHECK(a.wait() == 0);
  CHECK(b.wait() == 0);
}

int legacy_turn(const std::filesystem::path& file, const std::string& name,
                const std::function<void()>& pass) {
  LegacyStore store(file);
  pass();
  store.create("of " + name);
  pass();
  store.persist();
  return 0;
}

std::int64_t version_of(const Store& store, const std::string& id) {
  std::int64_t version = 0;
  store.query("SELECT version FROM tasks WHERE legacy_id = '" + id + "'",
              {[](const auto&) {},
               [&](const std::vector<SqlValue>& row) {
                 version = std::get<std::int64_t>(row.at(0));
                 return false;
               }});
  return version;
}

/// Reads a task's version, lets the other do the same, then changes what it read.
int change_what_was_read(const std::filesystem::path& database, const std::string& member,
                         const std::string& json, const std::function<void()>& pass) {
  Store store = Store::open(database, Access::read_write);
  const std::int64_t version = version_of(store, "task-0000");
  pass();
  try {
    (void)store.change(set_member({"task-0000"}, member, json, version));
    return 0;
  } catch (const Error& error) {
    return error.code() == ErrorCode::conflict && error.where() == "task-0000" ? 7 : 1;
  }
}

void create_many(const std::filesystem::path& database, const std::string& name) {
  Store store = Store::open(database, Access::read_write);
  for (int i = 0; i < k_creates; ++i)
    (void)store.change(TaskChange{{}, prompt(name + " " + std::to_string(i)), {}});
}

std::set<std::string> first_column(const std::filesystem::path& database, const std::string& sql) {
  std::set<std::string> values;
  for (const auto& row : RawDatabase(database).rows(sql)) values.insert(row.at(0));
  return values;
}

std::set<std::string> prompts_of(const std::string& name) {
  std::set<std::string> prompts;
  for (int i = 0; i < k_creates; ++i) prompts.insert(name + " " + std::to_string(i));
  return prompts;
}

}  // namespace

TEST_SUITE("tasks::lost_update") {
  TEST_CASE("process A and process B create a task: the legacy store keeps the second") {
    const TestDir dir;
    const auto file = dir / "tasks.json";
    take_turns([&](const auto& pass) { return legacy_turn(file, "A", pass); },
               [&](const auto& pass) { return legacy_turn(file, "B", pass); });
    CHECK(legacy_prompts(file) == std::vector<std::string>{"of B"});
  }

  TEST_CASE("process A and process B create a task: ours keeps both") {
    const TestDir dir;
    const auto database = dir / "x.db";
    (void)Store::create(database);
    const auto turn = [&](const std::string& name, const auto& pass) {
      Store store = Store::open(database, Access::read_write);
      const auto tasks_before = store.stats().total;
      pass();
      (void)store.change(TaskChange{{}, prompt("of " + name), {}});
      pass();
      return tasks_before == 0 && store.stats().total == 2 ? 0 : 1;
    };
    take_turns([&](const auto& pass) { return turn("A", pass); },
               [&](const auto& pass) { return turn("B", pass); });
    const auto rows = RawDatabase(database).rows("SELECT legacy_id, prompt FROM tasks ORDER BY id");
    CHECK(rows == std::vector<std::vector<std::string>>{{"task-0000", "of A"}, {"task-0001", "of B"}});
  }

  TEST_CASE("both change one task: different members survive both") {
    const TestDir dir;
    const auto database = dir / "x.db";
    (void)Store::create(database).change(TaskChange{{}, prompt("shared"), {}});
    const auto turn = [&](const std::string& member, const std::string& json, const auto& pass) {
      Store store = Store::open(database, Access::read_write);
      (void)store.find_record({"task-0000"});
      pass();
      (void)store.change(set_member({"task-0000"}, member, json));
      return 0;
    };
    take_turns([&](const auto& pass) { return turn("agent", R"("writer")", pass); },
               [&](const auto& pass) { return turn("priority", "7", pass); });
    const auto rows = RawDatabase(database).rows("SELECT prompt, agent, priority, version FROM tasks");
    CHECK(rows == std::vector<std::vector<std::string>>{{"shared", "writer", "7", "3"}});
  }

  TEST_CASE("both change the version that they read: the second is a conflict and changes nothing") {
    const TestDir dir;
    const auto database = dir / "x.db";
    (void)Store::create(database).change(TaskChange{{}, prompt("shared"), {}});
    take_turns(
        [&](const auto& pass) { return change_what_was_read(database, "agent", R"("writer")", pass); },
        [&](const auto& pass) { return change_what_was_read(database, "priority", "7", pass) == 7 ? 0 : 1; });
    const RawDatabase raw(database);
    CHECK(raw.rows("SELECT agent, priority, version FROM tasks") ==
          std::vector<std::vector<std::string>>{{"writer", "0", "2"}});
    CHECK(raw.value("SELECT count(*) FROM events WHERE task_id IS NOT NULL") == "2");
  }
}

TEST_SUITE("tasks::processes") {
  TEST_CASE("the control: twice 500 creates leave 500 in the legacy store") {
    const TestDir dir;
    const auto file = dir / "tasks.json";
    const Baton ready_a;
    const Baton go_a;
    const Baton done_a;
    const auto create = [](LegacyStore& store, const std::string& name, int first, int end) {
      for (int i = first; i < end; ++i) {
        store.create(name + " " + std::to_string(i));
        store.persist();
      }
    };
    ChildProcess a([&] {
      LegacyStore store(file);
      ready_a.give();
      go_a.take();
      create(store, "A", 0, k_creates);
      done_a.give();
      return 0;
    });
    ChildProcess b([&] {
      LegacyStore store(file);
      ready_a.take();
      go_a.give();
      create(store, "B", 0, k_creates - 1);
      // Which of the two writes last is chance elsewhere.
      done_a.take();
      create(store, "B", k_creates - 1, k_creates);
      return 0;
    });
    CHECK(a.wait() == 0);
    CHECK(b.wait() == 0);
    const auto prompts = legacy_prompts(file);
    CHECK(prompts.size() == k_creates);
    CHECK(std::set<std::string>(prompts.begin(), prompts.end()) == prompts_of("B"));
  }

  TEST_CASE("twice 500 creates leave 1,000 in ours") {
    const TestDir dir;
    const auto database = dir / "x.db";
    (void)Store::create(database);
    std::vector<ChildProcess> processes;
    for (const char* name : {"A", "B"})
      processes.emplace_back([&database, name] {
        create_many(database, name);
        return 0;
      });
    for (ChildProcess& process : processes) CHECK(process.wait() == 0);
    std::set<std::string> expected = prompts_of("A");
    expected.merge(prompts_of("B"));
    CHECK(expected.size() == 2 * k_creates);
    CHECK(first_column(database, "SELECT prompt FROM tasks") == expected);
    CHECK(first_column(database, "SELECT legacy_id FROM tasks").size() == 2 * k_creates);
  }
}
