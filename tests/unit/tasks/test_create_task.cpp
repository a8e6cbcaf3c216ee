// SPDX-License-Identifier: MIT
// A new task is rows at once; they are those that an import of its record would write.
#include <doctest/doctest.h>

#include "task_place.hpp"
#include "thrown.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

using Texts = std::vector<std::string>;

/// All of the records: layouts by what they say, because their numbers go by the order of writing.
Texts records_of(const std::filesystem::path& database) {
  const std::string layouts =
      "(SELECT members FROM layouts WHERE id = r.layout_id), "
      "(SELECT members FROM layouts WHERE id = r.metadata_layout_id), ";
  Texts all;
  for (const std::string& sql :
       {"SELECT legacy_id, prompt, agent, priority, typeof(priority), state, created_at, started_at, "
        "completed_at, pid, result, result_type, error, output, typeof(output), " +
            layouts + "residue, verbatim, verbatim_digest FROM tasks r ORDER BY id",
        std::string("SELECT n.*, (SELECT members FROM layouts WHERE id = context_layout_id), (SELECT members "
                    "FROM layouts WHERE id = cost_layout_id) FROM tree_nodes n ORDER BY task_id"),
        "SELECT task_id, position, name, value, value_type, type, read_only, " + layouts +
            "residue FROM variables r ORDER BY task_id, position",
        std::string("SELECT task_id, position, checkpoint_id, name, (SELECT members FROM layouts WHERE id = "
                    "layout_id), residue FROM task_checkpoints ORDER BY task_id, position"),
        std::string("SELECT id, level, members FROM layouts ORDER BY id")})
    for (std::string& row : rows_of(database, sql)) all.push_back(std::move(row));
  return all;
}

/// What an import of the same records writes.
Texts records_of_import(const TaskPlace& place) {
  const TestDir dir;
  write_all(dir / "tasks.json", export_text(place.database()));
  (void)import_one(dir / "b.db", dir / "tasks.json");
  return records_of(dir / "b.db");
}

NewTask task_of(const std::string& prompt_json) {
  NewTask task;
  task.prompt = JsonText{prompt_json};
  return task;
}

void add_with_metadata(TaskPlace& place, const std::string& metadata, NewTask task = task_of("0")) {
  task.metadata = JsonText{metadata};
  (void)place.add(std::move(task));
}

NewTask node_below(const std::string& parent) {
  NewTask task;
  task.prompt = "child";
  task.parent = TaskId{parent};
  return task;
}

std::string add_root(TaskPlace& place) {
  NewTask root;
  root.tree = TreeId{R"(tree "ü")"};
  root.decomposition_strategy = "map-reduce";
  return place.add(std::move(root));
}

}  // namespace

TEST_SUITE("tasks::create_task") {
  TEST_CASE("prompts, agents and priorities are the rows that an import writes") {
    TaskPlace place;
    for (const char* json : {R"("text")", R"("")", R"("a\u0041\n\"")", R"("\u0000")", R"("\ud800")", "null",
                             "true", "1", "1.50", "[1]", R"({"a":{"b":1e400}})"})
      (void)place.add(task_of(json));
    for (const std::string& text : {std::string("plain"), std::string("n\0l", 3), std::string("\"\\\x01ü")}) {
      NewTask task;
      task.prompt = text;
      task.agent = text;
      (void)place.add(task);
    }
    for (const char* number : {"-0", "7", "1.5", "1.50", "1e3", "9223372036854775808", "1e400"}) {
      NewTask task = task_of("0");
      task.priority = JsonText{number};
      (void)place.add(task);
    }
    CHECK(records_of(place.database()) == records_of_import(place));
    CHECK(
        place.rows("SELECT hex(prompt), residue FROM tasks WHERE legacy_id IN ('task-0003', 'task-0012')") ==
        Texts{R"(EFBFBD|{"task":{"prompt":"\u0000"}})",
              R"(6EEFBFBD6C|{"task":{"prompt":"n\u0000l","agent":"n\u0000l"}})"});
    CHECK(place.rows(
              "SELECT prompt, agent, priority, state, started_at, completed_at, pid, result, result_type, "
              "error, output, typeof(output), residue FROM tasks WHERE legacy_id IN ('task-0000', "
              "'task-0016')") ==
          Texts{"text|NULL|0|queued|NULL|NULL|NULL|NULL|NULL|NULL||text|NULL",
                R"(0|NULL|1.5|queued|NULL|NULL|NULL|NULL|NULL|NULL||text|{"task":{"prompt":0}})"});
    CHECK(place.rows("SELECT DISTINCT members FROM layouts WHERE level = 'task'") ==
          Texts{R"(["id","prompt","agent","priority","state","createdAt","startedAt","completedAt","pid",)"
                R"("result","error","output","metadata"])"});
  }

  TEST_CASE("metadata is the rows that an import writes") {
    TaskPlace place;
    for (
        const char* json :
        {"{}", R"({"k":[1,2.50]})", R"({"tree_id":"t","node_id":"n","parent_id":null,"depth":0})",
         R"({"tree_id":"","depth":1.0})", R"({"rlm_state":{},"checkpoints":[]})",
         R"({"rlm_state":{"a":1,"b":{"name":"b","value":"x","type":"text","metadata":{"read_only":true}}}})",
         R"({"rlm_state":{"c\u0000":"t"}})", R"({"rlm_state":null,"checkpoints":[{"name":"n","z":1}]})",
         R"({"context_reference":{"source":"s\u0000","size_tokens":1e3,"q":{}},"cost_tracking":{"cache_hits":1}})",
         R"({"decomposition_strategy":"parallel","merge_strategy":null,"a\u0000":1,"":""})"})
      add_with_metadata(place, json);
    CHECK(records_of(place.database()) == records_of_import(place));
    CHECK(place.rows("SELECT residue FROM tasks WHERE legacy_id = 'task-0008'") ==
          Texts{R"({"task":{"prompt":0},"context":{"source":"s\u0000","size_tokens":1e3,"q":{}}})"});
  }

  TEST_CASE("a node is the rows that an import writes, its own members first") {
    TaskPlace place;
    const std::string root = add_root(place);
    (void)place.add(node_below(root));
    add_with_metadata(place, R"({"merge_strategy":"vote","z":1.50})", node_below(root));
    NewTask full = node_below(root);
    full.decomposition_strategy = "parallel";
    full.merge_strategy = "vote";
    full.context = JsonText{R"({"type":"slice","size_tokens":12,"zz":1})"};
    full.config = JsonText{R"({"model":"m"})"};
    full.depends_on = {TaskId{root}};
    add_with_metadata(place, R"({"b":1,"cost_tracking":{"cache_hits":1}})", full);
    CHECK(records_of(place.database()) == records_of_import(place));
    CHECK(place.rows("SELECT members, residue FROM tasks t JOIN layouts l ON l.id = t.metadata_layout_id") ==
          Texts{R"(["tree_id","node_id","parent_id","depth","decomposition_strategy","rlm_state"]|NULL)",
                R"(["tree_id","node_id","parent_id","depth"]|NULL)",
                R"(["tree_id","node_id","parent_id","depth","merge_strategy","z"]|{"metadata":{"z":1.50}})",
                R"(["tree_id","node_id","parent_id","depth","decomposition_strategy","merge_strategy",)"
                R"("context_reference","execution_config","b","cost_tracking","depends_on"]|)"
                R"({"metadata":{"execution_config":{"model":"m"},"b":1,"depends_on":["task-0000"]},)"
                R"("context":{"zz":1}})"});
  }

  TEST_CASE("what a task depends on is given once") {
    TaskPlace place;
    const std::string first = place.add();
    NewTask task;
    task.prompt = "second";
    task.depends_on = {TaskId{first}};
    task.metadata = JsonText{R"({"depends_on":[]})"};
    const Error error = thrown_by([&] { place.add(task); });
    CHECK(error.code() == ErrorCode::usage);
    CHECK(std::string(error.what()) == R"("depends_on" is given twice, once in the metadata)");
    CHECK(error.where() == "change.metadata");
    task.depends_on.clear();
    CHECK(place.record(place.add(task))["metadata"].dump() == R"({"depends_on":[]})");
  }
}
