// SPDX-License-Identifier: MIT
// tree.json and node files: each comes back byte for byte, alone, before and after the store that knows the
// same nodes, and with what has changed since.
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "document_place.hpp"
#include "rlmdb/change.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/verify.hpp"
#include "thrown.hpp"

using namespace rlmdb;
using namespace rlmdb::test;
using PlainJson = nlohmann::json;

namespace {

std::vector<std::filesystem::path> all_documents() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(source_dir() / "trees")) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// What a file must come back as: its tree, or its node of its tree.
std::string exported(const DocumentPlace& place, const std::filesystem::path& file) {
  const bool is_node = file.parent_path().filename() == "nodes";
  if (!is_node) return place.tree(file.parent_path().filename());
  return place.node(file.parent_path().parent_path().filename(), file.stem());
}

constexpr const char* k_nameless_tree = R"({
  "version": "1.0.0",
  "root_task": {
    "node_id": "task-root001",
    "depth": 0,
    "prompt": "Summarize key points from all API documentation files",
    "decomposition_strategy": "map-reduce",
    "merge_strategy": "summarize",
    "status": "completed",
    "children": [
      {
        "node_id": "task-map001",
        "parent_id": "task-root001",
        "depth": 1,
        "prompt": "Summarize api-auth.md",
        "context": {
          "type": "full",
          "source": "file:docs/api/api-auth.md",
          "size_tokens": 3000
        },
        "status": "completed"
      },
      {
        "node_id": "task-reduce001",
        "parent_id": "task-root001",
        "depth": 1,
        "prompt": "Combine and synthesize the summaries",
        "status": "completed"
      }
    ]
  }
})";

}  // namespace

TEST_SUITE("trees::documents") {
  TEST_CASE("every document comes back byte for byte, whatever came in before it") {
    const std::vector<std::filesystem::path> files = all_documents();
    REQUIRE(files.size() == 15);
    const std::filesystem::path store = source_dir() / "daemon-tasks.json";
    for (const std::string order : {"alone", "store first", "store last"}) {
      CAPTURE(order);
      const DocumentPlace place;
      if (order == "store first") (void)place.import(store);
      for (const std::filesystem::path& file : files) {
        const SourceReport report = place.import(file);
        CHECK(report.proof->identical());
        CHECK(report.warning_count == 0);
      }
      if (order == "store last") CHECK(place.import(store).warning_count == 0);
      for (const std::filesystem::path& file : files) {
        CAPTURE(file);
        CHECK(exported(place, file) == read_all(file));
        CHECK(place.import(file).already_imported);
      }
      if (order != "alone") CHECK(export_text(place.database) == read_all(store));
      CHECK(place.rows("SELECT count(*) FROM tasks") ==
            std::vector<std::string>{order == "alone" ? "12" : "13"});
      CHECK(verify(Store::open(place.database, Access::read_only)).finding_count == 0);
    }
  }

  TEST_CASE("a tree that only its document knows is a tree as any other") {
    const DocumentPlace place;
    (void)place.import(tree_file(k_tree));
    const Store store = Store::open(place.database, Access::read_only);
    const Tree tree = load_tree(store, TreeId{k_tree});
    REQUIRE(tree.nodes.size() == 8);
    CHECK(tree.findings.empty());
    CHECK(id_text(tree.nodes[0].task_id) == "task-0f1e2d3c");
    CHECK(id_text(tree.nodes[1].parent_id) == "task-0f1e2d3c");
    CHECK(tree.nodes[1].cost_usd == 0.015);
    const TreeProgress progress = progress_of_tree(store, TreeId{k_tree});
    CHECK(progress.completed == 3);
    CHECK(progress.failed == 1);
    CHECK(progress.running == 2);
    CHECK(progress.queued == 2);
    CHECK(place.rows("SELECT exec_model, result_confidence, exec_max_retries FROM node_details "
                     "WHERE node_id = 'task-bc778c77'") ==
          std::vector<std::string>{"claude-sonnet-4.5|0.9|3"});
    CHECK(place.rows("SELECT session_id, execution_mode FROM tree_documents") ==
          std::vector<std::string>{"sess-12345678|seeded"});
    CHECK(place.rows("SELECT decision FROM recovery_plan WHERE node_id = 'task-127eaa9d'") ==
          std::vector<std::string>{"wait"});
    CHECK(place.rows("SELECT path FROM node_paths WHERE depth = 1 ORDER BY task_id LIMIT 1") ==
          std::vector<std::string>{"task-0f1e2d3c/task-bc778c77"});
  }

  TEST_CASE("off-pattern ids and a document without a tree id are kept; the tree goes by its content") {
    const DocumentPlace place;
    const SourceReport report = place.import_text(k_nameless_tree, "example.json");
    REQUIRE(report.warnings.size() == 1);
    CHECK(report.warnings[0].code == "no_tree_id");
    const std::string id = "tree-" + report.proof->sha256.substr(0, 8);
    CHECK(place.rows("SELECT DISTINCT tree_id FROM tree_nodes") == std::vector<std::string>{id});
    CHECK(place.tree(id) == k_nameless_tree);
  }

  TEST_CASE("every nested object of a node has columns") {
    const DocumentPlace place;
    (void)place.import_text(
        R"({"root_task":{"node_id":"a","prompt":"p","status":"done?","context":{"type":"odd",
      "documents":[{"doc_id":"d1","source":"s","relevance_score":0.5,"chunk_ids":["c1","c2"]},{"doc_id":"d2","source":"t"}],
      "filters":{"file_patterns":["*.ts","*.md"],"relevance_threshold":0.7,"date_range":{"start":"x","end":"y"}}},
      "result":{"status":"failed","errors":[{"message":"m","code":"E1"}],"artifacts":[{"path":"f","type":"file"}]}}})");
    CHECK(place.rows("SELECT doc_id, relevance_score, chunk_ids FROM context_documents ORDER BY position") ==
          std::vector<std::string>{R"(d1|0.5|["c1","c2"])", "d2|NULL|NULL"});
    CHECK(place.rows("SELECT group_concat(pattern) FROM context_file_patterns") ==
          std::vector<std::string>{"*.ts,*.md"});
    CHECK(place.rows("SELECT context_relevance_threshold, context_date_end FROM node_details") ==
          std::vector<std::string>{"0.7|y"});
    CHECK(place.rows("SELECT message, code FROM result_errors") == std::vector<std::string>{"m|E1"});
    CHECK(place.rows("SELECT path, type FROM result_artifacts") == std::vector<std::string>{"f|file"});
    const Store store = Store::open(place.database, Access::read_only);
    CHECK(load_tree(store, TreeId{"tree-x"}).nodes.at(0).state_text == "done?");
    CHECK(place.rows("SELECT state, error FROM tasks") == std::vector<std::string>{"unknown|m"});
  }

  TEST_CASE(
      "where the store knows a node too, the store wins and each difference is a warning with both values") {
    const DocumentPlace place;
    (void)place.import(source_dir() / "daemon-tasks.json");
    PlainJson document = PlainJson::parse(read_all(tree_file(k_tree)));
    document["root_task"]["children"][0]["status"] = "pending";
    document["root_task"]["children"][0]["cost"]["input_tokens"] = 7;
    const SourceReport report = place.import_text(document.dump(2), "tree.json");
    REQUIRE(report.warning_count == 2);
    CHECK(report.warnings[0].code == "differs_from_store");
    CHECK(report.warnings[0].where.ends_with("tree.json /root_task/children/0/status"));
    CHECK(report.warnings[0].message ==
          R"(the document says "pending", task task-0005 says "completed"; the task stays as it is)");
    CHECK(report.warnings[1].where.ends_with("/root_task/children/0/cost/input_tokens"));
    CHECK(place.rows("SELECT state, version FROM tasks WHERE legacy_id = 'task-0005'") ==
          std::vector<std::string>{"completed|1"});
    CHECK(PlainJson::parse(place.tree(k_tree)) == document);
    CHECK(export_text(place.database) == read_all(source_dir() / "daemon-tasks.json"));
  }

  TEST_CASE("times that only one side has are no warning, and those that differ are one") {
    const DocumentPlace place;
    (void)place.import_text(
        R"({"tasks":[{"id":"task-0001","state":"completed","prompt":"p","createdAt":"2026-02-09T10:00:00.000Z",)"
        R"("startedAt":"2026-02-09T10:01:00.000Z","completedAt":"2026-02-09T10:02:00.000Z",)"
        R"("metadata":{"tree_id":"tree-11111111","node_id":"task-11111111"}}]})",
        "tasks.json");
    const auto with_times = [](const std::string& times) {
      return R"({"version":"1.0.0","tree_id":"tree-11111111","root_task":{"node_id":"task-11111111",)"
             R"("parent_id":null,"children":[],"depth":0,"prompt":"p","status":"completed","timestamps":{)" +
             times + "}}}";
    };
    const SourceReport lacking = place.import_text(
        with_times(R"("created_at":"2026-02-09T10:00:00Z","started_at":null)"), "tree.json");
    CHECK(lacking.warning_count == 0);
    const SourceReport other = place.import_text(
        with_times(R"("created_at":"2026-02-09T09:00:00Z","started_at":"yesterday")"), "tree.json");
    REQUIRE(other.warning_count == 1);
    CHECK(other.warnings[0].code == "differs_from_store");
    CHECK(other.warnings[0].where.ends_with("tree.json"));
    CHECK(
        other.warnings[0].message ==
        R"(2 times of nodes in the document are not those of their tasks, which stay as they are: )"
        R"(task-0001 /timestamps/created_at "2026-02-09T09:00:00Z", in the task "2026-02-09T10:00:00.000Z"; )"
        R"(task-0001 /timestamps/started_at "yesterday", in the task "2026-02-09T10:01:00.000Z")");
  }

  TEST_CASE("an export shows what has changed since, and nothing else") {
    const DocumentPlace place;
    (void)place.import(tree_file(k_tree));
    {
      Store store = place.writer();
      (void)store.change({TaskId{"task-a0e02e95"}, CompleteTask{JsonText{"\"found\""}}, {}});
    }
    PlainJson expected = PlainJson::parse(read_all(tree_file(k_tree)));
    PlainJson now = PlainJson::parse(place.tree(k_tree));
    PlainJson& node = now["root_task"]["children"][4];
    CHECK(node["status"] == "completed");
    CHECK(node["result"]["output"] == "found");
    CHECK(now["metadata"]["completed_nodes"] == 4);
    PlainJson& before = expected["root_task"]["children"][4];
    before["status"] = "completed";
    before["result"] = {{"status", "success"}, {"output", "found"}};
    before["timestamps"]["completed_at"] = node["timestamps"]["completed_at"];
    before["timestamps"]["duration_ms"] = node["timestamps"]["duration_ms"];
    CHECK(
        place.rows("SELECT completed_at_ms - started_at_ms FROM task_times t JOIN tree_nodes n ON n.task_id "
                   "= t.id WHERE n.node_id = 'task-a0e02e95'") ==
        std::vector<std::string>{node["timestamps"]["duration_ms"].dump()});
    expected["metadata"]["completed_nodes"] = 4;
    expected["metadata"]["total_cost_usd"] = now["metadata"]["total_cost_usd"];
    expected["metadata"]["total_tokens"] = now["metadata"]["total_tokens"];
    CHECK(now == expected);
  }

  TEST_CASE("a document that changed there updates what only it knows; changed on both sides is a conflict") {
    const DocumentPlace place;
    (void)place.import_text(read_all(tree_file(k_tree)));
    PlainJson document = PlainJson::parse(read_all(tree_file(k_tree)));
    document["root_task"]["children"][5]["status"] = "failed";
    const SourceReport report = place.import_text(document.dump(2));
    CHECK(report.records.changed == 1);
    CHECK(report.records.unchanged == 7);
    CHECK(place.rows("SELECT t.state, t.version FROM tasks t JOIN tree_nodes n ON n.task_id = t.id "
                     "WHERE n.node_id = 'task-bf5d6baf'") == std::vector<std::string>{"failed|2"});
    CHECK(place.rows("SELECT member, old_value FROM event_changes") ==
          std::vector<std::string>{"/state|\"queued\""});
    {
      Store store = place.writer();
      (void)store.change({TaskId{"task-bf5d6baf"}, RetryTask{}, {}});
    }
    document["root_task"]["children"][5]["status"] = "cancelled";
    const std::string before = place.tree(k_tree);
    const Error error = thrown_by([&] { (void)place.import_text(document.dump(2)); });
    CHECK(error.code() == ErrorCode::conflict);
    CHECK(error.where().ends_with("/root_task/children/5"));
    CHECK(place.tree(k_tree) == before);
    ImportOptions replace = quick();
    replace.on_conflict = OnConflict::replace;
    CHECK(place.import_text(document.dump(2), "trees/tree-x/tree.json", replace).records.changed == 1);
    CHECK(PlainJson::parse(place.tree(k_tree)) == document);
  }

  TEST_CASE("nodes without a place in the document, and trees without a document, are written too") {
    const DocumentPlace place;
    (void)place.import(source_dir() / "daemon-tasks.json");
    const PlainJson tree = PlainJson::parse(place.tree("tree-12345678"));
    CHECK(tree["version"] == "1.0.0");
    CHECK(tree["root_task"]["node_id"] == "task-a1b2c3d4");
    CHECK(tree["root_task"]["children"].size() == 2);
    CHECK(tree["root_task"]["children"][0]["parent_id"] == "task-a1b2c3d4");
    CHECK(tree["metadata"]["total_nodes"] == 3);
    CHECK(!PlainJson::parse(place.node("tree-12345678", "task-a1b2c3d4")).contains("children"));
    CHECK(PlainJson::parse(place.node("tree-9f8e7d6c", "task-bf5d6baf"))["status"] == "pending");
    const DocumentPlace again;
    CHECK(again.import_text(tree.dump(2)).records.added == 3);
  }

  TEST_CASE("two nodes of one id are two tasks") {
    const DocumentPlace place;
    const std::string text =
        R"({"root_task":{"node_id":"a","status":"running","children":[{"node_id":"b"},{"node_id":"b","prompt":"2"}]}})";
    const SourceReport report = place.import_text(text);
    CHECK(report.records.added == 3);
    REQUIRE(report.warnings.size() == 1);
    CHECK(report.warnings[0].code == "duplicate_node_id");
    CHECK(place.import_text(text + " ").records.unchanged == 3);
  }

  TEST_CASE("a damaged document, or one that is no tree, changes nothing") {
    const DocumentPlace place;
    (void)place.import(tree_file(k_tree));
    const auto rows = place.rows("SELECT count(*) FROM tasks");
    struct Bad {
      std::string text;
      std::string where;
    };
    for (const Bad& bad :
         {Bad{R"({"root_task":{"prompt":"x"}})", " /root_task"},
          Bad{R"({"root_task":{"node_id":"a","children":[{"node_id":7}]}})", " /root_task/children/0"},
          Bad{R"({"root_task":{"node_id":"a","children":[{},"x"]}})", " /root_task/children/1"},
          Bad{R"({"root_task":{"node_id":"a"}} x)", ": byte 30"},
          Bad{R"({"root_task":{"node_id":"a")", ": byte 27"}}) {
      CAPTURE(bad.text);
      const Error error = thrown_by([&] { (void)place.import_text(bad.text); });
      CHECK(error.code() == ErrorCode::invalid_input);
      CHECK(error.where().find("tree.json" + bad.where) != std::string::npos);
    }
    const std::string deep =
        R"({"root_task":{"node_id":"a","x":)" + std::string(1000, '[') + std::string(1000, ']') + "}}";
    const Error too_deep = thrown_by([&] { (void)place.import_text(deep); });
    CHECK(too_deep.code() == ErrorCode::invalid_input);
    CHECK(too_deep.where().find(" /root_task/x/0") != std::string::npos);
    CHECK(place.rows("SELECT count(*) FROM tasks") == rows);
    CHECK(place.rows("SELECT count(*) FROM tree_documents") == std::vector<std::string>{"1"});
  }

  TEST_CASE("a value may be nested as deep as SQLite reads it, and no deeper") {
    const DocumentPlace place;
    ImportOptions deep = quick();
    deep.max_depth = 5000;
    const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
    const auto node = [&](std::size_t depth) {
      return R"({"root_task":{"node_id":"a","x":)" + nested(depth) + "}}";
    };
    const auto outline = [&](std::size_t depth) {
      return R"({"root_task":{"node_id":"b"},"x":)" + nested(depth) + "}";
    };
    CHECK(place.import_text(node(1999), "trees/a/tree.json", deep).records.added == 1);
    CHECK(place.import_text(outline(1999), "trees/b/tree.json", deep).records.added == 1);
    for (const std::string& text : {node(2000), outline(2000)}) {
      const Error error = thrown_by([&] { (void)place.import_text(text, "trees/c/tree.json", deep); });
      CHECK(error.code() == ErrorCode::invalid_input);
      CHECK(error.hint().find("deeper than 2,000") != std::string::npos);
      CHECK(error.where().find("/x/0/0") != std::string::npos);
    }
  }
}
