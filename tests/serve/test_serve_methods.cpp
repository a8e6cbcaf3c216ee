// SPDX-License-Identifier: MIT
#include <SQLiteCpp/SQLiteCpp.h>
#include <doctest/doctest.h>

#include <fstream>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <sstream>

#include "database_ids.hpp"
#include "line_difference.hpp"
#include "rlmdb/json_text.hpp"
#include "serving.hpp"
#include "test_dir.hpp"

namespace rlmdb::test {
namespace {

struct BothWays {
  std::string typed;
  std::string method;
  std::string params;
};

/// The lines of every_method.txt; of commands for the shell `method` is empty.
std::vector<BothWays> all_lines() {
  std::ifstream file(std::string(RLMDB_SOURCE_DIR) + "/tests/serve/every_method.txt");
  std::vector<BothWays> all;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    if (line.front() == '$') {
      all.push_back({line.substr(2), {}, {}});
      continue;
    }
    const std::size_t arrow = line.find(" => ");
    const std::size_t params = line.find(' ', arrow + 4);
    all.push_back(
        {line.substr(0, arrow), line.substr(arrow + 4, params - arrow - 4), line.substr(params + 1)});
  }
  return all;
}

/// Without what two calls differ in: where they were, when, and numbers of the processes and of chance.
std::string same_everywhere(std::string text, const std::filesystem::path& directory) {
  for (std::size_t at = text.find(directory.string()); at != std::string::npos;
       at = text.find(directory.string(), at)) {
    text.replace(at, directory.string().size(), "DIRECTORY");
  }
  static const std::vector<std::pair<std::regex, std::string>> k_changes = {
      {std::regex(R"(20[2-9]\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z)"), "TIME"},
      {std::regex(R"("pid": \d+)"), "\"pid\": 0"},
      {std::regex(R"x("(elapsed_seconds|seconds|age_ms|duration_ms)": [\d.]+)x"), "\"$1\": 0"},
      {std::regex(
           R"(\bckpt-\d+\b|\btask-[0-9a-f]{8}\b|\b\d{8}T\d{6}\.\d{3}Z|\b[0-9a-f]{64}\b|\b[0-9a-f]{32}\b)"),
       "CHANCE"},
  };
  for (const auto& [pattern, instead] : k_changes) text = std::regex_replace(text, pattern, instead);
  return tokens_from_0(text, directory);
}

/// "T7" is a token there.
std::string with_tokens(const std::string& text, const std::filesystem::path& directory) {
  if (!std::filesystem::exists(directory / "x.db")) return text;
  return tokens_of(text, Store::open(directory / "x.db", Access::read_only).database_id().value_or(0));
}

/// `{exit, data, warnings}`, or `{exit, error}`.
std::string typed(const std::string& given, const std::filesystem::path& directory) {
  const std::string words = with_tokens(given, directory);
  const std::string program = program_path();
  Launch launch;
  launch.words = {"/bin/sh", "-c", "exec \"$PROGRAM\" --db x.db --json " + words};
  launch.directory = directory;
  launch.environment = {"PROGRAM=" + program, "RLMDB_OWNER=tester"};
  const Ended ended = run(launch);
  Json answer;
  answer["exit"] = ended.code;
  if (words.starts_with("events")) {
    std::istringstream lines(ended.out);
    for (std::string line; std::getline(lines, line);) answer["data"].push_back(Json::parse(line));
  } else if (!ended.out.empty()) {
    const Json document = Json::parse(ended.out);
    answer["data"] = document.at("data");
    answer["warnings"] = document.at("warnings");
  } else {
    answer["error"] = Json::parse(ended.error).at("error");
  }
  return same_everywhere(answer.dump(1), directory);
}

std::string called(Serving& server, const BothWays& line, const std::filesystem::path& directory) {
  const Json whole = server.call(line.method, with_tokens(line.params, directory));
  Json answer;
  if (whole.contains("error")) {
    Json error = whole.at("error").at("data");
    answer["exit"] = error.at("exit");
    error.erase("exit");
    answer["error"] = error;
    CHECK(whole.at("error").at("message") == error.at("message"));
  } else {
    answer["exit"] = whole.at("result").at("exit");
    answer["data"] = whole.at("result").at("data");
    answer["warnings"] = whole.at("result").at("warnings");
    if (line.method == "events") {
      answer["data"] = whole.at("result").at("data").at("events");
      answer.erase("warnings");
    }
  }
  return same_everywhere(answer.dump(1), directory);
}

/// What a call that only reads leaves as it was: every other file with its bytes, and the commits of the database.
class Unchanged {
 public:
  explicit Unchanged(const std::filesystem::path& directory) : m_directory(directory) {
    const std::filesystem::path database = directory / "x.db";
    if (exists(database)) m_database.emplace(database.string());
    m_files = files();
    m_commits = commits();
  }

  void check() {
    CHECK(files() == m_files);
    CHECK(commits() == m_commits);
  }

 private:
  [[nodiscard]] std::map<std::string, std::string> files() const {
    std::map<std::string, std::string> all;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(m_directory)) {
      const std::string name = entry.path().filename().string();
      if (entry.is_regular_file() && !name.starts_with("x.db")) all[name] = read_all(entry.path());
    }
    return all;
  }

  /// Another number after a commit of others.
  [[nodiscard]] int commits() {
    return m_database.has_value() ? m_database->execAndGet("PRAGMA data_version").getInt() : 0;
  }

  std::filesystem::path m_directory;
  std::optional<SQLite::Database> m_database;
  std::map<std::string, std::string> m_files;
  int m_commits = 0;
};

/// Messages of usage speak of what was given: words here, parameters there.
bool is_usage(const std::string& answer) {
  return answer.find(R"("code": "usage")") != std::string::npos;
}

}  // namespace

TEST_SUITE("serve::methods") {
  TEST_CASE("every method answers as the command line does") {
    const TestDir typing;
    const TestDir calling;
    Serving server(calling.path(), {"--db", "x.db", "serve"}, {"RLMDB_OWNER=tester"});
    std::map<std::string, bool> changes;
    const Json methods = server.result("methods");
    for (const Json& method : methods.at("methods")) {
      changes[method.at("method")] = method.at("changes");
    }
    std::set<std::string> called_methods;
    for (const BothWays& line : all_lines()) {
      CAPTURE(line.typed);
      if (line.method.empty()) {
        for (const TestDir* directory : {&typing, &calling}) {
          Launch shell;
          shell.words = {"/bin/sh", "-c", line.typed};
          shell.directory = directory->path();
          REQUIRE(run(shell).code == 0);
        }
        continue;
      }
      called_methods.insert(line.method);
      const std::string by_words = typed(line.typed, typing.path());
      Unchanged unchanged(calling.path());
      const std::string by_name = called(server, line, calling.path());
      if (!changes.at(line.method)) unchanged.check();
      if (is_usage(by_words)) {
        CHECK(is_usage(by_name));
      } else {
        CHECK(line_difference(by_words, by_name) == "");
      }
    }
    // What follows is sent beside the answers (test_serve_events.cpp).
    const std::set<std::string> no_verbs = {"events.follow", "events.unfollow"};
    for (const auto& change : changes) {
      CAPTURE(change.first);
      CHECK(called_methods.contains(change.first) != no_verbs.contains(change.first));
    }
    CHECK(server.end() == 0);
  }

  TEST_CASE("a method says which of its parameters are typed as words, in order") {
    const TestDir directory;
    Serving server(directory.path());
    std::map<std::string, std::vector<std::string>> words;
    const Json methods = server.result("methods");
    for (const Json& method : methods.at("methods")) {
      CAPTURE(method);
      for (const Json& word : method.at("words")) CHECK(method.at("params").contains(word));
      words[method.at("method")] = method.at("words");
    }
    using Words = std::vector<std::string>;
    CHECK(words.at("show") == Words{"id"});
    CHECK(words.at("task.add") == Words{"prompt"});
    CHECK(words.at("task.append") == Words{"id", "text"});
    CHECK(words.at("task.set") == Words{"id", "set"});
    CHECK(words.at("task.depend.add") == Words{"id"});
    CHECK(words.at("var.set") == Words{"name", "value"});
    CHECK(words.at("grid.wave.start") == Words{"n"});
    CHECK(words.at("stats").empty());
    // A name, but of a workflow its state.
    CHECK(words.at("checkpoint.create").empty());
    CHECK(server.end() == 0);
  }

  TEST_CASE("no two methods, and no two parameters of one, have the same name") {
    const TestDir directory;
    Serving server(directory.path());
    server.send("{\"id\":1,\"method\":\"methods\"}\n");
    const std::string text = server.line();
    const std::string_view result = find_json_member(text, "result").value();
    std::set<std::string_view> names;
    for (const std::string_view method : split_json_array(find_json_member(result, "methods").value())) {
      CAPTURE(method);
      CHECK(names.insert(find_json_member(method, "method").value()).second);
      CHECK_NOTHROW(static_cast<void>(split_json_object(find_json_member(method, "params").value())));
    }
  }
}

}  // namespace rlmdb::test
