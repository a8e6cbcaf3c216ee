// SPDX-License-Identifier: MIT
// the database's directory is made with it.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <string>

#include "rlmdb/replace_file.hpp"
#include "test_dir.hpp"
#include "thrown.hpp"
#include "util/beneath.hpp"
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

  TEST_CASE("the umask neither opens nor closes a directory") {
    const TestDir dir;
    for (const mode_t mask : {mode_t{0}, mode_t{0022}, mode_t{0277}}) {
      CAPTURE(mask);
      const fs::path directory = dir / ("of-" + std::to_string(mask));
      const mode_t before = ::umask(mask);
      const bool is_made = util::make_private_directory(directory, directory);
      (void)util::make_directory_beneath(directory, "a/b");
      const bool is_public = make_directory(directory / "public/");
      ::umask(before);
      CHECK(is_made);
      CHECK(is_public);
      for (const char* made : {"", "a", "a/b", "public"})
        CHECK(fs::status(directory / made).permissions() == fs::perms(0700));
      CHECK_FALSE(util::make_private_directory(directory, directory));
      CHECK_FALSE(make_directory(directory));
    }
    fs::create_directory_symlink(dir / "of-0", dir / "link");
    CHECK(code_of([&] { make_directory(dir / "link"); }) == "conflict");
    CHECK(code_of([&] { make_directory(dir / "no/where"); }) == "not_found");
  }

  TEST_CASE("what root makes in somebody's directory is his") {
    if (::geteuid() != 0) return;
    const TestDir dir;
    fs::create_directory(dir / "his");
    REQUIRE(::chown((dir / "his").c_str(), 65534, 65534) == 0);
    (void)util::make_directory_beneath(dir / "his", "a/b");
    struct stat status {};
    REQUIRE(::stat((dir / "his/a/b").c_str(), &status) == 0);
    CHECK(status.st_uid == 65534);
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
