// SPDX-License-Identifier: MIT
// Restores of workflows and loops: what they check, what they take back, and what they leave alone.
#include <doctest/doctest.h>

#include "checkpoint_place.hpp"
#include "rlmdb/loop.hpp"
#include "workflow_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

TEST_SUITE("tasks::workflow_restores") {
  TEST_CASE("a restore of a loop sets its document, with an event that says what it was") {
    WorkflowPlace place;
    place.add_loop(k_seed_loop, loop_document());
    (void)place.take(loop(k_seed_loop), state_at(5));
    const std::string before = place.loop_text(k_seed_loop);
    const RestoreReport done = place.restore(place.restoring(loop(k_seed_loop)));
    CHECK(done.is_restored);
    CHECK(done.loop_status == "running");
    CHECK(detail_of(done, RestoreStepKind::resume) == "loop " + k_seed_loop + " is running at iteration 5");
    Json expected = Json::parse(before);
    expected["status"] = "running";
    expected["iteration"] = 5;
    CHECK(place.loop_text(k_seed_loop) == expected.dump());
    CHECK(place.rows("SELECT status, iteration, version FROM loops") ==
          std::vector<std::string>{"running|5|2"});
    CHECK(place.rows("SELECT member, old_value FROM event_changes WHERE event_seq = " +
                     std::to_string(done.event_seq) + " ORDER BY member") ==
          std::vector<std::string>{"/iteration|9", "/status|\"failed\""});
  }

  TEST_CASE("a loop that had ended is under way again, with nothing left of its end") {
    WorkflowPlace place;
    Store& store = place.store();
    NewLoop start;
    start.task = "T";
    start.loop_id = "l1";
    start.completion_criteria = "done";
    (void)start_loop(store, start);
    (void)record_iteration(store, {"l1"}, JsonText{R"({"quality_score":50})"});
    (void)place.take(loop("l1"), state_at(1));
    const Json before = Json::parse(place.loop_text("l1"));
    (void)finish_loop(store, {"l1"}, "completed");
    CHECK(place.restore(place.restoring(loop("l1"))).is_restored);
    const Json after = Json::parse(place.loop_text("l1"));
    CHECK(after["status"] == "running");
    CHECK(after["detection_enabled"] == before["detection_enabled"]);
    CHECK_FALSE(after.contains("completed_at"));
    CHECK(place.rows("SELECT status, finished_at, detection_enabled FROM loops") ==
          std::vector<std::string>{"running|NULL|1"});
  }

  TEST_CASE("so is one that the legacy program ended, by a record and by a state of its own" * damages) {
    const std::string ended =
        R"({"loopId":"l","active":false,"task":"t","currentIteration":3,"completed":true,"iterations":[],)"
        R"("startTime":"2026-02-02T21:00:00Z","endTime":"2026-02-02T22:00:00Z","endTimestamp":1,)"
        R"("totalDuration_ms":9,"finalResult":{"success":true},"recovery_attempts":4})";
    WorkflowPlace place;
    place.add_loop("l", ended);
    (void)place.take(loop("l"), state_at(2));
    CHECK(place.restore(place.restoring(loop("l"))).is_restored);
    CHECK(place.loop_text("l") ==
          R"({"loopId":"l","active":true,"task":"t","currentIteration":2,"completed":false,"iterations":[],)"
          R"("startTime":"2026-02-02T21:00:00Z","recovery_attempts":4,"status":"running"})");
    WorkflowPlace other;
    other.add_loop("l", ended);
    (void)other.take(loop("l"), state_at(1));
    other.edit("INSERT INTO contents (sha256, body) VALUES ('" + util::sha256_hex(ended) + "', '" + ended +
               "')");
    other.edit(
        "UPDATE workflow_checkpoints SET kind = 'loop-state', content_id = (SELECT max(id) FROM contents), "
        "payload_bytes = " +
        std::to_string(ended.size()) + ", payload_sha256 = '" + util::sha256_hex(ended) + "'");
    CHECK(other.restore(other.restoring(loop("l"))).loop_status == "recovering");
    Json after = Json::parse(other.loop_text("l"));
    after.erase("lastRecoveryAt");
    CHECK(after.dump() ==
          R"({"loopId":"l","active":true,"task":"t","currentIteration":3,"completed":false,"iterations":[],)"
          R"("startTime":"2026-02-02T21:00:00Z","recovery_attempts":5,"status":"recovering"})");
  }

  TEST_CASE("a loop-state becomes the loop's document, as the legacy RecoveryEngine does it" * damages) {
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

  TEST_CASE("smart goes back before the first open critical regression, and says why" * damages) {
    WorkflowPlace place;
    place.add_loop(k_seed_loop,
                   loop_document("[" + regression(3, "high") + "," +
                                 regression(2, "critical", R"(,"recovery_outcome":"success")") + "," +
                                 regression(7, "critical") + "," + regression(8, "critical") + "]"));
    std::vector<std::string> ids;
    for (const int iteration : {1, 2, 5, 7})
      ids.push_back(place.take(loop(k_seed_loop), state_at(iteration)).id);
    const RestoreReport done = place.restore(place.restoring(loop(k_seed_loop), RestoreStrategy::smart));
    REQUIRE(done.checkpoint);
    CHECK(done.checkpoint->iteration == 5);
    REQUIRE(done.passed_over.size() == 1);
    CHECK(done.passed_over[0].first.id == ids[3]);
    CHECK(done.passed_over[0].second ==
          "it is not from before the open critical regression test_deletion of iteration 7");
    damage(place, ids[2]);
    const RestoreReport next = place.restore(place.restoring(loop(k_seed_loop), RestoreStrategy::smart));
    CHECK(next.checkpoint->iteration == 2);
    CHECK(next.passed_over.at(1).second.starts_with("it is not whole: "));
  }

  TEST_CASE("last is the latest instant, however its time is written; what has no time comes last" *
            damages) {
    WorkflowPlace place;
    place.add_loop(k_seed_loop, loop_document());
    for (const int iteration : {1, 2, 3}) (void)place.take(loop(k_seed_loop), state_at(iteration));
    place.edit(
        "DROP TRIGGER workflow_checkpoints_repeat; UPDATE workflow_checkpoints SET created_at = CASE "
        "iteration "
        "WHEN 1 THEN '2026-02-02T20:30:00-02:00' WHEN 2 THEN '2026-02-02T22:00:00Z' ELSE 'later' END");
    RestoreOptions asked = place.restoring(loop(k_seed_loop));
    asked.run = RestoreRun::dry_run;
    CHECK(place.restore(asked).checkpoint.value().iteration == 1);
    std::vector<std::int64_t> iterations;
    for (const WorkflowCheckpoint& one : workflow_checkpoints_of(place.store(), loop(k_seed_loop)))
      iterations.push_back(one.iteration.value_or(0));
    CHECK(iterations == std::vector<std::int64_t>{1, 2, 3});
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
    (void)place.take(loop(k_seed_loop), multi_loop());
    const std::string before = place.content();
    RestoreOptions options = place.restoring(loop(k_seed_loop));
    const RestoreReport refused = place.restore(options);
    CHECK(!refused.is_restored);
    CHECK(refused.artifacts.at(0).state == ArtifactState::unchecked);
    CHECK(place.content() == before);
    options.unchecked = UncheckedArtifacts::allow;
    const RestoreReport done = place.restore(options);
    CHECK(done.is_restored);
    CHECK(detail_of(done, RestoreStepKind::artifacts) == "0 of 1 as they were, 1 unchecked");
  }

  TEST_CASE("what is damaged or has a defect is listed as invalid, and never restored" * damages) {
    WorkflowPlace place;
    const std::string good = place.take(workflow("w"), state_at(1)).id;
    const std::string bad = place.take(workflow("w"), state_at(2)).id;
    const std::string odd = place.take(workflow("w"), state_at(3)).id;
    damage(place, bad);
    place.edit(
        "DROP TRIGGER workflow_checkpoints_repeat; UPDATE workflow_checkpoints SET defect = 'cut off' WHERE "
        "checkpoint_id = '" +
        odd + "'");
    const std::string before = place.content();
    const auto all = workflow_checkpoints_of(place.store(), workflow("w"));
    CHECK(all.at(0).defect == "cut off");
    CHECK(all.at(1).defect == "a value kept apart is not what its hash says");
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

  TEST_CASE("a state that is not read back as it was written is not kept" * damages) {
    WorkflowPlace place;
    (void)place.take(workflow("w"), state_at(1));
    place.edit(
        "DROP TRIGGER workflow_states_repeat; CREATE TRIGGER spoil AFTER INSERT ON workflow_states BEGIN "
        "UPDATE workflow_states SET variables = "
        "'{}'; END");
    const std::string before = place.content();
    const RestoreReport report = place.restore(place.restoring(workflow("w")));
    CHECK(!report.is_restored);
    CHECK(outcomes(report) == "done done done done failed skipped");
    CHECK(place.content() == before);
  }

  TEST_CASE("a dry run says the same and writes nothing") {
    WorkflowPlace place;
    place.add_loop(k_seed_loop, loop_document());
    (void)place.take(loop(k_seed_loop), state_at(5));
    const std::string before = place.content();
    RestoreOptions options = place.restoring(loop(k_seed_loop));
    options.run = RestoreRun::dry_run;
    const RestoreReport report = place.restore(options);
    CHECK(outcomes(report) == "done done planned planned planned planned");
    CHECK(report.is_good());
    CHECK(!report.is_restored);
    CHECK(place.content() == before);
    CHECK(message_of([&] { (void)place.restore(place.restoring(loop("none"))); }) ==
          "not_found: there is no checkpoint of loop none");
    CHECK(message_of([&] { (void)place.restore_selected(loop(k_seed_loop), "none"); }) ==
          "not_found: there is no checkpoint 'none' of loop " + k_seed_loop);
  }

  TEST_CASE("a packed checkpoint is shown and restored as before" * damages) {
    WorkflowPlace place;
    place.add_loop(k_seed_loop, loop_document());
    const std::string old = R"({"created_at":"2020-01-01T00:00:00Z","state":)" + state_at(4) + "}";
    const std::string id = place.take(loop(k_seed_loop), old).id;
    const std::string text = workflow_checkpoint(place.store(), loop(k_seed_loop), id).file_text;
    const WorkflowPruneReport report = prune_workflow_checkpoints(place.store());
    CHECK(report.removed.empty());
    REQUIRE(report.packed.size() == 1);
    CHECK(place.rows("SELECT content_id IS NULL, packed IS NOT NULL FROM workflow_checkpoints") ==
          std::vector<std::string>{"1|1"});
    CHECK(place.rows("SELECT count(*) FROM contents") == std::vector<std::string>{"0"});
    const auto shown = workflow_checkpoint(place.store(), loop(k_seed_loop), id);
    CHECK(shown.file_text == text);
    CHECK(shown.checkpoint.is_packed);
    CHECK(place.restore(place.restoring(loop(k_seed_loop))).is_restored);
    CHECK(prune_workflow_checkpoints(place.store()).packed.empty());
    place.edit("UPDATE workflow_checkpoints SET packed = substr(packed, 1, 40)");
    const auto damaged = workflow_checkpoints_of(place.store());
    CHECK(damaged.at(0).defect.value_or("").starts_with("a packed checkpoint is damaged: "));
    CHECK(!place.restore(place.restoring(loop(k_seed_loop))).is_restored);
  }
}
