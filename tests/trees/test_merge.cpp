// SPDX-License-Identifier: MIT
// Merging the results of children, from legacy files in a real database.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "rlmdb/change.hpp"
#include "rlmdb/merge.hpp"
#include "rlmdb/store.hpp"
#include "store_state.hpp"
#include "tree_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;
using Json = nlohmann::ordered_json;

namespace {

Json node(const std::string& id, const std::string& parent, const std::string& state, Json result) {
  Json metadata = {{"tree_id", "t"}};
  metadata["parent_id"] = parent.empty() ? Json(nullptr) : Json(parent);
  return {{"id", id},
          {"prompt", "p"},
          {"state", state},
          {"result", std::move(result)},
          {"error", nullptr},
          {"output", ""},
          {"metadata", std::move(metadata)}};
}

Json task_result(const std::string& output, Json confidence) {
  return {{"status", "success"}, {"output", output}, {"confidence", std::move(confidence)}};
}

/// A parent "p" of `strategy` above children "c0", "c1"…
TreePlace place_of(const std::string& strategy, const std::vector<Json>& results,
                   const std::string& last_state = "completed") {
  Json document = {{"version", 1}, {"updatedAt", "2026-01-01T00:00:00.000Z"}, {"tasks", Json::array()}};
  document["tasks"].push_back(node("p", "", "running", nullptr));
  if (!strategy.empty()) document["tasks"][0]["metadata"]["merge_strategy"] = strategy;
  for (std::size_t i = 0; i < results.size(); ++i)
    document["tasks"].push_back(
        node("c" + std::to_string(i), "p", i + 1 == results.size() ? last_state : "completed", results[i]));
  return TreePlace(std::string_view(document.dump(2)));
}

Merge merged(const TreePlace& place, const std::string& strategy = {}) {
  MergeOptions options;
  if (!strategy.empty()) options.strategy = strategy;
  return merge_node(place.reader(), "p", options);
}

std::string refusal(const TreePlace& place, const std::string& name) {
  try {
    (void)merge_node(place.reader(), name);
  } catch (const Error& error) {
    return std::string(to_text(error.code())) + ": " + error.what() + " | " + error.where();
  }
  return "merged";
}

}  // namespace

TEST_SUITE("trees::merge") {
  TEST_CASE("concatenate joins texts in store order; the database is not touched") {
    const TreePlace place =
        place_of("concatenate", {"one\n", task_result("two", 0.5), Json{{"a", 1.50}}, nullptr, ""});
    const std::string before = content_of(place.database());
    const Merge merge = merged(place);
    CHECK((merge.strategy == MergeStrategy::concatenate));
    CHECK(merge.result == "one\n\n\ntwo\n\n{\"a\":1.5}\n\n");
    CHECK(merge.inputs.size() == 5);
    CHECK_FALSE(merge.inputs.at(3).text.has_value());
    CHECK(merge.reason == "4 results one after the other");
    MergeOptions options;
    options.separator = "|";
    CHECK(merge_node(place.reader(), "p", options).result == "one\n|two|{\"a\":1.5}|");
    CHECK((content_of(place.database()) == before));
    place.edit("UPDATE tasks SET position = 100 WHERE legacy_id = 'c0'");
    CHECK(id_text(merged(place).inputs.back().task_id) == "c0");
  }

  TEST_CASE("vote takes what most of them are, white space around it aside") {
    const Merge merge = merged(place_of("vote", {"no\n", "yes", "\tno "}));
    CHECK(merge.result == "no");
    CHECK(merge.reason == "2 of 3 results are this one");
    REQUIRE(merge.votes.size() == 2);
    CHECK((merge.votes[0].inputs == std::vector<std::size_t>{0, 2}));
    CHECK(merge.votes[1].text == "yes");
    CHECK(merged(place_of("vote", {"a"})).reason == "1 of 1 result is this one");
  }

  TEST_CASE("a vote takes more than half of them, all of them, or more than any other") {
    MergeOptions options;
    const TreePlace place = place_of("vote", {"a", "b", "a", "c"});
    const Merge half = merge_node(place.reader(), "p", options);
    CHECK_FALSE(half.result.has_value());
    CHECK(half.reason == "no majority: 2 of 4 results agree, and it takes 3; the most are those of c0, c2");
    CHECK(half.votes.size() == 3);
    options.vote = VoteRule::plurality;
    CHECK(merge_node(place.reader(), "p", options).result == "a");
    options.vote = VoteRule::consensus;
    CHECK(merge_node(place.reader(), "p", options).reason ==
          "no consensus: 2 of 4 results agree, and it takes 4; the most are those of c0, c2");
    const TreePlace agreed = place_of("vote", {"a", "a"});
    CHECK(merge_node(agreed.reader(), "p", options).result == "a");
  }

  TEST_CASE("a tie decides nothing and is named") {
    const Merge merge = merged(place_of("vote", {"a", "b", "b", "a", "c"}));
    CHECK_FALSE(merge.result.has_value());
    CHECK(merge.reason == "a tie: 2 different results with 2 votes each; the first of them come from c0, c1");
    CHECK_FALSE(merged(place_of("vote", {"x", "y"})).result.has_value());
  }

  TEST_CASE("best-of-n takes the highest confidence of the results that have one") {
    const Merge merge = merged(place_of(
        "best-of-n", {task_result("low", 0.2), task_result("high", 0.91), "bare", task_result("mad", 7)}));
    CHECK(merge.result == "high");
    CHECK(merge.reason == "the highest confidence of 2 results is that of c1; 2 results have none");
    CHECK(merge.inputs.at(1).confidence == 0.91);
    CHECK_FALSE(merge.inputs.at(3).confidence.has_value());
    const Merge none = merged(place_of("best-of-n", {"a", "b"}));
    CHECK_FALSE(none.result.has_value());
    CHECK(none.reason == "it cannot choose: no result has a confidence");
    const Merge tie =
        merged(place_of("best-of-n", {task_result("a", 0.5), task_result("b", 0.5), task_result("c", 0.1)}));
    CHECK_FALSE(tie.result.has_value());
    CHECK(tie.reason == "a tie: different results have the highest confidence, those of c0, c1");
    CHECK(merged(place_of("best-of-n", {task_result("a", 0.5), task_result("a\n", 0.5)})).result == "a");
  }

  TEST_CASE("an object that is no TaskResult is its JSON text") {
    const Merge merge = merged(place_of("concatenate", {Json{{"text", "x"}, {"confidence", 1}}}));
    CHECK(merge.result == R"({"text":"x","confidence":1})");
    CHECK_FALSE(merge.inputs.at(0).confidence.has_value());
  }

  TEST_CASE("a TaskResult needs no status") {
    const Merge merge = merged(place_of("concatenate", {Json{{"output", "x"}, {"confidence", 1}}}));
    CHECK(merge.result == "x");
    CHECK(merge.inputs.at(0).confidence == 1);
  }

  TEST_CASE("summarize, no strategy and an unknown one give the inputs") {
    for (const std::string strategy : {"summarize", "", "average"}) {
      CAPTURE(strategy);
      const Merge merge = merged(place_of(strategy, {"a", "b"}));
      CHECK_FALSE(merge.result.has_value());
      CHECK(merge.joined == "a\n\nb");
      CHECK(merge.strategy_text == strategy);
      CHECK_FALSE(merge.reason.empty());
    }
    CHECK(merged(place_of("average", {"a"}), "vote").result == "a");
    CHECK(merged(place_of("vote", {nullptr, nullptr})).reason == "none of its children has a result");
  }

  TEST_CASE("a cancelled child gives nothing and holds nothing up") {
    const Merge merge = merged(place_of("concatenate", {"a", "half"}, "cancelled"));
    CHECK(merge.result == "a");
    CHECK(merge.inputs.at(1).state == "cancelled");
    CHECK_FALSE(merge.inputs.at(1).text.has_value());
  }

  TEST_CASE("a failed child is finished: every strategy takes the results there are, and names it") {
    const Merge vote = merged(place_of("vote", {"a", "a", nullptr}, "failed"));
    CHECK(vote.result == "a");
    CHECK(vote.reason == "2 of 2 results are this one; a child failed and gives nothing: c2");
    CHECK(vote.inputs.at(2).state == "failed");
    const Merge joined = merged(place_of("concatenate", {"a", "b", nullptr}, "failed"));
    CHECK(joined.result == "a\n\nb");
    CHECK(joined.reason == "2 results one after the other; a child failed and gives nothing: c2");
    const Merge best = merged(place_of("best-of-n", {"a", nullptr}, "failed"));
    CHECK(best.reason ==
          "it cannot choose: no result has a confidence; a child failed and gives nothing: c1");
    // What an earlier attempt left is no result of one that failed.
    CHECK(merged(place_of("vote", {"a", "b"}, "failed")).result == "a");
  }

  TEST_CASE("what is missing is named with its state") {
    for (const std::string state : {"queued", "running", "paused"}) {
      CAPTURE(state);
      const TreePlace place = place_of("vote", {"a", nullptr}, state);
      CHECK(refusal(place, "p") ==
            "conflict: p cannot merge: 1 of its 2 children is not finished | c1 (" + state + ")");
    }
    const TreePlace place = place_of("vote", {"a"});
    CHECK(refusal(place, "nobody") == "not_found: there is no task 'nobody' | nobody");
    CHECK(refusal(place, "c0") == "conflict: c0 has no children: there is nothing to merge | c0");
  }

  TEST_CASE("a node on a cycle does not merge what was cut off") {
    Json document = {{"version", 1}, {"updatedAt", "2026-01-01T00:00:00.000Z"}, {"tasks", Json::array()}};
    document["tasks"].push_back(node("a", "b", "completed", "of a"));
    document["tasks"].push_back(node("b", "a", "completed", "of b"));
    document["tasks"].push_back(node("c", "b", "completed", "of c"));
    const TreePlace place{std::string_view(document.dump())};
    MergeOptions options;
    options.strategy = "concatenate";
    CHECK(merge_node(place.reader(), "a", options).result == "of b");
    CHECK(merge_node(place.reader(), "b", options).result == "of c");
  }

  TEST_CASE("nodes that only a tree document knows are named by their node ids") {
    const TestDir dir;
    write_all(dir / "tree.json",
              R"({"version": "1.0.0", "root_task": {"node_id": "task-aaaa0001", "prompt": "p",
      "status": "running", "merge_strategy": "best-of-n", "children": [
        {"node_id": "task-aaaa0002", "parent_id": "task-aaaa0001", "depth": 1, "prompt": "q", "status": "completed",
         "result": {"status": "success", "output": "one", "confidence": 0.4}},
        {"node_id": "task-aaaa0003", "parent_id": "task-aaaa0001", "depth": 1, "prompt": "r", "status": "completed",
         "result": {"status": "success", "output": "two", "confidence": 0.7}}]},
      "metadata": {"tree_id": "tree-aaaaaaaa"}})");
    const TreePlace place(dir / "tree.json");
    const Merge merge = merge_node(place.reader(), "task-aaaa0001");
    CHECK_FALSE(merge.task_id.has_value());
    CHECK(id_text(merge.tree_id) == "tree-aaaaaaaa");
    CHECK(merge.result == "two");
    REQUIRE(merge.inputs.size() == 2);
    CHECK(merge.inputs[0].node_id == "task-aaaa0002");
    CHECK(merge.inputs[0].confidence == 0.4);
    const RecoveryReport plan = place.recover("", RecoverRun::dry_run);
    REQUIRE(plan.trees.size() == 1);
    CHECK(joined(plan.trees[0].merge_ready) == "task-aaaa0001");
    CHECK(id_text(plan.trees[0].nodes.at(1).parent_id) == "task-aaaa0001");
    // A confidence is that of the result that the document gives, not of one that comes later.
    Store store = Store::open(place.database(), Access::read_write);
    (void)store.change({TaskId{"task-aaaa0003"}, SetMembers{{{"priority", JsonText{"1"}}}}, {}});
    CHECK(merge_node(store, "task-aaaa0001").result == "two");
    (void)store.change({TaskId{"task-aaaa0003"}, SetMembers{{{"result", JsonText{"\"three\""}}}}, {}});
    CHECK(merge_node(store, "task-aaaa0001").result == "one");
  }
}
