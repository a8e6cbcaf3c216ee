// SPDX-License-Identifier: MIT
// A disk that does not confirm: fdatasync(2) of this program can be told to fail.
#include <doctest/doctest.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>

#include "database_fixture.hpp"
#include "test_dir.hpp"

namespace {

std::atomic<bool> s_syncs_fail{false};

}  // namespace

/// The one that SQLite calls.
extern "C" int fdatasync(int descriptor) {
  if (s_syncs_fail) {
    errno = EIO;
    return -1;
  }
  return static_cast<int>(::syscall(SYS_fdatasync, descriptor));
}

using namespace rlmdb;
using namespace rlmdb::test;

TEST_SUITE("db::transaction") {
  TEST_CASE("a commit that the disk does not confirm: nobody knows, and the connection is given up") {
    const TestDir dir;
    make_database(dir / "x.db");
    db::Connection connection = db::Connection::open(writing(dir / "x.db"));
    write(connection, "INSERT INTO t VALUES (1)");
    s_syncs_fail = true;
    const auto error = error_of([&] { write(connection, "INSERT INTO t VALUES (2)"); });
    s_syncs_fail = false;
    REQUIRE(error.has_value());
    CHECK(error->code() == ErrorCode::io);
    CHECK(std::string(error->what()) ==
          "cannot commit to the database: the disk did not confirm a write; what was to "
          "be written may or may not be stored");
    CHECK(error->hint().starts_with("look whether it is there before it is done again"));
    CHECK_FALSE(connection.in_transaction());
    CHECK_FALSE(connection.gate().is_held());
    CHECK(code_of([&] { (void)connection.cached("SELECT 1"); }) == "io");
    CHECK(code_of([&] { connection.execute("SELECT 1"); }) == "io");
    CHECK(code_of([&] { write(connection, "INSERT INTO t VALUES (3)"); }) == "io");
    CHECK(code_of([&] { const db::ReadTransaction snapshot(connection); }) == "io");
    CHECK_FALSE(connection.gate().is_held());
    db::Connection other = db::Connection::open(writing(dir / "x.db"));
    write(other, "INSERT INTO t VALUES (4)");
    CHECK(number(other, "SELECT sum(x) FROM t WHERE x <> 2") == 5);
  }
}
