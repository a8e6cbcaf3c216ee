// SPDX-License-Identifier: MIT
// `events --follow` beside another process that writes.
#include <doctest/doctest.h>
#include <signal.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "json_schema.hpp"
#include "live_program.hpp"

namespace {

using namespace cli_tests;
using rlmdb::test::check_against_schema;
using Json = nlohmann::json;

void add_task(const Sandbox& sandbox) {
  run_quietly(sandbox, "rlmdb -q task add --prompt x");
}

/// The event that the line is, which must fit the schema.
Json event_of(const std::string& line) {
  CAPTURE(line);
  CHECK_EQ(check_against_schema(line, "events"), "");
  return Json::parse(line, nullptr, false);
}

}  // namespace

TEST_SUITE("cli::follow") {
  TEST_CASE("events come while another process writes, and a later run goes on after the last one seen") {
    const Sandbox sandbox;
    run_quietly(sandbox, "rlmdb -q init");
    std::int64_t last = 0;
    {
      LiveProgram follower(sandbox, "rlmdb events --follow --json", Surface::pipes);
      add_task(sandbox);
      const Json created = event_of(follower.read_line());
      CHECK_EQ(created["kind"], "task:created");
      CHECK_EQ(created["task_id"], "task-0000");
      CHECK_EQ(created["old_state"], nullptr);
      CHECK_EQ(created["new_state"], "queued");
      run_quietly(sandbox, "rlmdb -q task start task-0000");
      const Json started = event_of(follower.read_line());
      CHECK_EQ(started["kind"], "task:started");
      CHECK_EQ(started["old_state"], "queued");
      CHECK_EQ(started["new_state"], "running");
      last = started["seq"].get<std::int64_t>();
      CHECK_GT(last, created["seq"].get<std::int64_t>());
      follower.signal(SIGTERM);
      CHECK_EQ(follower.read_rest(), "");
      CHECK_EQ(follower.wait(), 130);
      CHECK_EQ(follower.error(), "");
    }
    run_quietly(sandbox, "rlmdb -q task cancel task-0000");
    LiveProgram follower(sandbox, "rlmdb events --follow --json --since " + std::to_string(last),
                         Surface::pipes);
    const Json cancelled = event_of(follower.read_line());
    CHECK_EQ(cancelled["kind"], "task:cancelled");
    CHECK_GT(cancelled["seq"].get<std::int64_t>(), last);
    add_task(sandbox);
    CHECK_EQ(event_of(follower.read_line())["task_id"], "task-0001");
    follower.signal(SIGINT);
    CHECK_EQ(follower.read_rest(), "");
    CHECK_EQ(follower.wait(), 130);
  }

  TEST_CASE("filters and a limit hold while following") {
    const Sandbox sandbox;
    run_quietly(sandbox, "rlmdb -q init");
    add_task(sandbox);
    add_task(sandbox);
    LiveProgram follower(sandbox, "rlmdb events --follow --task task-0001 --changes --json --limit 2",
                         Surface::pipes);
    run_quietly(sandbox, "rlmdb -q task cancel task-0000");
    run_quietly(sandbox, "rlmdb -q task cancel task-0001");
    const Json created = event_of(follower.read_line());
    CHECK_EQ(created["kind"], "task:created");
    const Json cancelled = event_of(follower.read_line());
    CHECK_EQ(cancelled["task_id"], "task-0001");
    CHECK_EQ(cancelled["kind"], "task:cancelled");
    const Json state{{"member", "/state"}, {"old_json", "\"queued\""}};
    CHECK_NE(std::find(cancelled["changes"].begin(), cancelled["changes"].end(), state),
             cancelled["changes"].end());
    CHECK_EQ(follower.read_rest(), "");
    CHECK_EQ(follower.wait(), 0);
  }

  TEST_CASE("a reader that goes away ends it quietly, also when no event comes") {
    const Sandbox sandbox;
    run_quietly(sandbox, "rlmdb -q init");
    LiveProgram follower(sandbox, "rlmdb events --follow", Surface::pipes);
    follower.close_output();
    CHECK_EQ(follower.wait(), -SIGPIPE);
    CHECK_EQ(follower.error(), "");
  }

  TEST_CASE("a signal ends it also while the reader does not read") {
    const Sandbox sandbox;
    run_quietly(sandbox, "rlmdb -q init");
    run_quietly(sandbox, "head -c 200000 /dev/zero | tr '\\0' x | rlmdb -q task add --prompt -");
    run_quietly(sandbox, "rlmdb -q task set task-0000 prompt=1");
    // The old prompt is more than a pipe holds.
    LiveProgram follower(sandbox, "rlmdb events --follow --changes --json", Surface::pipes);
    const Json created = event_of(follower.read_line());
    CHECK_EQ(created["kind"], "task:created");
    follower.wait_until_full();
    follower.signal(SIGTERM);
    CHECK_EQ(follower.wait(), 130);
  }

  TEST_CASE("on a terminal lines are coloured, and Ctrl-C leaves it clean") {
    const Sandbox sandbox;
    run_quietly(sandbox, "rlmdb -q init");
    LiveProgram follower(sandbox, "rlmdb events --follow", Surface::terminal);
    add_task(sandbox);
    const std::string line = follower.read_line();
    CAPTURE(line);
    CHECK_NE(line.find("\x1b[34mtask:created  \x1b[0m  task-0000  \x1b[34mqueued\x1b[0m"), std::string::npos);
    CHECK(line.ends_with("\x1b[0m\r\n"));
    follower.type("\x03");
    CHECK_EQ(follower.read_rest(), "^C");
    CHECK_EQ(follower.wait(), 130);
  }
}
