// SPDX-License-Identifier: MIT
// What an option names must be there, and a word must be one of its words. Every option and place that takes
// an id or one of several words is tried; one that is new has to be added here.
#include <doctest/doctest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "frame/command_line.hpp"
#include "transcript.hpp"

namespace {

using namespace cli_tests;

constexpr const char* k_makes_it = "";  ///< the id of something new

/// By command and option: a command line whose id names nothing.
const std::map<std::string, std::vector<std::string>> k_ids = {
    {"list --tree", {"list --tree nope", "list --tree nope --blocked"}},
    {"list --after", {"list --after nope", "list --after nope --blocked"}},
    {"ready --after", {"ready --after nope", "ready --explain --after nope"}},
    {"search --tree", {"search x --tree nope"}},
    {"ready --tree", {"ready --tree nope", "ready --explain --tree nope"}},
    {"claim ID", {"claim nope", "claim nope --wait 1h"}},
    {"claim --tree", {"claim --tree nope", "claim --tree nope --wait 1h"}},
    {"work --tree", {"work true --tree nope", "work true --tree nope --follow"}},
    {"events ID", {"events nope", "events nope --follow"}},
    {"events --task", {"events --task nope", "events --task nope --follow"}},
    {"events --tree", {"events --tree nope", "events --tree nope --follow"}},
    {"show ID", {"show nope"}},
    {"status ID", {"status nope"}},
    {"progress ID", {"progress nope", "progress nope --watch"}},
    {"tree ID", {"tree nope"}},
    {"eta ID", {"eta nope", "eta nope --backtest"}},
    {"cost ID", {"cost nope"}},
    {"report ID", {"report nope"}},
    {"limits ID", {"limits nope", "limits nope --max-nodes 5"}},
    {"budget ID", {"budget nope", "budget nope --set 1"}},
    {"merge NODE", {"merge nope"}},
    {"cleanup ID", {"cleanup --reviewed nope", "cleanup --not-reviewed nope"}},
    {"purge --task", {"purge --task nope", "purge --task nope --yes --with-children"}},
    {"purge --tree", {"purge --tree nope", "purge --tree nope --dry-run"}},
    {"purge --session", {"purge --session nope", "purge --session nope --yes"}},
    {"explain CODE", {"explain nope"}},
    {"heartbeat ID", {"heartbeat nope --token 1"}},
    {"release ID", {"release nope --token 1"}},
    {"recover ID", {"recover nope", "recover nope --dry-run", "recover nope --plan p"}},
    {"recover --tree",
     {"recover --tree nope", "recover --dry-run --tree nope", "recover --plan p --tree nope"}},
    {"export --tree", {"export --format tree --tree nope -o x", "export --format state --tree nope -o x"}},
    {"export --node", {"export --format tree --tree tree-1 --node nope -o x"}},
    {"export --session", {"export --format state --session nope -o x"}},
    {"export --temp", {"export --format state --temp nope -o x"}},
    {"export --state", {"export --format state --state nope -o x"}},
    {"export --checkpoint", {"export --format checkpoint --checkpoint nope -o x"}},
    {"export --loop", {"export --format loop --loop nope -o x"}},
    {"task --parent", {"task add --prompt p --parent nope"}},
    {"task --depends-on", {"task add --prompt p --depends-on nope"}},
    {"task --on", {"task depend add task-0000 --on nope", "task depend remove task-0000 --on nope"}},
    {"task --tree", {k_makes_it}},
    {"task --session", {k_makes_it}},
    {"task --code", {k_makes_it}},
    {"trees --session", {"trees --session nope"}},
    {"var --task",
     {"var list --task nope", "var get v --task nope", "var set v 1 --task nope", "var history --task nope"}},
    {"var --tree", {"var list --tree nope", "var get v --tree nope", "var history --tree nope"}},
    {"var --session", {"var list --session nope", "var get v --session nope", "var history --session nope"}},
    {"var --temp", {"var list --temp nope", "var get v --temp nope", "var history --temp nope"}},
    {"var --state", {"var list --state nope", "var get v --state nope", "var history --state nope"}},
    {"checkpoint --task",
     {"checkpoint list --task nope", "checkpoint create c --task nope", "checkpoint rollback c --task nope"}},
    {"checkpoint --tree",
     {"checkpoint list --tree nope", "checkpoint create c --tree nope", "checkpoint prune --tree nope"}},
    {"checkpoint --session", {"checkpoint list --session nope", "checkpoint create c --session nope"}},
    {"checkpoint --temp", {"checkpoint list --temp nope", "checkpoint create c --temp nope"}},
    {"checkpoint --state", {"checkpoint list --state nope", "checkpoint create c --state nope"}},
    {"checkpoint --workflow",
     {"checkpoint list --workflow nope", "checkpoint show c --workflow nope",
      "checkpoint prune --workflow nope", "checkpoint restore --last --workflow nope"}},
    {"checkpoint --loop",
     {"checkpoint list --loop nope", "checkpoint show c --loop nope", "checkpoint prune --loop nope",
      "checkpoint restore --last --loop nope"}},
    {"checkpoint --select", {"checkpoint restore --select nope --loop l"}},
    {"grid --session", {k_makes_it}},
    {"loop --id", {k_makes_it}},
    {"mcp --tree", {k_makes_it}},
    {"loop --event", {R"(loop recover l '{"trigger":"x"}' --event nope)"}},
};

/// By command and option: a command line with a word that is none.
const std::map<std::string, std::string> k_words = {
    {"list --state", "list --state runing"},
    {"search --in", "search x --in promt"},
    {"events --kind", "events --kind task:faild"},
    {"tree --format", "tree tree-1 --format unicod"},
    {"cost --by", "cost tree-1 --by agnt"},
    {"merge --strategy", "merge task-0000 --strategy vot"},
    {"merge --vote", "merge task-0000 --vote majorty"},
    {"task --execution-mode", "task add --prompt p --tree t --execution-mode strct"},
    {"task --output-type", "task complete task-0000 --output-type txt"},
    {"task --finish-reason", "task complete task-0000 --finish-reason stp"},
    {"export --format", "export --format tre"},
    {"import --on-conflict", "import x --on-conflict newr"},
    {"task --decomposition-strategy", "task add --prompt p --tree t --decomposition-strategy paralel"},
    {"task --merge-strategy", "task add --prompt p --tree t --merge-strategy vot"},
    {"var --type", "var set v 1 --task task-0000 --type txt"},
    {"checkpoint --trigger", "checkpoint create --loop l --trigger manul"},
    {"checkpoint --after", "checkpoint prune --loop l --after sucess"},
    {"grid --mode", "grid init --cluster c --mode guidd"},
    {"grid --status", "grid position --status activ"},
    {"loop --status", "loop end l --status complete"},
};

/// Whether an option takes an id, or one of several words.
enum class Takes { neither, id, word };

Takes what_it_takes(const rlmdb::cli::Option& option) {
  static const std::set<std::string> k_id_types = {"ID", "NODE", "CODE", "EVENT"};
  static const std::set<std::string> k_word_types = {"STATE", "KIND", "WHY"};
  const std::string& type = option.is_words() ? option.name() : option.type;
  if (k_id_types.contains(type) || (option.is_words() && type.starts_with("ID"))) return Takes::id;
  if (k_word_types.contains(type) || std::regex_match(type, std::regex("[a-z-]+(\\|[a-z_-]+)+")))
    return Takes::word;
  return Takes::neither;
}

void make_something(const Sandbox& sandbox) {
  run_quietly(sandbox,
              "rlmdb init && rlmdb task add --tree tree-1 --prompt root && rlmdb loop start words --id l");
}

nlohmann::json failure_of(const Sandbox& sandbox, const std::string& command, int exit_code) {
  const Outcome outcome = sandbox.run("rlmdb " + command + " --json", Surface::pipes);
  CHECK_EQ(outcome.exit_code, exit_code);
  CHECK_EQ(outcome.out, "");
  const auto document = nlohmann::json::parse(outcome.error, nullptr, false);
  return document.is_object() ? document["error"] : nlohmann::json::object();
}

}  // namespace

TEST_SUITE("cli::names") {
  TEST_CASE("every option that takes an id or one of several words is tried here") {
    const rlmdb::cli::CommandLine command_line;
    for (std::size_t index = 0; index < command_line.commands().size(); ++index) {
      const std::string name(command_line.commands()[index]->text().name);
      for (const rlmdb::cli::Option& option : command_line.options_of(index).all()) {
        const Takes takes = what_it_takes(option);
        if (takes == Takes::neither || option.section == rlmdb::cli::k_global_section) continue;
        const std::string key = name + " " + option.name();
        CAPTURE(key);
        CHECK((takes == Takes::id ? k_ids.contains(key) : k_words.contains(key)));
      }
    }
  }

  TEST_CASE("an id that names nothing is not found") {
    const Sandbox sandbox;
    make_something(sandbox);
    for (const auto& [option, commands] : k_ids) {
      for (const std::string& command : commands) {
        if (command == k_makes_it) continue;
        CAPTURE(command);
        const auto error = failure_of(sandbox, command, 4);
        CHECK_EQ(error.value("code", ""), "not_found");
        CHECK_NE(error.value("message", "").find("there is no "), std::string::npos);
        CHECK_FALSE(error.value("hint", "").empty());
      }
    }
  }

  TEST_CASE("a word that is none is refused, and the nearest is named") {
    const Sandbox sandbox;
    make_something(sandbox);
    for (const auto& word : k_words) {
      CAPTURE(word.second);
      const auto error = failure_of(sandbox, word.second, 2);
      CHECK_EQ(error.value("code", ""), "usage");
    }
    CHECK_EQ(failure_of(sandbox, "list --state runing", 2).value("hint", ""), "did you mean running?");
    CHECK_EQ(failure_of(sandbox, "events --kind task:faild", 2).value("hint", ""),
             "did you mean task:failed?");
  }

  TEST_CASE("what is there and has nothing is an empty answer") {
    const Sandbox sandbox;
    make_something(sandbox);
    run_quietly(sandbox, "rlmdb task start task-0000");
    for (const std::string command :
         {"ready --tree tree-1", "claim --tree tree-1", "list --tree tree-1 --state failed",
          "checkpoint list --loop l", "checkpoint list --task task-0000", "events --kind task:failed",
          "list --state unknown", "list --agent nobody"}) {
      CAPTURE(command);
      const Outcome outcome = sandbox.run("rlmdb " + command, Surface::pipes);
      CHECK_EQ(outcome.exit_code, 0);
      CHECK_EQ(outcome.out, "");
    }
  }

  TEST_CASE("a task answers to its node id in every command") {
    const Sandbox sandbox;
    make_something(sandbox);
    run_quietly(sandbox,
                "rlmdb task add --parent task-0000 --prompt child && rlmdb var set v 1 --task task-0001");
    const Outcome ids = sandbox.run(
        "rlmdb sql 'SELECT node_id FROM tree_nodes WHERE depth = 1' --csv | tail -1", Surface::pipes);
    const std::string node = ids.out.substr(0, ids.out.find_first_of("\r\n"));
    REQUIRE_EQ(node.size(), 13);
    for (const std::string command :
         {"show ID", "events --task ID", "var list --task ID", "var get v --task ID", "var history --task ID",
          "show ID --at 4", "checkpoint list --task ID", "export --format tree --tree tree-1 --node ID"}) {
      CAPTURE(command);
      const auto with = [&](const std::string& id) {
        return sandbox.run("rlmdb " + std::regex_replace(command, std::regex("ID"), id), Surface::pipes);
      };
      const Outcome by_store_id = with("task-0001");
      REQUIRE_EQ(by_store_id.exit_code, 0);
      CHECK_EQ(with(node).out, by_store_id.out);
    }
    for (const std::string command :
         {"task set ID a=1", "var set w 2 --task ID", "checkpoint create c --task ID", "task start ID",
          "task append ID out", "task fail ID --error e", "task retry ID", "task cancel ID"}) {
      CAPTURE(command);
      const std::string line = "rlmdb " + std::regex_replace(command, std::regex("ID"), node);
      CHECK_EQ(sandbox.run(line, Surface::pipes).exit_code, 0);
    }
  }
}
