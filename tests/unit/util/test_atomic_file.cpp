// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "child_process.hpp"
#include "database_fixture.hpp"
#include "test_dir.hpp"
#include "util/atomic_file.hpp"

using namespace rlmdb;
using namespace rlmdb::test;
using util::AtomicFile;
using util::Existing;

namespace {

mode_t mode_of(const std::filesystem::path& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 ? status.st_mode & 07777U : 0;
}

void ignore_size_signal_and_limit(rlim_t bytes) {
  ::signal(SIGXFSZ, SIG_IGN);
  const rlimit limit{bytes, RLIM_INFINITY};
  ::setrlimit(RLIMIT_FSIZE, &limit);
}

}  // namespace

TEST_SUITE("util::atomic_file") {
  TEST_CASE("nothing is at the target before the commit, everything after it") {
    const TestDir dir;
    AtomicFile file(dir / "out.json", Existing::refuse);
    const std::string large(600'000, 'x');
    file.write("start ");
    file.write(large);
    file.write(" end");
    CHECK_FALSE(std::filesystem::exists(dir / "out.json"));
    file.commit();
    CHECK(read_all(dir / "out.json") == "start " + large + " end");
    CHECK(file.size_bytes() == 600'010);
    CHECK(mode_of(dir / "out.json") == 0600);
    CHECK(dir.count() == 1);
  }

  TEST_CASE("the mode is 0600 under any umask") {
    const TestDir dir;
    const mode_t before = ::umask(0277);
    AtomicFile file(dir / "out", Existing::refuse);
    ::umask(before);
    file.commit();
    CHECK(mode_of(dir / "out") == 0600);
  }

  TEST_CASE("without a commit the target stays and nothing is left") {
    const TestDir dir;
    write_all(dir / "out", "old");
    { AtomicFile(dir / "out", Existing::replace).write("new"); }
    CHECK(read_all(dir / "out") == "old");
    CHECK(dir.count() == 1);
  }

  TEST_CASE("an existing target is replaced or refused as asked") {
    const TestDir dir;
    write_all(dir / "out", "old");
    {
      AtomicFile file(dir / "out", Existing::refuse);
      file.write("new");
      CHECK(code_of([&] { file.commit(); }) == "conflict");
    }
    CHECK(read_all(dir / "out") == "old");
    AtomicFile file(dir / "out", Existing::replace);
    file.write("new");
    file.commit();
    CHECK(read_all(dir / "out") == "new");
    CHECK(dir.count() == 1);
  }

  TEST_CASE("flushed bytes can be read back before the commit") {
    const TestDir dir;
    AtomicFile file(dir / "out", Existing::refuse);
    file.write("abc");
    file.flush();
    CHECK(read_all(file.private_path()) == "abc");
  }

  TEST_CASE("a full disk is an error and leaves the target and nothing else") {
    const TestDir dir;
    write_all(dir / "out", "old");
    ChildProcess child([&] {
      ignore_size_signal_and_limit(10'000);
      AtomicFile file(dir / "out", Existing::replace);
      return code_of([&] {
               file.write(std::string(1'000'000, 'x'));
               file.commit();
             }) == "io"
                 ? 0
                 : 1;
    });
    CHECK(child.wait() == 0);
    CHECK(read_all(dir / "out") == "old");
  }
}

TEST_SUITE("util::private_file") {
  TEST_CASE("what a killed process left is removed, only for the same name") {
    const TestDir dir;
    Shared<std::atomic<bool>> ready;
    ChildProcess child([&] {
      const auto mine = util::create_private_file(dir / "a", "rlmdb-tmp");
      const auto other = util::create_private_file(dir / "b", "rlmdb-tmp");
      write_all(mine.path.string() + "-wal", "x");
      *ready = true;
      ::pause();
      return 0;
    });
    wait_until([&] { return ready->load(); });
    CHECK(util::remove_leftover_private_files(dir / "a", "rlmdb-tmp") == 0);
    child.kill();
    write_all(dir / ".a.not-a-pid.0123456789abcdef.rlmdb-tmp", "");
    write_all(dir / ".a.1234567.0123456789abcdeX.rlmdb-tmp", "");
    write_all(dir / ".a.1234567.0123456789abcdef.other", "");
    CHECK(util::remove_leftover_private_files(dir / "a", "rlmdb-tmp") == 2);
    CHECK(dir.count() == 4);
  }

  TEST_CASE("leftovers of the gone go whatever their name was to be, and empty files of SQLite's sorts") {
    const TestDir dir;
    ChildProcess ended([] { return 0; });
    const std::string gone = std::to_string(ended.pid());
    ended.wait();
    const std::string own = std::to_string(::getpid());
    for (const std::string& name :
         {".rlm.db." + gone + ".0123456789abcdef.rlmdb-new",
          ".x.backup-v2-T." + gone + ".0123456789abcdef.rlmdb-new",
          ".out.json." + gone + ".0123456789abcdef.rlmdb-tmp", std::string(".rlmdb-sort-0123456789abcdef")})
      write_all(dir / name, "");
    const std::vector<std::string> stay = {".out.json." + own + ".0123456789abcdef.rlmdb-tmp",
                                           "." + gone + ".0123456789abcdef.rlmdb-tmp",
                                           ".x." + gone + ".0123456789abcdef.other",
                                           "x." + gone + ".0123456789abcdef.rlmdb-tmp",
                                           ".rlmdb-sort-fedcba9876543210",
                                           ".rlmdb-sort-01"};
    for (const std::string& name : stay) write_all(dir / name, name.starts_with(".rlmdb-sort-f") ? "x" : "");
    CHECK(util::remove_leftovers(dir.path()) == 4);
    CHECK(util::remove_leftovers(dir.path()) == 0);
    for (const std::string& name : stay) CHECK(std::filesystem::exists(dir / name));
    CHECK(util::remove_leftovers(dir / "missing") == 0);
  }

  TEST_CASE("a file somebody still holds is left alone although its pid is gone") {
    const TestDir dir;
    util::PrivateFile mine = util::create_private_file(dir / "a", "rlmdb-tmp");
    ChildProcess ended([] { return 0; });
    const std::string gone = std::to_string(ended.pid());
    ended.wait();
    const auto renamed = dir / (".a." + gone + ".0123456789abcdef.rlmdb-tmp");
    std::filesystem::rename(mine.path, renamed);
    CHECK(util::remove_leftover_private_files(dir / "a", "rlmdb-tmp") == 0);
    mine.descriptor.close();
    CHECK(util::remove_leftover_private_files(dir / "a", "rlmdb-tmp") == 1);
    CHECK(dir.count() == 0);
  }

  TEST_CASE("a living process keeps its file, held or not") {
    const TestDir dir;
    util::PrivateFile mine = util::create_private_file(dir / "a", "rlmdb-tmp");
    mine.descriptor.close();
    CHECK(util::remove_leftover_private_files(dir / "a", "rlmdb-tmp") == 0);
  }

  TEST_CASE("a missing directory is an error that names it") {
    const TestDir dir;
    const auto error = error_of([&] { (void)util::create_private_file(dir / "no/such", "rlmdb-tmp"); });
    REQUIRE(error.has_value());
    CHECK(error->code() == ErrorCode::io);
    CHECK(std::string(error->what()).find("No such file or directory") != std::string::npos);
  }
}
