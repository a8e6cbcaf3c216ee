// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <fcntl.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "rlmdb/error.hpp"
#include "rlmdb/store.hpp"
#include "test_dir.hpp"
#include "thrown.hpp"
#include "util/foreign_file.hpp"

namespace rlmdb::util {
namespace {

/// Locks of this process, as the kernel lists them.
std::string own_locks() {
  std::ifstream locks("/proc/locks");
  std::string own;
  for (std::string line; std::getline(locks, line);) {
    if (line.find(" " + std::to_string(::getpid()) + " ") != std::string::npos)
      own += line.substr(line.find(':')) + "\n";
  }
  return own;
}

}  // namespace

TEST_SUITE("util::foreign_file") {
  TEST_CASE("a file of an open database is opened by no path, and its locks stay") {
    const test::TestDir directory;
    Store store = Store::create(directory / "x.db");
    static_cast<void>(store.stats());
    const std::string before = own_locks();
    REQUIRE(before != "");
    std::filesystem::create_hard_link(directory / "x.db", directory / "hard");
    std::filesystem::create_symlink("x.db", directory / "soft");
    for (const char* name : {"x.db", "x.db-shm", "hard", "soft"}) {
      CAPTURE(name);
      const Error error = test::thrown_by([&] { (void)open_foreign(directory / name, O_RDONLY); });
      CHECK(error.code() == ErrorCode::conflict);
      CHECK(error.where() == (directory / name).string());
      CHECK_FALSE(is_foreign(directory / name));
    }
    CHECK(own_locks() == before);
    CHECK_FALSE(open_foreign(directory / "soft", O_RDONLY | O_NOFOLLOW).valid());
    CHECK(errno == ELOOP);
    std::filesystem::remove(directory / "hard");
  }

  TEST_CASE("other files are opened as open(2) does, beside an open database and without one") {
    const test::TestDir directory;
    test::write_all(directory / "a", "bytes");
    std::filesystem::create_symlink("a", directory / "link");
    const auto look = [&] {
      CHECK(open_foreign(directory / "a", O_RDONLY).valid());
      CHECK(open_foreign(directory / "a", O_RDONLY | O_NOFOLLOW).valid());
      CHECK(open_foreign(directory / "link", O_RDONLY).valid());
      CHECK_FALSE(open_foreign(directory / "link", O_RDONLY | O_NOFOLLOW).valid());
      CHECK(errno == ELOOP);
      CHECK_FALSE(open_foreign(directory / "none", O_RDONLY).valid());
      CHECK(errno == ENOENT);
      const FileDescriptor folder(::open(directory.path().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
      const FileDescriptor file = open_foreign(folder, "a", O_RDONLY);
      REQUIRE(file.valid());
      CHECK((::fcntl(file.get(), F_GETFD) & FD_CLOEXEC) != 0);
      CHECK(is_foreign(directory / "a"));
    };
    look();
    const Store store = Store::create(directory / "x.db");
    look();
  }

  TEST_CASE("a database that was closed is a file as others are") {
    const test::TestDir directory;
    { const Store store = Store::create(directory / "x.db"); }
    CHECK(open_foreign(directory / "x.db", O_RDONLY).valid());
  }
}

}  // namespace rlmdb::util
