// SPDX-License-Identifier: MIT
// A new task is rows at once; they are those that an import of its record would write.
#include <doctest/doctest.h>

#include <regex>

#include "task_place.hpp"
#include "thrown.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

TEST_SUITE("tasks::create_task") {
  TEST_CASE("what a task depends on is given once") {
    TaskPlace place;
    const std::string first = place.add();
    NewTask task;
    task.prompt = "second";
    task.depends_on = {TaskId{first}};
    task.metadata = JsonText{R"({"depends_on":[]})"};
    const Error error = thrown_by([&] { place.add(task); });
    CHECK(error.code() == ErrorCode::usage);
    CHECK(std::string(error.what()) == R"("depends_on" is given twice, once in the metadata)");
    CHECK(error.where() == "change.metadata");
    task.depends_on.clear();
    CHECK(place.record(place.add(task))["metadata"].dump() == R"({"depends_on":[]})");
  }
}
