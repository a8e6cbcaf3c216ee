// SPDX-License-Identifier: MIT
// Every command that writes a file, at every kind of place. What must not be lost is not lost, what is no
// regular file stays what it is, and a refusal changes nothing. Devices are made in the test's own directory.
#include <doctest/doctest.h>
#include <sys/file.h>
#include <sys/sysmacros.h>

#include <map>

#include "generated_store.hpp"
#include "program_run.hpp"
#include "test_dir.hpp"
#include "unprivileged.hpp"

namespace {

using namespace rlmdb::test;
namespace fs = std::filesystem;

/// A project with a database of tasks, a tree, a state, a checkpoint and a loop.
class OutputPlaces {
 public:
  OutputPlaces() {
    fs::create_directories(m_root / "p/.aiwg/daemon");
    fs::create_directories(m_root / "out");
    write_all(tasks(), generated_store({.tasks = 5}));
    rlmdb({"import", tasks().string()});
    rlmdb({"task", "add", "--tree", "t1", "--prompt", "root"});
    rlmdb({"var", "set", "x", "1", "--session", "s1"});
    m_checkpoint = first_word(rlmdb({"checkpoint", "create", "c1", "--session", "s1"}).out);
    m_loop = first_word(rlmdb({"loop", "start", "work", "--completion", "done"}).out);
  }

  [[nodiscard]] fs::path operator/(const std::string& name) const { return m_root / name; }
  [[nodiscard]] fs::path project() const { return m_root / "p"; }
  [[nodiscard]] fs::path database() const { return project() / ".aiwg/rlm.db"; }
  [[nodiscard]] fs::path tasks() const { return project() / ".aiwg/daemon/tasks.json"; }
  [[nodiscard]] const std::string& loop() const { return m_loop; }
  [[nodiscard]] const std::string& checkpoint() const { return m_checkpoint; }

  Ended rlmdb(const std::vector<std::string>& arguments) const {
    Launch launch = launch_of(arguments);
    Ended ended = run(launch);
    REQUIRE_MESSAGE(ended.code == 0, ended.error);
    return ended;
  }

  [[nodiscard]] Launch launch_of(const std::vector<std::string>& arguments) const {
    Launch launch = rlmdb_on(database(), {});
    launch.words.insert(launch.words.end(), arguments.begin(), arguments.end());
    launch.directory = project();
    return launch;
  }

 private:
  static std::string first_word(const std::string& text) {
    return text.substr(0, text.find_first_of("\t\n"));
  }

  TestDir m_root;
  std::string m_loop;
  std::string m_checkpoint;
};

/// The arguments of a command before and after its output.
struct Writer {
  std::vector<std::string> words;
  std::string option = "-o";

  [[nodiscard]] std::vector<std::string> to(const fs::path& output) const {
    std::vector<std::string> all = words;
    all.push_back(option);
    all.push_back(output.string());
    return all;
  }
};

std::map<std::string, Writer> writers_of(const OutputPlaces& places) {
  return {{"tasks", {{"export"}}},
          {"tree", {{"export", "--format", "tree", "--tree", "t1"}}},
          {"state", {{"export", "--format", "state", "--session", "s1"}}},
          {"checkpoint", {{"export", "--format", "checkpoint", "--checkpoint", places.checkpoint()}}},
          {"loop", {{"export", "--format", "loop", "--loop", places.loop()}}},
          {"report", {{"report", "t1"}}},
          {"html", {{"report", "t1", "--html"}}},
          {"loop report", {{"loop", "report", places.loop()}}},
          {"loop export", {{"loop", "export", places.loop()}}},
          {"plan", {{"recover"}, "--plan"}}};
}

/// Exit 7 and a message; the database and all that is beside it stay as they are.
void require_conflict(const OutputPlaces& places, const std::vector<std::string>& arguments) {
  const std::string before = read_all(places.database());
  const Ended ended = run(places.launch_of(arguments));
  CAPTURE(ended.error);
  CHECK(ended.code == 7);
  CHECK(read_all(places.database()) == before);
}

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
    const std::vector<std::string> all = {"p/.aiwg/rlm.db",
                                          "p/.aiwg/rlm.db-wal",
                                          "p/.aiwg/rlm.db-shm",
                                          "p/.aiwg/rlm.db-gate",
                                          "p/.aiwg/rlm.db-journal",
                                          "link",
                                          "hard",
                                          "link-to-link",
                                          "dir/rlm.db",
                                          "dir/rlm.db-wal",
                                          "dangling"};
    // All write in one way: every name for one of them, the kinds of names for the others.
    const std::vector<std::string> few = {"p/.aiwg/rlm.db", "hard", "dangling"};
    for (const auto& [name, writer] : writers_of(places)) {
      CAPTURE(name);
      for (const std::string& target : name == "tasks" ? all : few) {
        CAPTURE(target);
        require_conflict(places, writer.to(places / target));
      }
    }
    for (const std::string target : {"p/.aiwg/rlm.db", "p/.aiwg/rlm.db-wal", "hard"})
      require_conflict(places, {"export", "--force", "-o", (places / target).string()});
    CHECK_FALSE(fs::exists(places.database().string() + "-journal"));
    CHECK(places.rlmdb({"verify"}).code == 0);
  }

  TEST_CASE("another SQLite database and a directory are refused too") {
    const OutputPlaces places;
    REQUIRE(run_rlmdb(places / "other.db", {"init"}).code == 0);
    fs::remove((places / "other.db").string() + "-gate");
    for (const auto& [name, writer] : writers_of(places)) {
      CAPTURE(name);
      require_conflict(places, writer.to(places / "other.db"));
      require_conflict(places, writer.to(places / "out"));
      require_conflict(places, writer.to((places / "out").string() + "/"));
      CHECK(run(places.launch_of(writer.to(places / "missing/x"))).code == 1);
    }
    CHECK(fs::is_empty(places / "out"));
    CHECK(run_rlmdb(places / "other.db", {"verify"}).code == 0);
  }

  TEST_CASE("a device and a FIFO are written into and stay") {
    const OutputPlaces places;
    REQUIRE(::mkfifo((places / "fifo").c_str(), 0600) == 0);
    const bool has_device = ::mknod((places / "null").c_str(), S_IFCHR | 0600, ::makedev(1, 3)) == 0;
    for (const auto& [name, writer] : writers_of(places)) {
      CAPTURE(name);
      const std::string bytes = to_regular_file(places, writer, "out/file");
      const auto [read, code] = read_fifo(places, places / "fifo", writer.to(places / "fifo"));
      CHECK(code == 0);
      CHECK(is_alike(read, bytes));
      if (has_device) CHECK(run(places.launch_of(writer.to(places / "null"))).code == 0);
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
    for (const auto& [name, writer] : writers_of(places)) {
      CAPTURE(name);
      fs::remove(places / "out/target");
      const std::string bytes = to_regular_file(places, writer, "out/file");
      for (const std::string link : {"link", "link", "second"}) {
        places.rlmdb(writer.to(places / link));
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
    for (const auto& [name, writer] : writers_of(places)) {
      CAPTURE(name);
      Launch launch = places.launch_of(writer.to(places / "out/x"));
      launch.in_child = become_unprivileged;
      CHECK(run(launch).code == 1);
    }
    CHECK(fs::is_empty(places / "out"));
    fs::permissions(places / "out", fs::perms{0755});
  }
}

TEST_SUITE("crash::legacy_outputs") {
  TEST_CASE("a legacy file that changed since its import is overwritten only by force, and kept") {
    const OutputPlaces places;
    const std::string changed = read_all(places.tasks()) + " ";
    write_all(places.tasks(), changed);
    for (const auto& [name, writer] : writers_of(places)) {
      CAPTURE(name);
      require_conflict(places, writer.to(places.tasks()));
    }
    require_conflict(places, {"export", "--format", "project", "-o", places.project().string()});
    CHECK(read_all(places.tasks()) == changed);
    CHECK_FALSE(fs::exists(places.tasks().string() + ".bak"));
    places.rlmdb({"export", "--force", "-o", places.tasks().string()});
    CHECK(read_all(places.tasks()) != changed);
    CHECK(read_all(places.tasks().string() + ".bak") == changed);
  }

  TEST_CASE("what an export wrote may be overwritten by the next one") {
    const OutputPlaces places;
    const std::string imported = read_all(places.tasks());
    places.rlmdb({"export", "-o", places.tasks().string()});
    CHECK(read_all(places.tasks().string() + ".bak") == imported);
    const std::string first = read_all(places.tasks());
    places.rlmdb({"task", "add", "--prompt", "more"});
    places.rlmdb({"export", "--format", "project", "-o", places.project().string()});
    CHECK(read_all(places.tasks().string() + ".bak") == first);
    CHECK_FALSE(fs::exists(places.tasks().string() + ".bak.1"));
    write_all(places.tasks(), first + " ");
    require_conflict(places, {"export", "-o", places.tasks().string()});
  }

  TEST_CASE("a .bak that rlmdb did not write is never overwritten, nor one that it does not know") {
    const OutputPlaces places;
    const fs::path bak = places.tasks().string() + ".bak";
    const std::string imported = read_all(places.tasks());
    write_all(bak, "precious");
    fs::create_directory(bak.string() + ".1");
    places.rlmdb({"export", "-o", places.tasks().string()});
    CHECK(read_all(bak.string() + ".2") == imported);
    write_all(places.tasks(), "not imported");
    places.rlmdb({"export", "--force", "-o", places.tasks().string()});
    places.rlmdb({"task", "add", "--prompt", "more"});
    places.rlmdb({"export", "-o", places.tasks().string()});
    places.rlmdb({"export", "-o", places.tasks().string()});
    CHECK(read_all(bak) == "precious");
    CHECK(read_all(bak.string() + ".2") == "not imported");
    CHECK(read_all(bak.string() + ".3").starts_with("{"));
    CHECK_FALSE(fs::exists(bak.string() + ".4"));
  }

  TEST_CASE("a live daemon's file is overwritten only by force") {
    const OutputPlaces places;
    write_all(places.project() / ".aiwg/daemon/.lock", std::to_string(::getpid()));
    for (const auto& [name, writer] : writers_of(places)) {
      CAPTURE(name);
      require_conflict(places, writer.to(places.tasks()));
    }
    require_conflict(places, {"export", "--format", "project", "-o", "."});
    CHECK_FALSE(fs::exists(places.project() / ".aiwg/rlm"));
    places.rlmdb({"export", "--force", "-o", places.tasks().string()});
    CHECK(fs::exists(places.tasks().string() + ".bak"));
  }

  TEST_CASE("the source of a running import is refused, even by force") {
    const OutputPlaces places;
    // As src/jobs/source_file.cpp holds it.
    const int source = ::open(places.tasks().c_str(), O_RDONLY | O_CLOEXEC);
    REQUIRE(::flock(source, LOCK_SH) == 0);
    require_conflict(places, {"export", "-o", places.tasks().string()});
    require_conflict(places, {"export", "--force", "-o", places.tasks().string()});
    ::close(source);
    places.rlmdb({"export", "-o", places.tasks().string()});
  }

  TEST_CASE("a project goes into its own directory, beside the database") {
    const OutputPlaces places;
    places.rlmdb({"export", "--format", "project", "-o", places.project().string()});
    CHECK(places.rlmdb({"verify"}).code == 0);
    CHECK(fs::exists(places.project() / ".aiwg/rlm/sessions/s1/state.json"));
    const fs::path state = places.project() / ".aiwg/rlm/sessions/s1/state.json";
    fs::remove(state);
    fs::create_hard_link(places.database(), state);
    require_conflict(places, {"export", "--format", "project", "-o", places.project().string()});
    fs::remove(state);
    fs::create_symlink("elsewhere", state);
    require_conflict(places, {"export", "--format", "project", "-o", places.project().string()});
    CHECK(fs::is_symlink(state));
    require_conflict(places, {"export", "--format", "project", "-o", places.database().string()});
  }

  TEST_CASE("a spilled value goes over no file of the database and through no link") {
    const OutputPlaces places;
    const fs::path folder = places.project() / ".aiwg/rlm/sessions/s1/variables";
    fs::create_directories(folder);
    const std::vector<std::string> set = {"var", "set", "y", "[1]", "--session", "s1", "--spill-to-file"};
    fs::create_hard_link(places.database(), folder / "y.json");
    require_conflict(places, set);
    fs::remove(folder / "y.json");
    fs::create_symlink(places.database(), folder / "y.json");
    require_conflict(places, set);
    fs::remove(folder / "y.json");
    places.rlmdb(set);
    CHECK(read_all(folder / "y.json") == "[\n  1\n]");
  }
}
