// SPDX-License-Identifier: MIT
// Ctrl-C in the middle of an import or export.
#include <doctest/doctest.h>

#include "child_process.hpp"
#include "generated_store.hpp"
#include "work_place.hpp"

namespace {

using namespace rlmdb::test;
namespace fs = std::filesystem;

/// The program has begun to work on the file: its unpublished database, or the -wal, has grown.
bool is_in_the_work(const WorkPlace& place) {
  constexpr std::uintmax_t k_some_pages = 100'000;
  std::error_code gone;
  for (const auto& entry : fs::directory_iterator(place.database_directory())) {
    const std::string name = entry.path().filename();
    if (name == "rlm.db") continue;
    if (entry.file_size(gone) > k_some_pages && !gone) return true;
  }
  return false;
}

Ended interrupt_import(
    const WorkPlace& place, const fs::path& source, int signal,
    const std::function<void()>& in_child = [] {}) {
  Launch launch = rlmdb_on(place.database(), {"--json", "import", source.string()});
  launch.in_child = in_child;
  RunningProgram running(launch);
  wait_until([&] { return is_in_the_work(place) || ::kill(running.pid(), 0) != 0; });
  running.signal(signal);
  return running.wait();
}

void check_interrupted(const Ended& ended) {
  CHECK(ended.code == 130);
  CHECK(ended.out.empty());
  CHECK(says(ended.error, "code", "\"interrupted\""));
  CHECK(says(ended.error, "ok", "false"));
  CHECK(ended.error.find("nothing of the source was imported") != std::string::npos);
}

}  // namespace

TEST_SUITE("crash::interruption") {
  TEST_CASE("SIGINT while a new database is built leaves nothing") {
    const WorkPlace place;
    const fs::path source = place.write_source("tasks.json", generated_store({.tasks = 12'000}));
    check_interrupted(interrupt_import(place, source, SIGINT));
    CHECK(fs::is_empty(place.database_directory()));
    for (const int signal : {SIGTERM, SIGHUP}) {
      check_interrupted(interrupt_import(place, source, signal));
      CHECK(fs::is_empty(place.database_directory()));
    }
    CHECK(place.rlmdb({"import", source.string()}).code == 0);
  }

  TEST_CASE("below nohup SIGHUP ends nothing") {
    const WorkPlace place;
    const fs::path source = place.write_source("tasks.json", generated_store({.tasks = 12'000}));
    CHECK(interrupt_import(place, source, SIGHUP, [] { ::signal(SIGHUP, SIG_IGN); }).code == 0);
  }

  TEST_CASE("SIGINT during an import into an existing database leaves it as it was") {
    const WorkPlace place;
    const fs::path earlier =
        place.write_source("earlier.json", generated_store({.tasks = 50, .first_number = 90'000}));
    REQUIRE(place.rlmdb({"import", earlier.string()}).code == 0);
    const std::string content = place.content(Moments::kept);
    const std::string file_bytes = read_all(place.database());
    const fs::path source = place.write_source("tasks.json", generated_store({.tasks = 24'000}));
    check_interrupted(interrupt_import(place, source, SIGINT));
    CHECK(place.content(Moments::kept) == content);
    CHECK((read_all(place.database()) == file_bytes));
    const std::string left = place.strangers();
    CHECK((left.empty() || left.starts_with("rlm.db-wal")));
    CHECK(place.rlmdb({"import", source.string()}).code == 0);
    CHECK(place.strangers() == "");
  }

  TEST_CASE("SIGINT during an export leaves the old file and nothing else") {
    const WorkPlace place;
    const fs::path source = place.write_source("tasks.json", generated_store({.tasks = 24'000}));
    REQUIRE(place.rlmdb({"import", "--no-prove", source.string()}).code == 0);
    const TestDir exports;
    write_all(exports / "out.json", "the old file");
    RunningProgram running(
        rlmdb_on(place.database(), {"--json", "export", "-o", (exports / "out.json").string()}));
    wait_until([&] { return exports.count() > 1 || ::kill(running.pid(), 0) != 0; });
    running.signal(SIGINT);
    const Ended ended = running.wait();
    CHECK(ended.code == 130);
    CHECK(ended.out.empty());
    CHECK(says(ended.error, "code", "\"interrupted\""));
    CHECK(exports.count() == 1);
    CHECK(read_all(exports / "out.json") == "the old file");
    CHECK(place.rlmdb({"export", "-o", (exports / "out.json").string()}).code == 0);
    CHECK((read_all(exports / "out.json") == read_all(source)));
  }
}
