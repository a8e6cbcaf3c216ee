// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "frame/command_line.hpp"
#include "frame/nearest_word.hpp"
#include "help/print_help.hpp"
#include "test_dir.hpp"
#include "transcript.hpp"

namespace {

namespace fs = std::filesystem;
using rlmdb::cli::CommandLine;

const fs::path k_source = RLMDB_SOURCE_DIR;

bool holds_transcripts(const fs::path& folder) {
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".txt") {
      return true;
    }
  }
  return false;
}

/// The `data` of `rlmdb help COMMAND --json`.
std::vector<nlohmann::json> help_of_all_commands() {
  const CommandLine command_line;
  std::vector<nlohmann::json> all;
  for (const auto& command : command_line.commands()) {
    all.push_back(nlohmann::json::parse(rlmdb::cli::json_help(command_line, command->text().name, {})));
  }
  return all;
}

std::size_t entries_below(const fs::path& folder) {
  const fs::recursive_directory_iterator all(folder);
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

}  // namespace

TEST_SUITE("cli::commands") {
  TEST_CASE("every command has a schema, transcripts and a place in docs/cli.md") {
    const CommandLine command_line;
    const std::string contract = rlmdb::test::read_all(k_source / "docs/cli.md");
    for (const auto& command : command_line.commands()) {
      const std::string name(command->text().name);
      CAPTURE(name);
      CHECK(fs::exists(k_source / "docs/schema" / (name + ".json")));
      REQUIRE(fs::is_directory(k_source / "tests/cli" / name));
      CHECK(holds_transcripts(k_source / "tests/cli" / name));
      CHECK_NE(contract.find("\n### rlmdb " + name), std::string::npos);
    }
  }

  TEST_CASE("what an option is for are verbs of its command") {
    for (const nlohmann::json& help : help_of_all_commands()) {
      std::set<std::string> verbs;
      for (const nlohmann::json& verb : help["verbs"]) {
        verbs.insert(verb["name"]);
      }
      for (const nlohmann::json& option : help["options"]) {
        CAPTURE(option.dump());
        const std::string section = option["section"];
        CHECK_EQ(section.starts_with("Options of "), !option["verbs"].empty());
        CHECK(std::all_of(option["verbs"].begin(), option["verbs"].end(),
                          [&](const nlohmann::json& verb) { return verbs.contains(verb); }));
      }
    }
  }

  TEST_CASE("help as data") {
    const CommandLine command_line;
    const auto help = nlohmann::json::parse(rlmdb::cli::json_help(command_line, "loop", {}));
    const auto named = [](const nlohmann::json& list, const std::string& name) {
      return *std::find_if(list.begin(), list.end(), [&](const nlohmann::json& one) {
        return one.contains("names") ? one["names"].back() == name : one["name"] == name;
      });
    };
    CHECK_EQ(help["summary"], "look at Ralph loops, and bring them up to date");
    CHECK_EQ(help["synopsis"], "VERB [ID] [JSON] [options]");
    CHECK_EQ(help["commands"], nlohmann::json::array());
    CHECK_EQ(help["arguments"].dump(),
             R"([{"help":"one of those above, then what it needs","least":1,"most":null,"name":"VERB"}])");
    CHECK_EQ(
        named(help["options"], "--limit").dump(),
        R"({"default":"50","help":"at most so many; 0: all; default 50","is_repeatable":false,)"
        R"("is_required":false,"names":["--limit"],"section":"Options of list","type":"N","verbs":["list"]})");
    CHECK_EQ(named(help["options"], "--output")["names"].dump(), R"(["-o","--output"])");
    CHECK_EQ(named(help["options"], "--all")["type"], nullptr);
    CHECK_EQ(named(help["verbs"], "reinforce").dump(),
             R"({"changes":true,"least":2,"most":2,"name":"reinforce","needs":"an ID and a LEVEL",)"
             R"("prints_rows":false,"verb":"reinforce"})");
    const auto program = nlohmann::json::parse(rlmdb::cli::json_help(command_line, std::nullopt, {}));
    CHECK_EQ(program["topic"], "rlmdb");
    CHECK_EQ(program["commands"].size(), command_line.commands().size());
    CHECK_EQ(program["verbs"], nlohmann::json::array());
  }

  TEST_CASE("declaring and parsing options touches no file") {
    const cli_tests::Sandbox sandbox;
    const fs::path before = fs::current_path();
    fs::current_path(sandbox.path());
    const std::size_t entries = entries_below(sandbox.path());
    for (const char* const argument : {"init", "stats", "where", "recover", "progress", "status", "trees"}) {
      const char* const arguments[] = {"rlmdb", argument, "--db", "new/rlm.db"};
      CommandLine command_line(4, arguments);
      CHECK_EQ(command_line.parse(), rlmdb::cli::Asked::run);
      CHECK_EQ(command_line.chosen_name(), argument);
    }
    for (const char* const argument : {"eta", "tree", "cost"}) {
      const char* const arguments[] = {"rlmdb", argument, "--db", "new/rlm.db", "tree-1"};
      CommandLine command_line(5, arguments);
      CHECK_EQ(command_line.parse(), rlmdb::cli::Asked::run);
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
