// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "test_dir.hpp"
#include "util/database_files.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

TEST_SUITE("util::database_files") {
  TEST_CASE("a database and its companions are known under every name") {
    const TestDir dir;
    namespace fs = std::filesystem;
    const fs::path database = dir / "p.db";
    for (const std::string name : {"p.db", "p.db-wal", "other", "q.db-wal"}) write_all(dir / name, name);
    fs::create_symlink("p.db", dir / "link");
    fs::create_hard_link(database, dir / "hard");
    fs::create_hard_link(dir / "p.db-wal", dir / "hard-wal");
    fs::create_directory_symlink(".", dir / "here");
    for (const std::string name : {"p.db", "p.db-wal", "p.db-shm", "p.db-gate", "p.db-journal", "link",
                                   "hard", "hard-wal", "here/p.db", "here/p.db-shm"}) {
      CAPTURE(name);
      CHECK(util::is_database_file(database, dir / name));
      CHECK(util::is_database_file(dir / "link", dir / name));
    }
    for (const std::string name : {"other", "q.db", "q.db-wal", "p.db-w", "p", "no/p.db"}) {
      CAPTURE(name);
      CHECK_FALSE(util::is_database_file(database, dir / name));
    }
  }

  TEST_CASE("a companion beside a file is seen") {
    const TestDir dir;
    write_all(dir / "a", "");
    CHECK(util::companion_beside(dir / "a").empty());
    write_all(dir / "a-gate", "");
    CHECK(util::companion_beside(dir / "a") == "a-gate");
  }
}
