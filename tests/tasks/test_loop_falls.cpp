// SPDX-License-Identifier: MIT
// What recording an iteration sees by itself: metrics below the baseline, failures in a row; and what
// patterns come to.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "loop_place.hpp"
#include "rlmdb/verify.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

using Lines = std::vector<std::string>;

void start_with_baseline(Store& store) {
  NewLoop loop;
  loop.task = "work";
  loop.loop_id = k_loop.text;
  loop.baseline_metrics =
      JsonText{R"({"captured_at":"2026-02-02T21:00:00Z","test_count":150,"coverage_percentage":85})"};
  (void)start_loop(store, loop);
}

LoopChanged record_metrics(Store& store, const std::string& metrics, const std::string& more = "") {
  return rlmdb::test::record(store,
                             R"({"quality_score":70,"metrics_snapshot":{)" + metrics + "}" + more + "}");
}

LoopChanged record_failed(Store& store, int failed_tests) {
  return rlmdb::test::record(
      store, Json{{"quality_score", 40}, {"test_results", {{"failed", failed_tests}}}}.dump());
}

std::string fall_text(const LoopFall& fall) {
  return fall.metric + " " + fall.regression_type + " " + fall.severity + " " +
         std::to_string(static_cast<int>(fall.baseline)) + " " +
         std::to_string(static_cast<int>(fall.current)) + (fall.event_id.empty() ? "" : " noted");
}

Lines falls_of(const LoopChanged& changed) {
  Lines lines;
  for (const LoopFall& fall : changed.falls) lines.push_back(fall_text(fall));
  return lines;
}

Json patterns_counted(const Store& store) {
  return rlmdb::test::document_of(store)["persistence_metrics"];
}

}  // namespace

TEST_SUITE("tasks::loop_falls") {
  TEST_CASE("the baseline is used for regression detection: what falls below it is marked, with an event") {
    TaskPlace place;
    Store& store = place.store();
    start_with_baseline(store);
    CHECK(record_metrics(store, R"("test_count":150,"coverage_percentage":85)").falls.empty());
    const LoopChanged changed = record_metrics(store, R"("test_count":148,"coverage_percentage":84)");
    CHECK(falls_of(changed) == Lines{"test_count test_deletion critical 150 148 noted",
                                     "coverage_percentage coverage_regression high 85 84 noted"});
    REQUIRE(changed.falls.size() == 2);
    CHECK(changed.version == 5);
    CHECK(changed.reinforcement_level == "STANDARD");
    CHECK(changed.escalation == "Regression detected in iteration 2");
    CHECK(place.rows("SELECT iteration, regression_type, severity, baseline_value, current_value FROM "
                     "loop_regressions") ==
          Lines{"2|test_deletion|critical|150|148", "2|coverage_regression|high|85|84"});
    CHECK(place.rows("SELECT kind, coalesce(reason, '') FROM events ORDER BY seq") ==
          Lines{"loop:started|", "loop:recorded|", "loop:recorded|", "loop:regression|test_deletion",
                "loop:regression|coverage_regression"});
    const Json document = document_of(store);
    CHECK_FALSE(document["iteration_history"][0].contains("regression_detected"));
    CHECK(document["iteration_history"][1]["regression_detected"] == true);
    CHECK(document["recovery_attempts"] == 2);
    CHECK(document["regression_events"][0]["event_id"] == changed.falls.front().event_id);
    CHECK(loop_details(store, k_loop).loop.version == changed.version);
    CHECK(verify(store).finding_count == 0);
  }

  TEST_CASE("a fall is noted once: again where it is worse, or where the one before was put right") {
    TaskPlace place;
    Store& store = place.store();
    start_with_baseline(store);
    const LoopChanged fallen = record_metrics(store, R"("test_count":148)");
    REQUIRE(fallen.falls.size() == 1);
    const std::string first = fallen.falls.front().event_id;
    const auto noted = [&](const std::string& metrics, const std::string& more = "") {
      return falls_of(record_metrics(store, metrics, more));
    };
    CHECK(noted(R"("test_count":148)") == Lines{"test_count test_deletion critical 150 148"});
    CHECK(noted(R"("test_count":149)") == Lines{"test_count test_deletion critical 150 149"});
    CHECK(noted(R"("test_count":120)") == Lines{"test_count test_deletion critical 150 120 noted"});
    (void)update_regression(store, k_loop, first, {R"({"human_decision":"approve"})"});
    CHECK(noted(R"("test_count":120)") == Lines{"test_count test_deletion critical 150 120"});
    CHECK(noted(R"("test_count":119)", R"(,"regression_detected":false)") ==
          Lines{"test_count test_deletion critical 150 119 noted"});
    CHECK(place.rows("SELECT regression_detected FROM loop_iterations") == Lines(6, "1"));
  }

  TEST_CASE("tests that were run stand for a snapshot, and what nobody says has not fallen") {
    TaskPlace place;
    Store& store = place.store();
    start_with_baseline(store);
    const LoopChanged changed =
        record(store, R"({"quality_score":70,"test_results":{"total":148,"passed":148,"coverage":90}})");
    CHECK(falls_of(changed) == Lines{"test_count test_deletion critical 150 148 noted"});
    CHECK(record(store, R"({"quality_score":70,"test_results":null})").falls.empty());
    CHECK(record_metrics(store, R"("test_count":151,"typescript_errors":99)").falls.empty());
    CHECK(document_of(store)["regression_events"].size() == 1);
  }

  TEST_CASE("who notes a regression himself is not told twice, nor is one noted while detection is off") {
    TaskPlace place;
    Store& store = place.store();
    start_with_baseline(store);
    const std::string own = R"(,"regression_detected":true)";
    CHECK(falls_of(record_metrics(store, R"("test_count":148)", own)) ==
          Lines{"test_count test_deletion critical 150 148"});
    (void)add_regression(store, k_loop,
                         {R"({"regression_type":"coverage_regression","severity":"low","iteration":2})"});
    CHECK(falls_of(record_metrics(store, R"("coverage_percentage":1)")) ==
          Lines{"coverage_percentage coverage_regression high 85 1"});
    place.edit("UPDATE loops SET outline = json_set(outline, '$.detection_enabled', json('false'))");
    CHECK(falls_of(record_metrics(store, R"("test_count":1)")) ==
          Lines{"test_count test_deletion critical 150 1"});
    CHECK(document_of(store)["regression_events"].size() == 1);
    CHECK(place.rows("SELECT regression_detected FROM loop_iterations") == Lines(3, "1"));
  }

  TEST_CASE("stuck_loop_detected is said after three failures in a row, until somebody recovers from them") {
    TaskPlace place;
    Store& store = place.store();
    (void)start(store);
    const std::string stuck = "stuck_loop_detected: 3 consecutive failures";
    CHECK(record_failed(store, 3).stuck.empty());
    CHECK(record(store, R"({"quality_score":40,"status":"failed"})").stuck.empty());
    CHECK(record(store, R"({"quality_score":40,"success":false})").stuck == stuck);
    CHECK(record(store, R"({"quality_score":40,"outcome":"error"})").stuck == stuck);
    CHECK(place.rows("SELECT coalesce(reason, '') FROM events WHERE kind = 'loop:recorded' ORDER BY seq") ==
          Lines{"", "", stuck, stuck});
    (void)add_recovery(store, k_loop, {Json{{"trigger", stuck}}.dump()});
    CHECK(record_failed(store, 3).stuck.empty());
    CHECK(record_failed(store, 3).stuck.empty());
    CHECK(record_score(store, 40).stuck.empty());
    CHECK(record_failed(store, 3).stuck.empty());
    CHECK(record_failed(store, 3).stuck.empty());
    CHECK(record_failed(store, 4).stuck == stuck);
  }

  TEST_CASE("a loop of which fewer tests fail each time is not stuck") {
    TaskPlace place;
    Store& store = place.store();
    (void)start(store);
    for (const int failed : {9, 7, 5, 3}) CHECK(record_failed(store, failed).stuck.empty());
    CHECK(record_failed(store, 3).stuck.empty());
    CHECK(record_failed(store, 3).stuck.empty());
    CHECK_FALSE(record_failed(store, 3).stuck.empty());
  }

  TEST_CASE("false_positive_rate is false positives over detections, by what the patterns say") {
    TaskPlace place;
    Store& store = place.store();
    (void)start(store);
    (void)update_persistence_metrics(store, k_loop, {R"({"detection_latency_p95_ms":450})"});
    for (const char* const pattern : {R"({"pattern_id":"a"})", R"({"pattern_id":"b","false_positive":false})",
                                      R"({"pattern_id":"c","false_positive":true})", R"({"pattern_id":"d"})"})
      (void)add_pattern(store, k_loop, {pattern});
    CHECK(patterns_counted(store).dump() ==
          R"({"detection_latency_p95_ms":450,"false_positive_rate":0.25,"true_positive_count":1,)"
          R"("false_positive_count":1})");
    (void)update_pattern(store, k_loop, {"a", {}}, {R"({"false_positive":true})"});
    CHECK(patterns_counted(store)["false_positive_rate"] == 0.5);
    CHECK(place.rows("SELECT false_positive_rate, true_positive_count, false_positive_count FROM "
                     "loops") == Lines{"0.5|1|2"});
  }
}
