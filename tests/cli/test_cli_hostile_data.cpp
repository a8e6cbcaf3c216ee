// SPDX-License-Identifier: MIT
// Data that would set the title, clear what was scrolled away, ring, or turn the direction of writing.
#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "transcript.hpp"

namespace {

using namespace cli_tests;
using HostileJson = nlohmann::json;

/// As JSON writes it.
constexpr const char* k_hostile =
    R"(\u001b]0;PWNED\u0007 \u001b[3J \u009b3J \u009d0;x\u009c \u007f \u202e\u2066 \u200b \ud834\udd73 \r z\u00fc)";

/// What no terminal may be sent, and the program has no use for.
const std::vector<std::string> k_never = {"\x1b]",        "\x1b[3J",      "\x07",         "\x7f",
                                          "\r",           "\xc2\x9b",     "\xc2\x9d",     "\xc2\x9c",
                                          "\xe2\x80\xae", "\xe2\x81\xa6", "\xe2\x80\x8b", "\xf0\x9d\x85\xb3"};

const std::vector<std::string> k_json_commands = {
    "list --json",
    "show task-0000 --json",
    "tree tree-1 --json",
    "tree tree-1 --format json",
    "trees --json",
    "status tree-1 --json",
    "progress tree-1 --json",
    "progress tree-1 --watch --json",
    "eta tree-1 --json",
    "cost tree-1 --json",
    "merge task-0000 --json",
    "ready --explain --json",
    "list --blocked --json",
    "stats --json",
    "summary --json",
    "recover --dry-run --json",
    "var list --task task-0000 --json",
    "var get v --task task-0000 --json",
    "var history --task task-0000 --json",
    "checkpoint list --task task-0000 --json",
    "checkpoint show $(rlmdb checkpoint list --task task-0000 | cut -f1) --json",
    "loop list --all --json",
    "loop show l --json",
    "sql 'SELECT prompt, error FROM tasks' --json",
    "verify --json",
    "limits tree-1 --json",
    "export",
    "export --format tree --tree tree-1",
    "export --format loop --loop l",
    "loop export l"};

const std::vector<std::string> k_text_commands = {
    "list",
    "show task-0000",
    "tree tree-1",
    "tree tree-1 --format mermaid",
    "tree tree-1 --format dot",
    "trees",
    "status tree-1",
    "progress tree-1",
    "progress tree-1 --watch",
    "eta tree-1",
    "cost tree-1",
    "report tree-1",
    "report tree-1 --html",
    "report tree-1 --json",
    "merge task-0000",
    "ready",
    "ready --explain",
    "list --blocked",
    "stats",
    "summary",
    "recover --dry-run",
    "recover --dry-run --tree",
    "recover --plan -",
    "events",
    "events --changes",
    "events --json --changes",
    "var list --task task-0000",
    "var get v --task task-0000",
    "var get v --text --task task-0000",
    "var history --task task-0000",
    "checkpoint list --task task-0000",
    "checkpoint show $(rlmdb checkpoint list --task task-0000 | cut -f1)",
    "loop list --all",
    "loop show l",
    "loop report l",
    "loop report l --html",
    "loop iterations l",
    "sql 'SELECT prompt, error FROM tasks'",
    "sql 'SELECT prompt, error FROM tasks' --csv",
    "sql 'SELECT prompt AS \"\xe2\x80\xaex\" FROM tasks' --csv",
    "verify",
    "cleanup --dry-run --completed 0s",
    "show \"$(printf '\\033]0;x\\007')\"",
    "show \"$(printf '\\033]0;x\\007')\" --json",
    "where"};

/// A finished tree, a task, a variable, a checkpoint and a loop that say such things wherever one can.
void fill_with_hostile_data(const Sandbox& sandbox) {
  const std::string said = std::string("'\"") + k_hostile + "\"'";
  std::ofstream(sandbox.path() / "work/tasks.ndjson")
      << R"({"tree":"tree-1","prompt":")" << k_hostile << R"(","agent":")" << k_hostile << "\"}\n"
      << R"({"parent":"task-0000","prompt":")" << k_hostile << R"("})"
      << "\n"
      << R"({"prompt":")" << k_hostile << R"(","depends_on":["task-0000"]})"
      << "\n";
  for (const std::string& command :
       {std::string("rlmdb init"), std::string("rlmdb task add --ndjson tasks.ndjson"),
        "rlmdb var set v " + said + " --description " + said + " --task task-0000",
        std::string("rlmdb checkpoint create c --task task-0000"),
        "rlmdb loop start " + said + " --id l --completion " + said,
        std::string("rlmdb task start task-0001"), "rlmdb task complete task-0001 --result-json " + said,
        std::string("rlmdb task start task-0000"),
        "rlmdb task fail task-0000 --error \"$(printf " + said + ")\"",
        std::string("rlmdb task cancel task-0000 --force")})
    run_quietly(sandbox, command);
}

}  // namespace

TEST_SUITE("cli::hostile_data") {
  TEST_CASE("no command sends a terminal what would steer it") {
    const Sandbox sandbox;
    fill_with_hostile_data(sandbox);
    std::vector<std::string> commands = k_json_commands;
    commands.insert(commands.end(), k_text_commands.begin(), k_text_commands.end());
    for (const std::string& command : commands) {
      CAPTURE(command);
      const Outcome outcome = sandbox.run("rlmdb " + command, Surface::terminal);
      CHECK_NE(outcome.exit_code, 2);
      CHECK_FALSE(outcome.out.empty());
      for (std::size_t index = 0; index < k_never.size(); ++index) {
        CAPTURE(index);
        CHECK_EQ(count_of(outcome.out, k_never[index]), 0);
      }
    }
  }

  TEST_CASE("JSON on a terminal is the JSON of a pipe") {
    const Sandbox sandbox;
    fill_with_hostile_data(sandbox);
    for (const std::string& command : k_json_commands) {
      CAPTURE(command);
      // A terminal shows the warnings of an export among its JSON.
      const Outcome terminal = sandbox.run("rlmdb -q " + command, Surface::terminal);
      const Outcome pipe = sandbox.run("rlmdb " + command, Surface::pipes);
      REQUIRE_EQ(terminal.exit_code, pipe.exit_code);
      CHECK_EQ(HostileJson::parse(terminal.out, nullptr, false),
               HostileJson::parse(pipe.out, nullptr, false));
      CHECK_FALSE(HostileJson::parse(pipe.out, nullptr, false).is_discarded());
    }
  }

  TEST_CASE("a pipe gets every byte as it is") {
    const Sandbox sandbox;
    fill_with_hostile_data(sandbox);
    const std::string prompt = HostileJson::parse(std::string("\"") + k_hostile + "\"").get<std::string>();
    const Outcome csv = sandbox.run("rlmdb sql 'SELECT prompt FROM tasks' --csv", Surface::pipes);
    CHECK_EQ(count_of(csv.out, prompt), 3);
    const Outcome text = sandbox.run("rlmdb var get v --text --task task-0000", Surface::pipes);
    CHECK_EQ(text.out, prompt);
    const Outcome file =
        sandbox.run("rlmdb export -o out.json && cat out.json && rlmdb export", Surface::pipes);
    REQUIRE_EQ(file.exit_code, 0);
    const std::size_t half = file.out.size() / 2;
    CHECK_EQ(file.out.substr(0, half), file.out.substr(half));
    CHECK_GE(count_of(file.out, "\xe2\x80\xae"), 6);
  }

  TEST_CASE("a long document is whole on a terminal, its characters too") {
    const Sandbox sandbox;
    std::string prompt;
    for (int i = 0; i < 60'000; ++i) prompt += i % 7 == 0 ? "\u202e" : "\u00fc";
    std::ofstream(sandbox.path() / "work/prompt.txt") << prompt;
    run_quietly(sandbox, "rlmdb init && rlmdb task add --prompt - <prompt.txt");
    const Outcome outcome = sandbox.run("rlmdb export", Surface::terminal);
    const HostileJson document = HostileJson::parse(outcome.out, nullptr, false);
    REQUIRE_FALSE(document.is_discarded());
    CHECK_EQ(document["tasks"][0]["prompt"], prompt);
    CHECK_EQ(count_of(outcome.out, "\u202e"), 0);
  }
}
