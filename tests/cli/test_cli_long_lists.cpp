// SPDX-License-Identifier: MIT
// What a terminal gets of lists that are too long for it.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "transcript.hpp"

namespace {

using namespace cli_tests;

/// 60 tasks of one tree that run, a queued one, and 59 more trees.
void make_long_lists(const Sandbox& sandbox) {
  run_quietly(sandbox,
              "rlmdb -q task add --tree t --prompt 'the root'; seq 60 | sed "
              "'s/.*/{\"prompt\":\"part &\",\"parent\":\"task-0000\"}/' | rlmdb -q task add --ndjson - && "
              "seq 59 | sed 's/.*/{\"prompt\":\"p\",\"tree\":\"t&\"}/' | rlmdb -q task add --ndjson - && "
              "rlmdb -q task start $(seq -f task-%04.0f 60)");
}

std::string on_terminal(const Sandbox& sandbox, const std::string& command) {
  const Outcome outcome =
      sandbox.run("stty cols 80; rlmdb -q " + command + " --color never", Surface::terminal);
  CAPTURE(outcome.error);
  CHECK_EQ(outcome.exit_code, 0);
  return outcome.out;
}

std::int64_t lines_of(const std::string& text) {
  return std::count(text.begin(), text.end(), '\n');
}

/// The line that tells how many are left, and how many lines stand before it.
std::pair<std::string, std::int64_t> rest_of(const std::string& text) {
  const std::size_t at = text.find("… ");
  if (at == std::string::npos || (at > 0 && text[at - 1] != '\n')) return {"", lines_of(text)};
  return {text.substr(at, text.find_first_of("\r\n", at) - at), lines_of(text.substr(0, at))};
}

}  // namespace

TEST_SUITE("cli::long_lists") {
  TEST_CASE("a terminal gets 50 rows and a line with what is left; --all gives all") {
    const Sandbox sandbox;
    make_long_lists(sandbox);
    struct Expected {
      std::string line;
      std::int64_t before;
      std::int64_t all;
    };
    const std::map<std::string, Expected> k_expected = {
        {"list", {"… 70 more (--limit N, --all)", 51, 121}},
        {"ready", {"… 9 more (--limit N, --all)", 51, 60}},
        {"ready --explain", {"… 10 more (--limit N, --all)", 51, 61}},
        {"events", {"… 130 more before (--limit N, --all)", 0, 180}},
        {"search p", {"… more (--limit N, --all)", 51, 120}},
        {"sql 'SELECT id FROM tasks'", {"… more (--limit N, --all)", 51, 121}},
        {"trees", {"… 10 more (--all)", 51, 62}},
        {"progress", {"… 10 more (--all)", 52, 64}},
        {"tree t", {"… 11 more lines (--all)", 50, 62}},
        {"status", {"… 72 more lines (--all)", 50, 123}},
        {"summary", {"… 10 more (--all)", 59, 76}},
        {"recover --dry-run", {"… 251 more lines (--all)", 50, 302}},
    };
    for (const auto& entry : k_expected) {
      const auto& [command, expected] = entry;
      CAPTURE(entry.first);
      const auto [line, before] = rest_of(on_terminal(sandbox, command));
      CHECK_EQ(line, expected.line);
      CHECK_EQ(before, expected.before);
      const std::string all = on_terminal(sandbox, command + " --all");
      CHECK_EQ(rest_of(all).first, "");
      CHECK_EQ(lines_of(all), expected.all);
    }
    CHECK_EQ(lines_of(on_terminal(sandbox, "list --limit 70")), 71);
  }
}
