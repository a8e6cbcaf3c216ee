// SPDX-License-Identifier: MIT
// Where a document and the store know the same node or id: nothing that was done here is lost to the other.
#include <doctest/doctest.h>

#include "document_place.hpp"
#include "rlmdb/change.hpp"
#include "rlmdb/verify.hpp"
#include "thrown.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

TEST_SUITE("trees::document_conflicts") {
  TEST_CASE("what was done here is not overwritten by a document that did not know the node") {
    const auto tree_of = [](bool has_second) {
      return std::string(
                 R"({"tree_id":"tree-x","root_task":{"node_id":"task-a","status":"running","children":[)") +
             (has_second ? R"({"node_id":"task-b","prompt":"p","status":"pending"})" : "") + "]}}";
    };
    const auto complete = [](const DocumentPlace& place) {
      Store store = place.writer();
      (void)store.change(
          TaskChange{TaskId{"task-b"}, CompleteTask{std::string("done")}, {.force = Force::yes}});
    };
    const auto state_of = [](const DocumentPlace& place) {
      return place
          .rows(
              "SELECT t.state FROM tasks t JOIN tree_nodes n ON n.task_id = t.id WHERE n.node_id = 'task-b'")
          .at(0);
    };
    const DocumentPlace by_node_file;
    (void)by_node_file.import_text(R"({"node_id":"task-b","prompt":"p","status":"pending"})",
                                   "trees/tree-x/nodes/task-b.json");
    const DocumentPlace gone_and_back;
    (void)gone_and_back.import_text(tree_of(true));
    (void)gone_and_back.import_text(tree_of(false));
    for (const DocumentPlace* place : {&by_node_file, &gone_and_back}) {
      complete(*place);
      CHECK(code_of([&] { (void)place->import_text(tree_of(true) + " "); }) == "conflict");
      CHECK(state_of(*place) == "completed");
      ImportOptions skip = quick();
      skip.on_conflict = OnConflict::skip;
      CHECK(place->import_text(tree_of(true) + " ", "trees/tree-x/tree.json", skip).records.kept == 1);
      CHECK(state_of(*place) == "completed");
      CHECK(verify(place->writer()).finding_count == 0);
    }
  }

  TEST_CASE("a store does not take over a node that was worked on here, unless it is to replace it") {
    const DocumentPlace place;
    (void)place.import_text(R"({"tree_id":"tree-x","root_task":{"node_id":"task-a","status":"pending"}})");
    {
      Store store = place.writer();
      (void)store.change(
          TaskChange{TaskId{"task-a"}, CompleteTask{std::string("done")}, {.force = Force::yes}});
    }
    const std::string tasks =
        R"({"tasks":[{"id":"task-0001","state":"queued","metadata":{"tree_id":"tree-x","node_id":"task-a"}}]})";
    for (const OnConflict decision : {OnConflict::fail, OnConflict::skip, OnConflict::newer}) {
      ImportOptions options = quick();
      options.on_conflict = decision;
      CHECK(code_of([&] { (void)place.import_text(tasks, "tasks.json", options); }) == "conflict");
      CHECK(place.rows("SELECT state, result FROM tasks") == std::vector<std::string>{"completed|done"});
    }
    ImportOptions replace = quick();
    replace.on_conflict = OnConflict::replace;
    (void)place.import_text(tasks, "tasks.json", replace);
    CHECK(place.rows("SELECT legacy_id, state FROM tasks") == std::vector<std::string>{"task-0001|queued"});
    CHECK(verify(place.writer()).finding_count == 0);
  }

  TEST_CASE("an id that a node of a document has is given to no task, and names only that node in its tree") {
    const std::string tree =
        R"({"tree_id":"tree-x","root_task":{"node_id":"task-0001","decomposition_strategy":"sequential","children":[)"
        R"({"node_id":"task-0002","status":"pending"},{"node_id":"task-0003","status":"pending"}]}})";
    const DocumentPlace place;
    (void)place.import_text(tree);
    for (const std::string id : {"task-0000", "task-0004", "task-0005"})
      CHECK(place.writer().change(TaskChange{{}, NewTask{}, {}}).id.text == id);

    const DocumentPlace brought;
    (void)brought.import_text(R"({"tasks":[{"id":"task-0001","state":"queued"}]})", "tasks.json");
    (void)brought.import_text(tree);
    Store store = brought.writer();
    ClaimOptions of_tree;
    of_tree.tree = TreeId{"tree-x"};
    CHECK(store.claim(of_tree).value().id.text == "task-0002");
    CHECK_FALSE(store.claim(of_tree).has_value());
    CHECK(brought.rows("SELECT node_id, decision FROM recovery_plan WHERE node_id = 'task-0003'") ==
          std::vector<std::string>{"task-0003|wait"});
  }

  TEST_CASE("an edit of a column in a shell shows in the document, and is not overwritten by another text") {
    const auto tree_of = [](const std::string& prompt) {
      return R"({"tree_id":"tree-x","root_task":{"node_id":"task-a","x":1,"prompt":")" + prompt +
             R"(","status":"pending","cost":{"total_cost_usd":0.5},"children":[{"node_id":"task-b","status":"pending"}]}})";
    };
    const DocumentPlace place;
    (void)place.import_text(tree_of("p"));
    const std::string first = place.tree("tree-x");
    place.edit("UPDATE tasks SET agent = 'a', output = 'o'");
    CHECK(place.tree("tree-x") == first);  // no node says these
    place.edit("UPDATE tree_nodes SET cost_total_usd = 7.5 WHERE node_id = 'task-a'");
    std::string costs = first;
    costs.replace(costs.find("0.5"), 3, "7.5,\n      \"subtree_total_cost_usd\": 7.5");
    CHECK(place.tree("tree-x") == costs);
    place.edit(
        "UPDATE tasks SET prompt = 'edited' WHERE id = (SELECT task_id FROM tree_nodes WHERE node_id = "
        "'task-a')");
    CHECK(place.node("tree-x", "task-a").find(R"("prompt": "edited")") != std::string::npos);
    CHECK(code_of([&] { (void)place.import_text(tree_of("q")); }) == "conflict");
    CHECK(place.rows("SELECT prompt FROM tasks WHERE prompt IS NOT NULL") ==
          std::vector<std::string>{"edited"});
    ImportOptions replace = quick();
    replace.on_conflict = OnConflict::replace;
    (void)place.import_text(tree_of("q"), "trees/tree-x/tree.json", replace);
    CHECK(place.tree("tree-x").find(R"("prompt": "q")") != std::string::npos);
    CHECK(place.tree("tree-x").find("0.5") != std::string::npos);
  }

  TEST_CASE("an error is a member in which a document and its task can differ") {
    const auto tree_of = [](const std::string& error) {
      return R"({"tree_id":"tree-x","root_task":{"node_id":"task-a","status":"failed","result":{"status":"failed","errors":[{"message":")" +
             error + R"(","code":"X"}]}}})";
    };
    const DocumentPlace place;
    const auto error = [&] { return place.rows("SELECT error FROM tasks").at(0); };
    (void)place.import_text(tree_of("boom"));
    CHECK(place.import_text(tree_of("boom2")).records.changed == 1);
    CHECK(error() == "boom2");
    place.edit("UPDATE tasks SET error = 'mine'");
    CHECK(place.tree("tree-x").find(R"("message": "mine")") != std::string::npos);
    CHECK(code_of([&] { (void)place.import_text(tree_of("boom3")); }) == "conflict");
    CHECK(error() == "mine");
    const std::string tasks =
        R"({"tasks":[{"id":"task-0001","state":"failed","error":"other","metadata":{"tree_id":"tree-x","node_id":"task-a"}}]})";
    CHECK(code_of([&] { (void)place.import_text(tasks, "tasks.json"); }) == "conflict");
    ImportOptions replace = quick();
    replace.on_conflict = OnConflict::replace;
    const SourceReport report = place.import_text(tasks, "tasks.json", replace);
    CHECK(error() == "other");
    REQUIRE(report.warning_count == 1);
    CHECK(report.warnings[0].message.find(R"(says "boom2" at /result/errors of task-a)") !=
          std::string::npos);
  }

  TEST_CASE("the views give of a node what its export gives" * damages) {
    const DocumentPlace place;
    const auto rows = [&](const std::string& sql) {
      std::string all;
      for (const std::string& row : place.rows(sql)) all += (all.empty() ? "" : " ") + row;
      return all;
    };
    const std::string result =
        "SELECT coalesce(result_status, '-') || ',' || coalesce(result_confidence, '-') FROM "
        "node_details ORDER BY task_id";
    (void)place.import_text(
        R"({"tree_id":"tree-x","root_task":{"node_id":"task-a","status":"completed",)"
        R"("context":{"type":7,"documents":[{"doc_id":"d1"}]},"execution_config":{"model":"old"},)"
        R"("result":{"status":"partial","output":{"status":"success","confidence":0.1},"confidence":0.5},"children":[)"
        R"({"node_id":"task-b","status":"completed","result":{"status":"success","output":1.50,"confidence":0.9}},)"
        R"({"node_id":"task-c","status":"failed","result":{"status":"failed","errors":[{"message":"m"}]}}]}})");
    CHECK(rows(result) == "partial,0.5 success,0.9 failed,-");
    CHECK(rows("SELECT doc_id FROM context_documents") == "d1");
    CHECK(rows("SELECT task_id, message FROM result_errors") == "3|m");
    place.edit("UPDATE tasks SET priority = 5");
    CHECK(rows(result) == "partial,0.5 success,0.9 failed,-");
    place.edit("UPDATE tasks SET result = '\"edited\"' WHERE id = 2");
    place.edit("UPDATE tasks SET state = 'queued', error = NULL WHERE id = 3");
    CHECK(rows(result) == "partial,0.5 success,- -,-");
    CHECK(rows("SELECT count(*) FROM result_errors") == "0");
    // The tree's newest document counts, as it does for an export.
    (void)place.import_text(
        R"({"tree_id":"tree-x","root_task":{"node_id":"task-a","status":"completed","execution_config":{"model":"new"}}})",
        "other/tree.json");
    CHECK(rows("SELECT exec_model FROM node_details WHERE task_id = 1") == "new");
  }
}
