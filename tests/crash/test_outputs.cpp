// SPDX-License-Identifier: MIT
// Every command that writes a file, at every kind of place. What must not be lost is not lost, what is no
// regular file stays what it is, and a refusal changes nothing. Devices are made in the test's own directory.
#include <doctest/doctest.h>
#include <sys/sysmacros.h>

#include "output_places.hpp"
#include "unprivileged.hpp"

namespace {

using namespace rlmdb::test;
namespace fs = std::filesystem;

struct stat status_at(const fs::path& path) {
  struct stat status {};
  REQUIRE(::lstat(path.c_str(), &status) == 0);
  return status;
}

/// What a reader of the FIFO gets while the command runs, and its exit code.
std::pair<std::string, int> read_fifo(const OutputPlaces& places, const fs::path& fifo,
                                      const std::vector<std::string>& arguments) {
  // Opened for both ways, so that neither side waits for the other to come.
  const int end = ::open(fifo.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
  REQUIRE(end >= 0);
  ::fcntl(end, F_SETPIPE_SZ, 1 << 20);
  const int code = run(places.launch_of(arguments)).code;
  std::string text(1 << 20, '\0');
  const ssize_t count = ::read(end, text.data(), text.size());
  ::close(end);
  text.resize(count < 0 ? 0 : static_cast<std::size_t>(count));
  return {text, code};
}

std::string to_regular_file(const OutputPlaces& places, const Writer& writer, const std::string& name) {
  places.rlmdb(writer.to(places / name));
  return read_all(places / name);
}

/// Reports name the moment they are made at, and so do plans.
bool is_alike(const std::string& left, const std::string& right) {
  return !left.empty() && left.substr(0, 12) == right.substr(0, 12) && left.size() == right.size();
}

}  // namespace

TEST_SUITE("crash::outputs") {
  TEST_CASE("no command writes over the database or what belongs to it, under any name") {
    const OutputPlaces places;
    write_all(places.database().string() + "-shm", "");
    fs::create_symlink(places.database(), places / "link");
    fs::create_hard_link(places.database(), places / "hard");
    fs::create_symlink("link", places / "link-to-link");
    fs::create_directory_symlink(places.project() / ".aiwg", places / "dir");
    fs::create_symlink(places.database().string() + "-journal", places / "dangling");
    for (const std::string target : {"p/.aiwg/rlm.db", "p/.aiwg/rlm.db-wal", "p/.aiwg/rlm.db-shm",
                                     "p/.aiwg/rlm.db-gate", "p/.aiwg/rlm.db-journal", "link", "hard",
                                     "link-to-link", "dir/rlm.db", "dir/rlm.db-wal", "dangling"}) {
      CAPTURE(target);
      for (const auto& writer : writers_of(places)) {
        CAPTURE(writer.first);
        require_conflict(places, writer.second.to(places / target));
      }
      require_conflict(places, {"export", "--force", "-o", (places / target).string()});
      require_conflict(places, {"backup", (places / target).string()});
      require_conflict(places, {"backup", "--force", (places / target).string()});
    }
    CHECK_FALSE(fs::exists(places.database().string() + "-journal"));
    CHECK(places.rlmdb({"verify"}).code == 0);
  }

  TEST_CASE("another SQLite database and a directory are refused too") {
    const OutputPlaces places;
    REQUIRE(run_rlmdb(places / "other.db", {"init"}).code == 0);
    fs::remove((places / "other.db").string() + "-gate");
    for (const auto& writer : writers_of(places)) {
      CAPTURE(writer.first);
      require_conflict(places, writer.second.to(places / "other.db"));
      require_conflict(places, writer.second.to(places / "out"));
      require_conflict(places, writer.second.to((places / "out").string() + "/"));
      CHECK(run(places.launch_of(writer.second.to(places / "missing/x"))).code == 1);
    }
    CHECK(fs::is_empty(places / "out"));
    CHECK(run_rlmdb(places / "other.db", {"verify"}).code == 0);
  }

  TEST_CASE("a device and a FIFO are written into and stay") {
    const OutputPlaces places;
    REQUIRE(::mkfifo((places / "fifo").c_str(), 0600) == 0);
    const bool has_device = ::mknod((places / "null").c_str(), S_IFCHR | 0600, ::makedev(1, 3)) == 0;
    for (const auto& writer : writers_of(places)) {
      CAPTURE(writer.first);
      const std::string bytes = to_regular_file(places, writer.second, "out/file");
      const auto [read, code] = read_fifo(places, places / "fifo", writer.second.to(places / "fifo"));
      CHECK(code == 0);
      CHECK(is_alike(read, bytes));
      if (has_device) CHECK(run(places.launch_of(writer.second.to(places / "null"))).code == 0);
    }
    CHECK(S_ISFIFO(status_at(places / "fifo").st_mode));
    if (!has_device) {
      MESSAGE("no device could be made here");
      return;
    }
    CHECK(S_ISCHR(status_at(places / "null").st_mode));
    CHECK(status_at(places / "null").st_rdev == ::makedev(1, 3));
  }

  TEST_CASE("a symbolic link stays, and its target is replaced, also one that is not there yet") {
    const OutputPlaces places;
    fs::create_symlink("out/target", places / "link");
    fs::create_symlink("link", places / "second");
    for (const auto& writer : writers_of(places)) {
      CAPTURE(writer.first);
      fs::remove(places / "out/target");
      const std::string bytes = to_regular_file(places, writer.second, "out/file");
      for (const std::string link : {"link", "link", "second"}) {
        places.rlmdb(writer.second.to(places / link));
        CHECK(is_alike(read_all(places / "out/target"), bytes));
      }
      CHECK(fs::read_symlink(places / "link") == "out/target");
      CHECK(fs::read_symlink(places / "second") == "link");
      CHECK(S_ISREG(status_at(places / "out/target").st_mode));
    }
    fs::create_symlink("circle", places / "circle");
    require_conflict(places, {"export", "-o", (places / "circle").string()});
  }

  TEST_CASE("an open descriptor is written into: a pipe, and behind what a file has") {
    const OutputPlaces places;
    write_all(places / "log", "before\n");
    Launch launch = places.launch_of({"report", "t1", "-o", "/proc/self/fd/9"});
    const std::string log = (places / "log").string();
    launch.in_child = [log] { ::dup2(::open(log.c_str(), O_WRONLY), 9); };
    CHECK(run(launch).code == 0);
    CHECK(read_all(places / "log").starts_with("before\n#"));
    const std::string database = places.database().string();
    launch.in_child = [database] { ::dup2(::open(database.c_str(), O_WRONLY), 9); };
    CHECK(run(launch).code == 7);
    CHECK(places.rlmdb({"verify"}).code == 0);
  }

  TEST_CASE("a directory that may not be written is an error, and nothing is there") {
    const OutputPlaces places;
    fs::permissions(places / "out", fs::perms{0555});
    fs::permissions(places / ".", fs::perms{0755});
    for (const std::string part : {"p", "p/.aiwg"}) fs::permissions(places / part, fs::perms{0777});
    for (const auto& entry : fs::directory_iterator(places.project() / ".aiwg"))
      if (entry.is_regular_file()) fs::permissions(entry.path(), fs::perms{0666});
    for (const auto& writer : writers_of(places)) {
      CAPTURE(writer.first);
      Launch launch = places.launch_of(writer.second.to(places / "out/x"));
      launch.in_child = become_unprivileged;
      CHECK(run(launch).code == 1);
    }
    CHECK(fs::is_empty(places / "out"));
    fs::permissions(places / "out", fs::perms{0755});
  }
}
