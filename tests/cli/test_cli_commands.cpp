// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "frame/command_line.hpp"
#include "transcript.hpp"

namespace {

namespace fs = std::filesystem;
using rlmdb::cli::CommandLine;

const fs::path k_source = RLMDB_SOURCE_DIR;

std::string text_of(const fs::path& file) {
  std::ifstream stream(file);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

bool holds_transcripts(const fs::path& folder) {
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".txt") {
      return true;
    }
  }
  return false;
}

std::size_t entries_below(const fs::path& folder) {
  const fs::recursive_directory_iterator all(folder);
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

}  // namespace

TEST_SUITE("cli::commands") {
  TEST_CASE("every command has a man page, a schema, transcripts and a place in docs/cli.md") {
    const CommandLine command_line;
    const std::string contract = text_of(k_source / "docs/cli.md");
    for (const auto& command : command_line.commands()) {
      const std::string name(command->text().name);
      CAPTURE(name);
      CHECK(fs::exists(k_source / "docs/man" / ("rlmdb-" + name + ".md")));
      CHECK(fs::exists(k_source / "docs/schema" / (name + ".json")));
      REQUIRE(fs::is_directory(k_source / "tests/cli" / name));
      CHECK(holds_transcripts(k_source / "tests/cli" / name));
      CHECK_NE(contract.find("\n### rlmdb " + name), std::string::npos);
    }
  }

  TEST_CASE("every option of a command is in its man page, every global one in rlmdb.md and docs/cli.md") {
    const CommandLine command_line;
    const std::string program_page = text_of(k_source / "docs/man/rlmdb.md");
    const std::string contract = text_of(k_source / "docs/cli.md");
    for (std::size_t index = 0; index < command_line.commands().size(); ++index) {
      const std::string name(command_line.commands()[index]->text().name);
      const std::string page = text_of(k_source / "docs/man" / ("rlmdb-" + name + ".md"));
      for (const CLI::Option* option : command_line.app_of(index).get_options()) {
        const std::string written = option->get_name();
        CAPTURE(name);
        CAPTURE(written);
        const bool is_global = option->get_group() == rlmdb::cli::k_global_group;
        CHECK_NE((is_global ? program_page : page).find(written), std::string::npos);
        CHECK((option->get_positional() || contract.find(written) != std::string::npos));
      }
    }
  }

  TEST_CASE("every man page has the same sections and no line of help is too wide") {
    const CommandLine command_line;
    for (const auto& command : command_line.commands()) {
      const std::string name(command->text().name);
      CAPTURE(name);
      const std::string page = text_of(k_source / "docs/man" / ("rlmdb-" + name + ".md"));
      for (const char* section : {"NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "DIAGNOSTICS", "RESOURCE USE",
                                  "EXAMPLES", "SEE ALSO"}) {
        CAPTURE(section);
        CHECK_NE(page.find("\n## " + std::string(section) + "\n"), std::string::npos);
      }
      std::istringstream help(command_line.help_for(name));
      for (std::string line; std::getline(help, line);) {
        CAPTURE(line);
        CHECK_LE(line.size(), 80U);
      }
    }
  }

  TEST_CASE("declaring and parsing options touches no file") {
    const cli_tests::Sandbox sandbox;
    const fs::path before = fs::current_path();
    fs::current_path(sandbox.path());
    const std::size_t entries = entries_below(sandbox.path());
    for (const char* const argument : {"init", "stats", "where", "recover", "progress", "status", "trees"}) {
      CommandLine command_line;
      const char* const arguments[] = {"rlmdb", argument, "--db", "new/rlm.db"};
      command_line.parse(4, arguments);
      CHECK_EQ(command_line.chosen_name(), argument);
    }
    for (const char* const argument : {"eta", "tree", "cost"}) {
      CommandLine command_line;
      const char* const arguments[] = {"rlmdb", argument, "--db", "new/rlm.db", "tree-1"};
      command_line.parse(5, arguments);
      CHECK_EQ(command_line.chosen_name(), argument);
    }
    CHECK_EQ(entries_below(sandbox.path()), entries);
    fs::current_path(before);
  }

  TEST_CASE("a slip of the finger finds the word that was meant") {
    using rlmdb::cli::nearest_word;
    CHECK_EQ(nearest_word("lsit", {"init", "list"}), "list");
    CHECK_EQ(nearest_word("imp", {"init", "import"}), "import");
    CHECK_EQ(nearest_word("frobnicate", {"init", "import"}), std::nullopt);
    CHECK_EQ(nearest_word("foo", {"io"}), std::nullopt);
  }
}
