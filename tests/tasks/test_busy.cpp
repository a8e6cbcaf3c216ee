// SPDX-License-Identifier: MIT
// A database that somebody else is writing for longer than one waits.
#include <doctest/doctest.h>

#include "baton.hpp"
#include "child_process.hpp"
#include "database_fixture.hpp"
#include "db/writer_gate.hpp"
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
  return std::string(error.what()).find("(pid " + std::to_string(pid) + ")") != std::string::npos;
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

  TEST_CASE("behind a writer that does not know the gate: busy as well") {
    check_busy(hold_write_lock, [](const Error& error, pid_t) {
      CHECK(error.code() == ErrorCode::busy);
      CHECK(error.retryable());
    });
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
