// SPDX-License-Identifier: MIT
// Long output on a terminal, page by page.
#include <doctest/doctest.h>
#include <signal.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "live_program.hpp"
#include "transcript.hpp"

namespace {

using namespace cli_tests;

constexpr const char* k_endless =
    "sql 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n' --color never";

void make_sixty_tasks(const Sandbox& sandbox) {
  run_quietly(sandbox, "seq 60 | sed 's/.*/{\"prompt\":\"p\"}/' | rlmdb -q task add --ndjson -");
}

Outcome run_paged(const Sandbox& sandbox, const std::string& command) {
  Outcome outcome = sandbox.run("stty cols 80; " + command + " --color never", Surface::terminal);
  std::erase(outcome.out, '\r');
  return outcome;
}

/// How many lines the pager `sed s/^/P:/` has seen, and how many it has not.
std::pair<std::size_t, std::size_t> paged(const std::string& text) {
  const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  const std::size_t seen = count_of("\n" + text, "\nP:");
  return {seen, lines - seen};
}

}  // namespace

TEST_SUITE("cli::pager") {
  TEST_CASE("a pager gets all rows of what only reads; none is there where none is wanted") {
    const Sandbox sandbox;
    make_sixty_tasks(sandbox);
    using Lines = std::pair<std::size_t, std::size_t>;
    const auto lines_of = [&](const std::string& command) {
      CAPTURE(command);
      const Outcome outcome = run_paged(sandbox, command);
      CHECK_EQ(outcome.exit_code, 0);
      return paged(outcome.out);
    };
    const std::string sed = "RLMDB_PAGER='sed s/^/P:/' ";
    CHECK(lines_of(sed + "rlmdb list") == Lines{61, 0});
    CHECK(lines_of(sed + "rlmdb list --limit 3") == Lines{4, 0});
    CHECK(lines_of(sed + "rlmdb events") == Lines{60, 0});
    CHECK(lines_of(sed + "rlmdb list --state failed") == Lines{1, 0});
    CHECK(lines_of(sed + "rlmdb recover --dry-run") == Lines{1, 0});
    CHECK(lines_of("unset RLMDB_PAGER; PAGER='sed s/^/P:/' rlmdb list") == Lines{61, 0});
    CHECK(lines_of("PAGER='sed s/^/P:/' rlmdb list") == Lines{0, 52});
    CHECK(lines_of(sed + "rlmdb list --no-pager") == Lines{0, 52});
    CHECK(lines_of("RLMDB_PAGER= rlmdb list") == Lines{0, 52});
    CHECK(lines_of("RLMDB_PAGER='no-such-pager -x' rlmdb list") == Lines{0, 52});
    CHECK(lines_of(sed + "TERM=dumb rlmdb list") == Lines{0, 52});
    CHECK(lines_of(sed + "rlmdb list --json") == Lines{0, 1});
    CHECK(lines_of(sed + "rlmdb list --csv") == Lines{0, 61});
    CHECK(lines_of(sed + "rlmdb recover") == Lines{0, 1});
    CHECK(lines_of(sed + "rlmdb task add --prompt x") == Lines{0, 1});
    const Outcome piped = sandbox.run(sed + "rlmdb list", Surface::pipes);
    CHECK(paged(piped.out) == Lines{0, 61});
  }

  TEST_CASE("less leaves what fits on the screen, unless LESS says otherwise") {
    const Sandbox sandbox;
    make_sixty_tasks(sandbox);
    const std::string pager = "RLMDB_PAGER='cat >/dev/null; echo $LESS' ";
    CHECK_EQ(run_paged(sandbox, pager + "rlmdb list").out, "FRX\n");
    CHECK_EQ(run_paged(sandbox, "LESS=i " + pager + "rlmdb list").out, "i\n");
    CHECK_EQ(run_paged(sandbox, "LESS= " + pager + "rlmdb list").out, "\n");
  }

  TEST_CASE("who leaves the pager ends the query, and that is no error") {
    const Sandbox sandbox;
    make_sixty_tasks(sandbox);
    const Outcome outcome = run_paged(sandbox, std::string("RLMDB_PAGER='head -2' rlmdb ") + k_endless);
    CHECK_EQ(outcome.exit_code, 0);
    CHECK_EQ(count_of(outcome.out, "\n"), 2);
  }

  TEST_CASE("an error is an error, past the pager") {
    const Sandbox sandbox;
    make_sixty_tasks(sandbox);
    const Outcome outcome = run_paged(sandbox, "RLMDB_PAGER='sed s/^/P:/' rlmdb list --tree nope");
    CHECK_EQ(outcome.exit_code, 4);
    CHECK(outcome.out.starts_with("rlmdb: error: "));
  }

  TEST_CASE("a signal waits for the person to leave the pager") {
    const Sandbox sandbox;
    make_sixty_tasks(sandbox);
    const std::string pager = "trap \"\" INT TERM; head -1; cat >/dev/null; echo left";
    LiveProgram program(sandbox, "env RLMDB_PAGER='" + pager + "' rlmdb " + k_endless, Surface::terminal);
    CHECK_EQ(program.read_line().substr(0, 1), "i");
    program.signal(SIGTERM);
    CHECK_EQ(program.read_line().substr(0, 4), "left");
    CHECK_EQ(program.wait(), -SIGTERM);
  }
}
