// SPDX-License-Identifier: MIT
// What a restore leaves of a loop: its best, where it goes on, what counts no more; here and where it came in
// anew.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "loop_place.hpp"
#include "restored_backup.hpp"
#include "rlmdb/import.hpp"
#include "workflow_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

/// One that takes a checkpoint at each iteration, with those scores recorded.
void record_with_checkpoints(Store& store, const std::vector<double>& scores) {
  NewLoop loop;
  loop.task = "work";
  loop.loop_id = k_loop.text;
  loop.auto_checkpoints = {AutoCheckpoint::iteration_boundary};
  (void)start_loop(store, loop);
  for (const double score : scores) (void)record_score(store, score);
}

/// Behind a critical regression of `iteration`.
RestoreReport restore_smartly(WorkflowPlace& place, std::int64_t iteration) {
  (void)add_regression(
      place.store(), k_loop,
      {Json{{"regression_type", "test_deletion"}, {"severity", "critical"}, {"iteration", iteration}}
           .dump()});
  return place.restore(place.restoring(loop(k_loop.text), RestoreStrategy::smart));
}

/// The document, with what its tables say of it.
std::string said_of_loop(const Store& store) {
  const LoopDetails details = loop_details(store, k_loop);
  std::string said = exported(store, k_loop.text);
  if (details.loop.best) said += "\nbest " + std::to_string(details.loop.best->iteration);
  for (const LoopIteration& one : details.iterations) said += "\n" + one.json.text;
  return said;
}

/// A database of its own, of nothing but the exported file.
Store imported_anew(const WorkflowPlace& place, const std::string& name, const std::string& document) {
  const std::filesystem::path file = place.file(name) / (".aiwg/ralph/loops/" + k_loop.text + "/state.json");
  std::filesystem::create_directories(file.parent_path());
  write_all(file, document);
  (void)import_files(place.file(name + ".db"), {file});
  return Store::open(place.file(name + ".db"), Access::read_write, TaskPlace::options());
}

}  // namespace

TEST_SUITE("tasks::loop_restores") {
  TEST_CASE("the best is the best of what no restore rolled back") {
    WorkflowPlace place;
    record_with_checkpoints(place.store(), {50, 60, 95, 40});
    REQUIRE(restore_smartly(place, 3).checkpoint.value().iteration == 2);
    Json made = document_of(place.store());
    CHECK(made["iteration"] == 2);
    CHECK(made["iteration_history"].size() == 4);
    CHECK(made["best_iteration"]["iteration"] == 2);
    CHECK(made["best_iteration"]["quality_score"] == 60);
    CHECK(made["best_iteration"]["updated_at"] == made["iteration_history"][1]["timestamp"]);
    CHECK(made["best_iteration"]["selection_reason"] == "Highest quality score (60%)");
    CHECK(loop_details(place.store(), k_loop).loop.best->iteration == 2);
    (void)finish_loop(place.store(), k_loop);
    CHECK(document_of(place.store())["best_iteration"]["iteration"] == 2);
    REQUIRE(place
                .restore_selected(loop("l"), place.rows("SELECT checkpoint_id FROM workflow_checkpoints "
                                                        "WHERE iteration = 1")[0])
                .is_restored);
    CHECK(document_of(place.store())["best_iteration"]["iteration"] == 1);
    (void)record_score(place.store(), 55);
    CHECK(document_of(place.store())["best_iteration"]["iteration"] == 2);
    CHECK(document_of(place.store())["best_iteration"]["quality_score"] == 55);
  }

  TEST_CASE("with all that had a score rolled back there is no best") {
    WorkflowPlace place;
    record_with_checkpoints(place.store(), {});
    (void)place.take(loop("l"), state_at(0));
    (void)record_score(place.store(), 50);
    REQUIRE(restore_smartly(place, 1).checkpoint.value().iteration == 0);
    CHECK(document_of(place.store())["best_iteration"].is_null());
    CHECK_FALSE(loop_details(place.store(), k_loop).loop.best);
    CHECK(record(place.store(), R"({"quality_score":30,"iteration":1})").is_new_best);
    CHECK(document_of(place.store())["best_iteration"]["quality_score"] == 30);
  }

  TEST_CASE("after a restore the loop goes on from there, also where it came in anew") {
    WorkflowPlace place;
    Store& store = place.store();
    record_with_checkpoints(store, {50, 60, 95, 40, 45});
    REQUIRE(restore_smartly(place, 3).is_restored);
    Store other = imported_anew(place, "other", exported(store, "l"));
    CHECK(said_of_loop(other) == said_of_loop(store));
    CHECK(refusal_of(error_of([&] { (void)record(store, R"({"iteration":2,"quality_score":70})"); })) ==
          "conflict: iteration 2 of l is recorded already, and 2 is not after it");
    for (Store* one : {&store, &other}) {
      const LoopChanged third =
          record(*one, R"({"iteration":3,"quality_score":58})", at("2026-02-02T21:00:00Z"));
      CHECK(third.quality_delta == -2);
      CHECK_FALSE(third.is_new_best);
      CHECK(third.best->iteration == 2);
      const Json entry = document_of(*one)["iteration_history"][5];
      CHECK_FALSE(entry.contains("regression_detected"));
      const LoopChanged fourth = record(*one, R"({"quality_score":61})", at("2026-02-02T21:01:00Z"));
      CHECK(fourth.iteration == 4);
      CHECK(fourth.quality_delta == 3);
      CHECK(fourth.best->iteration == 4);
      for (int i = 5; i <= 6; ++i)
        CHECK(record(*one, R"({"quality_score":50})", at("2026-02-02T21:02:00Z")).iteration == i);
      CHECK(document_of(*one)["metrics"]["total_iterations"] == 9);
      CHECK(document_of(*one)["iteration_history"].size() == 9);
    }
    CHECK(said_of_loop(other) == said_of_loop(store));
    const Store again = imported_anew(place, "again", exported(store, "l"));
    CHECK(said_of_loop(again) == said_of_loop(store));
    CHECK(unsound_when_restored(place.database()) == "");
  }

  TEST_CASE("an automatic checkpoint restores past artifacts of which the loop said no hash") {
    WorkflowPlace place;
    record_with_checkpoints(place.store(), {});
    place.write("a.ts", "one");
    (void)record(place.store(), R"({"quality_score":50,"artifacts":[{"path":"a.ts"}]})");
    place.write("a.ts", "two");
    const RestoreReport done = place.restore(place.restoring(loop("l"), RestoreStrategy::smart));
    CHECK(done.is_restored);
    CHECK(done.artifacts.at(0).state == ArtifactState::unchecked);
    CHECK(detail_of(done, RestoreStepKind::artifacts) == "0 of 1 as they were, 1 unchecked");
    std::filesystem::remove(place.root() / "a.ts");
    CHECK(detail_of(place.restore(place.restoring(loop("l"))), RestoreStepKind::artifacts) ==
          "a.ts is missing");
    place.write("a.ts", "one");
    (void)record(place.store(), R"({"quality_score":50,"artifacts":[{"path":"a.ts","hash":"v1"}]})");
    CHECK(detail_of(place.restore(place.restoring(loop("l"))), RestoreStepKind::artifacts) ==
          "a.ts has a hash that is no SHA-256 to hold it against (--allow-unchecked goes past it)");
  }
}
