// SPDX-License-Identifier: MIT
// What is said of a loop before its time, or later: regressions, levels, patterns, a baseline.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "loop_place.hpp"
#include "rlmdb/event.hpp"
#include "rlmdb/verify.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

constexpr const char* k_baseline =
    R"({"captured_at":"2026-02-02T21:00:00Z","test_count":150,"coverage_percentage":85})";

void note_pattern(Store& store, const std::string& id, int iteration) {
  (void)add_pattern(store, k_loop, {Json{{"pattern_id", id}, {"iteration", iteration}}.dump()});
}

LoopChanged mark(Store& store, const PatternName& name,
                 const std::string& members = R"({"false_positive":true})") {
  return update_pattern(store, k_loop, name, {members});
}

}  // namespace

TEST_SUITE("tasks::loop_facts") {
  TEST_CASE("what was noted of an iteration before it was recorded marks it") {
    TaskPlace place;
    Store& store = place.store();
    (void)start(store);
    (void)record_score(store, 50);
    (void)add_regression(store, k_loop,
                         {R"({"regression_type":"test_skipping","severity":"high","iteration":2})"});
    (void)add_recovery(store, k_loop, {R"({"trigger":"stuck","iteration":3})"});
    (void)record_score(store, 60);
    (void)record(store, R"({"quality_score":70,"recovery_attempted":false})");
    (void)record_score(store, 80);
    CHECK(place.rows("SELECT iteration, regression_detected, recovery_attempted FROM loop_iterations") ==
          std::vector<std::string>{"1|0|0", "2|1|0", "3|0|1", "4|0|0"});
    const Json history = document_of(store)["iteration_history"];
    CHECK_FALSE(history[0].contains("regression_detected"));
    CHECK(history[1]["regression_detected"] == true);
    CHECK(history[2]["recovery_attempted"] == true);
    CHECK(verify(store).finding_count == 0);
  }

  TEST_CASE("whether recovery and a person were called for are columns, false where nobody says") {
    TaskPlace place;
    Store& store = place.store();
    (void)start(store);
    const auto event = [&](const std::string& id) {
      (void)add_regression(
          store, k_loop,
          {R"({"regression_type":"test_skipping","severity":"high","event_id":")" + id + "\"}"});
    };
    event("a");
    event("b");
    (void)add_recovery(
        store, k_loop,
        {R"({"trigger":"t","outcome":"escalated","protocol_steps":{"escalate":{"reason":"r"}}})"}, "b");
    CHECK(
        place.rows("SELECT event_id, recovery_protocol_invoked, human_gate_invoked FROM loop_regressions") ==
        std::vector<std::string>{"a|0|0", "b|1|1"});
  }

  TEST_CASE("a document without a level is at MINIMAL, and rises from there") {
    TaskPlace place;
    Store& store = place.store();
    (void)start(store);
    place.edit("UPDATE loops SET outline = json_remove(outline, '$.reinforcement_level')");
    CHECK(loop_details(store, k_loop).loop.reinforcement_level == "MINIMAL");
    CHECK(place.rows("SELECT reinforcement_level FROM loops") == std::vector<std::string>{"MINIMAL"});
    CHECK(refusal_of(error_of([&] {
            (void)reinforce_loop(store, k_loop, {"MINIMAL", {}, {}});
          })) == "conflict: l is at MINIMAL already");
    CHECK_FALSE(document_of(store).contains("reinforcement_level"));
    const LoopChanged changed =
        add_regression(store, k_loop, {R"({"regression_type":"test_skipping","severity":"high"})"});
    CHECK(changed.reinforcement_level == "STANDARD");
    CHECK(loop_details(store, k_loop).reinforcements.back().from_level == "MINIMAL");
  }

  TEST_CASE("a pattern can be marked as none, and be one again, also after the loop's end") {
    TaskPlace place;
    Store& store = place.store();
    (void)start(store);
    for (const int iteration : {2, 2, 7}) note_pattern(store, "LP-001", iteration);
    note_pattern(store, "LP-002", 7);
    CHECK(refusal_of(error_of([&] {
            (void)mark(store, {"LP-001", {}});
          })) == "conflict: LP-001 was detected in iterations 2, 7");
    CHECK(refusal_of(error_of([&] {
            (void)mark(store, {"LP-003", {}});
          })) == "not_found: there is no pattern 'LP-003' in l");
    CHECK(refusal_of(error_of([&] {
            (void)mark(store, {"LP-002", 2});
          })) == "not_found: there is no pattern 'LP-002' in l at iteration 2");
    CHECK(refusal_of(error_of([&] {
            (void)mark(store, {"LP-002", {}}, R"({"pattern_id":"x"})");
          })) == "usage: the id of a pattern is never changed");
    CHECK(refusal_of(error_of([&] {
            (void)mark(store, {"LP-002", {}}, R"({"false_positive":1})");
          })) == "invalid_input: pattern/false_positive has to be true or false");
    CHECK(mark(store, {"LP-001", 2}).entry_id == "LP-001");
    const std::string marks = "SELECT position, false_positive FROM loop_patterns";
    CHECK(place.rows(marks) == std::vector<std::string>{"0|1", "1|1", "2|0", "3|0"});
    (void)finish_loop(store, k_loop);
    (void)mark(store, {"LP-002", {}});
    (void)mark(store, {"LP-001", 2}, R"({"false_positive":false})");
    CHECK(place.rows(marks) == std::vector<std::string>{"0|0", "1|0", "2|0", "3|1"});
    CHECK(loop_details(store, k_loop).patterns[3].is_false_positive);
    CHECK(place.rows("SELECT reason FROM events WHERE kind = 'loop:changed'") ==
          std::vector<std::string>{"LP-001", "LP-002", "LP-001"});
    CHECK(verify(store).finding_count == 0);
  }

  TEST_CASE("a baseline is given later, once, unless another is to take its place") {
    TaskPlace place;
    Store& store = place.store();
    (void)start(store);
    CHECK(refusal_of(error_of([&] { (void)set_baseline(store, k_loop, {R"({"test_count":1})"}); })) ==
          "invalid_input: baseline/captured_at is missing");
    (void)set_baseline(store, k_loop, {k_baseline});
    CHECK(document_of(store)["baseline_metrics"].dump() == k_baseline);
    const std::string other =
        R"({"captured_at":"2026-02-03T21:00:00Z","test_count":1,"coverage_percentage":2})";
    CHECK(refusal_of(error_of([&] { (void)set_baseline(store, k_loop, {other}); })) ==
          "conflict: l has a baseline");
    (void)set_baseline(store, k_loop, {other}, BaselineChange::replace);
    CHECK(place.rows("SELECT test_count FROM baseline_metrics") == std::vector<std::string>{"1"});
    CHECK(place.rows(
              "SELECT old_value FROM event_changes WHERE member = '/baseline_metrics' ORDER BY event_seq") ==
          std::vector<std::string>{"NULL", k_baseline});
    CHECK(verify(store).finding_count == 0);
  }
}
