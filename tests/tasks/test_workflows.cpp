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

const std::string k_loop = "ralph-fix-tests-a1b2c3d4";

/// The seed's two examples, with a hash that is one.
std::string multi_loop(const std::string& hash = "abc123...") {
  return R"({"checkpoint_id":"cp-001-multi-loop","workflow_id":"ralph-fix-tests-a1b2c3d4","loop_id":"ralph-fix-tests-a1b2c3d4","workflow_type":"ralph_loop","created_at":"2026-02-02T21:05:00Z","trigger":"iteration","state":{"phase":"construction","step":"implement_issue","progress":{"total_steps":200,"completed_steps":5,"percentage":2.5},"iteration":{"current":5,"max":200,"failures":0},"artifacts":[{"path":"src/auth/login.ts","hash":")" +
         hash +
         R"(","status":"modified"}],"variables":{"current_issue":"#268","implementation_approach":"multi-loop"}},"execution_config":{"model":"claude-sonnet-4.5","temperature":0,"execution_mode":"strict","agent":"Software Implementer"},"metadata":{"size_bytes":4096,"compression":"gzip","retention_days":30,"schema_version":"2.0"}})";
}

std::string legacy_loop(const std::string& hash = "abc123...") {
  return R"({"checkpoint_id":"cp-002-legacy","workflow_id":"ralph-research-impl","loop_id":null,"workflow_type":"ralph_loop","created_at":"2026-01-25T15:00:00Z","trigger":"iteration","state":{"phase":"construction","step":"implement_issue","progress":{"total_steps":10,"completed_steps":3,"percentage":30},"iteration":{"current":5,"max":200,"failures":0},"artifacts":[{"path":"agentic/checkpoint.yaml","hash":")" +
         hash +
         R"(","status":"created"}],"variables":{"current_issue":"#112","implementation_approach":"agentic"}},"execution_config":{"model":"claude-3-opus","temperature":0,"execution_mode":"strict","agent":"Software Implementer"},"metadata":{"size_bytes":4096,"compression":"gzip","retention_days":30,"schema_version":"1.0"}})";
}

std::string state_at(int iteration) {
  return R"({"phase":"construction","progress":{"completed_steps":)" + std::to_string(iteration) +
         R"(},"iteration":{"current":)" + std::to_string(iteration) +
         R"(},"artifacts":[],"variables":{"i":)" + std::to_string(iteration) + "}}";
}

std::string loop_document(const std::string& regressions = "[]") {
  return R"({"loop_id":"ralph-fix-tests-a1b2c3d4","status":"failed","task":"fix","iteration":9,"max_iterations":20,)"
         R"("iteration_history":[{"iteration":9,"artifacts":[{"path":"a.ts","hash":"x","size_bytes":1}]}],)"
         R"("regression_events":)" +
         regressions + "}";
}

std::string regression(int iteration, const std::string& severity, const std::string& more = "") {
  return R"({"timestamp":"2026-02-02T21:07:00Z","iteration":)" + std::to_string(iteration) +
         R"(,"regression_type":"test_deletion","severity":")" + severity + "\"" + more + "}";
}

std::vector<std::string> places_of(const std::vector<WorkflowCheckpoint>& checkpoints) {
  std::vector<std::string> places;
  for (const WorkflowCheckpoint& checkpoint : checkpoints) places.push_back(checkpoint.place);
  return places;
}

void damage(WorkflowPlace& place, const std::string& id) {
  place.edit(
      "UPDATE contents SET body = replace(body, 'construction', 'destruction!') WHERE id = (SELECT "
      "content_id FROM workflow_checkpoints WHERE checkpoint_id = '" +
      id + "')");
}

}  // namespace

TEST_SUITE("tasks::workflows") {
  TEST_CASE("both examples of the seed are kept, listed, shown and restored") {
    WorkflowPlace place;
    place.write("src/auth/login.ts", "one");
    place.write("agentic/checkpoint.yaml", "two");
    const auto first = place.take(loop(k_loop), multi_loop(util::sha256_hex("one")));
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
    place.add_loop(k_loop, loop_document());
    const auto first = place.take(loop(k_loop), "");
    const auto second = place.take(loop(k_loop), "");
    const std::string directory = ".aiwg/ralph/loops/" + k_loop + "/checkpoints/";
    CHECK(places_of({first, second}) == std::vector<std::string>{directory + "iteration-009.json.gz",
                                                                 directory + "iteration-009-2.json.gz"});
    const Json state =
        Json::parse(workflow_checkpoint(place.store(), loop(k_loop), first.id).document.text)["state"];
    CHECK(
        state.dump() ==
        R"({"phase":"loop","progress":{"total_steps":20,"completed_steps":9,"percentage":45},)"
        R"("iteration":{"current":9,"max":20},"artifacts":[{"path":"a.ts","hash":"x","status":"modified"}],)"
        R"("variables":{}})");
    CHECK(place.take(loop(k_loop), state_at(1'000)).place == directory + "iteration-1000.json.gz");
    CHECK(place.rows("SELECT count(*) FROM events e JOIN loops o ON o.id = e.task_id "
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

  TEST_CASE("a record that is not as the schema has it is refused with the place, and nothing changes") {
    WorkflowPlace place;
    place.add_loop(k_loop, loop_document());
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

  TEST_CASE("a restore of a loop sets its document, with an event that says what it was") {
    WorkflowPlace place;
    place.add_loop(k_loop, loop_document());
    (void)place.take(loop(k_loop), state_at(5));
    const std::string before = place.loop_text(k_loop);
    const RestoreReport done = place.restore(place.restoring(loop(k_loop)));
    CHECK(done.is_restored);
    CHECK(done.loop_status == "running");
    CHECK(detail_of(done, RestoreStepKind::resume) == "loop " + k_loop + " is running at iteration 5");
    Json expected = Json::parse(before);
    expected["status"] = "running";
    expected["iteration"] = 5;
    CHECK(place.loop_text(k_loop) == expected.dump());
    CHECK(place.rows("SELECT status, iteration, version FROM loops") ==
          std::vector<std::string>{"running|5|2"});
    CHECK(place.rows("SELECT member, old_value FROM event_changes WHERE event_seq = " +
                     std::to_string(done.event_seq) + " ORDER BY member") ==
          std::vector<std::string>{"/iteration|9", "/status|\"failed\""});
  }

  TEST_CASE("a loop-state becomes the loop's document, as the legacy RecoveryEngine does it") {
    WorkflowPlace place;
    place.add_loop(
        "l",
        R"({"loopId":"l","status":"running","currentIteration":9,"iterations":[{"number":1},{"number":2}]})");
    (void)place.take(loop("l"), state_at(1));
    const std::string state =
        R"({"loopId":"l","currentIteration":3,"iterations":[{"number":1}],"recoveryAttempts":2,"status":"running"})";
    place.edit("INSERT INTO contents (sha256, body) VALUES ('" + util::sha256_hex(state) + "', '" + state +
               "')");
    place.edit(
        "UPDATE workflow_checkpoints SET kind = 'loop-state', checkpoint_id = NULL, iteration = 3, "
        "place = '.aiwg/ralph/loops/l/checkpoints/checkpoint-3-1770066180000.json.gz', content_id = (SELECT "
        "max(id) FROM contents), payload_bytes = " +
        std::to_string(state.size()) + ", payload_sha256 = '" + util::sha256_hex(state) + "'");
    CHECK(workflow_checkpoints_of(place.store()).at(0).id == "checkpoint-3-1770066180000");
    const RestoreReport done = place.restore_selected(loop("l"), "checkpoint-3-1770066180000");
    CHECK(done.is_restored);
    CHECK(done.loop_status == "recovering");
    Json after = Json::parse(place.loop_text("l"));
    CHECK(after["lastRecoveryAt"].is_string());
    after.erase("lastRecoveryAt");
    CHECK(
        after.dump() ==
        R"({"loopId":"l","currentIteration":3,"iterations":[{"number":1}],"recoveryAttempts":3,"status":"recovering"})");
    place.edit("UPDATE loops SET is_archived = 1");
    const std::string before = place.content();
    const RestoreReport failed = place.restore(place.restoring(loop("l")));
    CHECK(outcomes(failed) == "done done skipped skipped skipped failed");
    CHECK(place.content() == before);
  }

  TEST_CASE("smart goes back before the first open critical regression, and says why") {
    WorkflowPlace place;
    place.add_loop(k_loop, loop_document("[" + regression(3, "high") + "," +
                                         regression(2, "critical", R"(,"recovery_outcome":"success")") + "," +
                                         regression(7, "critical") + "," + regression(8, "critical") + "]"));
    std::vector<std::string> ids;
    for (const int iteration : {1, 2, 5, 7}) ids.push_back(place.take(loop(k_loop), state_at(iteration)).id);
    const RestoreReport done = place.restore(place.restoring(loop(k_loop), RestoreStrategy::smart));
    REQUIRE(done.checkpoint);
    CHECK(done.checkpoint->iteration == 5);
    REQUIRE(done.passed_over.size() == 1);
    CHECK(done.passed_over[0].first.id == ids[3]);
    CHECK(done.passed_over[0].second ==
          "it is not from before the open critical regression test_deletion of iteration 7");
    damage(place, ids[2]);
    const RestoreReport next = place.restore(place.restoring(loop(k_loop), RestoreStrategy::smart));
    CHECK(next.checkpoint->iteration == 2);
    CHECK(next.passed_over.at(1).second.starts_with("it is not whole: "));
  }

  TEST_CASE("smart passes over artifacts that changed since, and can find nothing") {
    WorkflowPlace place;
    place.write("a", "1");
    (void)place.take(workflow("w"), state_at(1), {"a"});
    place.write("a", "2");
    (void)place.take(workflow("w"), state_at(2), {"a"});
    place.write("a", "1");
    RestoreReport report = place.restore(place.restoring(workflow("w"), RestoreStrategy::smart));
    CHECK(report.checkpoint->iteration == 1);
    CHECK(report.passed_over.at(0).second == "a has changed since");
    place.write("a", "3");
    const std::string before = place.content();
    report = place.restore(place.restoring(workflow("w"), RestoreStrategy::smart));
    CHECK(!report.checkpoint);
    CHECK(!report.is_good());
    CHECK(report.passed_over.size() == 2);
    CHECK(place.content() == before);
  }

  TEST_CASE("nothing is restored past an artifact that is not as it was") {
    WorkflowPlace place;
    place.write("same", "same");
    place.write("changed", "1");
    place.write("gone", "gone");
    const std::string state =
        R"({"phase":"construction","progress":{},"artifacts":[{"path":"away","hash":"","status":"deleted"}]})";
    (void)place.take(workflow("w"), state, {"same", "changed", "gone"});
    CHECK(place.restore(place.restoring(workflow("w"))).is_restored);
    place.write("changed", "2");
    std::filesystem::remove(place.root() / "gone");
    place.write("away", "back");
    const std::string before = place.content();
    const RestoreReport report = place.restore(place.restoring(workflow("w")));
    CHECK(!report.is_restored);
    CHECK(outcomes(report) == "done failed skipped skipped skipped skipped");
    CHECK(detail_of(report, RestoreStepKind::artifacts) ==
          "away is there again, changed has changed since, gone is missing");
    CHECK(place.content() == before);
    place.write("changed", "1");
    place.write("gone", "gone");
    std::filesystem::remove(place.root() / "away");
    std::filesystem::create_symlink("same", place.root() / "away");
    CHECK(detail_of(place.restore(place.restoring(workflow("w"))), RestoreStepKind::artifacts) ==
          "away cannot be read beneath the root");
    CHECK(place.content() == before);
  }

  TEST_CASE("a hash that is no SHA-256 passes only where it is allowed to") {
    WorkflowPlace place;
    place.write("src/auth/login.ts", "one");
    (void)place.take(loop(k_loop), multi_loop());
    const std::string before = place.content();
    RestoreOptions options = place.restoring(loop(k_loop));
    const RestoreReport refused = place.restore(options);
    CHECK(!refused.is_restored);
    CHECK(refused.artifacts.at(0).state == ArtifactState::unchecked);
    CHECK(place.content() == before);
    options.unchecked = UncheckedArtifacts::allow;
    const RestoreReport done = place.restore(options);
    CHECK(done.is_restored);
    CHECK(detail_of(done, RestoreStepKind::artifacts) == "0 of 1 as they were, 1 unchecked");
  }

  TEST_CASE("what is damaged or has a defect is listed as invalid, and never restored") {
    WorkflowPlace place;
    const std::string good = place.take(workflow("w"), state_at(1)).id;
    const std::string bad = place.take(workflow("w"), state_at(2)).id;
    const std::string odd = place.take(workflow("w"), state_at(3)).id;
    damage(place, bad);
    place.edit("UPDATE workflow_checkpoints SET defect = 'cut off' WHERE checkpoint_id = '" + odd + "'");
    const std::string before = place.content();
    const auto all = workflow_checkpoints_of(place.store(), workflow("w"));
    CHECK(all.at(0).defect == "cut off");
    CHECK(all.at(1).defect == "its content is not what it was made of: another length or SHA-256");
    CHECK(!all.at(2).defect);
    CHECK(workflow_checkpoint(place.store(), workflow("w"), bad).document.text.empty());
    for (const std::string& id : {bad, odd}) {
      const RestoreReport report = place.restore_selected(workflow("w"), id);
      CHECK(outcomes(report) == "failed skipped skipped skipped skipped skipped");
    }
    CHECK(outcomes(place.restore(place.restoring(workflow("w")))).starts_with("failed"));
    CHECK(place.content() == before);
    CHECK(place.restore(place.restoring(workflow("w"), RestoreStrategy::smart)).checkpoint->id == good);
  }

  TEST_CASE("a state that is not read back as it was written is not kept") {
    WorkflowPlace place;
    (void)place.take(workflow("w"), state_at(1));
    place.edit(
        "CREATE TRIGGER spoil AFTER INSERT ON workflow_states BEGIN UPDATE workflow_states SET variables = "
        "'{}'; END");
    const std::string before = place.content();
    const RestoreReport report = place.restore(place.restoring(workflow("w")));
    CHECK(!report.is_restored);
    CHECK(outcomes(report) == "done done done done failed skipped");
    CHECK(place.content() == before);
  }

  TEST_CASE("a dry run says the same and writes nothing") {
    WorkflowPlace place;
    place.add_loop(k_loop, loop_document());
    (void)place.take(loop(k_loop), state_at(5));
    const std::string before = place.content();
    RestoreOptions options = place.restoring(loop(k_loop));
    options.run = RestoreRun::dry_run;
    const RestoreReport report = place.restore(options);
    CHECK(outcomes(report) == "done done planned planned planned planned");
    CHECK(report.is_good());
    CHECK(!report.is_restored);
    CHECK(place.content() == before);
    CHECK(message_of([&] { (void)place.restore(place.restoring(loop("none"))); }) ==
          "not_found: There is no checkpoint of loop none");
    CHECK(message_of([&] { (void)place.restore_selected(loop(k_loop), "none"); }) ==
          "not_found: Checkpoint not found: none of loop " + k_loop);
  }

  TEST_CASE("a packed checkpoint is shown and restored as before") {
    WorkflowPlace place;
    place.add_loop(k_loop, loop_document());
    const std::string old = R"({"created_at":"2020-01-01T00:00:00Z","state":)" + state_at(4) + "}";
    const std::string id = place.take(loop(k_loop), old).id;
    const std::string text = workflow_checkpoint(place.store(), loop(k_loop), id).file_text;
    const WorkflowPruneReport report = prune_workflow_checkpoints(place.store());
    CHECK(report.removed.empty());
    REQUIRE(report.packed.size() == 1);
    CHECK(place.rows("SELECT content_id IS NULL, packed IS NOT NULL FROM workflow_checkpoints") ==
          std::vector<std::string>{"1|1"});
    CHECK(place.rows("SELECT count(*) FROM contents") == std::vector<std::string>{"0"});
    const auto shown = workflow_checkpoint(place.store(), loop(k_loop), id);
    CHECK(shown.file_text == text);
    CHECK(shown.checkpoint.is_packed);
    CHECK(place.restore(place.restoring(loop(k_loop))).is_restored);
    CHECK(prune_workflow_checkpoints(place.store()).packed.empty());
    place.edit("UPDATE workflow_checkpoints SET packed = substr(packed, 1, 40)");
    const auto damaged = workflow_checkpoints_of(place.store());
    CHECK(damaged.at(0).defect.value_or("").starts_with("a packed checkpoint is damaged: "));
    CHECK(!place.restore(place.restoring(loop(k_loop))).is_restored);
  }
}
