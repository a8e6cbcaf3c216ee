// SPDX-License-Identifier: MIT
// TS-01: the database's directory is made with it.
#include <doctest/doctest.h>

#include <fstream>

#include "test_dir.hpp"
#include "thrown.hpp"
#include "util/new_directories.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace fs = std::filesystem;

TEST_SUITE("util::new_directories") {
  TEST_CASE("what is missing is made private, and is gone again where nothing came to be in it") {
    const TestDir dir;
    {
      const util::NewDirectories made(dir / "a/b");
      CHECK(fs::status(dir / "a/b").permissions() == fs::perms(0700));
      CHECK(fs::status(dir / "a").permissions() == fs::perms(0700));
    }
    CHECK_FALSE(fs::exists(dir / "a"));
    {
      const util::NewDirectories made(dir / "a/b");
      std::ofstream(dir / "a/b/file") << "x";
    }
    CHECK(fs::exists(dir / "a/b/file"));
    { const util::NewDirectories made(dir / "a/b/c"); }
    CHECK(fs::exists(dir / "a/b"));
    CHECK_FALSE(fs::exists(dir / "a/b/c"));
  }

  TEST_CASE("what cannot be made is named, and what was made before it goes") {
    const TestDir dir;
    std::ofstream(dir / "file") << "x";
    CHECK(code_of([&] { const util::NewDirectories made(dir / "file/b"); }) == "io");
    fs::create_symlink("nowhere", dir / "link");
    CHECK_NOTHROW(util::NewDirectories(dir / "link"));
    CHECK_FALSE(fs::exists(dir / "nowhere"));
  }
}
