// SPDX-License-Identifier: MIT
// The seed's triggers, given and automatic, and where the checkpoints of each kind of loop lie.
#include <doctest/doctest.h>

#include "checkpoint_place.hpp"
#include "rlmdb/export.hpp"
#include "rlmdb/import.hpp"
#include "rlmdb/loop.hpp"
#include "rlmdb/verify.hpp"
#include "workflow_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

using enum AutoCheckpoint;

void begin(WorkflowPlace& place, const std::string& id, std::vector<AutoCheckpoint> at) {
  NewLoop start;
  start.task = "T";
  start.loop_id = id;
  start.max_iterations = 10;
  start.auto_checkpoints = std::move(at);
  (void)start_loop(place.store(), start);
}

LoopChanged record(WorkflowPlace& place, const std::string& id, const std::string& more = "") {
  LoopCondition condition;
  condition.timestamp = "2026-02-02T23:05:00.5+02:00";
  return record_iteration(place.store(), {id}, JsonText{R"({"quality_score":50)" + more + "}"}, condition);
}

Json document_of(WorkflowPlace& place, const std::string& owner, const std::string& id) {
  return Json::parse(workflow_checkpoint(place.store(), loop(owner), id).document.text);
}

std::vector<std::string> taken(WorkflowPlace& place) {
  return place.rows("SELECT iteration, trigger_reason FROM workflow_checkpoints ORDER BY id");
}

}  // namespace

TEST_SUITE("tasks::auto_checkpoints") {
  TEST_CASE("the seed's automatic triggers are kept as the triggers that they are") {
    WorkflowPlace place;
    for (const AutoTrigger& one : k_auto_triggers) {
      NewWorkflowCheckpoint asked;
      asked.owner = workflow("w");
      asked.document = JsonText{state_at(1)};
      asked.trigger = std::string(one.name);
      const WorkflowCheckpoint made = create_workflow_checkpoint(place.store(), asked);
      CHECK(made.trigger == one.trigger);
      CHECK(!made.defect);
      CHECK(Json::parse(workflow_checkpoint(place.store(), workflow("w"), made.id)
                            .document.text)["metadata"]["auto_trigger"] == one.name);
    }
    const WorkflowCheckpoint given =
        place.take(workflow("w"), R"({"trigger":"phase_start","state":)" + state_at(2) + "}");
    CHECK(given.trigger == "phase_boundary");
    CHECK(verify(place.store()).finding_count == 0);
  }

  TEST_CASE("recording an iteration takes a checkpoint where the loop says so") {
    WorkflowPlace place;
    begin(place, "l", {iteration_boundary});
    const LoopChanged first = record(place, "l");
    const LoopChanged second = record(place, "l", R"(,"artifacts":[{"path":"a.ts","hash":"x"}])");
    CHECK(taken(place) == std::vector<std::string>{"1|iteration", "2|iteration"});
    CHECK(document_of(place, "l", first.checkpoint_id)["created_at"] == "2026-02-02T21:05:00.500Z");
    const Json state = document_of(place, "l", second.checkpoint_id)["state"];
    CHECK(state["iteration"].dump() == R"({"current":2,"max":10})");
    CHECK(state["artifacts"].dump() == R"([{"path":"a.ts","hash":"x","status":"modified"}])");
    const LoopChanged odd =
        record(place, "l", R"(,"artifacts":[{"path":"b","status":"new"},{"path":""},{}])");
    CHECK(document_of(place, "l", odd.checkpoint_id)["state"]["artifacts"].dump() ==
          R"([{"path":"b","status":"modified"}])");
    CHECK(place.rows("SELECT kind FROM events WHERE seq < 6 ORDER BY seq") ==
          std::vector<std::string>{"loop:started", "loop:recorded", "workflow:checkpointed", "loop:recorded",
                                   "workflow:checkpointed"});
    CHECK(place.rows("SELECT version, last_event_seq FROM loops") == std::vector<std::string>{"4|7"});
    CHECK(verify(place.store()).finding_count == 0);
    (void)set_auto_checkpoints(place.store(), {"l"}, {});
    CHECK(record(place, "l").checkpoint_id.empty());
    CHECK(place.rows("SELECT json_extract(outline, '$.configuration') FROM loops") ==
          std::vector<std::string>{R"({"max_iterations":10,"auto_checkpoints":[]})"});
  }

  TEST_CASE("an iteration that cannot be kept with its checkpoint is not recorded" * damages) {
    WorkflowPlace place;
    begin(place, "l", {iteration_boundary});
    place.edit(
        "CREATE TRIGGER refuse BEFORE INSERT ON workflow_checkpoints BEGIN SELECT RAISE(ABORT, 'no'); END");
    const std::string before = place.content();
    CHECK(error_of([&] { (void)record(place, "l"); }).has_value());
    CHECK(place.content() == before);
  }

  TEST_CASE("an iteration that names artifacts is where an artifact is complete; one checkpoint each") {
    WorkflowPlace place;
    begin(place, "l", {artifact_complete});
    (void)record(place, "l");
    (void)record(place, "l", R"(,"artifacts":[{"path":"a.ts"}])");
    CHECK(taken(place) == std::vector<std::string>{"2|automatic"});
    (void)set_auto_checkpoints(place.store(), {"l"},
                               {artifact_complete, iteration_boundary, artifact_complete});
    (void)record(place, "l", R"(,"artifacts":[{"path":"a.ts"}])");
    CHECK(taken(place) == std::vector<std::string>{"2|automatic", "3|iteration"});
  }

  TEST_CASE("a phase that begins, and what the checkpoint says of it") {
    WorkflowPlace place;
    begin(place, "l", {});
    CHECK(start_phase(place.store(), {"l"}, "inception").checkpoint_id.empty());
    (void)set_auto_checkpoints(place.store(), {"l"}, {phase_start});
    (void)record(place, "l");
    const LoopChanged changed = start_phase(place.store(), {"l"}, "construction");
    CHECK(taken(place) == std::vector<std::string>{"1|phase_boundary"});
    CHECK(document_of(place, "l", changed.checkpoint_id)["state"]["phase"] == "construction");
    CHECK(message_of([&] { (void)start_phase(place.store(), {"l"}, ""); }) == "usage: a phase needs a name");
    (void)finish_loop(place.store(), {"l"});
    CHECK(message_of([&] { (void)start_phase(place.store(), {"l"}, "transition"); }) ==
          "conflict: l is completed, and a phase begins only before its end");
    CHECK(message_of([&] { (void)set_auto_checkpoints(place.store(), {"l"}, {}); }) ==
          "conflict: l is completed, and it takes checkpoints by itself only before its end");
  }

  TEST_CASE("a loop without a directory has no loop_id and the legacy place, an external one its own") {
    WorkflowPlace place;
    const auto add = [&](const std::string& file, const std::string& document) {
      place.write(file, document);
      (void)import_files(place.database(), {place.root() / file});
    };
    place.close();
    add(".aiwg/ralph/current-loop.json",
        R"({"active":true,"task":"t","currentIteration":2,"iterations":[],"status":"running"})");
    add(".aiwg/ralph-external/session-state.json",
        R"({"loopId":"one","objective":"o","currentIteration":3,"iterations":[],"status":"running"})");
    add(".aiwg/ralph-external/loops/two/session-state.json",
        R"({"loopId":"two","objective":"o","currentIteration":4,"iterations":[],"status":"running"})");
    place.reopen();
    const auto taken_of = [&](const std::string& id) {
      NewWorkflowCheckpoint asked;
      asked.owner = loop(id);
      return create_workflow_checkpoint(place.store(), asked);
    };
    const WorkflowCheckpoint single = taken_of("current-loop");
    std::string time = single.created_at.value_or("");
    std::replace(time.begin(), time.end(), ':', '-');
    CHECK(single.place == ".aiwg/checkpoints/current-loop-" + time + "-manual.json.gz");
    CHECK(!single.loop_id);
    CHECK(single.workflow_type == "ralph_loop");
    CHECK(single.workflow_id == "current-loop");
    CHECK(taken_of("one").place.starts_with(".aiwg/checkpoints/one-"));
    const WorkflowCheckpoint external = taken_of("two");
    CHECK(external.place == ".aiwg/ralph-external/loops/two/checkpoints/iteration-004.json.gz");
    CHECK(external.loop_id == "two");
    CHECK(verify(place.store()).finding_count == 0);
    (void)export_project(place.store(), place.file("out"));
    const std::filesystem::path again = place.file("again.db");
    (void)import_files(again, {place.file("out")});
    const std::string all = "SELECT place, owner, loop_id FROM workflow_checkpoints ORDER BY place";
    CHECK(rows_of(again, all) == place.rows(all));
    const RestoreReport done = place.restore(place.restoring(loop("current-loop")));
    CHECK(done.is_restored);
    CHECK(done.loop_status == "running");
  }
}
