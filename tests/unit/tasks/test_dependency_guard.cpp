// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "random_seed.hpp"
#include "task_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

TaskChange naming(const std::string& id, const std::string& ids) {
  return {TaskId{id}, SetMembers{{{"metadata.depends_on", JsonText{ids}}}}, {}};
}

/// "CODE: MESSAGE" of the refusal; "" where the changes are made.
std::string refusal(TaskPlace& place, const std::vector<TaskChange>& changes) {
  const auto error = error_of([&] { (void)place.store().change(changes); });
  return error ? std::string(to_text(error->code())) + ": " + error->what() : "";
}

}  // namespace

TEST_SUITE("tasks::dependency_guard") {
  TEST_CASE("a circle is refused with its tasks, and nothing is changed") {
    TaskPlace place;
    for (int i = 0; i < 4; ++i) (void)place.add();
    CHECK(refusal(place, {naming("task-0000", R"(["task-0001"])")}).empty());
    CHECK(refusal(place, {naming("task-0001", R"(["task-0003", "task-0002"])")}).empty());
    const std::string before = place.text("task-0002");
    const std::vector<std::string> events = place.rows("SELECT count(*) FROM events");
    CHECK(refusal(place, {naming("task-0002", R"(["task-0000"])")}) ==
          "conflict: task task-0002 would depend on itself: task-0002 → task-0000 → task-0001 → task-0002");
    CHECK(refusal(place, {naming("task-0002", R"("task-0002")")}) ==
          "conflict: task task-0002 would depend on itself: task-0002 → task-0002");
    CHECK(
        place.refused("task-0002", SetMembers{{{"metadata", JsonText{R"({"depends_on":["task-0001"]})"}}}}) ==
        ErrorCode::conflict);
    CHECK(place.text("task-0002") == before);
    CHECK(place.rows("SELECT count(*) FROM events") == events);
    (void)place.force("task-0002", naming("task-0002", R"(["task-0000"])").action);
    CHECK(place.record("task-0002")["metadata"]["depends_on"] == Json{"task-0000"});
  }

  TEST_CASE("changes of one call are judged together, in the end") {
    TaskPlace place;
    for (int i = 0; i < 2; ++i) (void)place.add();
    CHECK(
        refusal(place, {naming("task-0000", R"(["task-0001"])"), naming("task-0001", R"(["task-0000"])")}) ==
        "conflict: task task-0000 would depend on itself: task-0000 → task-0001 → task-0000");
    CHECK(place.record("task-0000")["metadata"] == Json::object());
    CHECK(refusal(place, {naming("task-0000", R"(["task-0001"])"), naming("task-0001", R"(["task-0000"])"),
                          naming("task-0000", "[]")})
              .empty());
  }

  TEST_CASE("an id that no task has is refused; what was there before is no matter of a change") {
    TaskPlace place;
    for (int i = 0; i < 3; ++i) (void)place.add();
    CHECK(refusal(place, {naming("task-0000", R"(["task-0777"])")}) ==
          "not_found: task task-0000 cannot depend on task-0777, an id that no task has");
    NewTask task;
    task.metadata = JsonText{R"({"depends_on":["task-0777"]})"};
    CHECK(place.refused("", task) == ErrorCode::not_found);
    CHECK(place.rows("SELECT count(*) FROM tasks") == std::vector<std::string>{"3"});
    (void)place.force("", task);
    (void)place.force("task-0000", naming("", R"(["task-0777", "task-0001"])").action);
    (void)place.force("task-0001", naming("", R"(["task-0000"])").action);
    CHECK(refusal(place, {naming("task-0000", R"(["task-0777", "task-0001", "task-0002"])")}).empty());
    CHECK(refusal(place, {naming("task-0000", R"(["task-0002"])")}).empty());
    CHECK(refusal(place, {naming("task-0000", "null")}).empty());
  }

  TEST_CASE("a task that is finished closes no circle") {
    TaskPlace place;
    for (int i = 0; i < 2; ++i) (void)place.add();
    CHECK(refusal(place, {naming("task-0000", R"(["task-0001"])")}).empty());
    (void)place.change("task-0000", CancelTask{});
    CHECK(refusal(place, {naming("task-0001", R"(["task-0000"])")}).empty());
  }

  TEST_CASE("dependencies beside the metadata are refused, where the record has no such member") {
    TaskPlace place;
    (void)place.add();
    const SetMembers beside{{{"depends_on", JsonText{"[]"}}}};
    CHECK(place.refused("task-0000", beside) == ErrorCode::usage);
    CHECK_FALSE(place.record("task-0000").contains("depends_on"));
    (void)place.force("task-0000", beside);
    CHECK(place.record("task-0000")["depends_on"] == Json::array());
    (void)place.change("task-0000", beside);
  }

  TEST_CASE("a chain of 20,000 in one call, and the circle that it becomes") {
    constexpr int k_many = 20'000 / static_cast<int>(k_size_divisor);
    TaskPlace place;
    (void)place.store().change(std::vector<TaskChange>(k_many, adding("work")));
    std::vector<TaskChange> chain;
    const auto id = [](int i) {
      return (i < 10'000 ? "task-" + std::to_string(10'000 + i).substr(1) : "task-" + std::to_string(i));
    };
    for (int i = 1; i < k_many; ++i) chain.push_back(naming(id(i), "[\"" + id(i - 1) + "\"]"));
    CHECK(refusal(place, chain).empty());
    const std::string circle = refusal(place, {naming(id(0), "[\"" + id(k_many - 1) + "\"]")});
    CHECK(circle.starts_with("conflict: task task-0000 would depend on itself: task-0000 → " +
                             id(k_many - 1) + " → "));
    CHECK(place.record(id(0))["metadata"] == Json::object());
  }
}
