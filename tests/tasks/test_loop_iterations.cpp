// SPDX-License-Identifier: MIT
// What recording an iteration, and a regression, computes and refuses: score, delta, best, level.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "loop_place.hpp"
#include "loops/loop_quality.hpp"
#include "restored_backup.hpp"
#include "rlmdb/import.hpp"
#include "rlmdb/verify.hpp"
#include "workflow_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

/// "STANDARD 5 Iteration 5 threshold reached"
std::vector<std::string> levels_of(const Store& store) {
  std::vector<std::string> levels;
  for (const LoopReinforcement& one : loop_details(store, k_loop).reinforcements)
    levels.push_back(one.to_level.value_or("") + " " + std::to_string(one.iteration.value_or(0)) + " " +
                     one.reason.value_or(""));
  return levels;
}

}  // namespace

TEST_SUITE("tasks::loop_iterations") {
  TEST_CASE("what an iteration leaves out is added, and what it brings along stays") {
    TaskPlace place;
    (void)start(place.store());
    const LoopChanged first = record(place.store(),
                                     R"({"x":1.50,"quality_breakdown":{"validation":90,"completeness":80,)"
                                     R"("correctness":70,"readability":60,"efficiency":55}})",
                                     at("2026-02-02T21:00:00Z"));
    CHECK(first.quality_score == 76);
    CHECK(first.is_new_best);
    const Json entry = document_of(place.store())["iteration_history"][0];
    CHECK(entry.dump() ==
          R"({"x":1.5,"quality_breakdown":{"validation":90,"completeness":80,"correctness":70,)"
          R"("readability":60,"efficiency":55},"iteration":1,"timestamp":"2026-02-02T21:00:00Z",)"
          R"("quality_score":76,"quality_delta":0,"artifacts":[]})");
    CHECK(exported(place.store(), "l").find("\"x\": 1.50,") != std::string::npos);
    const LoopChanged second = record(place.store(), R"({"iteration":1000,"quality_score":75.4})");
    CHECK(second.quality_delta == -0.6);
    CHECK(second.iteration == 1000);
    CHECK_FALSE(second.is_new_best);
    const Json made = document_of(place.store());
    CHECK(made["iteration"] == 1000);
    CHECK(made["metrics"]["total_iterations"] == 2);
    CHECK(made["best_iteration"]["iteration"] == 1);
    CHECK(made["best_iteration"]["selection_reason"] == "Highest quality score (76%)");
    CHECK_FALSE(made["best_iteration"].contains("snapshot_path"));
    CHECK_FALSE(made["iteration_history"][1].contains("snapshot_path"));
  }

  TEST_CASE("a snapshot is named only where there is a file") {
    WorkflowPlace place;
    const std::string name = ".aiwg/ralph/loops/l/iterations/iteration-002.json";
    std::filesystem::create_directories(place.file(name).parent_path());
    write_all(place.file(name), "{}");
    write_all(place.file(".aiwg/ralph/loops/l/state.json"),
              R"({"loop_id":"l","status":"running","iteration":0,"iteration_history":[]})");
    place.close();
    (void)import_files(place.database(), {place.file(".aiwg")});
    place.reopen();
    for (const double score : {50.0, 60.0, 55.0}) (void)record_score(place.store(), score);
    const Json made = document_of(place.store());
    CHECK_FALSE(made["iteration_history"][0].contains("snapshot_path"));
    CHECK(made["iteration_history"][1]["snapshot_path"] == name);
    CHECK_FALSE(made["iteration_history"][2].contains("snapshot_path"));
    CHECK(made["best_iteration"]["snapshot_path"] == name);
    (void)record(place.store(), R"({"quality_score":70,"snapshot_path":"mine.json"})");
    CHECK(loop_details(place.store(), k_loop).loop.best->snapshot_path == "mine.json");
  }

  TEST_CASE("a score and its breakdown have to agree, and so has the delta") {
    TaskPlace place;
    Store& store = place.store();
    (void)start(store);
    const std::string parts =
        R"("quality_breakdown":{"validation":60,"completeness":55,"correctness":65,"readability":60,"efficiency":58}})";
    CHECK(refusal_of(error_of([&] { (void)record(store, R"({"quality_score":61,)" + parts); })) ==
          "invalid_input: iteration/quality_score is 61, but quality_breakdown gives 59.8");
    CHECK(refusal_of(error_of([&] { (void)record(store, R"({"quality_score":59.82,)" + parts); })) ==
          "invalid_input: iteration/quality_score is 59.82, but quality_breakdown gives 59.8");
    CHECK(refusal_of(error_of([&] { (void)record(store, R"({"quality_breakdown":{"validation":1}})"); })) ==
          "invalid_input: iteration/quality_score is missing");
    (void)record(store, R"({"quality_score":60,)" + parts);
    (void)record(store, R"({"quality_score":59.81,)" + parts);
    CHECK(refusal_of(error_of([&] { (void)record(store, R"({"quality_score":70,"quality_delta":-1})"); })) ==
          "invalid_input: iteration/quality_delta is -1, but against the iteration before it is 10.19");
    CHECK(loop_details(store, k_loop).iterations.size() == 2);
  }

  TEST_CASE("members have to be what the seed says of them") {
    TaskPlace place;
    Store& store = place.store();
    (void)start(store);
    const std::vector<std::pair<std::string, std::string>> refused{
        {R"({"quality_score":101})", "iteration/quality_score has to be from 0 to 100"},
        {R"({"quality_score":-1})", "iteration/quality_score has to be from 0 to 100"},
        {R"({"quality_score":"70"})", "iteration/quality_score has to be a number"},
        {R"({"quality_score":1,"iteration":0})", "iteration/iteration has to be 1 or more"},
        {R"({"quality_score":1,"iteration":1.5})", "iteration/iteration has to be a whole number"},
        {R"({"quality_score":1,"timestamp":"today"})",
         "iteration/timestamp has to be a time like 2026-02-02T21:15:00Z"},
        {R"({"quality_score":1,"artifacts":[{"path":1}]})", "iteration/artifacts/0/path has to be a text"},
        {R"({"quality_score":1,"artifacts":["a"]})", "iteration/artifacts/0 has to be an object"},
        {R"({"quality_score":1,"test_results":{"coverage":101}})",
         "iteration/test_results/coverage has to be from 0 to 100"},
        {R"({"quality_score":1,"regression_detected":1})",
         "iteration/regression_detected has to be true or false"},
        {R"([])", "iteration has to be an object"},
        {R"({"quality_score":1,"quality_score":2})", "iteration is no JSON value: a member name is repeated"},
    };
    for (const auto& [json, why] : refused)
      CHECK(refusal_of(error_of([&, given = json] { (void)record(store, given); })) ==
            "invalid_input: " + why);
    (void)record(store, R"({"quality_score":1,"test_results":null})");
    CHECK(refusal_of(error_of([&] { (void)add_regression(store, k_loop, {R"({"severity":"low"})"}); })) ==
          "invalid_input: regression/regression_type is missing");
    CHECK(refusal_of(error_of([&] {
            (void)add_recovery(store, k_loop,
                               {R"({"trigger":"x","protocol_steps":{"diagnose":{"confidence":2}}})"});
          })) == "invalid_input: recovery/protocol_steps/diagnose/confidence has to be from 0 to 1");
    CHECK(refusal_of(error_of([&] {
            NewLoop loop;
            loop.task = "x";
            loop.baseline_metrics = JsonText{R"({"captured_at":"2026-02-02T21:00:00Z","test_count":1})"};
            (void)start_loop(store, loop);
          })) == "invalid_input: baseline/coverage_percentage is missing");
    CHECK(loop_details(store, k_loop).loop.version == 2);
  }

  TEST_CASE("the best is the highest, of equal ones the earliest, whatever comes after") {
    std::mt19937 random(7);
    for (int run = 0; run < 12; ++run) {
      TaskPlace place;
      (void)start(place.store());
      std::vector<double> scores;
      for (int i = 0; i < 20; ++i) {
        scores.push_back(static_cast<double>(random() % 12) * 4.5);
        const LoopChanged changed = record_score(place.store(), scores.back());
        std::size_t best = 0;
        for (std::size_t k = 1; k < scores.size(); ++k)
          if (scores[k] > scores[best]) best = k;
        REQUIRE(changed.best.has_value());
        CHECK(changed.best->iteration == static_cast<std::int64_t>(best) + 1);
        CHECK(changed.best->quality_score == scores[best]);
        CHECK(changed.is_new_best == (best + 1 == scores.size()));
        if (run == 0) CHECK(unsound_in(place.database()) == "");
      }
      (void)finish_loop(place.store(), k_loop);
      CHECK(loop_details(place.store(), k_loop).loop.best->quality_score ==
            *std::max_element(scores.begin(), scores.end()));
      if (run == 0) CHECK(unsound_when_restored(place.database()) == "");
    }
  }

  TEST_CASE("the best of a history that names none is the earliest of the highest") {
    std::mt19937 random(11);
    CHECK(loops::best_of({}) == std::nullopt);
    for (int run = 0; run < 200; ++run) {
      std::vector<loops::ScoredIteration> all(1 + random() % 9);
      for (loops::ScoredIteration& one : all) one.score = static_cast<double>(random() % 4);
      std::size_t best = 0;
      for (std::size_t i = 1; i < all.size(); ++i)
        if (all[i].score > all[best].score) best = i;
      CHECK(loops::best_of(all) == best);
    }
  }

  TEST_CASE("the level goes up at iterations 5 and 10, one step each, and never down") {
    TaskPlace place;
    (void)start(place.store());
    for (int i = 0; i < 12; ++i) (void)record_score(place.store(), i % 2 == 0 ? 40 : 60);
    const std::vector<std::string> expected{"MINIMAL 1 Loop initialization",
                                            "STANDARD 5 Iteration 5 threshold reached",
                                            "AGGRESSIVE 10 Iteration 10 threshold reached"};
    CHECK(levels_of(place.store()) == expected);
  }

  TEST_CASE("three iterations that hardly move raise it, counted from the last change") {
    TaskPlace place;
    (void)start(place.store());
    for (const double score : {50.0, 54.9, 52.0, 54.0, 55.0}) (void)record_score(place.store(), score);
    std::vector<std::string> expected{"MINIMAL 1 Loop initialization",
                                      "STANDARD 4 Quality plateau detected (3 iterations < 5% delta)"};
    CHECK(levels_of(place.store()) == expected);
    (void)record_score(place.store(), 60);  // moves by 5: no plateau
    (void)record_score(place.store(), 60);
    (void)record_score(place.store(), 60);
    CHECK(levels_of(place.store()) == expected);
    (void)record_score(place.store(), 60);
    expected.emplace_back("AGGRESSIVE 9 Quality plateau detected (3 iterations < 5% delta)");
    CHECK(levels_of(place.store()) == expected);
  }

  TEST_CASE("a plateau counts no iteration twice") {
    TaskPlace place;
    (void)start(place.store());
    for (int i = 0; i < 6; ++i) (void)record_score(place.store(), 50);
    CHECK(levels_of(place.store()).size() == 2);  // in iteration 4
    (void)record_score(place.store(), 50);
    CHECK(levels_of(place.store()).back() ==
          "AGGRESSIVE 7 Quality plateau detected (3 iterations < 5% delta)");
  }

  TEST_CASE("OFF and ADAPTIVE stay as they are") {
    for (const char* level : {"OFF", "ADAPTIVE"}) {
      TaskPlace place;
      (void)start(place.store());
      (void)reinforce_loop(place.store(), k_loop, {level, {}, {}});
      for (int i = 0; i < 11; ++i) (void)record_score(place.store(), 50);
      (void)add_regression(place.store(), k_loop,
                           {R"({"regression_type":"test_skipping","severity":"high"})"});
      CHECK(loop_details(place.store(), k_loop).loop.reinforcement_level == level);
    }
  }

  TEST_CASE("a regression counts, marks its iteration and raises the level once an iteration" * damages) {
    TaskPlace place;
    Store& store = place.store();
    (void)start(store);
    (void)record_score(store, 50);
    const JsonText regression{R"({"regression_type":"test_skipping","severity":"high"})"};
    const LoopChanged first = add_regression(store, k_loop, regression);
    CHECK(first.escalation == "Regression detected in iteration 1");
    CHECK(first.reinforcement_level == "STANDARD");
    CHECK(std::regex_match(
        first.entry_id, std::regex("[a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-[89ab][a-f0-9]{3}-[a-f0-9]{12}")));
    CHECK(add_regression(store, k_loop, regression).reinforcement_level == "STANDARD");
    const LoopDetails details = loop_details(store, k_loop);
    CHECK(details.loop.recovery_attempts == 2);
    CHECK(details.loop.open_regressions == 2);
    CHECK(details.iterations[0].regression_detected);
    CHECK(details.regressions[0].event_id == first.entry_id);
    CHECK(refusal_of(error_of([&] { (void)update_regression(store, k_loop, "none", {"{}"}); })) ==
          "not_found: there is no regression 'none' in l");
    (void)update_regression(store, k_loop, first.entry_id, {R"({"human_decision":"approve"})"});
    CHECK(loop_details(store, k_loop).loop.open_regressions == 1);
    (void)update_regression(store, k_loop, first.entry_id, {R"({"regression_type":"test_deletion"})"});
    CHECK(refusal_of(error_of([&] {
            (void)update_regression(store, k_loop, first.entry_id, {R"({"event_id":"other"})"});
          })) == "usage: the id of a regression is never changed");
    CHECK(verify(store).finding_count == 0);
    place.edit("DELETE FROM loop_regressions WHERE event_id = '" + first.entry_id + "'");
    place.edit("UPDATE loop_regressions SET position = 0");
    const std::vector<Finding> findings = verify(store).findings;
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].message == "4 events say loop:regression, of which an entry is gone");
  }
}
