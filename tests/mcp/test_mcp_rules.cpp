// SPDX-License-Identifier: MIT
// What an agent cannot reach, held against every argument of every tool.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "agent.hpp"
#include "mcp/tool_rules.hpp"
#include "project_files.hpp"
#include "rlmdb/error.hpp"
#include "test_dir.hpp"

namespace rlmdb::test {
namespace {

namespace fs = std::filesystem;
using cli::make_tools;
using cli::McpRights;
using cli::MethodParam;
using cli::Tool;

/// Stands in everything that an agent must not see.
constexpr const char* k_secret = "SECRET-MARK";

/// Nothing here loses its power.
const std::vector<std::string> k_quick = {"--durability", "normal"};

bool shows_secret(const Json& answer) {
  return answer.dump().find(k_secret) != std::string::npos;
}

/// Every file beneath it with its bytes, and every link with its target, but for the database and what SQLite has beside it.
std::map<std::string, std::string> files_beneath(const fs::path& directory) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(directory)) {
    const std::string name = entry.path().lexically_relative(directory).string();
    if (name.find("rlm.db") != std::string::npos) continue;
    if (entry.is_symlink()) {
      files[name] = "-> " + fs::read_symlink(entry.path()).string();
    } else {
      files[name] = entry.is_regular_file() ? read_all(entry.path()) : "";
    }
  }
  return files;
}

/// A project `p` with a database, beside it `o`, and links that lead from one to the other.
struct Place {
  explicit Place() {
    fs::create_directories(project / ".aiwg/daemon");
    fs::create_directories(outside);
    const std::string legacy =
        R"({"tasks":[{"id":"task-0900","prompt":"SECRET-MARK","state":"queued","createdAt":"2026-01-01T00:00:00.000Z"}]})";
    write_all(outside / "secret.json", legacy);
    write_all(outside / "secret.ndjson", "{\"prompt\":\"SECRET-MARK\"}\n");
    fs::create_symlink("../o/secret.json", project / "link.json");
    fs::create_symlink("../o", project / "link");
    fs::create_directories(project / "copy");
    fs::create_symlink("../../o", project / "copy/.aiwg");
    const auto rlmdb = [&](std::initializer_list<std::string> words) {
      REQUIRE(run_rlmdb(project / ".aiwg/daemon/rlm.db", words).code == 0);
    };
    rlmdb({"init"});
    rlmdb({"task", "add", "--prompt", "one", "--tree", "tree-aaaaaaaa"});
    rlmdb({"task", "add", "--prompt", "two", "--parent", "task-0000"});
    rlmdb({"var", "set", "spilled", "1", "--task", "task-0000", "--spill-to-file"});
    fs::copy_file(project / ".aiwg/daemon/rlm.db", outside / "other.db");
    write_all(project / "inside.txt", "of the project");
  }

  /// Ways out.
  [[nodiscard]] std::vector<std::string> ways_out() const {
    return {"../o/secret.json",
            "../o",
            "../o/new",
            "link.json",
            "link/secret.json",
            "link/new",
            "link",
            "a/../../o",
            "link/../../o",
            "./../o/secret.ndjson",
            "copy/.aiwg/new",
            (outside / "secret.json").string(),
            (outside / "new").string(),
            (project / "../o/other.db").string(),
            (project / "link/other.db").string(),
            "/etc/passwd",
            "/",
            ".."};
  }

  TestDir directory;
  fs::path project = directory / "p";
  fs::path outside = directory / "o";
};

/// A good value for each argument that a tool needs.
Json needed(const Tool& tool, const Json& good) {
  Json arguments = Json::object();
  for (const MethodParam& param : tool.params) {
    if (param.is_required) arguments[param.name] = good.value(param.name, Json("task-0000"));
  }
  return arguments;
}

/// Every name that any tool has for an argument, offered or not.
std::set<std::string> all_argument_names() {
  const cli::CommandLine described;
  std::set<std::string> names;
  for (const auto& method : described_methods(described)) {
    for (const MethodParam& param : method.params) names.insert(param.name);
  }
  return names;
}

/// Every argument of every tool with every value, alone and in a list.
template <class Check>
void try_everything(Agent& agent, const std::vector<Tool>& tools, const Json& good,
                    const std::vector<Json>& values, const Check& check) {
  CHECK(tools.size() == agent.tools().size());
  for (const Tool& tool : tools) {
    for (const MethodParam& param : tool.params) {
      for (const Json& value : values) {
        for (const bool in_list : {false, true}) {
          if (in_list && !param.is_list) continue;
          Json arguments = needed(tool, good);
          arguments[param.name] = in_list ? Json::array({value}) : value;
          arguments["timeout_ms"] = 2000;
          const Json result = agent.call(tool.name, arguments);
          INFO(tool.name, " ", arguments.dump(), " ", result.dump().substr(0, 1000));
          check(param, result);
        }
      }
    }
  }
}

std::vector<Json> as_values(const std::vector<std::string>& texts) {
  return {texts.begin(), texts.end()};
}

}  // namespace

TEST_SUITE("mcp::rules") {
  TEST_CASE("a path is of the project only where nothing leads out of it") {
    const Place place;
    CHECK(cli::path_in_project(place.project, "inside.txt") == place.project / "inside.txt");
    CHECK(cli::path_in_project(place.project, "./a/../new/file") == place.project / "new/file");
    CHECK(cli::path_in_project(place.project, (place.project / "inside.txt").string()) ==
          place.project / "inside.txt");
    CHECK(cli::path_in_project(place.project, ".") == place.project);
    for (const std::string& way : place.ways_out()) {
      CAPTURE(way);
      CHECK_THROWS_AS(static_cast<void>(cli::path_in_project(place.project, way)), Error);
    }
    for (const std::string_view none : {std::string_view(""), std::string_view("a\0b", 3)}) {
      CHECK_THROWS_AS(static_cast<void>(cli::path_in_project(place.project, none)), Error);
    }
  }

  TEST_CASE("an argument that a tool does not have is refused, whatever other tools have") {
    Place place;
    for (const bool has_tree : {false, true}) {
      McpRights rights{.may_apply = true, .may_use_files = true};
      std::vector<std::string> options{"--allow-apply", "--allow-files"};
      if (has_tree) {
        rights.tree = "tree-aaaaaaaa";
        options.insert(options.end(), {"--tree", *rights.tree});
      }
      Agent agent(place.project, options, k_quick);
      const std::set<std::string> names =
          has_tree ? all_argument_names() : std::set<std::string>{"plan", "apply", "dry_run", "owner", "db"};
      for (const Tool& tool : make_tools(rights)) {
        const std::vector<std::string> own = tool.argument_names();
        for (const std::string& name : names) {
          if (std::find(own.begin(), own.end(), name) != own.end()) continue;
          const Json result = agent.call(tool.name, {{name, "task-0000"}});
          INFO(tool.name, " ", name, " ", result.dump());
          CHECK(result.dump().find("has no argument '" + name) != std::string::npos);
        }
      }
    }
  }

  TEST_CASE("without --allow-files no tool reads a file outside the project, or writes one anywhere") {
    Place place;
    Agent agent(place.project, {"--allow-apply"}, k_quick);
    const std::vector<Tool> tools = make_tools({.may_apply = true});
    const auto before = files_beneath(place.directory.path());
    std::vector<Json> values = as_values(place.ways_out());
    for (const char* const way : {"../o/secret.json", "link.json", "link/secret.json"}) {
      values.emplace_back(std::string("file:") + way);
    }
    for (const char* const own : {"inside.txt", "new", "new/below"}) values.emplace_back(own);
    const Json good = {{"name", "n"}, {"token", 1}};
    try_everything(agent, tools, good, values,
                   [&](const MethodParam&, const Json& result) { CHECK(!shows_secret(result)); });
    for (const std::string& way : place.ways_out()) {
      CAPTURE(way);
      static_cast<void>(
          agent.data("var_set", {{"name", "f"}, {"value", "file:" + way}, {"task", "task-0000"}}));
      CHECK(!shows_secret(agent.call("var_get", {{"name", "f"}, {"task", "task-0000"}})));
    }
    // Whose copy legacy tools have in a file of its own, now or from an export on.
    static_cast<void>(agent.data("var_set", {{"name", "spilled"}, {"value", 2}, {"task", "task-0000"}}));
    const std::string long_value(20'000, 'v');
    static_cast<void>(
        agent.data("var_set", {{"name", "long"}, {"value", long_value}, {"task", "task-0000"}}));
    static_cast<void>(
        agent.data("var_set", {{"name", "long"}, {"value", long_value}, {"tree", "tree-aaaaaaaa"}}));
    static_cast<void>(agent.data("checkpoint_create", {{"name", "c"}, {"tree", "tree-aaaaaaaa"}}));
    CHECK(files_beneath(place.directory.path()) == before);
    REQUIRE(run_rlmdb(place.project / ".aiwg/daemon/rlm.db", {"var", "set", "n", "1", "--task", "task-0000"})
                .code == 0);
    CHECK(files_beneath(place.directory.path()) != before);
    for (const char* const tool : {"purge", "restore", "cleanup", "migrate", "sql", "import", "export",
                                   "backup", "adopt", "report", "verify"}) {
      CAPTURE(tool);
      CHECK(!agent.tools().contains(tool));
      const Json answer = agent.server().call("tools/call", Json{{"name", tool}}.dump());
      CHECK(answer.at("error").at("code") == -32602);
      CHECK(answer.at("error").at("message").get<std::string>().find("without --allow-files") !=
            std::string::npos);
    }
    CHECK(Agent(place.project, {}, {}).tools().contains("recover_apply") == false);
  }

  TEST_CASE("with --allow-files no tool leaves the project") {
    Place place;
    Agent agent(place.project, {"--allow-apply", "--allow-files"}, k_quick);
    const std::vector<Tool> tools = make_tools({.may_apply = true, .may_use_files = true});
    const auto outside = files_beneath(place.outside);
    const Json good = {{"name", "n"},          {"token", 1},         {"path", "inside.txt"},
                       {"file", "inside.txt"}, {"action", "status"}, {"statement", "SELECT 1"},
                       {"id", "tree-aaaaaaaa"}};
    int refused = 0;
    try_everything(agent, tools, good, as_values(place.ways_out()),
                   [&](const MethodParam& param, const Json& result) {
                     CHECK(!shows_secret(result));
                     if (!param.is_file) return;
                     CHECK(result.at("isError") == true);
                     const std::string text = result.at("content").at(0).at("text");
                     CHECK((text.find("leads out of the project") != std::string::npos ||
                            text.find("leads through a symbolic link") != std::string::npos));
                     ++refused;
                   });
    CHECK(refused > 300);
    for (const char* const sql :
         {"ATTACH DATABASE '../o/other.db' AS o", "VACUUM INTO '../o/new'",
          "SELECT readfile('../o/secret.json')", "PRAGMA temp_store_directory = '../o'"}) {
      CAPTURE(sql);
      CHECK(agent.call("sql", {{"statement", sql}}).at("isError") == true);
    }
    // Links within what is named are not followed either.
    fs::create_directories(place.project / "linked/.aiwg/daemon");
    fs::create_symlink(place.outside / "secret.json", place.project / "linked/.aiwg/daemon/tasks.json");
    for (const char* const path : {"linked", "copy"}) {
      for (const char* const tool : {"import", "verify", "adopt"}) {
        CAPTURE(path);
        CAPTURE(tool);
        const char* const name = tool == std::string("import")   ? "path"
                                 : tool == std::string("verify") ? "file"
                                                                 : "dir";
        CHECK(!shows_secret(agent.call(tool, {{name, path}, {"dry_run", true}})));
        CHECK(!shows_secret(agent.call(tool, {{name, path}})));
      }
      CHECK(!shows_secret(agent.call("export", {{"format", "project"}, {"output", path}, {"force", true}})));
    }
    CHECK(!shows_secret(agent.call("list")));
    CHECK(files_beneath(place.outside) == outside);
    // What lies in the project can be named.
    static_cast<void>(agent.data("backup", {{"file", "b.db"}}));
    CHECK(fs::exists(place.project / "b.db"));
    static_cast<void>(agent.data("export", {{"output", "out.json"}}));
    CHECK(fs::exists(place.project / "out.json"));
    static_cast<void>(agent.data("import", {{"path", {"out.json"}}}));
    static_cast<void>(agent.data("report", {{"id", "tree-aaaaaaaa"}, {"output", "report.md"}}));
    CHECK(read_all(place.project / "report.md").find("one") != std::string::npos);
  }

  TEST_CASE("with --read-only nothing that changes is there, and nothing changes") {
    Place place;
    const fs::path database = place.project / ".aiwg/daemon/rlm.db";
    Agent agent(place.project, {"--read-only", "--allow-files", "--allow-apply"}, k_quick);
    const auto moment = [&] {
      return run_rlmdb(database, {"sql", "SELECT count(*), max(seq) FROM events"}).out;
    };
    const std::string before = moment();
    const auto files = files_beneath(place.directory.path());
    CHECK(agent.names() == std::set<std::string>{"ready", "list", "show", "stats", "trees", "status",
                                                 "progress", "var_get", "var_list", "checkpoint_list",
                                                 "checkpoint_show", "recover_plan", "search", "explain",
                                                 "sql", "verify"});
    for (const auto& tool : agent.tools()) {
      CAPTURE(tool.first);
      CHECK(tool.second.at("annotations").at("readOnlyHint") == true);
    }
    for (const cli::ToolRow& row : cli::tool_table()) {
      const std::string name = cli::name_of(row);
      if (agent.tools().contains(name)) continue;
      CAPTURE(name);
      const Json answer = agent.server().call("tools/call", Json{{"name", name}}.dump());
      CHECK(answer.at("error").at("code") == -32602);
      CHECK(answer.at("error").at("message").get<std::string>().ends_with("with --read-only"));
    }
    const std::vector<Tool> tools = make_tools({.may_use_files = true, .only_reads = true});
    const std::vector<Json> values = {"task-0000", "tree-aaaaaaaa", true, 1, "inside.txt"};
    const Json good = {{"name", "n"}, {"statement", "DELETE FROM tasks"}, {"id", "task-0000"}};
    try_everything(agent, tools, good, values, [](const MethodParam&, const Json&) {});
    CHECK(moment() == before);
    CHECK(files_beneath(place.directory.path()) == files);
    // Not only because no tool asks for it.
    cli::GlobalOptions options;
    options.database = database.string();
    options.only_reads = true;
    cli::Session session(options);
    CHECK(session.answer("stats", "").exit == cli::ExitCode::done);
    CHECK_THROWS_AS(static_cast<void>(session.answer("task.add", R"({"prompt":"x"})")), Error);
    CHECK_THROWS_AS(
        static_cast<void>(session.answer("var.get", R"({"name":"x","global":true,"count":true})")), Error);
    CHECK(moment() == before);
  }

  TEST_CASE("with --tree nothing of another tree, and nothing that is of none, is reached") {
    const TestDir directory;
    const std::string other = "tree-bbbbbbbb";
    const auto rlmdb = [&](std::initializer_list<std::string> words) {
      const auto done = run_rlmdb(directory / "x.db", words);
      CAPTURE(done.error);
      REQUIRE(done.code == 0);
      return done.out;
    };
    rlmdb({"init"});
    rlmdb({"task", "add", "--prompt", "root", "--tree", "tree-aaaaaaaa"});
    rlmdb({"task", "add", "--prompt", "SECRET-MARK b", "--tree", other, "--priority", "9"});
    rlmdb({"task", "add", "--prompt", "SECRET-MARK below", "--parent", "task-0001"});
    rlmdb({"task", "add", "--prompt", "SECRET-MARK none"});
    rlmdb({"task", "add", "--prompt", "below", "--parent", "task-0000", "--depends-on", "task-0001"});
    rlmdb({"task", "start", "task-0002"});
    for (const char* const owner : {"--tree", "--session", "--temp", "--state"}) {
      rlmdb({"var", "set", "secret", "\"SECRET-MARK\"", owner, owner == std::string("--tree") ? other : "s"});
    }
    rlmdb({"var", "set", "secret", "\"SECRET-MARK\"", "--global"});
    rlmdb({"var", "set", "secret", "\"SECRET-MARK\"", "--task", "task-0001"});
    rlmdb({"var", "set", "own", "1", "--tree", "tree-aaaaaaaa"});
    rlmdb({"checkpoint", "create", "SECRET-MARK", "--tree", other});
    rlmdb({"checkpoint", "create", "SECRET-MARK", "--global"});
    write_all(directory / "secret.json", "\"SECRET-MARK\"");
    std::vector<Json> values = as_values({"task-0001",
                                          "task-0002",
                                          "task-0003",
                                          other,
                                          "secret",
                                          "s",
                                          "file:secret.json",
                                          "secret.json",
                                          "secret-mark",
                                          "wf",
                                          "1=1",
                                          "%",
                                          "*",
                                          "' OR 1=1 --",
                                          "task-0000' OR '1'='1",
                                          "task-0000,task-0001",
                                          "task-0000 task-0001",
                                          "TASK-0001",
                                          " task-0001",
                                          "task-0001\n",
                                          "tree:" + other,
                                          "global",
                                          "task:task-0001",
                                          "../" + other,
                                          ""});
    const Json checkpoints = Json::parse(rlmdb({"--json", "checkpoint", "list", "--tree", other}));
    values.push_back(checkpoints.at("data").at("checkpoints").at(0).at("checkpoint_id"));
    const Json global = Json::parse(rlmdb({"--json", "checkpoint", "list", "--global"}));
    values.push_back(global.at("data").at("checkpoints").at(0).at("checkpoint_id"));
    for (const char* const member : {"tree_id", "treeId", "node_id", "parent_id", "parentId", "rlm",
                                     "rlm_state", "depends_on", "dependencies", "id"}) {
      values.push_back({{member, "task-0001"}});
      values.push_back({{member, {{"tree_id", other}, {"parent_id", "task-0001"}, {"secret", 1}}}});
    }
    values.insert(values.end(), {true, 1, 2, nullptr});
    const auto theirs = [&] {
      return rlmdb(
                 {"sql",
                  "SELECT legacy_id, version, state FROM tasks WHERE legacy_id IN ('task-0001', 'task-0002', "
                  "'task-0003')"}) +
             rlmdb({"tree", other, "--json"}) + rlmdb({"var", "dump", "--tree", other}) +
             rlmdb({"var", "dump", "--global"}) + rlmdb({"var", "dump", "--session", "s"}) +
             rlmdb({"var", "dump", "--task", "task-0001"}) + rlmdb({"checkpoint", "list", "--tree", other}) +
             rlmdb({"checkpoint", "list", "--global"}) +
             rlmdb({"show", "task-0001", "task-0002", "task-0003"});
    };
    const std::string before = theirs();
    McpRights rights{.may_apply = true, .may_use_files = true};
    rights.tree = "tree-aaaaaaaa";
    const std::vector<Tool> tools = make_tools(rights);
    Agent agent(directory.path(), {"--tree", *rights.tree, "--allow-apply", "--allow-files"},
                {"--db", "x.db", "--durability", "normal"});
    CHECK(agent.names() == std::set<std::string>{"ready",
                                                 "claim",
                                                 "heartbeat",
                                                 "release",
                                                 "task_add",
                                                 "task_complete",
                                                 "task_fail",
                                                 "task_retry",
                                                 "task_cancel",
                                                 "list",
                                                 "show",
                                                 "status",
                                                 "progress",
                                                 "var_get",
                                                 "var_set",
                                                 "var_list",
                                                 "checkpoint_create",
                                                 "checkpoint_list",
                                                 "checkpoint_show",
                                                 "recover_plan",
                                                 "recover_apply",
                                                 "search",
                                                 "explain"});
    for (const char* const tool : {"trees", "stats", "sql", "export", "purge"}) {
      const Json answer = agent.server().call("tools/call", Json{{"name", tool}}.dump());
      CHECK(answer.at("error").at("message").get<std::string>().ends_with("with --tree"));
    }
    const Json good = {{"name", "own"}, {"token", 1}};
    try_everything(agent, tools, good, values,
                   [&](const MethodParam&, const Json& result) { CHECK(!shows_secret(result)); });
    // Several at once, at random.
    std::mt19937_64 random(7);
    for (int count = 0; count < 250; ++count) {
      const Tool& tool = tools[random() % tools.size()];
      Json arguments = needed(tool, good);
      for (const MethodParam& param : tool.params) {
        if (random() % 3 != 0) continue;
        arguments[param.name] = random() % 3 == 0 ? Json("task-0000") : values[random() % values.size()];
      }
      arguments["timeout_ms"] = 2000;
      const Json result = agent.call(tool.name, arguments);
      INFO(tool.name, " ", arguments.dump(), " ", result.dump().substr(0, 1000));
      CHECK(!shows_secret(result));
    }
    CHECK(theirs() == before);
    // All that it has added is of its tree.
    CHECK(rlmdb({"sql", "SELECT count(*) FROM tasks"}) != "count(*)\n4\n");
    CHECK(rlmdb({"sql",
                 "SELECT count(*) FROM tasks t WHERE NOT EXISTS (SELECT 1 FROM tree_nodes n WHERE n.task_id "
                 "= t.id AND n.tree_id = 'tree-aaaaaaaa')"}) == "count(*)\n3\n");
  }

  TEST_CASE("an agent of one tree works on it") {
    const TestDir directory;
    REQUIRE(run_rlmdb(directory / "x.db", {"init"}).code == 0);
    REQUIRE(run_rlmdb(directory / "x.db", {"task", "add", "--prompt", "other", "--priority", "9"}).code == 0);
    Agent agent(directory.path(), {"--tree", "tree-aaaaaaaa", "--allow-apply"});
    CHECK(agent.hello().at("instructions").get<std::string>().find("Only the tree tree-aaaaaaaa is there.") !=
          std::string::npos);
    const Json id = agent.data("task_add", {{"prompt", "root"}}).at("results").at(0).at("id");
    static_cast<void>(agent.data("task_add", {{"prompt", "below"}, {"parent", id}}));
    CHECK(agent.data("list").at("tasks").size() == 2);
    const Json claim = agent.data("claim").at("claim");
    const Json& taken = claim.at("id");
    CHECK(claim.at("task").at("prompt") != "other");
    static_cast<void>(agent.data("heartbeat", {{"id", taken}, {"token", claim.at("token")}}));
    static_cast<void>(agent.data("var_set", {{"name", "v"}, {"value", 1}}));
    CHECK(agent.data("var_get", {{"name", "v"}}).at("value") == 1);
    const Json checkpoint = agent.data("checkpoint_create", {{"name", "c"}}).at("checkpoint_id");
    static_cast<void>(agent.data("checkpoint_show", {{"id", checkpoint}}));
    static_cast<void>(agent.data("var_set", {{"name", "v"}, {"value", 2}, {"task", taken}}));
    CHECK(agent.data("var_get", {{"name", "v"}, {"task", taken}}).at("value") == 2);
    CHECK(agent.data("var_get", {{"name", "v"}}).at("value") == 1);
    const Json of_task =
        agent.data("checkpoint_create", {{"name", "c"}, {"task", taken}}).at("checkpoint_id");
    static_cast<void>(agent.data("checkpoint_show", {{"id", of_task}, {"task", taken}}));
    CHECK(agent.data("checkpoint_list").at("checkpoints").size() == 2);
    CHECK(agent.data("checkpoint_list", {{"task", taken}}).at("checkpoints").size() == 1);
    static_cast<void>(agent.data("task_complete", {{"id", {taken}}, {"token", claim.at("token")}}));
    CHECK(agent.data("progress").at("trees").size() == 1);
    static_cast<void>(agent.data("status"));
    static_cast<void>(agent.data("recover_plan"));
    static_cast<void>(agent.data("recover_apply"));
    static_cast<void>(agent.data("show", {{"id", {taken}}}));
    CHECK(agent.failure("show", {{"id", {"task-0000"}}})
              .find("there is no task 'task-0000' in tree-aaaaaaaa") != std::string::npos);
  }
}

}  // namespace rlmdb::test
