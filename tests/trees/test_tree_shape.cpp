// SPDX-License-Identifier: MIT
// What is exported of a tree has the shape that the schema of task trees asks for, whatever was given.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "known_place.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/progress.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

/// The project as it is exported into `directory`, and what a fresh import of it warns of.
std::vector<std::string> export_and_import(const KnownPlace& place, const std::string& directory) {
  const Store store = place.open();
  (void)export_project(store, place.dir / directory);
  const ImportReport fresh = import_files(place.dir / (directory + ".db"), {place.dir / directory}, quick());
  std::vector<std::string> warnings;
  for (const SourceReport& source : fresh.sources)
    for (const Finding& warning : source.warnings) warnings.push_back(warning.where + " " + warning.message);
  return warnings;
}

Object exported_node(const KnownPlace& place, const std::string& directory, int i) {
  return find_node(place.exported(place.dir / directory, k_tree_file).at("root_task"), node_id(i));
}

std::string result_columns(const std::filesystem::path& database, int i) {
  return value_of(database,
                  "SELECT coalesce(result_status, '-') || ' ' || coalesce(result_output_type, '-') || ' ' || "
                  "coalesce(result_confidence, '-') FROM node_details WHERE node_id = '" +
                      node_id(i) + "'");
}

}  // namespace

TEST_SUITE("trees::tree_shape") {
  TEST_CASE("a result that is no text is JSON text in the tree, and is the same result") {
    KnownPlace place;
    place.write_store({record(0, -1), record(1, 0)});
    place.write_tree({document_node(0, -1), document_node(1, 0)});
    place.import();
    Store store = place.open();
    (void)store.change({TaskId{store_id(1)}, StartTask{}});
    (void)store.change({TaskId{store_id(1)}, CompleteTask{JsonText{R"({"risks":[1.5,"ä"]})"}}});
    CHECK(export_and_import(place, "out").empty());
    const Object expected = {
        {"status", "success"}, {"output", R"({"risks":[1.5,"ä"]})"}, {"output_type", "json"}};
    CHECK(exported_node(place, "out", 1).at("result") == expected);
    CHECK(node_of(store, 1).at("result") == expected);
    CHECK(result_columns(place.database, 1) == "success json -");
    CHECK(result_columns(place.dir / "out.db", 1) == "success json -");
    CHECK(place.exported(place.dir / "out", k_tasks_file).at("tasks").at(1).at("result") ==
          Object{{"risks", {1.5, "ä"}}});
  }

  TEST_CASE("a result of a node's shape without a status is that result, not an output") {
    const Object result = {{"output", "three risks"}, {"confidence", 0.9}};
    KnownPlace place;
    place.write_store({record(0, -1), record(1, 0)});
    place.write_tree({document_node(0, -1), document_node(1, 0)});
    place.import();
    Store store = place.open();
    (void)store.change({TaskId{store_id(1)}, StartTask{}});
    (void)store.change({TaskId{store_id(1)}, CompleteTask{JsonText{result.dump()}}});
    CHECK(export_and_import(place, "out").empty());
    CHECK(exported_node(place, "out", 1).at("result") == result);
    CHECK(result_columns(place.database, 1) == "- - 0.9");
    CHECK(result_columns(place.dir / "out.db", 1) == "- - 0.9");
  }

  TEST_CASE("what the metadata of a tree lacks is written once the tree has changed") {
    KnownPlace place;
    place.write_store({record(0, -1)});
    place.write_tree({document_node(0, -1)});
    place.import();
    Store store = place.open();
    CHECK(export_and_import(place, "unchanged").empty());
    CHECK(read_all(place.dir / "unchanged" / k_tree_file) == read_all(place.root / k_tree_file));
    StartTask start;
    (void)store.change({TaskId{store_id(0)}, start});
    CHECK(export_and_import(place, "started").empty());
    const Object started = place.exported(place.dir / "started", k_tree_file).at("metadata");
    CHECK(started == Object{{"tree_id", k_known_tree},
                            {"root_prompt", "p"},
                            {"max_depth", 0},
                            {"total_nodes", 1},
                            {"completed_nodes", 0},
                            {"failed_nodes", 0},
                            {"total_cost_usd", 0},
                            {"total_tokens", 0},
                            {"created_at", "2026-02-09T10:00:00.000Z"},
                            {"completed_at", nullptr},
                            {"duration_ms", nullptr}});
    (void)store.change({TaskId{store_id(0)}, CompleteTask{std::string("done")}});
    CHECK(export_and_import(place, "done").empty());
    const Object done = place.exported(place.dir / "done", k_tree_file).at("metadata");
    CHECK(done.at("completed_at") ==
          place.exported(place.dir / "done", k_tasks_file).at("tasks").at(0).at("completedAt"));
    CHECK(done.at("duration_ms").is_number_integer());
    CHECK(done.at("completed_nodes") == 1);
  }

  TEST_CASE("mode and session can be set later, at the root, and newer ones count") {
    KnownPlace place;
    place.write_store({record(0, -1), record(1, 0)});
    place.write_tree({document_node(0, -1), document_node(1, 0)},
                     {{"execution_mode", "strict"}, {"session_id", "one"}});
    place.import();
    Store store = place.open();
    const std::string columns = "SELECT execution_mode || ' ' || session_id FROM trees";
    CHECK(value_of(place.database, columns) == "strict one");
    set(store, 0, "execution_mode", "seeded");
    CHECK(value_of(place.database, columns) == "seeded one");
    set(store, 0, "session_id", "two");
    CHECK(value_of(place.database, columns) == "seeded two");
    CHECK(list_trees(store, "two").size() == 1);
    CHECK(export_and_import(place, "out").empty());
    const Object metadata = place.exported(place.dir / "out", k_tree_file).at("metadata");
    CHECK(metadata.at("execution_mode") == "seeded");
    CHECK(metadata.at("session_id") == "two");
    CHECK(place.exported(place.dir / "out", k_tasks_file).at("tasks") ==
          place.exported(place.root, k_tasks_file).at("tasks"));
    CHECK(value_of(place.dir / "out.db", columns) == "seeded two");
    place.write_tree({document_node(0, -1), document_node(1, 0)},
                     {{"execution_mode", "logged"}, {"session_id", "one"}});
    place.import();
    CHECK(value_of(place.database, columns) == "logged two");
    set(store, 0, "execution_mode", "seeded");
    set(store, 0, "execution_mode", nullptr);
    CHECK(value_of(place.database, columns) == "logged two");
  }

  TEST_CASE("what is no mode, and what is no root, is refused") {
    KnownPlace place;
    place.write_store({record(0, -1), record(1, 0)});
    place.import();
    Store store = place.open();
    CHECK_THROWS_WITH_AS(set(store, 1, "execution_mode", "strict"),
                         doctest::Contains("task-0001 is not the root of tree-0000000a"), Error);
    CHECK_THROWS_WITH_AS(set(store, 0, "execution_mode", "quick"), doctest::Contains("execution_mode"),
                         Error);
    CHECK_THROWS_WITH_AS(set(store, 0, "session_id", 5), doctest::Contains("session_id is a text"), Error);
    CHECK(value_of(place.database, "SELECT count(*) FROM tree_settings") == "0");
  }

  TEST_CASE("a node that was added to an imported tree has a file of its own") {
    KnownPlace place;
    place.write_store({record(0, -1), record(1, 0)});
    place.write_tree({document_node(0, -1), document_node(1, 0)});
    place.write_node(1, document_node(1, 0));
    place.import();
    Store store = place.open();
    NewTask task;
    task.prompt = "new";
    task.parent = TaskId{store_id(1)};
    (void)store.change({{}, task});
    CHECK(export_and_import(place, "out").empty());
    const std::string node_of_new =
        value_of(place.database, "SELECT node_id FROM tree_nodes ORDER BY task_id DESC LIMIT 1");
    const std::string nodes = ".aiwg/rlm/trees/" + k_known_tree + "/nodes/";
    const Object file = place.exported(place.dir / "out", nodes + node_of_new + ".json");
    CHECK(file.at("node_id") == node_of_new);
    CHECK(file.at("parent_id") == node_id(1));
    CHECK(file.at("prompt") == "new");
    CHECK(read_all(place.dir / "out" / (nodes + node_id(1) + ".json")) ==
          read_all(place.root / (nodes + node_id(1) + ".json")));
    CHECK(!std::filesystem::exists(place.dir / "out" / (nodes + node_id(0) + ".json")));
  }

  TEST_CASE("the file of an inner node leaves its children to the tree's") {
    KnownPlace place;
    Store store = Store::create(place.dir / "new.db");
    NewTask task;
    task.prompt = "root";
    task.tree = TreeId{k_known_tree};
    const TaskId root = store.change({{}, task}).id;
    NewTask child;
    child.prompt = "child";
    child.parent = root;
    (void)store.change({{}, child});
    (void)export_project(store, place.dir / "out");
    const Object tree = place.exported(place.dir / "out", k_tree_file).at("root_task");
    CHECK(tree.at("children").at(0).at("prompt") == "child");
    const Object file =
        place.exported(place.dir / "out", ".aiwg/rlm/trees/" + k_known_tree + "/nodes/" +
                                              tree.at("node_id").get<std::string>() + ".json");
    CHECK(!file.contains("children"));
  }

  TEST_CASE("a tree.json at its place without a node is told of and kept, and refused by itself") {
    for (const char* text :
         {R"({"version":"1.0.0","metadata":{}})", R"({"version":"1.0.0","root_task":null})",
          R"({"root_task":[]})", R"({"nodes":{}})", "{}", "[]", "\"tree\""}) {
      CAPTURE(text);
      KnownPlace place;
      place.write_store({record(0, -1)});
      std::filesystem::create_directories((place.root / k_tree_file).parent_path());
      write_all(place.root / k_tree_file, text);
      const ImportReport report = import_files(place.database, {place.root}, quick());
      std::vector<std::string> codes;
      for (const SourceReport& source : report.sources)
        for (const Finding& warning : source.warnings) codes.push_back(warning.code);
      CHECK(codes == std::vector<std::string>{"damaged_document"});
      CHECK_THROWS_AS((void)import_files(place.dir / "alone.db", {place.root / k_tree_file}, quick()), Error);
    }
  }

  TEST_CASE("a tree document that changed there comes in beside what was changed here") {
    KnownPlace place;
    place.write_store({record(0, -1)});
    place.write_tree({document_node(0, -1)}, {{"x", 1}});
    place.import();
    Store store = place.open();
    set(store, 0, "prompt", "new");
    place.write_tree({document_node(0, -1)}, {{"x", 2}});
    place.import();
    (void)export_project(store, place.dir / "out");
    const Object tree = place.exported(place.dir / "out", k_tree_file);
    CHECK(tree.at("metadata").at("x") == 2);
    CHECK(tree.at("root_task").at("prompt") == "new");
  }
}
