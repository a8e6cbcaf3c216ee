// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <string>

#include "test_dir.hpp"
#include "util/run_program.hpp"

using namespace rlmdb;
using util::ProgramCall;
using util::ProgramEnd;
using util::ProgramResult;
using util::run_program;

namespace {

ProgramCall shell(const std::string& script) {
  return {.words = {"/bin/sh", "-c", script}};
}

/// Whether a process of that number runs, or has not been reaped.
bool lives(const std::string& pid) {
  return ::kill(std::stoi(pid), 0) == 0;
}

/// A variable of the environment, put back at the end.
class Variable {
 public:
  Variable(std::string name, const std::string& value) : m_name(std::move(name)) {
    const char* const old = ::getenv(m_name.c_str());
    m_had_value = old != nullptr;
    if (m_had_value) m_old = old;
    ::setenv(m_name.c_str(), value.c_str(), 1);
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  ~Variable() {
    if (m_had_value) {
      ::setenv(m_name.c_str(), m_old.c_str(), 1);
    } else {
      ::unsetenv(m_name.c_str());
    }
  }

 private:
  std::string m_name;
  std::string m_old;
  bool m_had_value = false;
};

}  // namespace

TEST_SUITE("util::run_program") {
  TEST_CASE("both streams, the status and a signal come back") {
    const ProgramResult result = run_program(shell("printf out; printf bad >&2; exit 3"));
    CHECK(result.end == ProgramEnd::exited);
    CHECK(result.code == 3);
    CHECK(result.output == "out");
    CHECK(result.errors == "bad");
    CHECK_FALSE(result.is_good());
    const ProgramResult killed = run_program(shell("kill -TERM $$"));
    CHECK(killed.end == ProgramEnd::signalled);
    CHECK(killed.code == SIGTERM);
    CHECK(util::to_text({}, killed) == "was ended by signal 15");
  }

  TEST_CASE("words are no shell's, and stdin is the input or empty") {
    CHECK(run_program({.words = {"printf", "%s|", "a b", "$HOME;`id`", ""}}).output == "a b|$HOME;`id`||");
    CHECK(run_program({.words = {"cat"}}).output.empty());
    const std::string large(300'000, 'x');
    CHECK(run_program({.words = {"cat"}, .input = large}).output == large);
  }

  TEST_CASE("more than it may say ends it, and so does its time") {
    ProgramCall much = shell("while :; do echo 0123456789; done");
    much.most_bytes = 5000;
    const ProgramResult result = run_program(much);
    CHECK(result.end == ProgramEnd::too_much);
    CHECK(result.output.size() == 5000);
    ProgramCall exact = shell("printf 12345");
    exact.most_bytes = 5;
    CHECK(run_program(exact).is_good());

    ProgramCall slow = shell("echo begun; exec cat /proc/self/fd/0 /dev/zero > /dev/null");
    slow.most_time = std::chrono::milliseconds(300);
    const ProgramResult ended = run_program(slow);
    CHECK(ended.end == ProgramEnd::too_long);
    CHECK(ended.output == "begun\n");
    CHECK(util::to_text(slow, ended) == "took longer than 300 ms and was ended");
  }

  TEST_CASE("much on stderr holds nothing up, and its beginning stays") {
    const ProgramResult result =
        run_program(shell("echo first >&2; head -c 1000000 /dev/zero | tr '\\0' e >&2; echo done"));
    CHECK(result.is_good());
    CHECK(result.output == "done\n");
    CHECK(result.errors.size() == 16 * 1024);
    CHECK(result.errors.starts_with("first\neee"));
  }

  TEST_CASE("nothing of it lives on") {
    // Once with the stream kept open, so that only the clock ends the wait, and once without.
    for (const char* const redirect : {"", ">/dev/null 2>&1"}) {
      CAPTURE(redirect);
      ProgramCall call = shell(std::string("tail -f /dev/null ") + redirect + " & echo $!");
      call.most_time = std::chrono::milliseconds(500);
      const ProgramResult result = run_program(call);
      REQUIRE(result.output.size() > 1);
      // It is not our child: its new parent may take a moment to reap it.
      bool is_alive = true;
      const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1);
      while (is_alive && std::chrono::steady_clock::now() < deadline) {
        is_alive = lives(result.output) &&
                   test::read_all("/proc/" + result.output.substr(0, result.output.size() - 1) + "/stat")
                           .find(") Z") == std::string::npos;
      }
      CHECK_FALSE(is_alive);
    }
  }

  TEST_CASE("it gets the environment without what is dropped, and what is given counts") {
    const Variable redirecting("GIT_DIR", "elsewhere");
    const Variable language("LC_ALL", "xx_XX");
    ProgramCall call = shell("echo \"${GIT_DIR-none} $LC_ALL ${PATH:+path}\"");
    call.environment = {"LC_ALL=C"};
    call.dropped_variables = {"GIT_"};
    CHECK(run_program(call).output == "none C path\n");
  }

  TEST_CASE("a program of the present directory is not taken, nor one that is missing") {
    const test::TestDir directory;
    const std::filesystem::path program = directory / "rlmdb-test-program";
    test::write_all(program, "#!/bin/sh\necho run\n");
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    const std::filesystem::path before = std::filesystem::current_path();
    std::filesystem::current_path(directory.path());
    {
      const Variable path("PATH", ".::relative");
      const ProgramResult result = run_program({.words = {"rlmdb-test-program"}});
      CHECK(result.end == ProgramEnd::not_started);
      CHECK(result.code == ENOENT);
      CHECK(util::to_text({}, result) == "is not installed");
    }
    {
      const Variable path("PATH", "relative:" + directory.path().string());
      CHECK(run_program({.words = {"rlmdb-test-program"}}).output == "run\n");
    }
    std::filesystem::current_path(before);
    test::write_all(directory / "no-program", "x");
    CHECK(run_program({.words = {(directory / "no-program").string()}}).code == EACCES);
  }
}
