// SPDX-License-Identifier: MIT
// `progress --watch` beside another process that writes, on pipes and on real terminals.
#include <doctest/doctest.h>
#include <signal.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "json_schema.hpp"
#include "live_program.hpp"
#include "terminal/visible_text.hpp"
#include "terminal_screen.hpp"

namespace {

using namespace cli_tests;
using rlmdb::test::check_against_schema;
using Json = nlohmann::json;

/// A tree of the tasks task-0000 and, below it, task-0001, both queued.
void make_tree(const Sandbox& sandbox, const std::string& tree = "t") {
  run_quietly(sandbox, "rlmdb -q init");
  const std::string add =
      "rlmdb -q task add --prompt '日本語 e\u0301e\u0301 lange Zeile' --tree '" + tree + "'";
  run_quietly(sandbox, add);
  run_quietly(sandbox, add + " --parent task-0000");
}

Json data_of(const std::string& line) {
  CAPTURE(line);
  CHECK_EQ(check_against_schema(line, "progress"), "");
  return Json::parse(line, nullptr, false)["data"];
}

Json tree_of(const std::string& line) {
  return data_of(line)["trees"].at(0);
}

/// Reads until the screen shows `text`.
void wait_for(LiveProgram& watcher, TerminalScreen& screen, const std::string& text) {
  while (screen.text().find(text) == std::string::npos) {
    const std::string more = watcher.read_some();
    CAPTURE(screen.text());
    REQUIRE_NE(more, "");
    screen.feed(more);
  }
}

}  // namespace

TEST_SUITE("cli::watch") {
  TEST_CASE("piped, each change is a document, and the end of the tree ends it") {
    const Sandbox sandbox;
    make_tree(sandbox);
    LiveProgram watcher(sandbox, "rlmdb progress t --watch", Surface::pipes);
    CHECK_EQ(tree_of(watcher.read_line())["queued"], 2);
    run_quietly(sandbox, "rlmdb -q task start task-0000 --force");
    CHECK_EQ(tree_of(watcher.read_line())["running"], 1);
    // Neither time nor a change that the tree's progress does not show is a document. A watcher that is wrong
    // gets time to show it; one that is right passes however long this takes.
    run_quietly(sandbox, "rlmdb -q task append task-0000 x; sleep 0.5");
    run_quietly(sandbox, "rlmdb -q task fail task-0000 --error no");
    const Json failed = tree_of(watcher.read_line());
    CHECK_EQ(failed["failed"], 1);
    CHECK_EQ(failed["queued"], 1);
    run_quietly(sandbox, "rlmdb -q task cancel task-0001");
    const Json ended = tree_of(watcher.read_line());
    CHECK_EQ(ended["cancelled"], 1);
    CHECK_EQ(ended["remaining_tasks"], 0);
    CHECK_EQ(watcher.read_rest(), "");
    CHECK_EQ(watcher.wait(), 0);
    CHECK_EQ(watcher.error(), "t has ended: 1 failed, 1 cancelled\n");
  }

  TEST_CASE("without ID all unfinished trees, also one that comes, until none goes on") {
    const Sandbox sandbox;
    make_tree(sandbox);
    LiveProgram watcher(sandbox, "rlmdb progress --watch --json", Surface::pipes);
    CHECK_EQ(data_of(watcher.read_line())["trees"].size(), 1);
    run_quietly(sandbox, "rlmdb -q task add --tree other --prompt x");
    CHECK_EQ(data_of(watcher.read_line())["trees"].size(), 2);
    run_quietly(sandbox, "rlmdb -q task cancel task-0000 task-0001");
    CHECK_EQ(data_of(watcher.read_line())["trees"].size(), 1);
    run_quietly(sandbox, "rlmdb -q task fail task-0002 --error no");
    const Json last = data_of(watcher.read_line());
    REQUIRE_EQ(last["trees"].size(), 1);
    CHECK_EQ(last["trees"][0]["failed"], 1);
    CHECK_EQ(watcher.read_rest(), "");
    CHECK_EQ(watcher.wait(), 0);
    CHECK_EQ(watcher.error(), "");
  }

  TEST_CASE("signals end it with 130 and without a word; a reader that goes away ends it quietly") {
    const Sandbox sandbox;
    make_tree(sandbox);
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
      LiveProgram watcher(sandbox, "rlmdb progress t --watch", Surface::pipes);
      CHECK_EQ(tree_of(watcher.read_line())["total"], 2);
      watcher.signal(number);
      CHECK_EQ(watcher.read_rest(), "");
      CHECK_EQ(watcher.wait(), 130);
      CHECK_EQ(watcher.error(), "");
    }
    LiveProgram watcher(sandbox, "rlmdb progress t --watch", Surface::pipes);
    CHECK_EQ(tree_of(watcher.read_line())["total"], 2);
    watcher.close_output();
    CHECK_EQ(watcher.wait(), -SIGPIPE);
    CHECK_EQ(watcher.error(), "");
  }

  TEST_CASE("no snapshot is held: the WAL can be emptied while it watches") {
    const Sandbox sandbox;
    make_tree(sandbox);
    LiveProgram watcher(sandbox, "rlmdb progress t --watch", Surface::pipes);
    CHECK_EQ(tree_of(watcher.read_line())["total"], 2);
    run_quietly(sandbox, "rlmdb -q task start task-0000 --force");
    CHECK_EQ(tree_of(watcher.read_line())["running"], 1);
    const Outcome emptied = sandbox.run(
        "sqlite3 rlm.db 'PRAGMA busy_timeout=20000; PRAGMA wal_checkpoint(TRUNCATE)'", Surface::pipes);
    CHECK_EQ(emptied.out, "20000\n0|0|0\n");
    run_quietly(sandbox, "rlmdb -q task complete task-0000 --force");
    CHECK_EQ(tree_of(watcher.read_line())["completed"], 1);
  }

  TEST_CASE("on a terminal the picture fits any width, follows changes and resizes, and leaves no trace") {
    for (const std::size_t columns : {40U, 80U, 200U}) {
      CAPTURE(columns);
      const Sandbox sandbox;
      make_tree(sandbox, "tree-日本語-e\u0301");
      const std::string size = "stty cols " + std::to_string(columns) + " rows 24; ";
      LiveProgram watcher(sandbox, "sh -c \"" + size + "exec rlmdb progress 'tree-日本語-e\u0301' --watch\"",
                          Surface::terminal);
      TerminalScreen screen(columns, 24);
      wait_for(watcher, screen, "Tree: tree-日本語-e\u0301 ");
      wait_for(watcher, screen, "Queued:          2");
      run_quietly(sandbox, "rlmdb -q task start task-0000 --force");
      wait_for(watcher, screen, "Running:         1");
      wait_for(watcher, screen, "task-0000");
      CHECK_FALSE(screen.has_wrapped());
      CHECK_FALSE(screen.shows_cursor());
      watcher.resize(50, 12);
      screen.resize(50, 12);
      wait_for(watcher, screen, " more lines");
      screen.forget_wraps();  // a picture of the old size may have been on its way
      run_quietly(sandbox, "rlmdb -q task start task-0001");
      wait_for(watcher, screen, "Running:         2");
      CHECK_FALSE(screen.has_wrapped());
      watcher.type("\x03");
      screen.feed(watcher.read_rest());
      CHECK_EQ(watcher.wait(), 130);
      CHECK(screen.shows_cursor());
      CHECK_FALSE(screen.is_second());
      CHECK_EQ(screen.text(), "");
    }
  }

  TEST_CASE("the table of all trees fits a narrow terminal, too") {
    const Sandbox sandbox;
    make_tree(sandbox, "tree-日本語-e\u0301");
    LiveProgram watcher(sandbox, "sh -c \"stty cols 40 rows 24; exec rlmdb progress --watch\"",
                        Surface::terminal);
    TerminalScreen screen(40, 24);
    wait_for(watcher, screen, "0/2  0%  unknown");
    run_quietly(sandbox, "rlmdb -q task cancel task-0001");
    run_quietly(sandbox, "rlmdb -q task start task-0000 --force");
    run_quietly(sandbox, "rlmdb -q task complete task-0000 --force");
    screen.feed(watcher.read_rest());
    CHECK_EQ(watcher.wait(), 0);
    CHECK_FALSE(screen.has_wrapped());
    CHECK_NE(screen.text().find("1/2  50%   0s"), std::string::npos);
  }

  TEST_CASE("on a terminal the last picture stays, and below it how the tree ended") {
    const Sandbox sandbox;
    make_tree(sandbox);
    LiveProgram watcher(sandbox, "rlmdb progress t --watch", Surface::terminal);
    TerminalScreen screen(72, 24);
    wait_for(watcher, screen, "Queued:          2");
    CHECK(screen.is_second());
    run_quietly(sandbox, "rlmdb -q task cancel task-0000 task-0001");
    screen.feed(watcher.read_rest());
    CHECK_EQ(watcher.wait(), 0);
    CHECK_FALSE(screen.is_second());
    CHECK(screen.shows_cursor());
    const std::string text = screen.text();
    CHECK_NE(text.find("Cancelled:       2"), std::string::npos);
    CHECK(text.ends_with("t has ended: 2 cancelled\n"));
  }

  TEST_CASE("Ctrl-Z gives the terminal back, and the watch goes on afterwards") {
    const Sandbox sandbox;
    make_tree(sandbox);
    LiveProgram watcher(sandbox, "rlmdb progress t --watch", Surface::terminal);
    TerminalScreen screen(72, 24);
    wait_for(watcher, screen, "Queued:          2");
    watcher.signal(SIGTSTP);
    watcher.wait_until_stopped();
    while (screen.is_second()) screen.feed(watcher.read_some());
    CHECK(screen.shows_cursor());
    run_quietly(sandbox, "rlmdb -q task start task-0000 --force");
    watcher.signal(SIGCONT);
    wait_for(watcher, screen, "Running:         1");
    CHECK(screen.is_second());
  }
}
