// SPDX-License-Identifier: MIT
// The program beside other writers.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "baton.hpp"
#include "child_process.hpp"
#include "db/writer_gate.hpp"
#include "program_run.hpp"
#include "race.hpp"
#include "raw_database.hpp"
#include "rlmdb/store.hpp"
#include "test_dir.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

std::filesystem::path database_with_task(const TestDir& dir) {
  NewTask task;
  task.prompt = "shared";
  (void)Store::create(dir / "x.db").change(TaskChange{{}, task, {}});
  return dir / "x.db";
}

nlohmann::json error_of(const Ended& ended) {
  return nlohmann::json::parse(ended.error).at("error");
}

}  // namespace

TEST_SUITE("tasks::processes") {
  TEST_CASE("behind a writer that never ends: exit 5 after 30 s, with its pid") {
    if (!is_long_run()) return;
    const TestDir dir;
    const auto database = database_with_task(dir);
    const Baton held;
    const Baton let_go;
    ChildProcess holder([&] {
      db::WriterGate gate(database);
      const db::WriterGate::Hold hold = gate.acquire(std::chrono::seconds(10));
      held.give();
      let_go.take();
      return 0;
    });
    held.take();
    const Ended busy = run_rlmdb(database, {"--json", "task", "cancel", "task-0000"});
    CHECK(busy.code == 5);
    CHECK(error_of(busy).at("code") == "busy");
    CHECK(error_of(busy).at("retryable") == true);
    CHECK(error_of(busy).at("message").get<std::string>().find(std::to_string(holder.pid())) !=
          std::string::npos);
    let_go.give();
    CHECK(holder.wait() == 0);
    CHECK(run_rlmdb(database, {"task", "cancel", "task-0000"}).code == 0);
  }
}

TEST_SUITE("tasks::program") {
  TEST_CASE("of two who change the same version the second is told of the conflict") {
    const TestDir dir;
    const auto database = database_with_task(dir);
    const Ended first = run_rlmdb(database, {"task", "set", "task-0000", "agent=\"a\"", "--if-version", "1"});
    CHECK(first.code == 0);
    const Ended second =
        run_rlmdb(database, {"--json", "task", "set", "task-0000", "priority=7", "--if-version", "1"});
    CHECK(second.code == 7);
    CHECK(error_of(second).at("code") == "conflict");
    CHECK(error_of(second).at("where") == "task-0000");
    CHECK(error_of(second).at("retryable") == false);
    CHECK(RawDatabase(database).rows("SELECT agent, priority, version FROM tasks") ==
          std::vector<std::vector<std::string>>{{"a", "0", "2"}});
  }

  TEST_CASE("16 programs that claim at once get 16 tasks") {
    const TestDir dir;
    const auto database = database_with_task(dir);
    {
      Store store = Store::open(database, Access::read_write);
      NewTask task;
      task.prompt = "more";
      (void)store.change(std::vector<TaskChange>(15, TaskChange{{}, task, {}}));
    }
    std::vector<RunningProgram> programs;
    for (int i = 0; i < 16; ++i)
      programs.emplace_back(rlmdb_on(database, {"claim", "--pid", std::to_string(::getpid())}));
    for (RunningProgram& program : programs) CHECK(program.wait().code == 0);
    const RawDatabase raw(database);
    CHECK(raw.value("SELECT count(*) FROM tasks WHERE state = 'running'") == "16");
    CHECK(raw.value("SELECT count(DISTINCT token) FROM tasks") == "16");
    CHECK(raw.value("SELECT count(*) FROM events WHERE kind = 'task:claimed'") == "16");
  }
}
