// SPDX-License-Identifier: MIT
// What shells are offered for a word that is being typed, by the program and through the shells themselves.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "completion/complete.hpp"
#include "frame/command_line.hpp"
#include "transcript.hpp"

namespace {

using namespace rlmdb::cli;
using Lines = std::vector<std::string>;

const std::string k_scripts = RLMDB_SOURCE_DIR "/tools/completions/";

Lines offered(const Words& words) {
  Lines all;
  for (const Offer& offer : place_of_last(words).offers) {
    if (offer.word.starts_with(words.back())) all.push_back(offer.word);
  }
  return all;
}

bool has(const Lines& all, const std::string& word) {
  return std::find(all.begin(), all.end(), word) != all.end();
}

/// The words of a list that stands in a sentence: three or more, "queued, running or failed". None where there is
/// no such list.
Lines listed_words(const std::string& sentence) {
  static const std::regex k_list(
      "[A-Za-z_]+( [(]default[)])?(, [A-Za-z_]+){2,}(,? or [A-Za-z_]+)?|[A-Za-z_]+(, [A-Za-z_]+)+,? or "
      "[A-Za-z_]+");
  static const std::regex k_between(" [(]default[)]|,? or |, ");
  Lines words;
  for (std::sregex_iterator list(sentence.begin(), sentence.end(), k_list), none; list != none; ++list) {
    const std::string text = list->str();
    std::copy(std::sregex_token_iterator(text.begin(), text.end(), k_between, -1),
              std::sregex_token_iterator(), std::back_inserter(words));
  }
  std::erase(words, "");
  return words;
}

void make_things(const cli_tests::Sandbox& sandbox) {
  cli_tests::run_quietly(sandbox,
                         "rlmdb init && rlmdb task add --tree tree-1 --prompt root && "
                         "rlmdb loop start words --id ralph-1 && rlmdb grid init --cluster blog && "
                         "rlmdb var set v 1 --task task-0000 && rlmdb checkpoint create c --task task-0000");
}

std::string printed(const cli_tests::Sandbox& sandbox, const std::string& command) {
  const cli_tests::Outcome outcome = sandbox.run(command, cli_tests::Surface::pipes);
  CAPTURE(command);
  CHECK_EQ(outcome.exit_code, 0);
  CHECK_EQ(outcome.error, "");
  return outcome.out;
}

bool is_installed(const cli_tests::Sandbox& sandbox, const std::string& shell) {
  return sandbox.run("command -v " + shell, cli_tests::Surface::pipes).exit_code == 0;
}

}  // namespace

TEST_SUITE("cli::completion") {
  TEST_CASE("commands, verbs, options and words of choices come from what commands say of themselves") {
    const CommandLine command_line;
    CHECK_EQ(offered({""}).size(), command_line.commands().size());
    CHECK_EQ(offered({"che"}), Lines{"checkpoint"});
    CHECK_EQ(offered({"-q", "--db", "x", "ver"}), Lines{"verify"});
    CHECK_EQ(offered({"task", "c"}), Lines{"complete", "cancel", "cost"});
    CHECK_EQ(offered({"checkpoint", "cre"}), Lines{"create"});
    CHECK_EQ(offered({"list", "--stat"}), Lines{"--state"});
    CHECK(has(offered({"--"}), "--db"));
    CHECK_FALSE(has(offered({"task", "start", "--"}), "--prompt"));
    CHECK(has(offered({"task", "start", "--"}), "--pid"));
    CHECK_EQ(offered({"tree", "x", "--format", "a"}), (Lines{"ascii", "ascii_tree"}));
    CHECK_EQ(offered({"tree", "x", "--format", "=", "m"}), Lines{"mermaid"});
    CHECK_EQ(offered({"task", "depend", ""}), Lines{"add", "remove", "list"});
    CHECK_EQ(offered({"grid", "write-through", "o"}), Lines{"on", "off"});
    CHECK_EQ(offered({"help", "grid", "wav"}), Lines{"wave"});
    CHECK_EQ(offered({"explain", "schema_too"}), Lines{"schema_too_new"});
    CHECK_EQ(offered({"nothing", "at", "all"}), Lines{});
  }

  TEST_CASE("files are left to the shell") {
    CHECK(place_of_last({"import", ""}).takes_files);
    CHECK(place_of_last({"export", "-o", ""}).takes_files);
    CHECK(place_of_last({"-C", ""}).takes_files);
    CHECK(place_of_last({"grid", "write", "x", ""}).takes_files);
    CHECK_FALSE(place_of_last({"grid", "show", ""}).takes_files);
    CHECK_FALSE(place_of_last({"list", "--limit", ""}).takes_files);
    CHECK_EQ(completion_lines({"import", "x"}), ":files\n");
  }

  TEST_CASE("every option and argument that takes an id says of what, or has none to offer") {
    static const std::set<std::string> k_none = {"--session", "--temp", "--state", "--workflow", "--id"};
    const CommandLine command_line;
    for (std::size_t index = 0; index < command_line.commands().size(); ++index) {
      const std::string_view command = command_line.commands()[index]->text().name;
      for (const Option& option : command_line.options_of(index).all()) {
        CAPTURE(command);
        CAPTURE(option.name());
        const bool takes_id = option.type == "ID" || option.type == "[ID]" || option.type == "NODE";
        if (takes_id) CHECK_NE(id_of_option(option.name()).has_value(), k_none.contains(option.name()));
        if (option.is_words() && (option.name() == "ID" || option.name() == "NODE")) {
          CHECK(id_of_argument(command, option.name()).has_value());
        }
      }
      for (const Verb& verb : command_line.commands()[index]->text().verbs.all) {
        CAPTURE(verb.name);
        if (verb.arguments.starts_with("ID")) CHECK(id_of_argument(command, "ID").has_value());
      }
    }
  }

  TEST_CASE("an option whose help lists words offers them") {
    // Verbs, ids, members of an object, rules of a vote told in other words, and kinds of codes.
    static const std::set<std::string> k_others = {"VERB", "ID", "--partial-work", "--vote", "CODE"};
    const CommandLine command_line;
    std::size_t lists = 0;
    for (std::size_t index = 0; index < command_line.commands().size(); ++index) {
      for (const Option& option : command_line.options_of(index).all()) {
        if (option.kind == Option::Kind::toggle || k_others.contains(option.name())) continue;
        const Lines listed = listed_words(option.help);
        if (!listed.empty()) ++lists;
        CAPTURE(command_line.commands()[index]->text().name);
        CAPTURE(option.name());
        for (const std::string& word : listed) {
          CAPTURE(word);
          CHECK_NE(std::find(option.words.begin(), option.words.end(), word), option.words.end());
        }
      }
    }
    CHECK_GE(lists, 3);
  }

  TEST_CASE("an argument whose verb lists words offers them") {
    // What an iteration and a block have, what is validated.
    static const std::set<std::string_view> k_others = {"record", "validate", "block"};
    const CommandLine command_line;
    std::size_t lists = 0;
    for (const CommandPtr& command : command_line.commands()) {
      for (const Verb& verb : command->text().verbs.all) {
        const Lines listed = listed_words(std::string(verb.summary));
        if (listed.empty() || verb.arguments.empty() || k_others.contains(verb.word())) continue;
        ++lists;
        Words words{std::string(command->text().name), std::string(verb.word())};
        if (verb.arguments.starts_with("ID ")) words.emplace_back("x");
        words.emplace_back();
        CAPTURE(words[0]);
        CAPTURE(words[1]);
        for (const std::string& word : listed) CHECK(has(offered(words), word));
      }
    }
    CHECK_GE(lists, 3);
  }

  TEST_CASE("closed lists of words are offered where one of them is meant") {
    CHECK_EQ(offered({"list", "--state", "c"}), Lines{"completed", "cancelled"});
    CHECK_EQ(offered({"list", "--state=q"}).size(), 0);
    CHECK_EQ(completion_lines({"list", "--state=q"}), "--state=queued\n");
    CHECK_EQ(completion_lines({"list", "f"}), "failed\n");
    CHECK_EQ(offered({"events", "--kind", "state:c"}), Lines{"state:created"});
    CHECK_EQ(offered({"checkpoint", "create", "--trigger", "phase"}), Lines{"phase_boundary", "phase_start"});
    CHECK_EQ(offered({"loop", "start", "--auto", "p"}), Lines{"phase_start"});
    CHECK_EQ(offered({"loop", "reinforce", "x", "A"}), Lines{"AGGRESSIVE", "ADAPTIVE"});
    CHECK_EQ(offered({"loop", "auto", "x", "phase_start", "a"}), Lines{"artifact_complete"});
    CHECK_EQ(offered({"grid", "checkpoint", "h"}), Lines{"human_verify", "human_action"});
    CHECK_EQ(offered({"grid", "warmth", "add", "g"}), Lines{"gotchas"});
    CHECK_EQ(offered({"retention", "clear", "w"}), Lines{"workflows"});
    CHECK_EQ(offered({"var", "status", "c"}), Lines{"complete", "cancelled"});
    CHECK_EQ(offered({"migrate", "u"}), Lines{"up"});
  }

  TEST_CASE("ids come from the database that the line names") {
    const cli_tests::Sandbox sandbox;
    make_things(sandbox);
    CHECK_EQ(printed(sandbox, "rlmdb complete -- show task-"), "task-0000\n");
    CHECK_EQ(printed(sandbox, "rlmdb complete -- task depend add x y --on ''"), "task-0000\n");
    CHECK_EQ(printed(sandbox, "rlmdb complete -- list --tree=tr"), "--tree=tree-1\n");
    CHECK_EQ(printed(sandbox, "rlmdb complete -- loop record ''"), "ralph-1\n");
    CHECK_EQ(printed(sandbox, "rlmdb complete -- grid --grid ''"), ".grid\n");
    CHECK(printed(sandbox, "rlmdb complete -- checkpoint diff ''").starts_with("ckpt-"));
    CHECK_EQ(printed(sandbox, "cd / && rlmdb complete -- -C \"$OLDPWD\" tree ''"), "tree-1\n");
    CHECK_EQ(printed(sandbox, "cd / && rlmdb complete -- --db x tree ''"), "");
  }

  TEST_CASE("nothing is said, made or changed where there is nothing to offer") {
    const cli_tests::Sandbox sandbox;
    CHECK_EQ(printed(sandbox, "rlmdb complete -- show ''"), "");
    CHECK_EQ(printed(sandbox, "echo no database >text && rlmdb complete -- --db text show ''"), "");
    CHECK_EQ(printed(sandbox, "rlmdb complete -- -C nowhere show ''"), "");
    CHECK_FALSE(std::filesystem::exists(sandbox.path() / "work/rlm.db"));
  }

  TEST_CASE("bash") {
    const cli_tests::Sandbox sandbox;
    make_things(sandbox);
    const auto replies = [&](const std::string& words) {
      return printed(sandbox,
                     "bash -c 'compopt() { echo \"$@\"; }; . " + k_scripts + "rlmdb.bash; COMP_WORDS=(" +
                         words +
                         "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _rlmdb rlmdb; echo \"${COMPREPLY[@]}\"'");
    };
    CHECK_EQ(replies("rlmdb check"), "checkpoint\n");
    CHECK_EQ(replies("rlmdb task start task"), "task-0000\n");
    CHECK_EQ(replies("rlmdb tree x --format = a"), "ascii ascii_tree\n");
    CHECK_EQ(replies("rlmdb events --kind state : u"), "updated\n");
    CHECK_EQ(replies("rlmdb events --kind state :"), "created purged removed updated\n");
    CHECK_EQ(replies("rlmdb events --kind failure:"), "reviewed unreviewed\n");
    CHECK_EQ(replies("rlmdb import \"\""), "-o default\n\n");
  }

  TEST_CASE("zsh") {
    const cli_tests::Sandbox sandbox;
    REQUIRE(is_installed(sandbox, "zsh"));
    make_things(sandbox);
    const auto replies = [&](const std::string& words) {
      return printed(
          sandbox,
          "zsh -fc '_describe() { print -l ${(P)2}; }; _files() { print files; }; complete_it() { . " +
              k_scripts + "_rlmdb; }; words=(" + words + "); CURRENT=$#words; complete_it; true'");
    };
    CHECK_EQ(replies("rlmdb check"), "checkpoint:keep states, compare them and go back to them\n");
    CHECK_EQ(replies("rlmdb task start task"), "task-0000:\n");
    CHECK_EQ(replies("rlmdb import \"\""), "files\n");
    CHECK_EQ(replies("rlmdb show x"), "");
  }

  TEST_CASE("fish") {
    const cli_tests::Sandbox sandbox;
    REQUIRE(is_installed(sandbox, "fish"));
    make_things(sandbox);
    const auto replies = [&](const std::string& line) {
      return printed(
          sandbox, "fish --no-config -c 'source " + k_scripts + "rlmdb.fish; complete -C \"" + line + "\"'");
    };
    CHECK_EQ(replies("rlmdb check"), "checkpoint\tkeep states, compare them and go back to them\n");
    CHECK_EQ(replies("rlmdb task start task"), "task-0000\n");
    CHECK_EQ(replies("rlmdb import old-"), "old-tasks.json\n");
    CHECK_EQ(replies("rlmdb tree --format=mer"), "--format=mermaid\n");
  }
}
