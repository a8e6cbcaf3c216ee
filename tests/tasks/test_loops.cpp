// SPDX-License-Identifier: MIT
// Loops by the protocol of the seed persistence-extension: its own story verb by verb, best, levels, status.
#include <doctest/doctest.h>

#include <random>
#include <regex>
#include <string>
#include <vector>

#include "child_process.hpp"
#include "database_fixture.hpp"
#include "model/loop_quality.hpp"
#include "model/loop_rules.hpp"
#include "model/loop_status.hpp"
#include "rlmdb/event.hpp"
#include "rlmdb/export.hpp"
#include "rlmdb/loop.hpp"
#include "task_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

const LoopId k_loop{"l"};

Json seed_document() {
  return Json::parse(
      read_all(std::filesystem::path(RLMDB_SOURCE_DIR) / "data/legacy/loops/persistence-extension.json"));
}

std::string exported(const Store& store, const std::string& id) {
  std::string text;
  (void)export_loop(store, id, [&](std::string_view bytes) { text += bytes; });
  return text;
}

Json document_of(const Store& store, const std::string& id = "l") {
  return Json::parse(exported(store, id));
}

LoopChanged start(Store& store, const std::string& id = "l", bool is_forced = false) {
  NewLoop loop;
  loop.task = "work";
  loop.loop_id = id;
  loop.is_forced = is_forced;
  return start_loop(store, loop);
}

LoopChanged record(Store& store, const std::string& json, const LoopCondition& condition = {}) {
  return record_iteration(store, k_loop, JsonText{json}, condition);
}

LoopChanged record_score(Store& store, double score) {
  return record(store, Json{{"quality_score", score}}.dump());
}

LoopCondition at(const std::string& time) {
  LoopCondition condition;
  condition.timestamp = time;
  return condition;
}

/// The sorted values of both.
bool is_same(const Json& a, const Json& b) {
  return nlohmann::json::parse(a.dump()) == nlohmann::json::parse(b.dump());
}

Json without(Json object, std::initializer_list<const char*> names) {
  for (const char* name : names) object.erase(name);
  return object;
}

/// The calls that lead to the seed's document.
void replay_seed(Store& store, const Json& seed) {
  const LoopId id{seed["loop_id"]};
  const auto text = [](const Json& json) { return JsonText{json.dump()}; };
  const Json& history = seed["iteration_history"];
  NewLoop loop;
  loop.task = seed["task"];
  loop.loop_id = id.text;
  loop.completion_criteria = seed["completion_criteria"];
  loop.baseline_metrics = text(seed["baseline_metrics"]);
  loop.timestamp = seed["started_at"];
  (void)start_loop(store, loop);
  // What the protocol computes is left out of what is given.
  for (const std::size_t i : {0U, 1U})
    (void)record_iteration(store, id, text(without(history[i], {"quality_delta", "snapshot_path"})));
  (void)reinforce_loop(store, id, {"STANDARD", "Iteration 5 threshold reached", 5},
                       at("2026-02-02T21:10:00Z"));
  (void)record_iteration(store, id,
                         text(without(history[2], {"quality_delta", "snapshot_path", "recovery_attempted"})));
  const LoopCondition late = at(seed["last_updated"]);
  (void)add_regression(
      store, id,
      text(without(seed["regression_events"][0], {"recovery_protocol_invoked", "recovery_outcome",
                                                  "human_gate_invoked", "human_decision"})),
      late);
  (void)add_pattern(store, id, text(seed["detected_patterns"][0]), late);
  (void)add_recovery(store, id, text(seed["recovery_history"][0]), "reg-001", late);
  (void)update_regression(store, id, "reg-001", JsonText{R"({"human_decision":"reject"})"}, late);
  (void)update_persistence_metrics(store, id, text(seed["persistence_metrics"]), late);
}

std::string refusal_of(const std::optional<Error>& error) {
  return error ? std::string(to_text(error->code())) + ": " + error->what() : "none";
}

/// "STANDARD 5 Iteration 5 threshold reached"
std::vector<std::string> levels_of(const Store& store) {
  std::vector<std::string> levels;
  for (const LoopReinforcement& one : loop_details(store, k_loop).reinforcements)
    levels.push_back(one.to_level.value_or("") + " " + std::to_string(one.iteration.value_or(0)) + " " +
                     one.reason.value_or(""));
  return levels;
}

}  // namespace

TEST_SUITE("tasks::loops") {
  TEST_CASE("the story of the seed, verb by verb, ends in the seed's document") {
    TaskPlace place;
    const Json seed = seed_document();
    replay_seed(place.store(), seed);
    Json made = document_of(place.store(), seed["loop_id"]);
    // RA-68 counts iterations in metrics, which the seed's example leaves out. All else is the same.
    CHECK(made["metrics"].dump() == R"({"total_iterations":3})");
    made.erase("metrics");
    CHECK_MESSAGE(is_same(made, seed), Json::diff(seed, made).dump());
  }

  TEST_CASE("each change of the story is one event that keeps what was there before") {
    TaskPlace place;
    replay_seed(place.store(), seed_document());
    std::vector<std::string> kinds;
    place.store().events({}, [&](const Event& event) {
      kinds.push_back(event.kind);
      return true;
    });
    const std::vector<std::string> expected{
        "loop:started",    "loop:recorded", "loop:recorded",  "loop:reinforced", "loop:recorded",
        "loop:regression", "loop:noted",    "loop:recovered", "loop:regression", "loop:noted"};
    CHECK(kinds == expected);
    db::Connection raw = db::Connection::open(reading(place.database()));
    CHECK(text(raw,
               "SELECT old_value FROM event_changes WHERE event_seq = 6 AND member = "
               "'/reinforcement_level'") == "\"STANDARD\"");
    CHECK(number(raw,
                 "SELECT count(*) FROM event_changes WHERE event_seq = 3 AND member = "
                 "'/iteration_history/1' AND old_value IS NULL") == 1);
  }

  TEST_CASE("a new loop is as loop-state and the seed have it") {
    TaskPlace place;
    NewLoop loop;
    loop.task =
        "Fix All  \xC3\x9C"
        "ber-Tests, every one a lie!";
    loop.max_iterations = 12;
    loop.timestamp = "2026-02-02T21:00:00Z";
    const LoopChanged started = start_loop(place.store(), loop);
    CHECK(std::regex_match(started.loop_id, std::regex("ralph-fix-all-ber-tests-every-one-a--[a-f0-9]{8}")));
    CHECK(started.status == "running");
    CHECK(started.version == 1);
    const Json made = without(document_of(place.store(), started.loop_id), {"loop_id", "task"});
    CHECK(made.dump() ==
          R"({"version":"2.0.0","status":"running","iteration":0,"started_at":"2026-02-02T21:00:00Z",)"
          R"("last_updated":"2026-02-02T21:00:00Z","configuration":{"max_iterations":12},)"
          R"("metrics":{"total_iterations":0},"iteration_history":[],"regression_events":[],)"
          R"("reinforcement_level":"MINIMAL","reinforcement_history":[{"timestamp":"2026-02-02T21:00:00Z",)"
          R"("iteration":1,"from_level":"OFF","to_level":"MINIMAL","reason":"Loop initialization"}],)"
          R"("recovery_attempts":0,"recovery_history":[],"detection_enabled":true,"detected_patterns":[]})");
    loop.task = "\xC3\x9C\xC3\xA4";
    CHECK(std::regex_match(start_loop(place.store(), loop).loop_id, std::regex("ralph--[a-f0-9]{8}")));
  }

  TEST_CASE("an id is a file name, and is used once") {
    TaskPlace place;
    (void)start(place.store(), "my-api-refactor");
    CHECK(refusal_of(error_of([&] { (void)start(place.store(), "my-api-refactor"); })) ==
          "conflict: there is a loop my-api-refactor already");
    for (const char* id : {"", ".", "..", "a/b", "a\nb"})
      CHECK(refusal_of(error_of([&] { (void)start(place.store(), id); })) ==
            "usage: a loop's id has to be the name of a directory");
    CHECK(list_loops(place.store()).size() == 1);
  }

  TEST_CASE("four loops are active at once, unless forced; ended ones do not count") {
    TaskPlace place;
    Store& store = place.store();
    for (const char* id : {"a", "b", "c", "d"}) (void)start(store, id);
    CHECK(refusal_of(error_of([&] { (void)start(store, "e"); })) ==
          "conflict: 4 loops are active, and 4 may be at once");
    (void)start(store, "e", true);
    (void)finish_loop(store, {"a"}, "aborted");
    CHECK(refusal_of(error_of([&] { (void)start(store, "f"); })) ==
          "conflict: 4 loops are active, and 4 may be at once");
    (void)finish_loop(store, {"b"});
    (void)start(store, "f");
    CHECK(list_loops(store).size() == 4);
    CHECK(list_loops(store, LoopsShown::all).size() == 6);
    CHECK(list_loops(store, LoopsShown::all).back().is_active == false);
  }

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
          R"("quality_score":76,"quality_delta":0,"artifacts":[],)"
          R"("snapshot_path":".aiwg/ralph/loops/l/iterations/iteration-001.json"})");
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
    CHECK(made["iteration_history"][1]["snapshot_path"] ==
          ".aiwg/ralph/loops/l/iterations/iteration-1000.json");
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
        {R"({"quality_score":-1})", "iteration/quality_score has to be 0 or more"},
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
        {R"({"quality_score":1,"quality_score":2})",
         "iteration is no JSON value that can be kept: a member name is repeated"},
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
      }
      (void)finish_loop(place.store(), k_loop);
      CHECK(loop_details(place.store(), k_loop).loop.best->quality_score ==
            *std::max_element(scores.begin(), scores.end()));
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

  TEST_CASE("a regression counts, marks its iteration and raises the level once an iteration") {
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
          "not_found: l has no regression none");
    (void)update_regression(store, k_loop, first.entry_id, {R"({"human_decision":"approve"})"});
    CHECK(loop_details(store, k_loop).loop.open_regressions == 1);
  }

  TEST_CASE("status: each pair of the table, and only those, can follow one another") {
    const std::vector<std::string> followers{
        "paused completing completed failed aborted crashed recovering",  // running
        "running failed aborted crashed",                                 // paused
        "running completed failed aborted crashed",                       // completing
        "",
        "",
        "",                                                  // completed, failed, aborted
        "running recovering failed aborted",                 // crashed
        "running paused completed failed aborted crashed"};  // recovering
    for (std::size_t i = 0; i < model::k_loop_statuses.size(); ++i)
      for (const model::LoopStatus after : model::k_loop_statuses) {
        const std::string words = " " + followers[i] + " ";
        const bool expected = words.find(" " + std::string(to_text(after)) + " ") != std::string::npos;
        CHECK(model::may_follow(model::k_loop_statuses.at(i), after) == expected);
      }
    CHECK(model::find_loop_status("success") == model::LoopStatus::completed);
    CHECK(model::find_loop_status("max_iterations") == model::LoopStatus::failed);
    CHECK(model::find_loop_status("because") == std::nullopt);
  }

  TEST_CASE("a loop takes only what its status allows") {
    TaskPlace place;
    Store& store = place.store();
    (void)start(store);
    CHECK(set_loop_status(store, k_loop, "paused").status == "paused");
    CHECK(refusal_of(error_of([&] { (void)record_score(store, 1); })) ==
          "conflict: l is paused, and an iteration is recorded only while it is running");
    CHECK(refusal_of(error_of([&] { (void)finish_loop(store, k_loop); })) ==
          "conflict: l is paused, and completed cannot follow that");
    (void)set_loop_status(store, k_loop, "running");
    (void)record_score(store, 1);
    const LoopChanged finished = finish_loop(store, k_loop, "completed", at("2026-02-02T22:00:00Z"));
    CHECK(finished.status == "completed");
    CHECK(finished.best->iteration == 1);
    const Json made = document_of(store);
    CHECK(made["detection_enabled"] == false);
    CHECK(made["completed_at"] == "2026-02-02T22:00:00Z");
    for (const char* status : {"running", "paused", "failed", "aborted", "completed"})
      CHECK(error_of([&] { (void)set_loop_status(store, k_loop, status); })->code() == ErrorCode::conflict);
    CHECK(refusal_of(error_of([&] { (void)set_loop_status(store, k_loop, "done"); })) ==
          "usage: 'done' is no status of a loop");
  }

  TEST_CASE("a version that is not there any more refuses") {
    TaskPlace place;
    (void)start(place.store());
    LoopCondition condition;
    condition.if_version = 1;
    CHECK(record(place.store(), R"({"quality_score":1})", condition).version == 2);
    CHECK(refusal_of(error_of([&] { (void)record(place.store(), R"({"quality_score":1})", condition); })) ==
          "conflict: l is at version 2, not 1");
    CHECK(refusal_of(error_of([&] {
            (void)record(place.store(), R"({"quality_score":1,"iteration":1})");
          })) == "conflict: iteration 1 of l is recorded already, and 1 is not after it");
    CHECK(error_of([&] { (void)loop_details(place.store(), {"none"}); })->code() == ErrorCode::not_found);
  }

  TEST_CASE("two processes that record at once lose nothing") {
    constexpr int k_each = 25;
    TaskPlace place;
    (void)start(place.store());
    place.close();
    const auto work = [&](int score) {
      Store store = Store::open(place.database(), Access::read_write, TaskPlace::options());
      for (int i = 0; i < k_each; ++i) (void)record_score(store, score + i);
      return 0;
    };
    {
      ChildProcess one([&] { return work(10); });
      ChildProcess other([&] { return work(50); });
      CHECK(one.wait() == 0);
      CHECK(other.wait() == 0);
    }
    place.reopen();
    const LoopDetails details = loop_details(place.store(), k_loop);
    REQUIRE(details.iterations.size() == 2 * k_each);
    double sum = 0;
    for (std::size_t i = 0; i < details.iterations.size(); ++i) {
      CHECK(details.iterations[i].iteration == static_cast<std::int64_t>(i) + 1);
      sum += details.iterations[i].quality_score.value_or(0);
    }
    CHECK(sum == k_each * 60 + k_each * (k_each - 1));
    CHECK(details.loop.best->quality_score == 74);
    CHECK(document_of(place.store())["metrics"]["total_iterations"] == 2 * k_each);
  }
}
