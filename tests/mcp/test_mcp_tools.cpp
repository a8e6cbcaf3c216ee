// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "agent.hpp"
#include "mcp/tool_table.hpp"
#include "test_dir.hpp"

namespace rlmdb::test {
namespace {

using cli::tool_table;
using cli::ToolRow;

const std::set<std::string> k_always = {"ready",
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
                                        "search",
                                        "stats",
                                        "trees",
                                        "status",
                                        "progress",
                                        "var_get",
                                        "var_set",
                                        "var_list",
                                        "checkpoint_create",
                                        "checkpoint_list",
                                        "checkpoint_show",
                                        "recover_plan",
                                        "explain"};

}  // namespace

TEST_SUITE("mcp::tools") {
  TEST_CASE("the tools of every day, and the one that applies a recovery where it is allowed") {
    const TestDir directory;
    CHECK(Agent(directory.path()).names() == k_always);
    std::set<std::string> with_apply = k_always;
    with_apply.insert("recover_apply");
    CHECK(Agent(directory.path(), {"--allow-apply"}).names() == with_apply);
  }

  TEST_CASE("each tool says what it takes, and what it does to what is there") {
    const TestDir directory;
    const Agent agent(directory.path(), {"--allow-apply"});
    const std::set<std::string> readers = {
        "ready",           "list",         "show",    "stats",    "trees",
        "status",          "progress",     "var_get", "var_list", "checkpoint_list",
        "checkpoint_show", "recover_plan", "explain", "search"};
    for (const auto& entry : agent.tools()) {
      const auto& [name, tool] = entry;
      CAPTURE(entry.first);
      const Json& input = tool.at("inputSchema");
      CHECK(input.at("type") == "object");
      CHECK(input.at("additionalProperties") == false);
      CHECK(input.at("properties").at("cursor").at("type") == "string");
      CHECK(input.at("properties").at("timeout_ms").at("type") == "integer");
      for (const Json& required : input.at("required")) CHECK(input.at("properties").contains(required));
      for (const auto& property : input.at("properties").items()) {
        CAPTURE(property.key());
        CHECK(property.value().at("description") != "");
      }
      CHECK(tool.at("outputSchema").at("type") == "object");
      CHECK(tool.at("description").get<std::string>().size() > 20);
      CHECK(tool.at("annotations").at("readOnlyHint") == readers.contains(name));
      CHECK(tool.at("annotations").at("destructiveHint") == false);
    }
    const Json& add = agent.tools().at("task_add").at("inputSchema").at("properties");
    CHECK(add.at("prompt").at("type") == "string");
    CHECK(add.at("max_attempts").at("type") == "integer");
    CHECK(add.at("depends_on").at("type") == "array");
    CHECK(add.at("new_tree").at("type") == "boolean");
    CHECK(add.at("backoff").at("type") == Json::array({"string", "integer"}));
    CHECK(!add.at("metadata").contains("type"));
    const Json& complete = agent.tools().at("task_complete").at("inputSchema");
    CHECK(complete.at("required") == Json::array({"id"}));
    CHECK(complete.at("properties").at("confidence").at("type") == "number");
    CHECK(complete.at("properties").at("output_type").at("enum").size() == 5);
    CHECK(agent.tools().at("heartbeat").at("inputSchema").at("required") == Json::array({"id", "token"}));
    for (const ToolRow& row : tool_table()) {
      CAPTURE(row.method);
      CHECK(k_always.contains(std::string(row.look)));
    }
  }

  TEST_CASE("a claim that another server is asked for again is the one that was made") {
    const TestDir directory;
    REQUIRE(run_rlmdb(directory / "x.db", {"task", "add", "one"}).code == 0);
    const Json asked = {{"lease", "1m"}, {"request_id", "one"}};
    Json taken;
    {
      Agent agent(directory.path());
      taken = agent.data("claim", asked);
    }
    Agent again(directory.path());
    CHECK(again.data("claim", asked).at("claim").at("token") == taken.at("claim").at("token"));
    CHECK(rows_of(directory / "x.db", "SELECT count(*) FROM tasks WHERE state = 'running'") ==
          std::vector<std::string>{"1"});
  }

  TEST_CASE("a day of an agent: every tool, with answers that are as they are said to be") {
    const TestDir directory;
    REQUIRE(run_rlmdb(directory / "x.db", {"init"}).code == 0);
    Agent agent(directory.path(), {"--allow-apply"});
    std::set<std::string> called;
    const auto data = [&](const std::string& tool, const Json& arguments = Json::object()) {
      CAPTURE(tool);
      called.insert(tool);
      return agent.data(tool, arguments);
    };
    CHECK(data("task_add", {{"prompt", "root"}, {"tree", "tree-12345678"}}).at("results").size() == 1);
    data("task_add",
         {{"prompt", "below"}, {"parent", "task-0000"}, {"backoff", 1500}, {"not_before", "2020-01-01"}});
    data("task_add",
         {{"prompt", "last"}, {"depends_on", {"task-0000"}}, {"metadata", {{"a", {1, nullptr}}}}});
    CHECK(data("ready").at("tasks").size() == 1);
    CHECK(data("ready", {{"explain", true}}).at("tasks").size() == 3);
    const Json taken = data("claim", {{"lease", "1m"}, {"request_id", "one"}});
    CHECK(data("claim", {{"lease", "1m"}, {"request_id", "one"}}) == taken);
    const Json& claim = taken.at("claim");
    const Json token = claim.at("token");
    const std::string id = claim.at("id");
    // It is tied to the process of the server, which is not asked for its own.
    CHECK(rows_of(directory / "x.db", "SELECT owner_pid FROM tasks WHERE owner_pid > 0") ==
          std::vector<std::string>{std::to_string(agent.server().pid())});
    data("heartbeat", {{"id", id}, {"token", token}, {"lease", 90'000}});
    data("var_set", {{"name", "answer"}, {"value", {{"of", "all"}}}, {"task", id}});
    CHECK(data("var_get", {{"name", "answer"}, {"task", id}}).at("value") == Json{{"of", "all"}});
    data("var_list", {{"task", id}});
    const Json checkpoint = data("checkpoint_create", {{"name", "before"}, {"tree", "tree-12345678"}});
    data("checkpoint_list", {{"tree", "tree-12345678"}});
    data("checkpoint_show", {{"id", checkpoint.at("checkpoint_id")}, {"tree", "tree-12345678"}});
    data("release", {{"id", id}, {"token", token}});
    data("list");
    data("list", {{"blocked", true}});
    CHECK(data("list", {{"created", "1h"}, {"since", nullptr}}).at("count") == 3);
    CHECK(data("list", {{"until", "yesterday"}}).at("count") == 0);
    CHECK(data("search", {{"text", "ROOT"}, {"since", "tomorrow"}}).at("found").empty());
    const Json first = data("list", {{"limit", 1}});
    CHECK(first.at("truncated") == true);
    CHECK(data("list", {{"limit", 5}, {"after", first.at("next")}}).at("count") == 2);
    data("show", {{"id", {id, "task-0002"}}});
    CHECK(data("search", {{"text", "ROOT"}, {"in", {"prompt"}}}).at("found").at(0).at("match") == "root");
    const Json many =
        data("task_add", {{"tasks", {{{"prompt", "one"}}, {{"prompt", {{"a", 1}}}, {"agent", "b"}}}}});
    CHECK(many.at("results").size() == 2);
    CHECK(data("list", {{"agent", "b"}}).at("count") == 1);
    data("task_cancel", {{"id", {many.at("results").at(0).at("id"), many.at("results").at(1).at("id")}}});
    data("stats");
    data("trees");
    data("status");
    data("status", {{"id", "tree-12345678"}});
    data("status", {{"id", "tree-12345678"}, {"depth", 2}});
    data("progress");
    data("recover_plan");
    data("recover_plan", {{"tree", "tree-12345678"}});
    data("recover_apply", {{"tree", true}});
    data("claim", {{"id", id}});
    data("task_complete",
         {{"id", {id}}, {"force", true}, {"result_json", {{"ok", true}}}, {"confidence", 0.5}});
    data("task_fail", {{"id", {"task-0002"}}, {"force", true}, {"error", "why"}, {"code", "E1"}});
    data("task_retry", {{"id", {"task-0002"}}});
    data("task_cancel", {{"id", {"task-0002"}}});
    data("explain");
    data("explain", {{"code", "conflict"}});
    CHECK(called == agent.names());
    CHECK(agent.server().end() == 0);
  }

  TEST_CASE("a tool that fails says what happened and what to do next, as a result") {
    const TestDir directory;
    Agent agent(directory.path());
    CHECK(agent.failure("stats").starts_with("not_found: "));
    REQUIRE(run_rlmdb(directory / "x.db", {"init"}).code == 0);
    const std::string missing = agent.failure("show", {{"id", {"task-9999"}}});
    CHECK(missing.find("there is no task 'task-9999'") != std::string::npos);
    CHECK(missing.find("next: `list` shows the ids there are\n") != std::string::npos);
    const std::string unknown = agent.failure("task_add", {{"promt", "x"}});
    CHECK(unknown.find("task_add has no argument 'promt'") != std::string::npos);
    CHECK(unknown.find("did you mean 'prompt'? it takes prompt, ") != std::string::npos);
    // Of a tool that is there, what other tools of its command take, and what it takes with files.
    for (const char* const argument : {"ndjson", "dry_run", "if_version", "owner", "x"}) {
      CAPTURE(argument);
      CHECK(agent.failure("task_add", {{argument, "x"}}).starts_with("usage: task_add has no argument"));
    }
    static_cast<void>(agent.data("task_add", {{"prompt", "one"}}));
    for (const auto& tool : agent.tools()) {
      CAPTURE(tool.first);
      const Json wrong = agent.call(tool.first, {{"cursor", 7}});
      CHECK(wrong.at("isError") == true);
      for (const Json& arguments :
           {Json{{"id", 7}}, Json{{"id", {"task-9"}}, {"token", 1}}, Json{{"tree", "x"}, {"name", "n"}}}) {
        const Json result = agent.call(tool.first, arguments);
        if (result.at("isError") == false) continue;
        const std::string text = result.at("content").at(0).at("text");
        CAPTURE(text);
        CHECK(text.find(": ") != std::string::npos);
        CHECK(text.find("\nnext: ") != std::string::npos);
        CHECK(!result.contains("structuredContent"));
      }
    }
  }
}

}  // namespace rlmdb::test
