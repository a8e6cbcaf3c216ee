// SPDX-License-Identifier: MIT
// Manual pages and the tables of docs/cli.md come from what commands say of themselves and from what people
// wrote to it, docs/man/COMMAND.md. They are kept here as they come out; RLMDB_UPDATE_GOLDEN=1 writes them
// anew.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <stdexcept>
#include <string>

#include "frame/command_line.hpp"
#include "help/prime.hpp"
#include "pages/hand_written.hpp"
#include "pages/man_page.hpp"
#include "pages/roff.hpp"
#include "rlmdb/version.hpp"
#include "test_dir.hpp"
#include "transcript.hpp"

namespace {

namespace fs = std::filesystem;
using namespace rlmdb::pages;
using rlmdb::cli::CommandLine;

const fs::path k_docs = fs::path(RLMDB_SOURCE_DIR) / "docs";
const fs::path k_pages = k_docs / "man";

HandWritten hand_written(std::string_view name) {
  return read_hand_written(k_pages / (std::string(name) + ".md"));
}

/// By file name.
std::map<std::string, std::string> all_pages() {
  const CommandLine command_line;
  const HandWritten of_all = hand_written("rlmdb");
  const std::string date = release_date(k_docs / "CHANGELOG.md");
  std::map<std::string, std::string> pages;
  pages["rlmdb.1"] = man_page_of_program(command_line, of_all, date);
  pages["rlmdb-format.5"] =
      man_page_of_format(hand_written("format"), rlmdb::test::read_all(k_docs / "FORMAT.md"), date);
  for (std::size_t index = 0; index < command_line.commands().size(); ++index) {
    const std::string name(command_line.commands()[index]->text().name);
    pages["rlmdb-" + name + ".1"] =
        man_page_of_command(command_line, index, hand_written(name), of_all, date);
  }
  return pages;
}

void check_kept(const fs::path& file, const std::string& text) {
  if (std::getenv("RLMDB_UPDATE_GOLDEN") != nullptr) std::ofstream(file) << text;
  const bool is_as_it_comes_out = rlmdb::test::read_all(file) == text;
  CAPTURE(file.string());
  CHECK_MESSAGE(is_as_it_comes_out, "RLMDB_UPDATE_GOLDEN=1 writes it anew");
}

/// The block that is to be pasted, as `rlmdb prime` prints it.
std::string with_rules(std::string text) {
  const std::string begin = "<!-- rlmdb prime -->\n";
  const std::size_t at = text.find(begin) + begin.size();
  const std::string rules(rlmdb::cli::agent_rules());
  return text.replace(at, text.find("<!-- end -->") - at,
                      "```\nTasks of this project are kept by rlmdb.\n\n" + rules + "```\n");
}

HandWritten written(const cli_tests::Sandbox& sandbox, const std::string& markdown) {
  const fs::path file = sandbox.path() / "list.md";
  std::ofstream(file) << markdown;
  return read_hand_written(file);
}

std::string page_of_list(const HandWritten& own) {
  const CommandLine command_line;
  return man_page_of_command(command_line, command_line.find("list"), own, {}, "2026-02-09");
}

}  // namespace

TEST_SUITE("cli::pages") {
  TEST_CASE("manual pages and tables are as they come out") {
    std::set<std::string> files;
    for (const auto& [name, page] : all_pages()) {
      check_kept(k_pages / name, page);
      files.insert(name);
      files.insert(name.starts_with("rlmdb-") ? name.substr(6, name.size() - 8) + ".md" : "rlmdb.md");
    }
    for (const auto& entry : fs::directory_iterator(k_pages)) {
      CAPTURE(entry.path().string());
      CHECK(files.contains(entry.path().filename()));
    }
    check_kept(k_docs / "agents.md", with_rules(rlmdb::test::read_all(k_docs / "agents.md")));
    check_kept(k_docs / "cli.md",
               with_option_tables(CommandLine(), rlmdb::test::read_all(k_docs / "cli.md")));
  }

  TEST_CASE("a formatter has nothing to say against any page") {
    const cli_tests::Sandbox sandbox;
    const std::string command =
        "for page in " + k_pages.string() + "/*.[15]; do groff -man -ww -z -Tutf8 \"$page\" 2>&1; done";
    CHECK_EQ(sandbox.run(command, cli_tests::Surface::pipes).out, "");
  }

  TEST_CASE("what people wrote goes with the option that it is about") {
    const cli_tests::Sandbox sandbox;
    const std::string page =
        page_of_list(written(sandbox, "## DESCRIPTION\n\nAll.\n\n## OPTIONS\n\n- `--limit`: It is `so`.\n"));
    CHECK_NE(page.find(".SH DESCRIPTION\nAll.\n"), std::string::npos);
    CHECK_NE(page.find(".TP\n\\fB\\-\\-limit\\fR \\fIN\\fR\n"), std::string::npos);
    CHECK_NE(page.find("It is \\fBso\\fR."), std::string::npos);
  }

  TEST_CASE("the date of a page is that of the release, which has to be the one of this version") {
    const cli_tests::Sandbox sandbox;
    const fs::path changes = sandbox.path() / "changes.md";
    const auto date_of = [&](const std::string& text) {
      std::ofstream(changes) << text;
      return release_date(changes);
    };
    const std::string own = "## " + std::string(rlmdb::library_version()) + ", ";
    CHECK_EQ(date_of("# What changed\n\n" + own + "2027-01-31\n\n- x\n\n## 0.0.9, 2026-01-01\n"),
             "2027-01-31");
    CHECK_THROWS_AS(date_of("## 999.0.0, 2027-01-31\n\n" + own + "2026-01-01\n"), std::runtime_error);
    CHECK_THROWS_AS(date_of(""), std::runtime_error);
    CHECK_NE(
        page_of_list(written(sandbox, "## DESCRIPTION\n\nAll.\n")).find(".TH RLMDB\\-LIST 1 \"2026-02-09\" "),
        std::string::npos);
  }

  TEST_CASE("what would be lost is refused") {
    const cli_tests::Sandbox sandbox;
    const std::string begin = "## DESCRIPTION\n\nAll.\n\n## OPTIONS\n\n";
    CHECK_THROWS_AS(page_of_list(written(sandbox, begin + "- `--limt`: x\n")), std::runtime_error);
    CHECK_THROWS_AS(written(sandbox, begin + "- `--limit`: x\n- `--limit`: y\n"), std::runtime_error);
    CHECK_THROWS_AS(written(sandbox, begin + "words\n"), std::runtime_error);
    CHECK_THROWS_AS(written(sandbox, "words\n" + begin), std::runtime_error);
    CHECK_THROWS_AS(written(sandbox, begin + begin), std::runtime_error);
    CHECK_THROWS_AS(page_of_list(written(sandbox, "## EXAMPLES\n\n    x\n")), std::runtime_error);
    CHECK_THROWS_AS((void)read_hand_written(sandbox.path() / "none.md"), std::runtime_error);
    CHECK_THROWS_AS((void)roff_of_markdown("give NAME or <FILE>"), std::runtime_error);
    CHECK_THROWS_AS((void)with_option_tables(CommandLine(), "<!-- rlmdb nothing -->\n<!-- end -->\n"),
                    std::runtime_error);
    CHECK_THROWS_AS((void)with_option_tables(CommandLine(), "<!-- rlmdb list -->\n"), std::runtime_error);
    CHECK_THROWS_AS((void)with_option_tables(CommandLine(), ""), std::runtime_error);
  }

  TEST_CASE("what a formatter would read or change is escaped") {
    CHECK_EQ(roff_text(".a\\b-c"), "\\&.a\\eb\\-c");
    CHECK_EQ(roff_of_markdown("a\n\n    .b 'c'\n"), ".PP\na\n.IP\n.EX\n\\&.b 'c'\n.EE\n");
    CHECK_EQ(ascii_page("'a' ^~` … 👩\n"), "\\(aqa\\(aq \\(ha\\(ti\\(ga \\[u2026] \\[u1F469]\n");
  }
}
