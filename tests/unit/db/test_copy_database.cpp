// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "database_fixture.hpp"
#include "db/copy_database.hpp"
#include "test_dir.hpp"

using namespace rlmdb;
using namespace rlmdb::test;
using db::Connection;

TEST_SUITE("db::copy_database") {
  TEST_CASE("a backup has what only the WAL has, and is a whole database") {
    const TestDir dir;
    make_database(dir / "x.db");
    Connection source = Connection::open(writing(dir / "x.db"));
    write(source, "INSERT INTO t VALUES (1), (2)");
    write(source, "PRAGMA user_version=5");
    std::filesystem::create_directory(dir / "b");
    backup_to_new_file(source, dir / "b/copy.db");
    CHECK(std::distance(std::filesystem::directory_iterator(dir / "b"), {}) == 1);
    CHECK(std::filesystem::status(dir / "b/copy.db").permissions() == std::filesystem::perms(0600));
    Connection copy = Connection::open(writing(dir / "b/copy.db"));
    CHECK(number(copy, "SELECT count(*) FROM t") == 2);
    CHECK(copy.user_version() == 5);
    CHECK(integrity_messages(copy).empty());
  }

  TEST_CASE("an existing file is not overwritten") {
    const TestDir dir;
    make_database(dir / "x.db");
    write_all(dir / "copy.db", "mine");
    Connection source = Connection::open(reading(dir / "x.db"));
    CHECK(code_of([&] { backup_to_new_file(source, dir / "copy.db"); }) == "conflict");
    CHECK(read_all(dir / "copy.db") == "mine");
  }

  TEST_CASE("a reading connection can be copied while others write") {
    const TestDir dir;
    make_database(dir / "x.db");
    Connection writer = Connection::open(writing(dir / "x.db"));
    const db::WriteTransaction transaction(writer);
    writer.execute("INSERT INTO t VALUES (1)");
    Connection source = Connection::open(reading(dir / "x.db"));
    backup_to_new_file(source, dir / "copy.db");
    Connection copy = Connection::open(reading(dir / "copy.db"));
    CHECK(number(copy, "SELECT count(*) FROM t") == 0);
  }

  TEST_CASE("integrity messages name what is wrong") {
    const TestDir dir;
    make_database(dir / "x.db");
    Connection connection = Connection::open(writing(dir / "x.db"));
    write(connection, "CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE c (p REFERENCES p (id))");
    CHECK(integrity_messages(connection).empty());
    connection.execute("PRAGMA foreign_keys=OFF");
    write(connection, "INSERT INTO c VALUES (9)");
    CHECK(integrity_messages(connection) == std::vector<std::string>{"c:1 -> p"});
  }
}
