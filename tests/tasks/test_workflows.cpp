// SPDX-License-Identifier: MIT
// Checkpoints of workflows and loops: what is kept, where, and what a restore takes back.
#include <doctest/doctest.h>

#include <regex>

#include "checkpoint_place.hpp"
#include "rlmdb/event.hpp"
#include "workflow_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

std::string legacy_loop(const std::string& hash = "abc123...") {
  return R"({"checkpoint_id":"cp-002-legacy","workflow_id":"ralph-research-impl","loop_id":null,"workflow_type":"ralph_loop","created_at":"2026-01-25T15:00:00Z","trigger":"iteration","state":{"phase":"construction","step":"implement_issue","progress":{"total_steps":10,"completed_steps":3,"percentage":30},"iteration":{"current":5,"max":200,"failures":0},"artifacts":[{"path":"agentic/checkpoint.yaml","hash":")" +
         hash +
         R"(","status":"created"}],"variables":{"current_issue":"#112","implementation_approach":"agentic"}},"execution_config":{"model":"claude-3-opus","temperature":0,"execution_mode":"strict","agent":"Software Implementer"},"metadata":{"size_bytes":4096,"compression":"gzip","retention_days":30,"schema_version":"1.0"}})";
}

std::vector<std::string> places_of(const std::vector<WorkflowCheckpoint>& checkpoints) {
  std::vector<std::string> places;
  for (const WorkflowCheckpoint& checkpoint : checkpoints) places.push_back(checkpoint.place);
  return places;
}

}  // namespace

TEST_SUITE("tasks::workflows") {
  TEST_CASE("both examples of the seed are kept, listed, shown and restored") {
    WorkflowPlace place;
    place.write("src/auth/login.ts", "one");
    place.write("agentic/checkpoint.yaml", "two");
    const auto first = place.take(loop(k_seed_loop), multi_loop(util::sha256_hex("one")));
    const auto second = place.take(workflow("ralph-research-impl"), legacy_loop(util::sha256_hex("two")));
    CHECK(first.place == ".aiwg/ralph/loops/ralph-fix-tests-a1b2c3d4/checkpoints/iteration-005.json.gz");
    CHECK(second.place == ".aiwg/checkpoints/ralph-research-impl-2026-01-25T15-00-00Z-iteration.json.gz");
    const auto all = workflow_checkpoints_of(place.store());
    REQUIRE(all.size() == 2);
    CHECK(all[0].id == "cp-001-multi-loop");
    CHECK(all[1].id == "cp-002-legacy");
    CHECK(all[1].schema_version == "2.0");
    CHECK(all[1].owner == "ralph-research-impl");
    CHECK(!all[1].loop_id);
    const auto shown = workflow_checkpoint(place.store(), workflow("ralph-research-impl"), "cp-002-legacy");
    const Json document = Json::parse(shown.document.text);
    CHECK(document["loop_id"] == nullptr);
    CHECK(document["metadata"]["tags"] == Json::array());
    CHECK(document["state"] == Json::parse(legacy_loop(util::sha256_hex("two")))["state"]);
    CHECK(document["execution_config"] == Json::parse(legacy_loop())["execution_config"]);
    CHECK(document["metadata"]["size_bytes"] == document["state"].dump().size());
    const RestoreReport done = place.restore(place.restoring(workflow("ralph-research-impl")));
    CHECK(done.is_restored);
    CHECK(outcomes(done) == "done done done done done done");
    CHECK(place.rows("SELECT owner, phase, step, iteration, variables, agent_state FROM workflow_states") ==
          std::vector<std::string>{
              "ralph-research-impl|construction|implement_issue|5|{\"current_issue\":\"#112\","
              "\"implementation_approach\":\"agentic\"}|NULL"});
    CHECK(place.rows("SELECT kind, reason FROM events WHERE kind LIKE 'workflow:%' ORDER BY seq") ==
          std::vector<std::string>{"workflow:checkpointed|cp-001-multi-loop",
                                   "workflow:checkpointed|cp-002-legacy", "workflow:restored|cp-002-legacy"});
    CHECK(workflow_checkpoints_of(place.store(), workflow("ralph-research-impl")).at(0).is_restored);
  }

  TEST_CASE("what a record lacks is made") {
    WorkflowPlace place;
    NewWorkflowCheckpoint asked;
    asked.owner = workflow("flow-1");
    asked.document = JsonText{state_at(3)};
    asked.trigger = "pre_risky_op";
    asked.retention_days = 5;
    asked.tags = {"a", "b", "a"};
    const auto made = create_workflow_checkpoint(place.store(), asked);
    const std::regex uuid("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
    CHECK(std::regex_match(made.id, uuid));
    CHECK(made.tags == std::vector<std::string>{"a", "b"});
    CHECK(made.retention_days == 5);
    std::string name = *made.created_at;
    std::replace(name.begin(), name.end(), ':', '-');
    CHECK(made.place == ".aiwg/checkpoints/flow-1-" + name + "-pre_risky_op.json.gz");
    const Json document =
        Json::parse(workflow_checkpoint(place.store(), workflow("flow-1"), made.id).document.text);
    std::string names;
    for (const auto& [member, value] : document.items()) names += member + " ";
    CHECK(names == "checkpoint_id workflow_id created_at trigger state metadata ");
    CHECK(document["metadata"].dump() ==
          R"({"size_bytes":)" + std::to_string(state_at(3).size()) +
              R"(,"compression":"gzip","retention_days":5,"tags":["a","b"],"schema_version":"2.0"})");
  }

  TEST_CASE("a loop's checkpoint is what its document says, and no place is taken twice") {
    WorkflowPlace place;
    place.add_loop(k_seed_loop, loop_document());
    const auto first = place.take(loop(k_seed_loop), "");
    const auto second = place.take(loop(k_seed_loop), "");
    const std::string directory = ".aiwg/ralph/loops/" + k_seed_loop + "/checkpoints/";
    CHECK(places_of({first, second}) == std::vector<std::string>{directory + "iteration-009.json.gz",
                                                                 directory + "iteration-009-2.json.gz"});
    const Json state =
        Json::parse(workflow_checkpoint(place.store(), loop(k_seed_loop), first.id).document.text)["state"];
    CHECK(
        state.dump() ==
        R"({"phase":"loop","progress":{"total_steps":20,"completed_steps":9,"percentage":45},)"
        R"("iteration":{"current":9,"max":20},"artifacts":[{"path":"a.ts","hash":"x","status":"modified"}],)"
        R"("variables":{}})");
    CHECK(place.take(loop(k_seed_loop), state_at(1'000)).place == directory + "iteration-1000.json.gz");
    CHECK(place.rows("SELECT count(*) FROM events e JOIN loops o ON o.id = e.loop_id "
                     "WHERE e.kind = 'workflow:checkpointed'") == std::vector<std::string>{"3"});
    CHECK(place.rows("SELECT last_event_seq = (SELECT max(seq) FROM events) FROM loops") ==
          std::vector<std::string>{"1"});
  }

  TEST_CASE("artifacts are hashed and told apart from those of the checkpoint before") {
    WorkflowPlace place;
    for (const char* name : {"a", "b", "c"}) place.write(name, name);
    (void)place.take(workflow("w"), state_at(1), {"a", "b", "c"});
    place.write("b", "changed");
    std::filesystem::remove(place.root() / "c");
    place.write("d", "new");
    (void)place.take(workflow("w"), state_at(2), {"a", "b", "c", "d"});
    CHECK(
        place.rows(
            "SELECT checkpoint, path, status, hash FROM workflow_artifacts ORDER BY checkpoint, position") ==
        std::vector<std::string>{
            "1|a|created|" + util::sha256_hex("a"), "1|b|created|" + util::sha256_hex("b"),
            "1|c|created|" + util::sha256_hex("c"), "2|a|unchanged|" + util::sha256_hex("a"),
            "2|b|modified|" + util::sha256_hex("changed"), "2|c|deleted|" + util::sha256_hex("c"),
            "2|d|created|" + util::sha256_hex("new")});
    CHECK(place.restore(place.restoring(workflow("w"))).is_restored);
    const std::string before = place.content();
    CHECK(message_of([&] { (void)place.take(workflow("w"), state_at(3), {"nowhere"}); }) ==
          "not_found: there is no such artifact");
    CHECK(message_of([&] {
            (void)place.take(workflow("w"), state_at(3), {"../x"});
          }).starts_with("invalid_input"));
    CHECK(place.content() == before);
  }

  TEST_CASE("a loop of several has to be named by its checkpoints; of the only one loop_id may be null") {
    WorkflowPlace place;
    place.add_loop(k_seed_loop, loop_document());
    const std::string before = place.content();
    const auto record = [](const std::string& loop_id, const std::string& type) {
      return R"({"workflow_id":")" + std::string(k_seed_loop) + "\"," + loop_id + R"("workflow_type":")" +
             type + R"(","state":{"phase":"p","progress":{},"iteration":{"current":4}}})";
    };
    const auto refused = [&](const WorkflowOwner& owner, const std::string& loop_id) {
      const auto error = error_of([&] { (void)place.take(owner, record(loop_id, "ralph_loop")); });
      return error ? std::string(to_text(error->code())) + " " + error->where() : "no error";
    };
    CHECK(refused(loop(k_seed_loop), "\"loop_id\":null,") == "invalid_input /loop_id");
    CHECK(refused(workflow(k_seed_loop), "\"loop_id\":null,") == "invalid_input /loop_id");
    CHECK(refused(workflow(k_seed_loop), "") == "invalid_input /loop_id");
    CHECK(place.content() == before);
    // Left out it is filled in; a workflow of another kind has none; an unknown loop is that of an older
    // program.
    CHECK(place.take(loop(k_seed_loop), record("", "ralph_loop")).loop_id == k_seed_loop);
    CHECK(!place.take(workflow(k_seed_loop), record("", "agent_task")).loop_id);
    CHECK(!place.take(workflow("ralph-research-impl"), legacy_loop()).loop_id);
  }

  TEST_CASE("a record that is not as the schema has it is refused with the place, and nothing changes") {
    WorkflowPlace place;
    place.add_loop(k_seed_loop, loop_document());
    (void)place.take(workflow("ralph-research-impl"), legacy_loop());
    const std::string before = place.content();
    const auto refused = [&](const WorkflowOwner& owner, const std::string& json) {
      const auto error = error_of([&] { (void)place.take(owner, json); });
      return error ? std::string(to_text(error->code())) + " " + error->where() : "no error";
    };
    const WorkflowOwner w = workflow("w");
    CHECK(refused(w, R"({"phase":"p"})") == "invalid_input /state/progress");
    CHECK(refused(w, R"({"progress":{}})") == "invalid_input /state/phase");
    CHECK(refused(w, R"({"phase":"p","progress":{"percentage":101}})") ==
          "invalid_input /state/progress/percentage");
    CHECK(refused(w, R"({"phase":"p","progress":{},"artifacts":[{"path":"a","status":"odd"}]})") ==
          "invalid_input /state/artifacts/0/status");
    CHECK(refused(w, R"({"phase":"p","progress":{},"agent_state":{"pending_actions":[1]}})") ==
          "invalid_input /state/agent_state/pending_actions");
    CHECK(refused(w, R"({"trigger":"odd","state":{"phase":"p","progress":{}}})") == "invalid_input /trigger");
    CHECK(refused(w, R"({"created_at":"yesterday","state":{"phase":"p","progress":{}}})") ==
          "invalid_input /created_at");
    CHECK(refused(w, R"({"execution_config":{"temperature":2.1},"state":{"phase":"p","progress":{}}})") ==
          "invalid_input /execution_config/temperature");
    CHECK(refused(w, R"({"metadata":{"retention_days":-1},"state":{"phase":"p","progress":{}}})") ==
          "invalid_input /metadata/retention_days");
    CHECK(refused(w, R"({"workflow_id":"v","state":{"phase":"p","progress":{}}})") == "conflict v");
    CHECK(refused(w, R"({"loop_id":"l","state":{"phase":"p","progress":{},"iteration":{"current":1}}})") ==
          "conflict l");
    CHECK(refused(workflow("ralph-research-impl"), legacy_loop()).starts_with("conflict .aiwg/checkpoints/"));
    CHECK(refused(workflow("a/b"), state_at(1)) == "invalid_input /workflow_id");
    CHECK(refused(loop("../x"), state_at(1)) == "invalid_input /loop_id");
    CHECK(refused(loop("none"), R"({"phase":"p","progress":{}})") ==
          "invalid_input /state/iteration/current");
    CHECK(refused(loop("none"), "") == "not_found none");
    CHECK(refused(w, "") == "usage checkpoint.document");
    CHECK(refused(w, "[]").starts_with("invalid_input"));
    CHECK(place.content() == before);
  }
}
