// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <signal.h>
#include <sqlite3.h>

#include <fstream>
#include <functional>

#include "child_process.hpp"
#include "database_fixture.hpp"
#include "db/gate_file.hpp"
#include "db/wal_checkpoint.hpp"
#include "db/wal_owner.hpp"
#include "test_dir.hpp"

using namespace rlmdb;
using namespace rlmdb::test;
using db::Connection;

namespace {

namespace fs = std::filesystem;

/// Adds a row in a process that is then killed, before it can move the -wal into the file.
void add_row_and_die(const fs::path& database, const std::function<void(Connection&)>& before_death = {}) {
  ChildProcess child([&] {
    Connection connection = Connection::open(writing(database));
    write(connection, "INSERT INTO t VALUES (zeroblob(9000))");
    if (before_death) before_death(connection);
    return ::raise(SIGKILL);
  });
  REQUIRE(child.wait() == -SIGKILL);
  REQUIRE(fs::file_size(database.string() + "-wal") > 0);
}

/// x.db with one row, its copy old.db of before, and a -wal with a second row that a killed process left.
struct KilledWriter {
  KilledWriter() {
    make_database(database);
    write_row();
    fs::copy_file(database, dir / "old.db");
    add_row_and_die(database);
  }
  void write_row() const {
    Connection connection = Connection::open(writing(database));
    write(connection, "INSERT INTO t VALUES (1)");
  }
  [[nodiscard]] std::string open_for(rlmdb::Access access) const {
    db::OpenOptions options = reading(database);
    options.access = access;
    return code_of([&] { (void)Connection::open(options); });
  }
  [[nodiscard]] std::int64_t rows() const {
    Connection connection = Connection::open(reading(database));
    return number(connection, "SELECT count(*) FROM t");
  }

  TestDir dir;
  fs::path database = dir / "x.db";
  fs::path wal = dir / "x.db-wal";
};

}  // namespace

TEST_SUITE("db::wal_owner") {
  TEST_CASE("a -wal that was left beside its own file is replayed") {
    const KilledWriter place;
    CHECK(place.rows() == 2);
  }

  TEST_CASE("an older copy put back beside it is refused and stays as it is, until the -wal is moved away") {
    const KilledWriter place;
    const std::string wal = read_all(place.wal);
    fs::copy_file(place.dir / "old.db", place.database, fs::copy_options::overwrite_existing);
    CHECK(place.open_for(rlmdb::Access::read_write) == "conflict");
    CHECK(place.open_for(rlmdb::Access::read_only) == "conflict");
    CHECK(read_all(place.database) == read_all(place.dir / "old.db"));
    CHECK(read_all(place.wal) == wal);
    fs::rename(place.wal, place.dir / "aside");
    CHECK(place.rows() == 1);
  }

  TEST_CASE("so is one that comes by rename, and another database" * damages) {
    const KilledWriter place;
    make_database(place.dir / "other.db");
    fs::rename(place.dir / "old.db", place.database);
    CHECK(place.open_for(rlmdb::Access::read_only) == "conflict");
    fs::copy_file(place.dir / "other.db", place.database, fs::copy_options::overwrite_existing);
    CHECK(place.open_for(rlmdb::Access::read_only) == "conflict");
  }

  TEST_CASE("the file that was there before may come back") {
    const KilledWriter place;
    fs::rename(place.database, place.dir / "kept.db");
    fs::copy_file(place.dir / "old.db", place.database);
    REQUIRE(place.open_for(rlmdb::Access::read_only) == "conflict");
    fs::rename(place.dir / "kept.db", place.database);
    CHECK(place.rows() == 2);
  }

  TEST_CASE("a checkpoint that was killed has moved pages: that is no other file") {
    const TestDir dir;
    make_database(dir / "x.db");
    add_row_and_die(dir / "x.db", [](Connection& connection) {
      // Not through our function, which would write down that the file has changed.
      if (sqlite3_wal_checkpoint_v2(connection.handle(), "main", SQLITE_CHECKPOINT_PASSIVE, nullptr,
                                    nullptr) != SQLITE_OK)
        ::_exit(97);
    });
    Connection connection = Connection::open(reading(dir / "x.db"));
    CHECK(number(connection, "SELECT count(*) FROM t") == 1);
  }

  TEST_CASE("a record that was written in part speaks of no other file") {
    const KilledWriter place;
    std::fstream gate(place.dir / "x.db-gate", std::ios::binary | std::ios::in | std::ios::out);
    // The second half is still that of the record before.
    gate.seekp(db::k_wal_record_offset + 36);
    gate.write("\0\0\0\0\1\0\0\0\0\0\0\0", 12);
    gate.close();
    CHECK(place.open_for(Access::read_only) == "no error");
    CHECK(place.rows() == 2);
  }

  TEST_CASE("what came after a checkpoint of ours is still the file's own") {
    const TestDir dir;
    make_database(dir / "x.db");
    const Connection reader = Connection::open(reading(dir / "x.db"));
    add_row_and_die(dir / "x.db", [](Connection& connection) {
      (void)db::checkpoint(connection, db::CheckpointMode::passive);
      write(connection, "INSERT INTO t VALUES (2)");
    });
    Connection connection = Connection::open(writing(dir / "x.db"));
    CHECK(number(connection, "SELECT count(*) FROM t") == 2);
  }

  TEST_CASE("files that were copied together, or put back together, are replayed; so is an unknown -wal") {
    const KilledWriter place;
    fs::create_directory(place.dir / "copies");
    for (const char* name : {"x.db", "x.db-wal", "x.db-gate"})
      fs::copy_file(place.dir / name, place.dir / "copies" / name);
    Connection copy = Connection::open(reading(place.dir / "copies/x.db"));
    CHECK(number(copy, "SELECT count(*) FROM t") == 2);
    for (const char* name : {"x.db", "x.db-wal", "x.db-gate"}) {
      const fs::path copied = place.dir / ("again-" + std::string(name));
      fs::copy_file(place.dir / name, copied);
      if (std::string(name) == "x.db-wal") fs::remove(place.dir / name);
      fs::copy_file(copied, place.dir / name, fs::copy_options::overwrite_existing);
    }
    CHECK(place.rows() == 2);
    add_row_and_die(place.database);
    fs::copy_file(place.dir / "old.db", place.database, fs::copy_options::overwrite_existing);
    fs::remove(place.dir / "x.db-gate");
    CHECK(place.open_for(rlmdb::Access::read_only) == "no error");
  }
}
