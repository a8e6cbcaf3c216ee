// SPDX-License-Identifier: MIT
// Screens of 40, 60, 80 and 200 columns: columns give way where they must, sentences go on at a space.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "terminal/fitted_table.hpp"
#include "terminal/visible_text.hpp"
#include "transcript.hpp"

namespace {

using namespace cli_tests;
using rlmdb::cli::Terminal;

Terminal narrow(std::size_t width) {
  return Terminal{true, false, width};
}

std::string sentences(std::string_view text, std::size_t width) {
  return rlmdb::cli::wrapped(text, narrow(width));
}

std::size_t widest_line(const std::string& text) {
  std::size_t width = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::erase(line, '\r');
    width = std::max(width, rlmdb::cli::display_width(line));
  }
  return width;
}

void make_some_of_all(const Sandbox& sandbox) {
  run_quietly(
      sandbox,
      "rlmdb -q init && rlmdb -q import seed-trees/crash-recovery.json && "
      "rlmdb -q task add 'Write the monthly report about billing for everybody who asked' --agent writer "
      "--priority 5 && rlmdb -q task add second --agent reviewer && rlmdb -q task start task-0008 && "
      "rlmdb -q task fail task-0008 --error 'there was no such file while it looked for the parser' && "
      "rlmdb -q claim --agent writer --lease 1h && "
      "rlmdb -q var set plan '\"first all of it, then once more\"' --tree tree-12345678");
}

}  // namespace

TEST_SUITE("cli::narrow_screens") {
  TEST_CASE("a sentence goes on below, two columns further in, and a call stays in one line") {
    CHECK_EQ(sentences("one two three\n", 13), "one two three\n");
    CHECK_EQ(sentences("one two three\nfour", 12), "one two\n  three\nfour");
    CHECK_EQ(sentences("  hint: one two three four\n", 16), "  hint: one two\n    three four\n");
    CHECK_EQ(sentences("see `rlmdb list -h` for it", 12), "see\n  `rlmdb list -h`\n  for it");
    CHECK_EQ(sentences("it's 5` of that", 8), "it's 5`\n  of\n  that");
    CHECK_EQ(sentences("\x1b[31mone\x1b[0m two", 7), "\x1b[31mone\x1b[0m two");
    CHECK_EQ(sentences("\x1b[31mone\x1b[0m two", 6), "\x1b[31mone\x1b[0m\n  two");
    CHECK_EQ(sentences("averylongword and more", 6), "averylongword\n  and\n  more");
    CHECK_EQ(sentences("日本 語", 6), "日本\n  語");
    CHECK_EQ(rlmdb::cli::wrapped("one two three", Terminal{}), "one two three");
    CHECK_EQ(rlmdb::cli::wrapped("one two", narrow(4), 0), "one\ntwo");
  }

  TEST_CASE("columns give way in their order, then those furthest to the right, but for two") {
    const std::vector<rlmdb::cli::FittedColumn> columns{
        {{"ID"}}, {{"AGENT"}}, {{"TIME"}}, {{"TEXT", rlmdb::cli::Align::left, 8}, 20}};
    const std::vector<std::vector<rlmdb::cli::TableCell>> rows{
        {{"task-1"}, {"a writer"}, {"2026-02-09 10:00Z"}, {"a text that is far longer than that"}}};
    const auto head = [&](std::size_t width) {
      const std::string table = rlmdb::cli::fitted_table(columns, rows, {2}, narrow(width));
      CHECK_LE(widest_line(table), std::max<std::size_t>(width, 16));
      std::string words;
      std::istringstream line(table.substr(0, table.find('\n')));
      for (std::string word; line >> word;) words += word + " ";
      return words;
    };
    CHECK_EQ(head(80), "ID AGENT TIME TEXT ");
    CHECK_EQ(head(40), "ID AGENT TEXT ");
    CHECK_EQ(head(26), "ID AGENT TEXT ");
    CHECK_EQ(head(24), "ID AGENT ");
    CHECK_EQ(head(10), "ID AGENT ");
  }

  TEST_CASE("a wide screen cuts nothing that has room") {
    const Sandbox sandbox;
    make_some_of_all(sandbox);
    for (const char* command :
         {"list", "list failed", "ready", "trees", "cost", "summary", "recover --dry-run"}) {
      CAPTURE(command);
      const std::string call = fmt::format("stty cols 200; rlmdb {} --color never", command);
      CHECK_EQ(sandbox.run(call, Surface::terminal).out.find("…"), std::string::npos);
    }
  }

  TEST_CASE("no line is wider than the screen") {
    const Sandbox sandbox;
    make_some_of_all(sandbox);
    for (const int width : {40, 60, 80, 200}) {
      for (const char* command : {"list",
                                  "list running",
                                  "list failed",
                                  "list --blocked",
                                  "ready",
                                  "ready --explain",
                                  "trees",
                                  "status",
                                  "progress",
                                  "eta",
                                  "cost",
                                  "limits",
                                  "budget",
                                  "tree",
                                  "events",
                                  "events --changes",
                                  "show task-0007",
                                  "search the",
                                  "var list --tree tree-12345678",
                                  "checkpoint list",
                                  "stats",
                                  "summary",
                                  "verify",
                                  "where",
                                  "recover --dry-run",
                                  "cleanup --dry-run",
                                  "maintain --dry-run",
                                  "explain",
                                  "explain busy",
                                  "help",
                                  "help list",
                                  "list -h",
                                  "prime"}) {
        const std::string call = fmt::format("stty cols {}; rlmdb {} --color never", width, command);
        CAPTURE(call);
        CHECK_LE(widest_line(sandbox.run(call, Surface::terminal).out), width);
      }
    }
  }
}
