// SPDX-License-Identifier: MIT
// Every command line of the README, of docs and of the help is one that the program takes, and does what it is
// shown for. Each is run in a copy of one project that has what documents speak of (documents/prepare.sh).
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "document_lines.hpp"
#include "document_tables.hpp"
#include "frame/command_line.hpp"
#include "shell_calls.hpp"
#include "test_dir.hpp"
#include "transcript.hpp"

namespace {

namespace fs = std::filesystem;
using namespace cli_tests;

const fs::path k_parts = fs::path(RLMDB_SOURCE_DIR) / "tests/cli/documents";

/// A script, and what is known of it.
struct Run {
  std::string places;    ///< where documents have it
  std::string expected;  ///< its exit status
  bool goes_on = false;  ///< until it is told to end
  bool is_named = true;  ///< no more than names in a sentence, of what may need more than that
};

/// The lines of all documents: what is wrong with them as words, and what is to be run.
class FoundLines {
 public:
  explicit FoundLines(DocumentTables& tables) : m_tables(tables) {}

  void take(const DocumentLine& line) {
    const std::string placed = line.place + ": " + line.text;
    const bool is_tour = line.form == DocumentLine::Form::console && line.place.starts_with("README.md:");
    // tests/sql/test_readme.cpp runs the tour.
    if (is_tour || !m_tables.value_for("elsewhere", placed).empty()) return;
    const std::string typed = m_tables.with_stand_ins(line.text);
    std::string fault =
        line.form == DocumentLine::Form::names ? fault_of_names(line.text) : fault_of_words(line, typed);
    if (!fault.empty() && !line.otherwise.empty()) fault = fault_of_names(line.otherwise);
    if (!fault.empty()) m_faults.push_back(placed + "\n  " + fault);
  }

  [[nodiscard]] const std::vector<std::string>& faults() const { return m_faults; }
  [[nodiscard]] const std::map<std::string, Run>& runs() const { return m_runs; }

 private:
  /// The words up to the first that stands for something, and the options.
  static std::string fault_of_names(const std::string& text) {
    std::istringstream words(std::regex_replace(text, std::regex(R"([\[\]|=])"), " "));
    std::vector<std::string> call;
    bool is_named = true;
    for (std::string word; words >> word && word != "--";) {
      is_named = is_named && std::islower(static_cast<unsigned char>(word.front())) != 0;
      const bool is_verb =
          is_named && (call.size() < 2 || word_that_is_no_name({"rlmdb", call[1], word}).empty());
      if (is_verb || (word.starts_with('-') && word != "-")) call.push_back(word);
    }
    const std::string wrong = word_that_is_no_name(call);
    return wrong.empty() ? "" : wrong + " is no word of that command";
  }

  std::string fault_of_words(const DocumentLine& line, const std::string& typed) {
    const std::string open = placeholder_in(typed);
    if (!open.empty()) return open + " has no stand-in (tests/cli/documents/tables)";
    bool is_named = line.form == DocumentLine::Form::inlined;
    for (const std::vector<std::string>& call : calls_of_rlmdb(typed)) {
      is_named = is_named && word_that_is_no_name(call).empty();
      const std::string fault = fault_of(call);
      if (!fault.empty()) return is_named ? "" : fault;
    }
    Run& run = run_for(line, typed);
    run.is_named = run.is_named && is_named;
    return "";
  }

  Run& run_for(const DocumentLine& line, const std::string& typed) {
    const std::string placed = line.place + ": " + line.text;
    std::string before = m_tables.value_for("before", placed);
    if (!before.empty()) before = "{ " + before + "; } >/dev/null 2>&1\n";
    const std::string status = m_tables.value_for("goes-on", placed);
    std::string expected = status.empty() ? m_tables.value_for("exits", placed) : status;
    expected = expected.substr(0, expected.find(' '));
    Run& run = m_runs[before + typed + "\n"];
    run.places += (run.places.empty() ? "" : ", ") + line.place;
    run.expected = expected.empty() ? "0" : expected;
    run.goes_on = !status.empty();
    return run;
  }

  DocumentTables& m_tables;
  std::vector<std::string> m_faults;
  std::map<std::string, Run> m_runs;
};

std::vector<DocumentLine> all_lines() {
  std::vector<DocumentLine> all = lines_of_help();
  for (const fs::path& document : documents()) {
    const std::string text = rlmdb::test::read_all(fs::path(RLMDB_SOURCE_DIR) / document);
    const std::vector<DocumentLine> lines = lines_of_document(text, document.string());
    CAPTURE(document);
    const bool has_some = std::regex_search(text, std::regex("(`|\n\\$ |\n    )rlmdb [A-Za-z]"));
    CHECK((!has_some || !lines.empty()));
    all.insert(all.end(), lines.begin(), lines.end());
  }
  return all;
}

/// Each beneath lines/ in a directory of its own, which keeps what came of it.
void run_all(const Sandbox& sandbox, const std::map<std::string, Run>& runs) {
  run_quietly(sandbox, fmt::format("sh -eu '{}' '{}'", (k_parts / "prepare.sh").string(), RLMDB_SOURCE_DIR));
  int number = 0;
  for (const auto& [script, run] : runs) {
    const fs::path directory = sandbox.path() / "lines" / std::to_string(number++);
    fs::create_directories(directory);
    std::ofstream(directory / "line.sh") << (run.goes_on ? "trap : TERM\n" : "") << script;
    if (run.goes_on) std::ofstream(directory / "goes_on") << "";
  }
  run_quietly(sandbox, fmt::format("cd ../lines && ls | xargs -n 1 -P 2 --process-slot-var=SLOT bash '{}'",
                                   (k_parts / "run.sh").string()));
}

/// Each ended as it should.
void check_all(const Sandbox& sandbox, const std::map<std::string, Run>& runs) {
  int number = 0;
  for (const auto& one : runs) {
    const Run& run = one.second;
    const fs::path directory = sandbox.path() / "lines" / std::to_string(number++);
    const std::string status = rlmdb::test::read_all(directory / "exit");
    const bool is_right = status == run.expected + "\n" || (run.is_named && status == "2\n");
    const std::string error = rlmdb::test::read_all(directory / "error");
    CHECK_MESSAGE(is_right, run.places, ":\n", one.first, "exit ", status, error);
  }
}

}  // namespace

TEST_SUITE("cli::documents") {
  TEST_CASE("command lines are found where documents have them") {
    const std::string text =
        "### rlmdb x [--y]\n\nSay `rlmdb list`, or `rlmdb\nshow 4`, not `list`.\n\n    rlmdb a \\\n      | "
        "b\n "
        "   c\n\n"
        "```console\n$ rlmdb d\nrlmdb e\n```\n```sh\nx=1\nrlmdb f\n```\n| `rlmdb g h\\|i` |\n\n"
        "### rlmdb var\n`list --all` `history` `set --text` `sets --x`\n";
    std::string found;
    for (const DocumentLine& line : lines_of_document(text, "d")) found += line.place + " " + line.text + ";";
    CHECK_EQ(found,
             "d:1 rlmdb x [--y];d:3 rlmdb list;d:3 rlmdb show 4;d:6 rlmdb a \\\n| b;d:11 rlmdb d;"
             "d:16 x=1\nrlmdb f\n;d:18 rlmdb g h|i;d:20 rlmdb var;d:21 rlmdb list --all;d:21 rlmdb var set "
             "--text;");
  }

  TEST_CASE("what a line calls is known, and what is wrong with it") {
    CHECK_EQ(
        calls_of_rlmdb(R"(a=$(rlmdb x "$id" 'b c'|d) && rlmdb y --n $$ "\"q" <f)"),
        std::vector<std::vector<std::string>>{{"rlmdb", "x", "1", "b c"}, {"rlmdb", "y", "--n", "1", "\"q"}});
    CHECK_EQ(calls_of_rlmdb("rlmdb x \"$(cut -f2 c)\" 2> e"),
             std::vector<std::vector<std::string>>{{"rlmdb", "x", "1"}});
    CHECK_NE(fault_of({"rlmdb", "list", "--stat", "queued"}), "");
    CHECK_EQ(word_that_is_no_name({"rlmdb", "task", "set", "--if-version"}), "");
    CHECK_EQ(word_that_is_no_name({"rlmdb", "task", "set", "--if-verson"}), "--if-verson");
    CHECK_EQ(word_that_is_no_name({"rlmdb", "task", "sett"}), "sett");
    CHECK_EQ(word_that_is_no_name({"rlmdb", "import", "--live", "--on-conflict", "skip"}), "");
    CHECK_EQ(word_that_is_no_name({"rlmdb", "import", "--on-conflict", "skp"}), "skp");
    CHECK_EQ(word_that_is_no_name({"rlmdb", "tsk"}), "tsk");
    CHECK_EQ(placeholder_in("rlmdb task set ID 'a B'"), " ID");
    CHECK_EQ(placeholder_in("rlmdb show \"$ID\" LP-001 A.md"), "");
  }

  TEST_CASE("each command has an example of itself") {
    const std::vector<DocumentLine> lines = lines_of_help();
    const rlmdb::cli::CommandLine command_line;
    for (const auto& command : command_line.commands()) {
      const std::string name(command->text().name);
      CAPTURE(name);
      CHECK(std::any_of(lines.begin(), lines.end(), [&](const DocumentLine& line) {
        return line.place == "help of " + name && line.text.find("rlmdb " + name) != std::string::npos;
      }));
    }
  }

  TEST_CASE("every command line of the documents runs") {
    DocumentTables tables(k_parts / "tables");
    FoundLines lines(tables);
    for (const DocumentLine& line : all_lines()) lines.take(line);
    CHECK_EQ(fmt::format("{}", fmt::join(lines.faults(), "\n")), "");
    CHECK_EQ(fmt::format("{}", fmt::join(tables.unused(), "\n")), "");
    const Sandbox sandbox;
    run_all(sandbox, lines.runs());
    check_all(sandbox, lines.runs());
    MESSAGE(lines.runs().size(), " lines were run");
  }
}
