// SPDX-License-Identifier: MIT
// Values in files: read beneath the project's root and nowhere else. What lies outside is watched with
// inotify, so that not only its bytes but its being opened would be seen.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <string>
#include <thread>

#include "database_fixture.hpp"
#include "rlmdb/reference.hpp"
#include "task_place.hpp"
#include "util/file_descriptor.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

namespace fs = std::filesystem;

/// Sees every opening of the files in a directory.
class OpeningWatch {
 public:
  explicit OpeningWatch(const fs::path& directory) : m_inotify(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
    if (::inotify_add_watch(m_inotify.get(), directory.c_str(), IN_OPEN | IN_ACCESS) < 0)
      throw std::runtime_error("cannot watch " + directory.string());
  }
  [[nodiscard]] bool saw_one() const {
    char events[4096];
    return ::read(m_inotify.get(), events, sizeof events) > 0;
  }

 private:
  util::FileDescriptor m_inotify;
};

/// A project `root` beside a directory `outside` with one file, and a task with one reference.
struct ReferencePlace {
  ReferencePlace() {
    fs::create_directories(root() / "in");
    fs::create_directories(outside());
    write_all(root() / "in/value.json", "[1.50]\n");
    write_all(outside() / "secret.json", "\"secret\"");
    task = place.add();
  }
  [[nodiscard]] fs::path root() const { return place.file("root"); }
  [[nodiscard]] fs::path outside() const { return place.file("outside"); }

  /// The value behind file:`path`, or "CODE: MESSAGE".
  std::string read(const std::string& path, std::uint64_t most_bytes = 1 << 20) {
    SetVariable set;
    set.name = "v";
    set.value.text = Json("file:" + path).dump();
    set.type = "file_path";
    (void)place.change(task, set);
    const Variable variable = find_variable(place.store(), TaskId{task}, "v");
    REQUIRE(is_reference(variable));
    try {
      return read_reference(place.store(), variable, {root(), most_bytes}).text;
    } catch (const Error& error) {
      return std::string(to_text(error.code())) + ": " + error.what();
    }
  }

  TaskPlace place;
  std::string task;
};

const std::string k_outside =
    "invalid_input: the file that the variable names does not lie beneath the project's root on a path "
    "without "
    "symbolic links";
const std::string k_irregular = "invalid_input: the file that the variable names is no regular file";
const std::string k_absent = "not_found: Variable v of task-0000 names a file that is not there";

}  // namespace

TEST_SUITE("tasks::references") {
  TEST_CASE("a file beneath the root is read, exactly") {
    ReferencePlace project;
    CHECK(project.read("in/value.json") == "[1.50]");
    CHECK(project.read("in/../in/value.json") == "[1.50]");
    CHECK(project.read("in/value.json", 7) == "[1.50]");
    CHECK(project.read("in/value.json", 6) ==
          "invalid_input: the file that the variable names is larger than 6 bytes");
    CHECK(project.read("in/nothing.json") == k_absent);
    CHECK(project.read("in/value.json/x") == k_absent);
    CHECK(project.read("") == k_absent);
    CHECK(project.read("file:in/value.json") == k_absent);
  }

  TEST_CASE("nothing outside the root is opened, whichever way leads there") {
    ReferencePlace project;
    fs::create_symlink(project.outside() / "secret.json", project.root() / "link.json");
    fs::create_symlink("value.json", project.root() / "in/inner.json");
    fs::create_directory_symlink(project.outside(), project.root() / "folder");
    const OpeningWatch watch(project.outside());
    CHECK(project.read("../outside/secret.json") == k_outside);
    CHECK(project.read("in/../../outside/secret.json") == k_outside);
    CHECK(project.read((project.outside() / "secret.json").string()) == k_outside);
    CHECK(project.read("link.json") == k_outside);
    CHECK(project.read("folder/secret.json") == k_outside);
    CHECK(project.read("in/inner.json") == k_outside);
    CHECK(project.read("/dev/zero") == k_outside);
    CHECK(project.read("/proc/self/environ") == k_outside);
    CHECK_FALSE(watch.saw_one());
    (void)read_all(project.outside() / "secret.json");
    CHECK(watch.saw_one());
  }

  TEST_CASE("what is no regular file is not opened: directory, FIFO, socket") {
    ReferencePlace project;
    REQUIRE(::mkfifo((project.root() / "fifo").c_str(), 0600) == 0);
    const util::FileDescriptor listener(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string name = (project.root() / "s").string();
    const bool fits = name.size() < sizeof address.sun_path;
    if (fits) {
      name.copy(address.sun_path, name.size());
      REQUIRE(::bind(listener.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
    }
    const OpeningWatch watch(project.root());
    CHECK(project.read("in") == k_irregular);
    CHECK(project.read(".") == k_irregular);
    CHECK(project.read("fifo") == k_irregular);
    if (fits) CHECK(project.read("s") == k_irregular);
    CHECK_FALSE(watch.saw_one());
  }

  TEST_CASE("a file that somebody writes to is given whole or refused, never a mix") {
    ReferencePlace project;
    const fs::path file = project.root() / "changing.json";
    const auto text = [](char c) { return "\"" + std::string(200'000, c) + "\""; };
    write_all(file, text('a'));
    std::atomic<bool> stop = false;
    std::thread writer([&] {
      for (char c = 'a'; !stop; c = c == 'a' ? 'b' : 'a') {
        std::ofstream(file, std::ios::binary) << text(c);
      }
    });
    int whole = 0;
    int refused = 0;
    for (int i = 0; i < 200; ++i) {
      const std::string read = project.read("changing.json");
      whole += read == text('a') || read == text('b') ? 1 : 0;
      refused += read.starts_with("invalid_input: ") ? 1 : 0;
    }
    stop = true;
    writer.join();
    CHECK(whole + refused == 200);
  }

  TEST_CASE(
      "a copy of a value stands where the legacy layout has it, or beside it where that place is "
      "taken") {
    ReferencePlace project;
    Store& store = project.place.store();
    const auto spill = [&](const std::string& task, const std::string& name, const std::string& value) {
      SetVariable set;
      set.name = name;
      set.value.text = value;
      set.in_file = true;
      (void)project.place.change(task, set);
      return settle_value_files(store, project.root(), TaskId{task});
    };
    const std::string file = ".aiwg/rlm/tasks/task-0000/variables/v.json";
    CHECK(spill(project.task, "v", "{\"a\":[1.50]}").written == std::vector{file});
    CHECK(read_all(project.root() / file) == "{\n  \"a\": [\n    1.50\n  ]\n}");
    const Variable variable = find_variable(store, TaskId{project.task}, "v");
    CHECK(variable.value.text == "{\"a\":[1.50]}");
    CHECK(variable.type == "json");
    CHECK(variable.file == file);
    CHECK(spill(project.task, "v", "{\"a\":[1.50]}").written.empty());
    CHECK(spill(project.task, "v", "2").written == std::vector{file});
    CHECK(read_all(project.root() / file) == "2");
    fs::remove(project.root() / file);
    CHECK(settle_value_files(store, project.root()).written == std::vector{file});
    CHECK(read_all(project.root() / file) == "2");
  }

  TEST_CASE("a value is not written through a link out of the root, and stays in the database") {
    ReferencePlace project;
    fs::create_directories(project.root() / ".aiwg/rlm");
    fs::create_directory_symlink(project.outside(), project.root() / ".aiwg/rlm/sessions");
    const StateName state{StateScope::session, "s"};
    SetVariable set;
    set.name = "v";
    set.value.text = "1";
    set.in_file = true;
    const StateChange change{state, set, {}};
    (void)change_states(project.place.store(), {&change, 1});
    const ValueFileReport report = settle_value_files(project.place.store(), project.root(), state);
    CHECK(report.written.empty());
    REQUIRE(report.left.size() == 1);
    CHECK(report.left.front().code == "value_file_left");
    CHECK(std::distance(fs::directory_iterator(project.outside()), fs::directory_iterator()) == 1);
    CHECK(find_variable(project.place.store(), state, "v").value.text == "1");
  }
}
