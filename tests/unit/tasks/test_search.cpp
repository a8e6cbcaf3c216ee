// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "rlmdb/search.hpp"
#include "rlmdb/variable.hpp"
#include "task_place.hpp"
#include "thrown.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

/// "ID in times @byte before«match»after;" of each.
std::string found(TaskPlace& place, const SearchRequest& request, std::size_t most = 100) {
  std::string all;
  std::size_t count = 0;
  search(place.store(), request, [&](const Found& one) {
    all += one.id + " " + std::string(to_text(one.in)) + (one.variable.empty() ? "" : " " + one.variable) +
           " " + std::to_string(one.times) + " @" + std::to_string(one.at_byte) + " " + one.before + "«" +
           one.match + "»" + one.after + ";";
    return ++count < most;
  });
  return all;
}

std::string found(TaskPlace& place, const std::string& text) {
  return found(place, SearchRequest{.text = text});
}

void append(TaskPlace& place, const std::string& text) {
  TaskChange change{TaskId{"task-0000"}, AppendOutput{text}, {}};
  (void)place.store().change(change);
}

}  // namespace

TEST_SUITE("tasks::search") {
  TEST_CASE("every text of a task, in order, with what stands around it; A to Z are a to z") {
    TaskPlace place;
    (void)place.add("Look at the Billing code, billing first");
    (void)place.store().change({TaskId{"task-0000"}, StartTask{}, {}});
    append(place, "no bil");
    append(place, "ling here");
    (void)place.store().change({TaskId{"task-0000"}, FailTask{"BILLING is down", {}, {}, {}}, {}});
    CHECK(found(place, "billing") ==
          "task-0000 prompt 2 @12 Look at the «Billing» code, billing first;"
          "task-0000 error 1 @0 «BILLING» is down;"
          "task-0000 output 1 @3 no «billing» here;");
    CHECK(found(place, "bILLing first") ==
          "task-0000 prompt 1 @26 Look at the Billing code, «billing first»;");
    CHECK(found(place, "nowhere").empty());
    CHECK(found(place, SearchRequest{.text = "billing", .only = {SearchedText::error}}) ==
          "task-0000 error 1 @0 «BILLING» is down;");
    CHECK(found(place, SearchRequest{.text = "billing"}, 1) ==
          "task-0000 prompt 2 @12 Look at the «Billing» code, billing first;");
  }

  TEST_CASE("the newest task first; of a tree only its own; a result that is no text as JSON") {
    TaskPlace place;
    (void)place.add("old needle");
    place.edit("UPDATE tasks SET created_at = '2026-01-01T00:00:00.000Z'");
    NewTask root;
    root.prompt = "needle of a tree";
    root.tree = TreeId{"tree-a"};
    (void)place.add(root);
    (void)place.store().change({TaskId{"task-0001"}, StartTask{}, {}});
    CompleteTask complete;
    complete.result = JsonText{R"({"needle": [1, 2]})"};
    (void)place.store().change({TaskId{"task-0001"}, complete, {}});
    const std::string of_tree =
        "task-0001 prompt 1 @0 «needle» of a tree;task-0001 result 1 @2 {\"«needle»\":[1,2]};";
    CHECK(found(place, "needle") == of_tree + "task-0000 prompt 1 @4 old «needle»;");
    CHECK(found(place, SearchRequest{.text = "needle", .tree = TreeId{"tree-a"}}) == of_tree);
    CHECK(thrown_by([&] {
            (void)found(place, SearchRequest{.text = "x", .tree = TreeId{"tree-b"}});
          }).code() == ErrorCode::not_found);
    CHECK(thrown_by([&] { (void)found(place, ""); }).code() == ErrorCode::usage);
  }

  TEST_CASE("what stands around is cut between characters, and every place counts once") {
    TaskPlace place;
    std::string before;
    for (int count = 0; count < 50; ++count) before += "é";
    (void)place.add("x" + before + "aaaaa" + before + "y");
    CHECK(found(place, "aa") ==
          "task-0000 prompt 2 @101 " + before.substr(20) + "«aa»aaa" + before.substr(0, 76) + ";");
    CHECK(found(place, "éa") ==
          "task-0000 prompt 1 @99 " + before.substr(18, 80) + "«éa»aaaa" + before.substr(0, 76) + ";");
  }

  TEST_CASE("of a creation time only the texts of its tasks, and of no state") {
    TaskPlace place;
    place.set(place.add("one billing"), "createdAt", "\"2026-01-01T00:00:00.000Z\"");
    place.set(place.add("two billing"), "createdAt", "\"2026-01-01T00:00:00.001Z\"");
    constexpr std::int64_t k_first_ms = 1'767'225'600'000;
    SearchRequest request{.text = "billing"};
    request.created = {k_first_ms, k_first_ms + 1};
    CHECK(found(place, request) == "task-0000 prompt 1 @4 one «billing»;");
    request.created = {k_first_ms + 1, {}};
    CHECK(found(place, request) == "task-0001 prompt 1 @4 two «billing»;");
    request.created = {{}, k_first_ms};
    CHECK(found(place, request).empty());
  }
}
