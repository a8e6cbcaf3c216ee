// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "database_fixture.hpp"
#include "legacy_documents.hpp"
#include "sources/legacy_daemon.hpp"
#include "store_files.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

/// A project whose daemon says it is `pid`.
class Project {
 public:
  explicit Project(pid_t pid, const std::string& pid_file = "daemon.pid")
      : m_pid_file(m_dir / (".aiwg/" + pid_file)) {
    std::filesystem::create_directories(m_dir / ".aiwg/daemon");
    write_all(source(), document({record("a")}));
    write_all(m_pid_file, std::to_string(pid));
  }
  [[nodiscard]] std::filesystem::path source() const { return m_dir / ".aiwg/daemon/tasks.json"; }
  [[nodiscard]] std::filesystem::path database() const { return m_dir / "x.db"; }
  /// As if the pid file had been left by a program long gone.
  void age_pid_file() const {
    const timespec times[2] = {{1'000'000'000, 0}, {1'000'000'000, 0}};
    REQUIRE(::utimensat(AT_FDCWD, m_pid_file.c_str(), times, 0) == 0);
  }

 private:
  TestDir m_dir;
  std::filesystem::path m_pid_file;
};

pid_t dead_pid() {
  ChildProcess child([] { return 0; });
  const pid_t pid = child.pid();
  child.wait();
  return pid;
}

}  // namespace

TEST_SUITE("sources::legacy_daemon") {
  TEST_CASE("a file whose daemon lives is refused, and --live reads a snapshot of it") {
    for (const char* pid_file : {"daemon.pid", "daemon/.lock"}) {
      const Project project(::getpid(), pid_file);
      const auto error = error_of([&] { (void)import_one(project.database(), project.source()); });
      REQUIRE(error.has_value());
      CHECK((error->code() == ErrorCode::conflict));
      CHECK(std::string(error->what()) ==
            "a legacy daemon (pid " + std::to_string(::getpid()) + ") is alive and may rewrite the file");
      CHECK_FALSE(std::filesystem::exists(project.database()));
      ImportOptions options = quick();
      options.live = LiveSource::snapshot;
      CHECK(import_one(project.database(), project.source(), options).records.added == 1);
      CHECK(export_text(project.database()) == document({record("a")}));
    }
  }

  TEST_CASE("a dead daemon's file is imported") {
    const Project project(dead_pid());
    CHECK_FALSE(sources::find_live_daemon(project.source()).has_value());
    CHECK(import_one(project.database(), project.source()).records.added == 1);
  }

  TEST_CASE("a process that began after the pid file was written is not the daemon") {
    const Project project(::getpid());
    CHECK((sources::find_live_daemon(project.source()) == ::getpid()));
    project.age_pid_file();
    CHECK_FALSE(sources::find_live_daemon(project.source()).has_value());
  }

  TEST_CASE("only a file in the daemon's own place has a daemon; a pid file without a pid names none") {
    const Project project(::getpid());
    CHECK_FALSE(sources::find_live_daemon(project.database()).has_value());
    for (const char* text : {"", "x", "0", "-1"}) {
      const Project other(0);
      write_all(other.source().parent_path().parent_path() / "daemon.pid", text);
      CHECK_FALSE(sources::find_live_daemon(other.source()).has_value());
    }
  }
}
