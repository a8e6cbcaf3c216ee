// SPDX-License-Identifier: MIT
// What verify lists as unlike the schemas, and what imports count. None of it is a difference.
#include <doctest/doctest.h>

#include "document_place.hpp"
#include "legacy_documents.hpp"
#include "rlmdb/verify.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

using Lines = std::vector<std::string>;

const std::string k_node_id = "^task-[a-f0-9]{8}$";

VerifyReport report_of(const std::filesystem::path& database) {
  VerifyReport report = verify(Store::open(database, Access::read_only));
  CHECK(report.finding_count == 0);
  return report;
}

/// "WHERE VALUE" of each; their rules are as many as `rules` says, in order, where it says any.
Lines oddities(const std::filesystem::path& database, const Lines& rules = {}) {
  const VerifyReport report = report_of(database);
  Lines lines;
  Lines said;
  for (const Oddity& oddity : report.oddities) {
    lines.push_back(oddity.where + " " + oddity.value);
    said.push_back(oddity.rule);
  }
  CHECK(report.oddity_count == lines.size());
  if (!rules.empty()) CHECK(said == rules);
  return lines;
}

/// A record whose metadata is this.
std::string node(const std::string& id, const std::string& metadata) {
  return record(id, {{"metadata", "{" + metadata + "}"}});
}

class StorePlace {
  DocumentPlace m_place;

 public:
  explicit StorePlace(const Lines& records) { (void)m_place.import_text(document(records), "tasks.json"); }
  [[nodiscard]] const std::filesystem::path& database() const { return m_place.database; }
  [[nodiscard]] const DocumentPlace& place() const { return m_place; }
};

const std::string k_map_reduce = R"({"version": "1.0.0", "root_task": {"node_id": "task-root001", "depth": 0,
  "prompt": "p", "decomposition_strategy": "map-reduce", "status": "completed", "children": [
    {"node_id": "task-map001", "parent_id": "task-root001", "prompt": "m", "status": "completed"},
    {"node_id": "task-reduce001", "parent_id": "task-root001", "prompt": "r", "status": "pending"}]},
  "metadata": {"tree_id": "tree-001"}})";

}  // namespace

TEST_SUITE("trees::oddities") {
  TEST_CASE("trees that follow the schemas have none") {
    for (const char* name : {"crash-recovery", "mapping", "partial-parallel", "progress-15"}) {
      CAPTURE(name);
      CHECK(oddities(TreePlace(seed_tree(name)).database()).empty());
    }
    const DocumentPlace place;
    for (const char* tree : {"tree-12345678", "tree-9f8e7d6c", "tree-00c0ffee"})
      (void)place.import(tree_file(tree));
    CHECK(oddities(place.database).empty());
  }

  TEST_CASE("the legacy store's own files have none, though it writes typeof's names as types") {
    for (const char* name : {"daemon-tasks.json", "tasks-small.json", "tasks-1k.json"}) {
      CAPTURE(name);
      CHECK(oddities(TreePlace(source_dir() / name).database()).empty());
    }
  }

  TEST_CASE("a document's off-pattern ids are listed where they stand, its tree's id once") {
    const DocumentPlace place;
    (void)place.import_text(k_map_reduce);
    CHECK(oddities(place.database,
                   {"^tree-[a-f0-9]{8}$", k_node_id, k_node_id, k_node_id, k_node_id, k_node_id}) ==
          Lines{"tree-001 tree_id \"tree-001\"", "tree-001 task-root001 /metadata/node_id \"task-root001\"",
                "tree-001 task-map001 /metadata/node_id \"task-map001\"",
                "tree-001 task-reduce001 /metadata/node_id \"task-reduce001\"",
                "tree-001 task-map001 /parent_id \"task-root001\"",
                "tree-001 task-reduce001 /parent_id \"task-root001\""});
  }

  TEST_CASE("what a record and two documents say alike is listed once, what they say differently each") {
    const StorePlace store({node("task-0001", R"("tree_id": "tree-12345678", "node_id": "task-x",
      "merge_strategy": "guess", "decomposition_strategy": "odd")")});
    const std::string members = R"("prompt": "p", "status": "done", "merge_strategy": "guess",
      "decomposition_strategy": "even", "result": {"status": "fine"})";
    (void)store.place().import_text(
        R"({"version": "1.0.0", "root_task": {"node_id": "task-x", )" + members + "}}",
        "trees/tree-12345678/tree.json");
    (void)store.place().import_text(R"({"node_id": "task-x", )" + members + "}",
                                    "trees/tree-12345678/nodes/task-x.json");
    CHECK(oddities(store.database()) == Lines{"task-0001 /metadata/node_id \"task-x\"",
                                              "task-0001 /metadata/decomposition_strategy \"odd\"",
                                              "task-0001 /metadata/merge_strategy \"guess\"",
                                              "tree-12345678 task-x /status \"done\"",
                                              "tree-12345678 task-x /decomposition_strategy \"even\"",
                                              "tree-12345678 task-x /result/status \"fine\""});
  }

  TEST_CASE("every ruled member of a document is looked at") {
    const DocumentPlace place;
    (void)place.import_text(R"({"version": "2.0", "tree_id": "tree-12345678", "root_task": {
      "node_id": "task-a1b2c3d4", "prompt": "p", "status": "queued", "context": {"type": "all"},
      "result": {"status": 7, "output_type": "html", "metadata": {"finish_reason": ["stop"]}}},
      "metadata": {"tree_id": "tree-other", "execution_mode": "wild"}})");
    CHECK(oddities(place.database) ==
          Lines{"tree-12345678 task-a1b2c3d4 /metadata/context_reference/type \"all\"",
                "tree-12345678 /version \"2.0\"", "tree-12345678 /metadata/tree_id \"tree-other\"",
                "tree-12345678 /metadata/execution_mode \"wild\"",
                "tree-12345678 task-a1b2c3d4 /status \"queued\"",
                "tree-12345678 task-a1b2c3d4 /result/status 7",
                "tree-12345678 task-a1b2c3d4 /result/output_type \"html\"",
                "tree-12345678 task-a1b2c3d4 /result/metadata/finish_reason [\"stop\"]"});
  }

  TEST_CASE("a document's value that a change here replaces is no longer there") {
    const DocumentPlace place;
    (void)place.import_text(R"({"version": "1.0.0", "tree_id": "tree-12345678", "root_task": {
      "node_id": "task-a1b2c3d4", "prompt": "p", "status": "stuck"}})");
    CHECK(oddities(place.database) == Lines{"tree-12345678 task-a1b2c3d4 /state \"stuck\""});
    {
      Store store = place.writer();
      (void)store.change(TaskChange{TaskId{"task-a1b2c3d4"}, FailTask{}, {.force = Force::yes}});
    }
    CHECK(oddities(place.database).empty());
  }

  TEST_CASE("dependencies that can never be met come first, and an import warns of its own") {
    const DocumentPlace place;
    const SourceReport first = place.import_text(
        document({node("a", R"("depends_on": ["b", "lost"])"), node("b", R"("depends_on": "a")"),
                  record("c", {{"state", "\"paused\""}})}),
        "tasks.json");
    CHECK(first.oddity_count == 1);
    Lines warnings;
    for (const Finding& warning : first.warnings)
      if (warning.code != "no_work")
        warnings.push_back(warning.where + " " + warning.code + ": " + warning.message);
    CHECK(warnings ==
          Lines{"a dependency_cycle: each of these tasks depends on the next, none can run: a → b → a",
                "a dependency_unknown: it depends on lost, an id that no task has; it waits"});
    CHECK(oddities(place.database, {"free of circles: a → b → a", "the id of a task",
                                    "one of queued, running, completed, failed, cancelled"}) ==
          Lines{"a /metadata/depends_on \"b\"", "a /metadata/depends_on/1 \"lost\"", "c /state \"paused\""});
    const VerifyReport report = report_of(place.database);
    CHECK(report.dependency_count == 2);
    CHECK(report.oddities.at(0).code == "dependency_cycle");
    CHECK(report.oddities.at(1).code == "dependency_unknown");
    CHECK(report.oddities.at(2).code == "unlike_schema");
    const SourceReport second = place.import_text(document({record("lost")}), "other/tasks.json");
    CHECK(second.warning_count == second.no_work_count);
    CHECK(report_of(place.database).dependency_count == 1);
  }

  TEST_CASE("a state that the store does not know is listed as its record has it") {
    const StorePlace store({record("a", {{"state", "\"paused\""}}), record("b", {{"state", "\"unknown\""}}),
                            record("c", {{"state", "\"\""}}), record("d", {{"state", "7"}}),
                            record("e", {{"state", R"({"is": "queued"})"}})});
    CHECK(oddities(store.database(), Lines(5, "one of queued, running, completed, failed, cancelled")) ==
          Lines{"a /state \"paused\"", "b /state \"unknown\"", "c /state \"\"", "d /state 7",
                "e /state {\"is\":\"queued\"}"});
  }

  TEST_CASE("null and absent are no values; other types than text are") {
    const StorePlace store({record("a", {{"state", "null"}}), record("b"),
                            node("c", R"("tree_id": "tree-12345678", "node_id": null, "merge_strategy": null,
                              "context_reference": {"type": null}, "checkpoints": [{}], "type": "x")"),
                            node("d", R"("tree_id": {"a": 1}, "node_id": 12, "merge_strategy": true,
                              "decomposition_strategy": [], "context_reference": {"type": {}}, "depth": 1)")});
    CHECK(oddities(store.database()) == Lines{"d /metadata/tree_id {\"a\":1}", "d /metadata/node_id 12",
                                              "d /metadata/decomposition_strategy []",
                                              "d /metadata/merge_strategy true",
                                              "d /metadata/context_reference/type {}"});
  }

  TEST_CASE("variables by their names, types and scopes; checkpoints by their ids") {
    const StorePlace store({node("a", R"("rlm_state": {"9": "bare", "a/b": {"value": 1, "type": "number"},
      "t": {"value": 1, "type": "colour", "metadata": {"scope": "galaxy"}},
      "bare": {"type": "no variable"}, "n": {"value": 1, "type": 5, "metadata": {"scope": "tree"}}},
      "checkpoints": [{"checkpoint_id": "ckpt-0a1b2c3d"}, {"checkpoint_id": "ckpt-init001"}, 5])")});
    CHECK(oddities(store.database()) ==
          Lines{"a /metadata/rlm_state/9 \"9\"", "a /metadata/rlm_state/a~1b \"a/b\"",
                "a /metadata/rlm_state/t/type \"colour\"",
                "a /metadata/rlm_state/t/metadata/scope \"galaxy\"", "a /metadata/rlm_state/n/type 5",
                "a /metadata/checkpoints/1/checkpoint_id \"ckpt-init001\"", "a /metadata/checkpoints/2 5"});
  }

  TEST_CASE("a tree's id is listed once, however many nodes repeat it") {
    const StorePlace store({node("a", R"("tree_id": "tree-seq")"), node("b", R"("tree_id": "tree-seq")"),
                            node("c", R"("tree_id": "my tree")")});
    CHECK(oddities(store.database()) ==
          Lines{"my tree tree_id \"my tree\"", "tree-seq tree_id \"tree-seq\""});
  }

  TEST_CASE("an edit in another tool counts, and not what residue held before" * damages) {
    const StorePlace store({record("a", {{"state", "\"paused\""}})});
    edit_in_shell(store.database(), "UPDATE tasks SET state = 'queued'");
    const VerifyReport report = verify(Store::open(store.database(), Access::read_only));
    CHECK(report.oddity_count == 0);
    CHECK(report.finding_count == 1);
  }

  TEST_CASE("a long value is cut, and text that UTF-8 cannot hold keeps its escapes") {
    const StorePlace store({record("a", {{"state", "\"" + std::string(100, 'x') + "\""}}),
                            record("b", {{"state", R"("\ud83d\u0000")"}})});
    CHECK(oddities(store.database()) ==
          Lines{"a /state \"" + std::string(59, 'x') + "…", R"(b /state "\ud83d\u0000")"});
  }

  TEST_CASE("members missing and out of range, and a count at import") {
    const DocumentPlace place;
    const SourceReport report = place.import_text(R"({"tree_id": "tree-12345678", "root_task": {
      "node_id": "task-a1b2c3d4", "status": "completed", "depth": -1,
      "context": {"type": "slice", "documents": [{"relevance_score": 1.5}]},
      "result": {"confidence": 1.7}, "cost": {"total_cost_usd": -0.5}, "timestamps": {"duration_ms": -5},
      "execution_config": {"temperature": 3, "timeout_ms": 10}}})");
    CHECK(report.oddity_count == 11);
    CHECK(oddities(place.database,
                   {"0 or more", "0 or more", "required", "required", "required", "required", "from 0 to 1",
                    "from 0 to 1", "0 or more", "from 0 to 2", "1000 or more"}) ==
          Lines{"tree-12345678 task-a1b2c3d4 /metadata/depth -1",
                "tree-12345678 task-a1b2c3d4 /metadata/cost_tracking/total_cost_usd -0.5",
                "tree-12345678 /version ", "tree-12345678 task-a1b2c3d4 /prompt ",
                "tree-12345678 task-a1b2c3d4 /context/documents/0/doc_id ",
                "tree-12345678 task-a1b2c3d4 /context/documents/0/source ",
                "tree-12345678 task-a1b2c3d4 /context/documents/0/relevance_score 1.5",
                "tree-12345678 task-a1b2c3d4 /result/confidence 1.7",
                "tree-12345678 task-a1b2c3d4 /timestamps/duration_ms -5",
                "tree-12345678 task-a1b2c3d4 /execution_config/temperature 3",
                "tree-12345678 task-a1b2c3d4 /execution_config/timeout_ms 10"});
  }

  TEST_CASE("a record's own configuration, result, costs and variables; its tree's id counts once") {
    const DocumentPlace place;
    const SourceReport report = place.import_text(
        document({record("a", {{"result", R"({"status": "success", "confidence": 2})"},
                               {"metadata", R"({"tree_id": "my tree", "execution_config": {"max_tokens": 0},
                                 "cost_tracking": {"input_tokens": "many"},
                                 "rlm_state": {"x": {"value": 1, "access_count": -1}}})"}}),
                  node("b", R"("tree_id": "my tree", "source": "mine", "checkpoints": 5)"),
                  record("c", {{"result", R"({"state": "success", "confidence": 2})"}})}),
        "tasks.json");
    CHECK(report.oddity_count == 6);
    CHECK(oddities(place.database) == Lines{"my tree tree_id \"my tree\"", "a /result/confidence 2",
                                            "a /metadata/cost_tracking/input_tokens \"many\"",
                                            "a /metadata/execution_config/max_tokens 0",
                                            "a /metadata/rlm_state/x/access_count -1",
                                            "b /metadata/checkpoints 5"});
  }

  TEST_CASE("an import of each kind of document counts what verify lists") {
    const std::vector<std::pair<std::string, std::string>> documents = {
        {".aiwg/rlm/global-state.json",
         R"({"version": "2.0", "variables": {"9": {"name": "9", "value": 1, "type": "colour"}}})"},
        {".aiwg/rlm/trees/tree-12345678/checkpoints/ckpt-x.json",
         R"({"checkpoint_id": "ckpt-x", "timestamp": "soon", "state": {"a b": 1}})"},
        {".aiwg/ralph/loops/ralph-a-00000000/state.json",
         R"({"loop_id": "ralph-b-00000000", "status": "weird", "reinforcement_level": "LOUD",
           "iteration_history": [{"iteration": 0, "quality_score": 500}]})"},
        {".aiwg/ralph/loops/ralph-a-00000000/checkpoints/iteration-001.json",
         R"({"checkpoint_id": "cp-1", "workflow_id": "w", "workflow_type": "ralph_loop",
           "created_at": "2026-02-02T21:15:00Z", "state": {"phase": "p", "progress": {"percentage": 101},
           "artifacts": []}})"}};
    const std::vector<Lines> expected = {
        {"state global /version \"2.0\"", "state global /state_id ", "state global /variables/9 \"9\"",
         "state global /variables/9/name \"9\"", "state global /variables/9/type \"colour\""},
        {"checkpoint ckpt-x of tree-12345678 /checkpoint_id \"ckpt-x\"",
         "checkpoint ckpt-x of tree-12345678 /timestamp \"soon\"",
         "checkpoint ckpt-x of tree-12345678 /state/a b \"a b\""},
        {".aiwg/ralph/loops/ralph-a-00000000/state.json /status \"weird\"",
         ".aiwg/ralph/loops/ralph-a-00000000/state.json /iteration_history/0/iteration 0",
         ".aiwg/ralph/loops/ralph-a-00000000/state.json /iteration_history/0/timestamp ",
         ".aiwg/ralph/loops/ralph-a-00000000/state.json /iteration_history/0/quality_score 500",
         ".aiwg/ralph/loops/ralph-a-00000000/state.json /iteration_history/0/artifacts ",
         ".aiwg/ralph/loops/ralph-a-00000000/state.json /reinforcement_level \"LOUD\"",
         ".aiwg/ralph/loops/ralph-a-00000000/state.json /loop_id \"ralph-b-00000000\""},
        {".aiwg/ralph/loops/ralph-a-00000000/checkpoints/iteration-001.json /checkpoint_id \"cp-1\"",
         ".aiwg/ralph/loops/ralph-a-00000000/checkpoints/iteration-001.json /state/progress/percentage 101",
         ".aiwg/ralph/loops/ralph-a-00000000/checkpoints/iteration-001.json /loop_id "}};
    for (std::size_t i = 0; i < documents.size(); ++i) {
      const DocumentPlace place;
      const SourceReport report = place.import_text(documents[i].second, documents[i].first);
      CAPTURE(report.kind);
      const Lines listed = oddities(place.database);
      CHECK(listed == expected[i]);
      CHECK(report.oddity_count == listed.size());
    }
  }

  TEST_CASE("a checkpoint of a single loop of the old kind needs no loop_id, one of another loop is listed") {
    const std::string record =
        R"({"checkpoint_id": "123e4567-e89b-12d3-a456-426614174000", "workflow_id": "w",
      "workflow_type": "ralph_loop", "created_at": "2026-02-02T21:15:00Z", "loop_id": ID,
      "state": {"phase": "p", "progress": {}, "artifacts": []}})";
    const auto with_id = [&](const std::string& id) {
      return std::string(record).replace(record.find("ID,"), 2, id);
    };
    const std::string in_loop = ".aiwg/ralph/loops/ralph-a-00000000/checkpoints/iteration-002.json";
    const DocumentPlace place;
    CHECK(place.import_text(with_id("null"), ".aiwg/checkpoints/w-2026-02-02T21-15-00Z-iteration.json")
              .oddity_count == 0);
    CHECK(place.import_text(with_id("\"ralph-b-00000000\""), in_loop).oddity_count == 1);
    CHECK(oddities(place.database, {"ralph-a-00000000, as its directory"}) ==
          Lines{in_loop + " /loop_id \"ralph-b-00000000\""});
  }

  TEST_CASE("a dry run counts too, with a database and without one") {
    DocumentPlace place;
    ImportOptions dry = quick();
    dry.run = Run::dry_run;
    const std::string tasks = document({record("a", {{"state", "\"paused\""}})});
    CHECK(place.import_text(tasks, "tasks.json", dry).oddity_count == 1);
    CHECK(place.import_text(k_map_reduce, "trees/tree-x/tree.json", dry).oddity_count == 6);
    CHECK(place.import_text(k_map_reduce).oddity_count == 6);
    CHECK(place.import_text(tasks, "tasks.json", dry).oddity_count == 1);
    CHECK(place.import_text(k_map_reduce).oddity_count == 0);  // imported already
  }

  TEST_CASE("of more than 1,000 the first are listed and all are counted") {
    Lines records;
    for (int i = 0; i < 1'205; ++i)
      records.push_back(record("t" + std::to_string(i), {{"state", "\"s" + std::to_string(i) + "\""}}));
    const VerifyReport report = report_of(StorePlace(records).database());
    CHECK(report.oddity_count == 1'205);
    REQUIRE(report.oddities.size() == 1'000);
    CHECK(report.oddities.front().where == "t0 /state");
    CHECK(report.oddities.back().where == "t999 /state");
  }

  TEST_CASE("a comparison with a file lists none") {
    const DocumentPlace place;
    const std::string text = document({record("a", {{"state", "\"paused\""}})});
    (void)place.import_text(text, "tasks.json");
    write_all(place.database.parent_path() / "same.json", text);
    const VerifyReport report = verify_against(Store::open(place.database, Access::read_only),
                                               place.database.parent_path() / "same.json");
    CHECK(report.tasks_checked == 1);
    CHECK(report.oddity_count == 0);
    CHECK(report.oddities.empty());
  }
}
