// SPDX-License-Identifier: MIT
// Loops by the protocol of the seed persistence-extension: its own story verb by verb, status, many at once.
#include <doctest/doctest.h>

#include <regex>
#include <string>
#include <vector>

#include "child_process.hpp"
#include "database_fixture.hpp"
#include "loop_place.hpp"
#include "loops/loop_status.hpp"
#include "rlmdb/event.hpp"
#include "rlmdb/import.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

Json seed_document() {
  return Json::parse(
      read_all(std::filesystem::path(RLMDB_SOURCE_DIR) / "data/legacy/loops/persistence-extension.json"));
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
    (void)record_iteration(store, id, text(without(history[i], {"quality_delta"})));
  (void)reinforce_loop(store, id, {"STANDARD", "Iteration 5 threshold reached", 5},
                       at("2026-02-02T21:10:00Z"));
  (void)record_iteration(store, id, text(without(history[2], {"quality_delta", "recovery_attempted"})));
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

}  // namespace

TEST_SUITE("tasks::loops") {
  TEST_CASE("the story of the seed, verb by verb, ends in the seed's document") {
    TaskPlace place;
    const Json seed = seed_document();
    replay_seed(place.store(), seed);
    Json made = document_of(place.store(), seed["loop_id"]);
    // Iterations are counted in metrics, which the example leaves out. All else is the same.
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
    CHECK(list_loops(store, LoopsShown::all, 2).size() == 2);
    CHECK(list_loops(store, LoopsShown::all).back().is_active == false);
    // The one started last comes first, by instants; a text that is no time comes last.
    place.edit(
        "UPDATE loops SET outline = json_set(outline, '$.started_at', CASE loop_id "
        "WHEN 'c' THEN '2026-01-01T01:00:00Z' WHEN 'd' THEN '2026-01-01T02:30:00+02:00' WHEN 'e' THEN 'soon' "
        "ELSE '2026-01-01T00:15:00Z' END)");
    std::string order;
    for (const Loop& loop : list_loops(store)) order += loop.loop_id;
    CHECK(order == "cdfe");
  }

  TEST_CASE("status: each pair of the table, and only those, can follow one another") {
    const std::vector<std::string> followers{
        "paused completing completed failed aborted crashed recovering",  // running
        "running completed failed aborted crashed",                       // paused
        "running completed failed aborted crashed",                       // completing
        "",
        "",
        "",                                                     // completed, failed, aborted
        "running recovering completed failed aborted crashed",  // crashed
        "running paused completed failed aborted crashed"};     // recovering
    for (std::size_t i = 0; i < k_members_of<loops::LoopStatus>.size(); ++i)
      for (const loops::LoopStatus after : k_members_of<loops::LoopStatus>) {
        const std::string words = " " + followers[i] + " ";
        const bool expected = words.find(" " + std::string(to_text(after)) + " ") != std::string::npos;
        CHECK(loops::may_follow(k_members_of<loops::LoopStatus>.at(i), after) == expected);
      }
    CHECK(loops::find_loop_status("success") == loops::LoopStatus::completed);
    CHECK(loops::find_loop_status("max_iterations") == loops::LoopStatus::failed);
    CHECK(loops::find_loop_status("because") == std::nullopt);
  }

  TEST_CASE("a loop takes only what its status allows") {
    TaskPlace place;
    Store& store = place.store();
    (void)start(store);
    CHECK(set_loop_status(store, k_loop, "paused").status == "paused");
    CHECK(refusal_of(error_of([&] { (void)record_score(store, 1); })) ==
          "conflict: l is paused, and an iteration is recorded only while it is running");
    CHECK(refusal_of(error_of([&] { (void)set_loop_status(store, k_loop, "recovering"); })) ==
          "conflict: l is paused, and recovering cannot follow that");
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

  TEST_CASE("the seed's document comes in, answers, goes on, and goes out unchanged before that") {
    const TestDir dir;
    const Json seed = seed_document();
    const LoopId id{seed["loop_id"]};
    const std::filesystem::path file = dir / (".aiwg/ralph/loops/" + id.text + "/state.json");
    std::filesystem::create_directories(file.parent_path());
    write_all(file, seed.dump(2));
    (void)import_files(dir / "a.db", {file});
    Store store = Store::open(dir / "a.db", Access::read_write, TaskPlace::options());
    CHECK(exported(store, id.text) == seed.dump(2));
    const LoopDetails details = loop_details(store, id);
    CHECK(details.loop.best->iteration == 2);
    CHECK(details.loop.scores == std::vector<double>{60, 85, 70});
    CHECK(details.loop.open_regressions == 1);
    CHECK(details.recoveries[0].steps == std::vector<std::string>{"pause", "diagnose", "adapt", "escalate"});
    CHECK(details.patterns[0].pattern_id == "LP-001");
    const LoopChanged changed = record_iteration(store, id, {R"({"quality_score":85})"});
    CHECK(changed.iteration == 8);
    CHECK(changed.quality_delta == 15);
    CHECK_FALSE(changed.is_new_best);
    Json made = document_of(store, id.text);
    CHECK(made["metrics"]["total_iterations"] == 4);
    CHECK(made["iteration_history"].size() == 4);
    for (const char* name : {"metrics", "iteration_history", "iteration", "last_updated"}) made.erase(name);
    CHECK(is_same(made, without(seed, {"iteration_history", "iteration", "last_updated"})));
  }

  TEST_CASE("a document of the legacy program sees what is changed here") {
    const TestDir dir;
    const std::filesystem::path file = dir / ".aiwg/ralph/loops/ralph-fix-81abb93b/state.json";
    std::filesystem::create_directories(file.parent_path());
    write_all(
        file,
        R"({"loopId":"ralph-fix-81abb93b","active":true,"task":"Fix","maxIterations":200,)"
        R"("currentIteration":3,"completed":false,"status":"recovering","iterations":[)"
        R"({"iteration":1,"result":"9 left"},{"iteration":3,"result":"3 left"}],"recoveryAttempts":1})");
    (void)import_files(dir / "a.db", {file});
    Store store = Store::open(dir / "a.db", Access::read_write, TaskPlace::options());
    const LoopId id{"ralph-fix-81abb93b"};
    CHECK(record_iteration(store, id, {R"({"quality_score":40})"}).iteration == 4);
    (void)add_regression(store, id, {R"({"regression_type":"test_skipping","severity":"low"})"});
    (void)finish_loop(store, id, "completed", at("2026-02-02T22:00:00Z"));
    const Json made = document_of(store, ".aiwg/ralph/loops/" + id.text + "/state.json");
    CHECK(made["currentIteration"] == 4);
    CHECK_FALSE(made.contains("iteration"));
    CHECK(made["recoveryAttempts"] == 2);
    CHECK_FALSE(made.contains("recovery_attempts"));
    CHECK(made["active"] == false);
    CHECK(made["completed"] == true);
    CHECK(made["status"] == "completed");
    CHECK(made["completed_at"] == "2026-02-02T22:00:00Z");
    CHECK_FALSE(made.contains("endTime"));
    CHECK(made["iterations"].size() == 2);
    CHECK(made["iteration_history"].size() == 1);
    CHECK(made["reinforcement_history"][0]["from_level"] == "MINIMAL");
    CHECK(loop_details(store, {".aiwg/ralph/loops/ralph-fix-81abb93b/state.json"}).loop.best->iteration == 4);
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
