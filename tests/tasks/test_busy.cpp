// SPDX-License-Identifier: MIT
// A database that somebody else is writing for longer than one waits.
#include <doctest/doctest.h>

#include <optional>

#include "baton.hpp"
#include "child_process.hpp"
#include "database_fixture.hpp"
#include "db/lock_holder.hpp"
#include "db/writer_gate.hpp"
#include "program_run.hpp"
#include "raw_database.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/store.hpp"
#include "task_place.hpp"
#include "test_dir.hpp"

using namespace rlmdb;
using namespace rlmdb::test;
using namespace std::chrono_literals;

namespace {

Store open_impatient(const TestDir& dir) {
  StoreOptions options;
  options.busy_timeout = 100ms;
  return Store::open(dir / "x.db", Access::read_write, options);
}

bool names(const Error& error, pid_t pid) {
  return std::string(error.what()).find("pid " + std::to_string(pid) + " (") != std::string::npos;
}

/// Holds the writer gate until it is told to let go.
ChildProcess hold_gate(const TestDir& dir, const Baton& held, const Baton& let_go) {
  return ChildProcess([&] {
    db::WriterGate gate(dir / "x.db");
    const db::WriterGate::Hold hold = gate.acquire(10s);
    held.give();
    let_go.take();
    return 0;
  });
}

/// A writer that knows nothing of the gate.
ChildProcess hold_write_lock(const TestDir& dir, const Baton& held, const Baton& let_go) {
  return ChildProcess([&] {
    const RawDatabase raw(dir / "x.db", SQLITE_OPEN_READWRITE);
    raw.run("BEGIN IMMEDIATE");
    held.give();
    let_go.take();
    raw.run("ROLLBACK");
    return 0;
  });
}

/// Every call that writes fails as busy while `hold` holds, reads work, and afterwards all is well.
template <class Hold, class Check>
void check_busy(Hold&& hold, Check&& check) {
  const TestDir dir;
  (void)Store::create(dir / "x.db").change(adding("first"));
  const Baton held;
  const Baton let_go;
  ChildProcess holder = hold(dir, held, let_go);
  held.take();
  {
    Store store = open_impatient(dir);
    const auto of_change = error_of([&] { (void)store.change(adding("second")); });
    const auto of_claim = error_of([&] { (void)store.claim(); });
    REQUIRE(of_change.has_value());
    REQUIRE(of_claim.has_value());
    check(*of_change, holder.pid());
    check(*of_claim, holder.pid());
    CHECK(store.stats().total == 1);
    let_go.give();
    CHECK(holder.wait() == 0);
    CHECK(store.change(adding("second")).id.text == "task-0001");
    CHECK(store.claim()->id.text == "task-0000");
  }
  CHECK(RawDatabase(dir / "x.db").value("SELECT count(*) FROM events WHERE task_id IS NOT NULL") == "3");
}

}  // namespace

TEST_SUITE("tasks::busy") {
  TEST_CASE("behind another process of ours: busy, with its pid") {
    check_busy(hold_gate, [](const Error& error, pid_t holder) {
      CHECK(error.code() == ErrorCode::busy);
      CHECK(error.retryable());
      CHECK_MESSAGE(names(error, holder), error.what());
    });
  }

  TEST_CASE("behind a writer that does not know the gate: busy as well, with its pid") {
    check_busy(hold_write_lock, [](const Error& error, pid_t holder) {
      CHECK(error.code() == ErrorCode::busy);
      CHECK(error.retryable());
      CHECK_MESSAGE(names(error, holder), error.what());
    });
  }

  TEST_CASE("a claim that is busy after its changes were committed does not look as if nothing was done") {
    const TestDir dir;
    {
      Store store = Store::create(dir / "x.db");
      std::vector<TaskChange> changes;
      for (int i = 0; i < 2; ++i) changes.push_back(adding("first"));
      (void)store.change(changes);
      for (auto& waiting : changes = std::vector<TaskChange>(600, adding("waits")))
        std::get<NewTask>(waiting.action).depends_on = {TaskId{"task-0001"}};
      (void)store.change({TaskId{"task-0001"}, StartTask{}, {}});
      (void)store.change(changes);
    }
    const Baton ready;
    const Baton let_go;
    // Always waits for its turn; keeps it once the task is completed, which is between two tries of the
    // claim.
    ChildProcess holder([&] {
      db::WriterGate gate(dir / "x.db");
      for (bool is_first = true;; is_first = false) {
        const db::WriterGate::Hold hold = gate.acquire(10s);
        if (is_first) ready.give();
        if (RawDatabase(dir / "x.db").value("SELECT state FROM tasks WHERE id = 1") != "completed") continue;
        let_go.take();
        return 0;
      }
    });
    ready.take();
    Store store = open_impatient(dir);
    Precondition forced;
    forced.force = Force::yes;
    ClaimOptions options;
    options.first = {{TaskId{"task-0000"}, CompleteTask{}, forced}};
    std::optional<Claim> claim;
    const auto error = error_of([&] { claim = store.claim(options); });
    CHECK_FALSE(error.has_value());
    CHECK_FALSE(claim.has_value());
    CHECK(store.find_task(TaskId{"task-0000"})->state == TaskState::completed);
    let_go.give();
    CHECK(holder.wait() == 0);
  }

  TEST_CASE("who waits behind one that waits itself hears of the last one") {
    const TestDir dir;
    (void)Store::create(dir / "x.db");
    const Baton held;
    const Baton let_go;
    ChildProcess foreign = hold_write_lock(dir, held, let_go);
    held.take();
    ChildProcess first([&] {
      (void)Store::open(dir / "x.db", Access::read_write).change(adding("first"));
      return 0;
    });
    db::WriterGate gate(dir / "x.db");
    wait_until([&] { return gate.holder().has_value(); });
    Store store = open_impatient(dir);
    const auto error = error_of([&] { (void)store.change(adding("second")); });
    REQUIRE(error.has_value());
    CHECK_MESSAGE(names(*error, first.pid()), error->what());
    CHECK_MESSAGE(names(*error, foreign.pid()), error->what());
    let_go.give();
    CHECK(first.wait() == 0);
    CHECK(foreign.wait() == 0);
  }

  TEST_CASE("the program says for whom it waits, as long as --timeout tells") {
    const TestDir dir;
    (void)Store::create(dir / "x.db");
    const Baton held;
    const Baton let_go;
    ChildProcess foreign = hold_write_lock(dir, held, let_go);
    held.take();
    const std::string name = "pid " + std::to_string(foreign.pid()) + " (";
    const Ended told = run_rlmdb(dir / "x.db", {"--timeout", "1100ms", "task", "add", "--prompt", "x"});
    CHECK(told.code == 5);
    CHECK_MESSAGE(told.error.starts_with("rlmdb: warning: waiting for " + name), told.error);
    const Ended hasty = run_rlmdb(dir / "x.db", {"task", "add", "--prompt", "x", "--timeout", "0s"});
    CHECK(hasty.code == 5);
    CHECK_MESSAGE(hasty.error.starts_with("rlmdb: error: cannot begin a write transaction: " + name),
                  hasty.error);
    let_go.give();
    CHECK(foreign.wait() == 0);
    CHECK(run_rlmdb(dir / "x.db", {"task", "add", "--prompt", "x", "--timeout", "30s"}).code == 0);
  }

  TEST_CASE("a program that is stopped in the queue holds up no other") {
    const TestDir dir;
    (void)Store::create(dir / "x.db");
    db::WriterGate gate(dir / "x.db");
    std::optional<db::WriterGate::Hold> hold = gate.acquire(10s);
    const std::string queue = read_all(gate.path());
    RunningProgram stopped(rlmdb_on(dir / "x.db", {"task", "add", "--prompt", "stopped"}));
    wait_until([&] { return read_all(gate.path()) != queue; });
    stopped.signal(SIGSTOP);
    wait_until([&] { return db::is_stopped(stopped.pid()); });
    hold.reset();
    const Ended next = run_rlmdb(dir / "x.db", {"task", "add", "--prompt", "next"});
    CHECK_MESSAGE(next.code == 0, next.error);
    stopped.signal(SIGCONT);
    CHECK(stopped.wait().code == 0);
    CHECK(Store::open(dir / "x.db", Access::read_only).stats().total == 2);
  }

  TEST_CASE("a writer that lets go in time is waited for") {
    const TestDir dir;
    (void)Store::create(dir / "x.db");
    const Baton held;
    const Baton let_go;
    ChildProcess holder = hold_gate(dir, held, let_go);
    held.take();
    ChildProcess waiter([&] {
      Store store = Store::open(dir / "x.db", Access::read_write);
      let_go.give();
      return store.change(adding("patient")).id.text == "task-0000" ? 0 : 1;
    });
    CHECK(waiter.wait() == 0);
    CHECK(holder.wait() == 0);
  }
}
