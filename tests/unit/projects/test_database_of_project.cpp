// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <filesystem>
#include <vector>

#include "rlmdb/project.hpp"
#include "store_files.hpp"
#include "test_dir.hpp"
#include "thrown.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace fs = std::filesystem;

TEST_SUITE("projects::database_of_project") {
  TEST_CASE("the nearest directory with an .aiwg/ is the project") {
    const TestDir dir;
    fs::create_directories(dir / "p/.aiwg");
    fs::create_directories(dir / "p/src/deep");
    fs::create_directories(dir / "p/inner/.aiwg/daemon");
    write_all(dir / "p/src/.aiwg", "no directory");
    CHECK(find_project(dir / "p/src/deep") == dir / "p");
    CHECK(find_project(dir / "p/inner/.aiwg/daemon") == dir / "p/inner");
  }

  TEST_CASE("a new database goes beside the daemon's tasks, or else into .aiwg/") {
    const TestDir dir;
    fs::create_directories(dir / "p/.aiwg");
    CHECK(database_of_project(dir / "p") == dir / "p/.aiwg/rlm.db");
    fs::create_directories(dir / "p/.aiwg/daemon");
    CHECK(database_of_project(dir / "p") == dir / "p/.aiwg/daemon/rlm.db");
  }

  TEST_CASE("one that is there counts, two are an error that names both") {
    const TestDir dir;
    fs::create_directories(dir / "p/.aiwg/daemon");
    const fs::path above = dir / "p/.aiwg/rlm.db";
    const fs::path beside = dir / "p/.aiwg/daemon/rlm.db";
    write_all(above, "");
    CHECK(database_of_project(dir / "p") == above);
    fs::create_symlink(above, beside);
    CHECK(database_of_project(dir / "p") == above);
    fs::remove(beside);
    write_all(beside, "");
    const std::string message = message_of([&] { (void)database_of_project(dir / "p"); });
    CHECK(message ==
          "conflict: the project has two databases: " + beside.string() + " and " + above.string());
    CHECK(code_of([&] { (void)database_of_project(dir / "p"); }) == "conflict");
    fs::remove(above);
    CHECK(database_of_project(dir / "p") == beside);
  }

  TEST_CASE("an empty file beside a database is passed over, and named") {
    const TestDir dir;
    fs::create_directories(dir / "p/.aiwg/daemon");
    fs::create_directories(dir / "p/.grid");
    const fs::path above = dir / "p/.aiwg/rlm.db";
    const fs::path beside = dir / "p/.aiwg/daemon/rlm.db";
    const fs::path in_grid = dir / "p/.grid/rlm.db";
    write_all(above, "");
    CHECK(empty_beside_database(dir / "p").empty());
    write_all(beside, "some database");
    CHECK(database_of_project(dir / "p") == beside);
    CHECK(empty_beside_database(dir / "p") == std::vector{above});
    write_all(in_grid, "");
    CHECK(database_of_project(dir / "p") == beside);
    CHECK(empty_beside_database(dir / "p") == std::vector{above, in_grid});
    write_all(in_grid, "another database");
    CHECK(code_of([&] { (void)database_of_project(dir / "p"); }) == "conflict");
    write_all(beside, "");
    CHECK(database_of_project(dir / "p") == in_grid);
    CHECK(empty_beside_database(dir / "p") == std::vector{beside, above});
  }

  TEST_CASE("the project of a database by its place") {
    CHECK(project_of_database("/a/.aiwg/rlm.db") == "/a");
    CHECK(project_of_database("/a/.aiwg/daemon/rlm.db") == "/a");
    CHECK_FALSE(project_of_database("/a/daemon/rlm.db"));
    CHECK_FALSE(project_of_database("/a/.aiwg/rlm/rlm.db"));
  }
}
