// SPDX-License-Identifier: MIT
// `cleanup` asks before it removes anything where somebody can answer.
#include <doctest/doctest.h>

#include <string>

#include "live_program.hpp"

namespace {

using namespace cli_tests;

/// What the terminal shows until the question, then all that follows the answer.
std::string answered(const Sandbox& sandbox, const std::string& answer) {
  LiveProgram program(sandbox, "rlmdb --color never cleanup", Surface::terminal);
  std::string shown;
  while (shown.find("[y/N]") == std::string::npos) {
    const std::string more = program.read_some();
    CAPTURE(shown);
    REQUIRE_NE(more, "");
    shown += more;
  }
  CHECK_NE(shown.find("task-0004"), std::string::npos);
  CHECK_NE(shown.find("would remove 4 tasks"), std::string::npos);
  program.type(answer + "\r");
  const std::string rest = program.read_rest();
  CHECK_EQ(program.wait(), 0);
  return rest;
}

std::string tasks_left(const Sandbox& sandbox) {
  return sandbox.run("rlmdb list | wc -l", Surface::pipes).out;
}

}  // namespace

TEST_SUITE("cli::cleanup") {
  TEST_CASE("nothing goes without a yes") {
    const Sandbox sandbox;
    run_quietly(sandbox, "rlmdb -q import old-tasks.json");
    for (const char* answer : {"", "n", "maybe"})
      CHECK_NE(answered(sandbox, answer).find("nothing was removed"), std::string::npos);
    CHECK_EQ(tasks_left(sandbox), "9\n");
    CHECK_NE(answered(sandbox, "y").find("removed 4 tasks"), std::string::npos);
    CHECK_EQ(tasks_left(sandbox), "5\n");
  }

  TEST_CASE("a call with a request id asks nothing: others would wait for the answer") {
    const Sandbox sandbox;
    run_quietly(sandbox, "rlmdb -q import old-tasks.json");
    LiveProgram program(sandbox, "rlmdb --color never cleanup --request-id c1", Surface::terminal);
    const std::string shown = program.read_rest();
    CHECK_EQ(program.wait(), 2);
    CHECK_NE(shown.find("nothing was removed"), std::string::npos);
    CHECK_EQ(shown.find("[y/N]"), std::string::npos);
    CHECK_EQ(tasks_left(sandbox), "9\n");
    run_quietly(sandbox, "rlmdb -q cleanup --request-id c1 --yes");
    CHECK_EQ(tasks_left(sandbox), "5\n");
  }
}
