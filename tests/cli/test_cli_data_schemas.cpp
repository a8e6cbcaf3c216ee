// SPDX-License-Identifier: MIT
// data/schemas, the seeds' schemas written down: what our verbs make and export follows them, and they and
// the table that `import` and `verify` go by say the same of a document.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "json_schema.hpp"
#include "test_dir.hpp"
#include "transcript.hpp"

namespace {

using namespace cli_tests;
using rlmdb::test::check_against_file;
using Json = nlohmann::json;
namespace fs = std::filesystem;

/// The schema of a file of a project; "": it has none.
std::string schema_of(const std::string& path) {
  const auto has = [&](const char* part) { return path.find(part) != std::string::npos; };
  if (has("/ralph/") && has("/checkpoints/")) return "workflow-checkpoint";
  if (has("/ralph/") && path.ends_with("/state.json")) return "loop";
  if (has("/checkpoints/")) return "checkpoint";
  if (has("/nodes/")) return "node";
  if (path.ends_with("/tree.json")) return "tree";
  if (path.ends_with("state.json")) return "state";
  return "";
}

std::string check(const std::string& text, const std::string& schema) {
  return check_against_file(text, "data/schemas/" + schema + ".json");
}

/// A document of each kind that follows its schema, and where it lies.
struct Example {
  std::string place;
  std::string json;
};
const std::map<std::string, Example>& examples() {
  static const std::map<std::string, Example> k_examples = {
      {"tree",
       {".aiwg/rlm/trees/tree-12345678/tree.json",
        R"({"version":"1.0.0","root_task":{"node_id":"task-a1b2c3d4","prompt":"p","status":"pending",
          "context":{"type":"slice","documents":[{"doc_id":"d","source":"s"}]},"result":{"status":"success"},
          "cost":{},"timestamps":{},"execution_config":{}},"metadata":{"tree_id":"tree-12345678"}})"}},
      {"node",
       {".aiwg/rlm/trees/tree-12345678/nodes/task-a1b2c3d4.json",
        R"({"node_id":"task-a1b2c3d4","prompt":"p","status":"pending"})"}},
      {"state",
       {".aiwg/rlm/global-state.json",
        R"({"version":"1.0.0","state_id":"state-0a1b2c3d","variables":{"x":{"name":"x","value":1,
          "type":"number"}},"metadata":{}})"}},
      {"checkpoint",
       {".aiwg/rlm/trees/tree-12345678/checkpoints/ckpt-00000001.json",
        R"({"checkpoint_id":"ckpt-00000001","timestamp":"2026-02-02T21:15:00Z","state":{}})"}},
      {"loop",
       {".aiwg/ralph/loops/ralph-fix-tests-a1b2c3d4/state.json",
        R"({"loop_id":"ralph-fix-tests-a1b2c3d4","status":"running","iteration_history":[{"iteration":1,
          "timestamp":"2026-02-02T21:15:00Z","quality_score":50,"artifacts":[]}],"baseline_metrics":{
          "captured_at":"2026-02-02T21:15:00Z","test_count":1,"coverage_percentage":1}})"}},
      {"workflow-checkpoint",
       {".aiwg/ralph/loops/ralph-fix-tests-a1b2c3d4/checkpoints/iteration-001.json",
        R"({"checkpoint_id":"123e4567-e89b-12d3-a456-426614174000","workflow_id":"w",
          "loop_id":"ralph-fix-tests-a1b2c3d4","created_at":"2026-02-02T21:15:00Z",
          "state":{"phase":"p","progress":{},"artifacts":[]}})"}},
  };
  return k_examples;
}

/// One edit that parts a document from its schema. `value` empty: the member goes.
struct Edit {
  std::string schema;
  std::string pointer;
  std::string value;
};
const std::vector<Edit>& edits() {
  static const std::vector<Edit> k_edits = {
      {"tree", "/version", ""},
      {"tree", "/version", R"("2.0.0")"},
      {"tree", "/metadata/total_nodes", "0"},
      {"tree", "/metadata/execution_mode", R"("wild")"},
      {"tree", "/root_task/prompt", ""},
      {"tree", "/root_task/status", R"("queued")"},
      {"tree", "/root_task/depth", "-1"},
      {"tree", "/root_task/context/type", R"("bogus")"},
      {"tree", "/root_task/context/documents/0/doc_id", ""},
      {"tree", "/root_task/context/documents/0/source", ""},
      {"tree", "/root_task/context/documents/0/relevance_score", "1.5"},
      {"tree", "/root_task/context/filters", R"({"relevance_threshold":-1})"},
      {"tree", "/root_task/result/confidence", "1.7"},
      {"tree", "/root_task/result/output_type", R"("html")"},
      {"tree", "/root_task/cost/total_cost_usd", "-0.5"},
      {"tree", "/root_task/cost/input_tokens", "1.5"},
      {"tree", "/root_task/timestamps/duration_ms", "-5"},
      {"tree", "/root_task/execution_config/temperature", "3"},
      {"tree", "/root_task/execution_config/max_tokens", "0"},
      {"tree", "/root_task/execution_config/timeout_ms", "999"},
      {"tree", "/root_task/execution_config/model", "5"},
      {"node", "/status", ""},
      {"node", "/merge_strategy", R"("guess")"},
      {"node", "/parent_id", R"("task-1")"},
      {"state", "/state_id", ""},
      {"state", "/state_id", R"("state-1")"},
      {"state", "/variables/x/type", R"("colour")"},
      {"state", "/variables/x/name", ""},
      {"state", "/metadata/completion_status", R"("half")"},
      {"state", "/metadata/variable_count", "-1"},
      {"checkpoint", "/checkpoint_id", R"("cp-1")"},
      {"loop", "/status", R"("weird")"},
      {"loop", "/reinforcement_level", R"("LOUD")"},
      {"loop", "/baseline_metrics/coverage_percentage", "500"},
      {"loop", "/baseline_metrics/test_count", ""},
      {"loop", "/iteration_history/0/quality_score", ""},
      {"loop", "/iteration_history/0/quality_score", "101"},
      {"loop", "/iteration_history/0/iteration", "0"},
      {"loop", "/iteration_history/0/artifacts", ""},
      {"loop", "/recovery_attempts", "-1"},
      {"loop", "/persistence_metrics", R"({"false_positive_rate":2})"},
      {"workflow-checkpoint", "/created_at", ""},
      {"workflow-checkpoint", "/trigger", R"("whim")"},
      {"workflow-checkpoint", "/workflow_type", R"("dance")"},
      {"workflow-checkpoint", "/state/progress/percentage", "101"},
      {"workflow-checkpoint", "/state/phase", ""},
      {"workflow-checkpoint", "/execution_config", R"({"temperature":2.5})"},
      {"workflow-checkpoint", "/metadata", R"({"compression":"zip"})"},
  };
  return k_edits;
}

std::string edited(const Edit& edit) {
  Json json = Json::parse(examples().at(edit.schema).json);
  const Json::json_pointer pointer(edit.pointer);
  if (edit.value.empty()) {
    json[pointer.parent_pointer()].erase(pointer.back());
  } else {
    json[pointer] = Json::parse(edit.value);
  }
  return json.dump();
}

/// What `import` counts and `verify` lists of a document in a project of its own.
std::vector<std::string> listed(const std::string& place, const std::string& text) {
  const Sandbox sandbox;
  const fs::path file = sandbox.path() / "work" / "p" / place;
  fs::create_directories(file.parent_path());
  std::ofstream(file) << text;
  const Json report = Json::parse(sandbox.run("rlmdb -C p --json import " + place, Surface::pipes).out);
  REQUIRE(report["ok"] == true);
  const Json verified = Json::parse(sandbox.run("rlmdb -C p --json verify", Surface::pipes).out)["data"];
  CHECK(verified["finding_count"] == 0);
  CHECK(report["data"]["sources"][0]["oddity_count"] == verified["oddity_count"]);
  std::vector<std::string> pointers;
  for (const Json& oddity : verified["oddities"]) pointers.push_back(oddity["where"].get<std::string>());
  return pointers;
}

}  // namespace

TEST_SUITE("cli::data_schemas") {
  TEST_CASE("a project that our verbs made follows the seeds' schemas") {
    const Sandbox sandbox;
    for (const char* command :
         {"init",
          "task add --prompt root --tree tree-12345678 --decomposition-strategy parallel "
          "--context '{\"type\":\"slice\",\"documents\":[{\"doc_id\":\"d\",\"source\":\"s\"}]}' "
          "--config '{\"temperature\":0.5,\"timeout_ms\":1000}'",
          "task add --prompt child --parent task-0000",
          "task start task-0001",
          "var set x '\"text\"' --task task-0001",
          "var set t 1 --tree tree-12345678",
          "var set s '[1]' --session one",
          "var set g '{}' --global",
          "checkpoint create mine --task task-0001",
          "checkpoint create global --global",
          "task complete task-0001 --result-json "
          "'{\"status\":\"success\",\"output\":\"o\",\"confidence\":0.9}'",
          "task start task-0000",
          "task complete task-0000 --result done",
          "loop start 'fix tests' --id ralph-fix-tests-a1b2c3d4 --baseline "
          "'{\"captured_at\":\"2026-02-02T21:15:00Z\",\"test_count\":1,\"coverage_percentage\":85}'",
          "loop record ralph-fix-tests-a1b2c3d4 '{\"quality_score\":50}'",
          "loop regression ralph-fix-tests-a1b2c3d4 "
          "'{\"regression_type\":\"test_skipping\",\"severity\":\"low\"}'",
          "loop recover ralph-fix-tests-a1b2c3d4 '{\"trigger\":\"stuck\"}'",
          "loop pattern ralph-fix-tests-a1b2c3d4 '{\"pattern_id\":\"LP-001\"}'",
          "checkpoint create --loop ralph-fix-tests-a1b2c3d4",
          "export --format project -o copy"})
      run_quietly(sandbox, std::string("rlmdb -q ") + command);
    std::map<std::string, int> seen;
    for (const fs::directory_entry& file :
         fs::recursive_directory_iterator(sandbox.path() / "work" / "copy")) {
      std::string path = file.path().string();
      if (!file.is_regular_file()) continue;
      if (path.ends_with(".gz")) {
        run_quietly(sandbox, "gunzip '" + path + "'");
        path.resize(path.size() - 3);
      }
      const std::string schema = schema_of(path);
      if (schema.empty()) continue;
      CAPTURE(path);
      CHECK(check(rlmdb::test::read_all(path), schema) == "");
      ++seen[schema];
    }
    CHECK(seen["tree"] == 1);
    CHECK(seen["state"] >= 3);
    CHECK(seen["checkpoint"] == 2);
    CHECK(seen["loop"] == 1);
    CHECK(seen["workflow-checkpoint"] == 1);
    const Json verified = Json::parse(sandbox.run("rlmdb --json verify", Surface::pipes).out)["data"];
    CAPTURE(verified["oddities"].dump());
    CHECK(verified["oddity_count"] == 0);
  }

  TEST_CASE("the schemas and the table of import and verify agree: documents that follow") {
    for (const auto& entry : examples()) {
      const auto& [schema, example] = entry;
      CAPTURE(entry.first);
      CHECK(check(example.json, schema) == "");
      CHECK(listed(example.place, example.json).empty());
    }
  }

  TEST_CASE("the schemas and the table of import and verify agree: one edit each") {
    for (const Edit& edit : edits()) {
      const std::string text = edited(edit);
      CAPTURE(text);
      CHECK(check(text, edit.schema) != "");
      CHECK(listed(examples().at(edit.schema).place, text).size() == 1);
    }
  }
}
