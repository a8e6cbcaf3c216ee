// SPDX-License-Identifier: MIT
// A disk that does not confirm or cannot be read, a memory that gives out, a clock that is far off, a -shm
// that somebody cuts short: an exit code and true words, never a death or a wrong date.
#include <doctest/doctest.h>
#include <signal.h>

#include <chrono>
#include <cstdint>
#include <thread>

#include "fault.hpp"
#include "work_place.hpp"

namespace {

using namespace rlmdb::test;
namespace fs = std::filesystem;

Launch in_trouble(Launch launch, const std::string& kind, const fs::path& prefix, std::int64_t at) {
  launch.environment = {"LD_PRELOAD=" RLMDB_TROUBLE_SHIM, "RLMDB_TROUBLE=" + kind,
                        "RLMDB_TROUBLE_PREFIX=" + prefix.string(), "RLMDB_TROUBLE_AT=" + std::to_string(at)};
  return launch;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string count_tasks(const WorkPlace& place) {
  return place.rlmdb({"sql", "SELECT count(*) FROM tasks", "--csv"}).out;
}

/// Until the program with this trouble is not troubled any more.
template <class Check>
int check_each(const Launch& launch, const std::string& kind, const fs::path& prefix, Check&& check) {
  constexpr int k_most = 500;
  for (int at = 1; at < k_most; ++at) {
    CAPTURE(at);
    const Ended ended = run(in_trouble(launch, kind, prefix, at));
    CAPTURE(ended.error);
    if (ended.code == 0 && ended.error.empty()) return at - 1;
    check(ended);
  }
  FAIL("it never succeeds");
  return 0;
}

/// A child that has ended and waits to be asked how.
bool is_over(pid_t pid) {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == pid;
}

template <class Condition>
bool comes_true(Condition&& condition) {
  using namespace std::chrono_literals;
  const auto deadline = std::chrono::steady_clock::now() + 60s;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(5ms);
  }
  return true;
}

}  // namespace

TEST_SUITE("crash::trouble" * doctest::skip(!k_can_preload)) {
  TEST_CASE("a commit that the disk does not confirm may or may not be stored, and no hint says again") {
    const WorkPlace place;
    REQUIRE(place.rlmdb({"init"}).code == 0);
    int unknown = 0;
    const Launch add = rlmdb_on(place.database(), {"task", "add", "--prompt", "once"});
    check_each(add, "sync", place.database_directory(), [&](const Ended& ended) {
      CHECK_FALSE(has(ended.error, "the same command again"));
      if (has(ended.error, "may or may not be stored")) {
        ++unknown;
        CHECK(ended.code == 1);
        CHECK(has(ended.error, "look whether it is there before it is done again"));
        const std::string tasks = count_tasks(place);
        CHECK_MESSAGE(has(tasks, "\n"), tasks);
      }
      CHECK(place.rlmdb({"verify"}).code == 0);
    });
    CHECK(unknown >= 1);
  }

  TEST_CASE("a read that fails is no damage") {
    const WorkPlace place;
    REQUIRE(place.rlmdb({"init"}).code == 0);
    REQUIRE(place.rlmdb({"task", "add", "--prompt", "kept"}).code == 0);
    int refused = 0;
    check_each(rlmdb_on(place.database(), {"list"}), "read", place.database_directory(),
               [&](const Ended& ended) {
                 // Where only the way through the -shm failed there is another one, with a warning.
                 CHECK((ended.code == 1 || has(ended.error, "is read as an unchanging file")));
                 CHECK_FALSE(has(ended.error, "is damaged"));
                 if (ended.code == 1 && has(ended.error, "a read from its files failed")) ++refused;
               });
    CHECK(refused > 0);
  }

  TEST_CASE("a memory that gives out, at the start or later, is an error") {
    const WorkPlace place;
    REQUIRE(place.rlmdb({"init"}).code == 0);
    const Launch stats = rlmdb_on(place.database(), {"stats"});
    int refused = 0;
    for (int at = 1; at < 4'000; at += at < 120 ? 1 : 97) {
      CAPTURE(at);
      const Ended ended = run(in_trouble(stats, "memory", place.root(), at));
      CAPTURE(ended.error);
      // 127: not even the loader had any.
      CHECK((ended.code == 0 || ended.code == 1 || ended.code == 127));
      if (ended.code == 1) ++refused;
      if (ended.code == 1) CHECK_FALSE(ended.error.empty());
    }
    CHECK(refused > 50);
  }

  TEST_CASE("a clock that says a year that cannot be stored is refused, and nothing is written") {
    const WorkPlace place;
    REQUIRE(place.rlmdb({"init"}).code == 0);
    const Launch add = rlmdb_on(place.database(), {"task", "add", "--prompt", "when"});
    // 2262-01-01, 9999-12-31 and 12000-01-01.
    for (const std::int64_t seconds : {9'214'646'400LL, 253'402'214'400LL, 316'517'932'800LL}) {
      const Ended ended = run(in_trouble(add, "clock", place.root(), seconds));
      CHECK(ended.code == 1);
      CHECK_MESSAGE(has(ended.error, "does not say a time of the years 1678 to 2261"), ended.error);
    }
    CHECK(has(count_tasks(place), "0"));
    CHECK(run(in_trouble(add, "clock", place.root(), 9'214'646'399LL)).code == 0);
    CHECK(has(place.rlmdb({"sql", "SELECT created_at FROM tasks"}).out, "2261-12-31T23:59:59"));
  }

  TEST_CASE("a -shm that is cut short under a follower ends it with words and exit code 8") {
    for (const bool json : {false, true}) {
      const WorkPlace place;
      REQUIRE(place.rlmdb({"init"}).code == 0);
      REQUIRE(place.rlmdb({"task", "add", "--prompt", "first"}).code == 0);
      RunningProgram follower(json ? rlmdb_on(place.database(), {"--json", "events", "--follow"})
                                   : rlmdb_on(place.database(), {"events", "--follow"}));
      const fs::path shm = place.database().string() + "-shm";
      std::error_code ignored;
      REQUIRE(comes_true([&] { return fs::file_size(shm, ignored) >= 32'768 && !ignored; }));
      REQUIRE(comes_true([&] {
        fs::resize_file(shm, 0, ignored);
        return is_over(follower.pid());
      }));
      const Ended ended = follower.wait();
      CHECK(ended.code == 8);
      CHECK_MESSAGE(has(ended.error, "was cut short by another program"), ended.error);
      CHECK(has(ended.error, "{\"rlmdb\":1") == json);
    }
  }
}
