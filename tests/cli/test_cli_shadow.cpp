// SPDX-License-Identifier: MIT
// `shadow` beside a process that rewrites the file (issue 20).
#include <doctest/doctest.h>
#include <signal.h>

#include <nlohmann/json.hpp>
#include <string>

#include "json_schema.hpp"
#include "live_program.hpp"

namespace {

using namespace cli_tests;
using rlmdb::test::check_against_schema;
using Json = nlohmann::json;

/// The round that the line is, which must fit the schema.
Json round_of(const std::string& line) {
  CAPTURE(line);
  CHECK_EQ(check_against_schema(line, "shadow"), "");
  return Json::parse(line, nullptr, false);
}

int exit_code_of(const Sandbox& sandbox, const std::string& command) {
  return sandbox.run(command, Surface::pipes).exit_code;
}

}  // namespace

TEST_SUITE("cli::shadow") {
  TEST_CASE("rounds come while another process writes, and a file that is no store ends nothing") {
    const Sandbox sandbox;
    LiveProgram shadow(sandbox, "rlmdb shadow tasks.json --interval 20ms --json --db x.db", Surface::pipes);
    const Json missing = round_of(shadow.read_line());
    CHECK_EQ(missing["outcome"], "skipped");
    CHECK_EQ(missing["skipped"]["code"], "not_found");
    CHECK_EQ(missing["read"], nullptr);
    run_quietly(sandbox, "cp tasks-small.json t && mv t tasks.json");
    const Json first = round_of(shadow.read_line());
    CHECK_EQ(first["outcome"], "imported");
    CHECK_EQ(first["new"], 15);
    CHECK_EQ(first["drift"], 0);
    CHECK_EQ(first["skipped"], nullptr);
    run_quietly(sandbox, ": > tasks.json");
    CHECK_EQ(round_of(shadow.read_line())["skipped"]["code"], "invalid_input");
    run_quietly(sandbox, "rlmdb -q --db x.db task set task-0001 priority=9");
    run_quietly(sandbox, "sed 's/\"priority\": 0/\"priority\": 3/' tasks-small.json > tasks.json");
    const Json second = round_of(shadow.read_line());
    CHECK_EQ(second["changed"], 13);
    CHECK_EQ(second["kept"], 1);
    CHECK_EQ(second["drift"], 1);
    CHECK_EQ(second["drifting"][0]["id"], "task-0001");
    CHECK_EQ(second["drifting"][0]["code"], "differs");
    shadow.signal(SIGTERM);
    CHECK_EQ(shadow.read_rest(), "");
    CHECK_EQ(shadow.wait(), 130);
    CHECK_EQ(shadow.error(), "");
  }

  TEST_CASE("beside a writer that renames, then truncates, it ends with the last file") {
    const Sandbox sandbox;
    run_quietly(sandbox, "cp tasks-small.json tasks.json");
    LiveProgram shadow(sandbox, "rlmdb shadow tasks.json --interval 10ms --json --db x.db", Surface::pipes);
    CHECK_EQ(round_of(shadow.read_line())["new"], 15);
    run_quietly(
        sandbox,
        "for n in $(seq 10 40); do sed \"s/\\\"priority\\\": 0/\\\"priority\\\": $n/\" tasks-small.json > t;"
        " if [ $((n % 2)) = 0 ]; then mv t tasks.json; else cat t > tasks.json; fi; sleep 0.0$((n % 5)); "
        "done");
    // Its rounds are printed once they are durable.
    while (exit_code_of(sandbox, "rlmdb --db x.db verify tasks.json") != 0) {
      const Json round = round_of(shadow.read_line());
      REQUIRE(round.is_object());
      if (round["outcome"] != "skipped") CHECK_EQ(round["drift"], 0);
    }
    shadow.signal(SIGINT);
    while (!shadow.read_line().empty()) continue;
    CHECK_EQ(shadow.wait(), 130);
    const Outcome highest = sandbox.run(
        "rlmdb --db x.db sql 'SELECT max(priority) AS p FROM tasks' --csv | tail -1", Surface::pipes);
    CHECK_EQ(highest.out, "40\n");
  }

  TEST_CASE("a reader that goes away ends it quietly, also when the file stays as it is") {
    const Sandbox sandbox;
    run_quietly(sandbox, "cp tasks-small.json tasks.json");
    LiveProgram shadow(sandbox, "rlmdb -q shadow tasks.json --db x.db", Surface::pipes);
    CHECK_NE(shadow.read_line(), "");
    shadow.close_output();
    CHECK_EQ(shadow.wait(), -SIGPIPE);
    CHECK_EQ(shadow.error(), "");
  }

  TEST_CASE("on a terminal a round is a sentence") {
    const Sandbox sandbox;
    run_quietly(sandbox, "cp tasks-small.json tasks.json");
    LiveProgram shadow(sandbox, "rlmdb -q shadow tasks.json --db x.db", Surface::terminal);
    const std::string line = shadow.read_line();
    CAPTURE(line);
    CHECK(line.ends_with("  15 read, 15 new; \x1b[32mno drift\x1b[0m\r\n"));
    shadow.type("\x03");
    CHECK_EQ(shadow.read_rest(), "^C");
    CHECK_EQ(shadow.wait(), 130);
  }
}
