// SPDX-License-Identifier: MIT
// What `rlmdb prime` says is typed as an agent would type it, in each state of a project: first what it says comes
// next, then every command line of its text (docs/agents.md has the same), in order. Only what the text marks as a
// placeholder is replaced, by what the command before answered.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

#include "test_dir.hpp"
#include "transcript.hpp"

namespace {

using namespace cli_tests;

/// A project, and what an agent is told there first.
struct PrimedProject {
  const char* name;
  const char* made_by;
  const char* next;  ///< the command
  const char* why;
  const char* state;  ///< of `next` in --json
  const char* then;   ///< what comes next once that was typed
};

constexpr std::array<PrimedProject, 9> k_projects = {{
    {"empty", ":", "rlmdb task add 'PROMPT'",
     "there is no database yet, and no project's files that `rlmdb adopt` could bring over; the first task "
     "makes "
     "one",
     "no_database", "rlmdb claim --json"},
    {"legacy", "mkdir -p .aiwg/daemon && cp ../work/tasks-small.json .aiwg/daemon/tasks.json", "rlmdb adopt",
     "there is no database yet; `rlmdb adopt` brings a project's files over, `rlmdb task add 'PROMPT'` "
     "begins "
     "without",
     "no_database", "rlmdb claim --json"},
    {"ready", "for task in one two three four; do rlmdb task add $task; done", "rlmdb claim --json",
     "4 tasks are ready", "ready", "rlmdb claim --json"},
    {"interrupted", "rlmdb task add one && rlmdb task start task-0000 --pid 999999999",
     "rlmdb recover --dry-run",
     "1 task ran, and nobody works on what is left of these any more; `rlmdb recover` queues them again",
     "interrupted", "rlmdb recover --dry-run"},
    {"stuck",
     "rlmdb task add one && rlmdb task add two --depends-on task-0000 && rlmdb task fail task-0000 --error "
     "no",
     "rlmdb task retry task-0000", "task-0000 failed, task-0001 waits for it", "stuck", "rlmdb claim --json"},
    {"mission", "mkdir .grid && rlmdb grid init .grid --cluster ours", "rlmdb grid status",
     "1 Grid mission is not completed, and no task is left", "mission", "rlmdb grid status"},
    {"loop", "rlmdb init && rlmdb loop start 'Mend the tests'", "rlmdb loop list",
     "1 loop is active, and no task is left", "loop", "rlmdb loop list"},
    {"unknown_state",
     R"(printf '{"version": 1, "tasks": [{"id": "task-0000", "prompt": "one", "state": "pending"}]}' >t.json &&
        rlmdb import t.json)",
     "rlmdb list unknown",
     "1 task is in no state that rlmdb knows, and nothing else is left; `rlmdb task retry ID` queues such a "
     "task",
     "unknown_state", "rlmdb list unknown"},
    {"done", "rlmdb task add one && rlmdb task start task-0000 && rlmdb task complete task-0000",
     "rlmdb task add 'PROMPT'", "nothing is left to do", "done", "rlmdb claim --json"},
}};

/// The command lines of the text in order: between backquotes, or a line of their own. An option that stands in a
/// sentence is one of the call before it: "`rlmdb task add 'PROMPT'`, with --parent ID below a task".
std::vector<std::string> typed_lines(std::string text) {
  static const std::regex k_call(
      R"x(`([^`]+)`|\n {5}(rlmdb [^\n]*)|[ .](--[a-z-]+(?: [A-Z0-9][A-Z0-9a-z]*)?)\b)x");
  text = std::regex_replace(text, std::regex(R"(\n {2,3}(?! ))"), " ");
  std::vector<std::string> lines;
  std::string call;
  for (std::sregex_iterator found(text.begin(), text.end(), k_call), end; found != end; ++found) {
    const std::smatch& match = *found;
    const std::string line = match[1].matched ? match[1].str() : match[2].str();
    if (match[3].matched) {
      lines.push_back(call + " " + match[3].str());
    } else if (line.starts_with("rlmdb ")) {
      call = line.substr(0, line.find("  "));
      lines.push_back(call);
    }
  }
  return lines;
}

/// An agent in one project.
class PrimedAgent {
 public:
  explicit PrimedAgent(const PrimedProject& project) {
    run_quietly(m_sandbox, std::string("mkdir ../project && cd ../project && ") + project.made_by);
  }

  Outcome type(const std::string& line) {
    CAPTURE(line);
    Outcome outcome = m_sandbox.run("cd ../project && " + line, Surface::pipes);
    CAPTURE(outcome.error);
    CHECK_EQ(outcome.exit_code, 0);
    return outcome;
  }

  [[nodiscard]] nlohmann::json data_of(const std::string& line) {
    return nlohmann::json::parse(type(line).out).at("data");
  }

  /// What comes next, as the text and the JSON have it.
  void check_next(const std::string& state, const std::string& command, const std::string& why) {
    const nlohmann::json next = data_of("rlmdb prime --json").at("next");
    CHECK_EQ(next.at("state").get<std::string>(), state);
    CHECK_EQ(next.at("command").get<std::string>(), command);
    CHECK_EQ(next.at("why").get<std::string>(), why);
    const std::string text = type("rlmdb prime").out;
    const std::string first = text.substr(text.find("\n\n") + 2);
    CHECK_EQ(first.substr(0, first.find('\n')), "Next: `" + command + "`");
    const std::string reason = first.substr(first.find('\n'), first.find("\n\n") - first.find('\n'));
    CHECK_EQ(std::regex_replace(reason, std::regex(R"(\n +)"), " "), " " + why);
  }

  /// Every line of the text. Those about a claimed task are typed once there is a claim.
  void type_all() {
    for (const std::string& line : typed_lines(m_rules)) {
      if (line == "rlmdb claim --json") {
        claim();
      } else if (line.find("--token T") != std::string::npos) {
        type_with_token(line);
      } else {
        const std::string answer = type(filled(line)).out;
        if (line.starts_with("rlmdb task add")) m_id = answer.substr(0, answer.find_first_of("\t\n"));
      }
    }
  }

  [[nodiscard]] std::size_t ended() const { return m_ended; }
  void read_text() {
    const std::string text = type("rlmdb prime").out;
    m_rules = text.substr(text.find("The loop:"));
  }

 private:
  void claim() {
    const nlohmann::json claim = data_of("rlmdb claim --json").at("claim");
    m_token.clear();
    if (claim.is_null()) return;
    m_id = claim.at("id").get<std::string>();
    m_token = std::to_string(claim.at("token").get<std::int64_t>());
    CHECK_FALSE(claim.at("task").at("prompt").get<std::string>().empty());
  }

  /// Each of the lines that end a claim needs one of its own: the loop begins again, with new work where none is
  /// left.
  void type_with_token(const std::string& line) {
    if (m_token.empty()) claim();
    if (m_token.empty()) {
      type("rlmdb task add 'PROMPT'");
      claim();
    }
    type(filled(line));
    if (line.find(" heartbeat ") != std::string::npos) return;
    ++m_ended;
    const std::string late = filled("rlmdb heartbeat ID --token T");
    CHECK_EQ(m_sandbox.run("cd ../project && " + late, Surface::pipes).exit_code, 7);
    m_token.clear();
  }

  /// With what stands for the words in capitals that are not quoted.
  [[nodiscard]] std::string filled(const std::string& line) const {
    const std::array<std::pair<const char*, std::string>, 8> words = {{{" ID", " " + m_id},
                                                                       {" T", " " + m_token},
                                                                       {" KEY", " k" + m_token},
                                                                       {" NAME", " answer"},
                                                                       {" JSON", " 42"},
                                                                       {" X", " coder"},
                                                                       {" TEXT", " PROMPT"},
                                                                       {" COMMAND", " claim"}}};
    std::string typed = line;
    for (const auto& word : words)
      typed = std::regex_replace(typed, std::regex(std::string(word.first) + R"(\b)"), word.second);
    return typed;
  }

  Sandbox m_sandbox;
  std::string m_rules;
  std::string m_id;
  std::string m_token;
  std::size_t m_ended = 0;
};

}  // namespace

TEST_SUITE("cli::prime") {
  TEST_CASE("the lines of the text are found as they are typed") {
    const std::string text =
        "The loop:\n1. `rlmdb a --json`. `data.claim` has its `id`:\n   `rlmdb b` says. --agent X takes\n3. "
        "End it:\n"
        "     rlmdb c ID --token T      # so\n- `rlmdb d`, with\n  --on ID behind one, with --not-before 2h "
        "(at), with --new the.\n";
    CHECK_EQ(fmt::format("{}", fmt::join(typed_lines(text), ";")),
             "rlmdb a --json;rlmdb b;rlmdb b --agent X;rlmdb c ID --token T;rlmdb d;rlmdb d --on ID;"
             "rlmdb d --not-before 2h;rlmdb d --new");
  }

  TEST_CASE("what an agent is told works as it is typed, in every state of a project") {
    for (const PrimedProject& project : k_projects) {
      const std::string name = project.name;
      CAPTURE(name);
      PrimedAgent agent(project);
      agent.check_next(project.state, project.next, project.why);
      agent.read_text();
      agent.type(project.next);
      CHECK_EQ(agent.data_of("rlmdb prime --json").at("next").at("command").get<std::string>(), project.then);
      agent.type_all();
      CHECK_EQ(agent.ended(), 4);
    }
  }
}
