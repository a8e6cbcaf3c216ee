// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "rlmdb/export.hpp"
#include "rlmdb/verify.hpp"
#include "task_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

using Lines = std::vector<std::string>;

std::string running_task(TaskPlace& place) {
  const std::string id = place.add();
  (void)place.change(id, StartTask{});
  return id;
}

}  // namespace

TEST_SUITE("tasks::append_output") {
  TEST_CASE("chunks are rows until the task ends, and everybody reads the whole output") {
    TaskPlace place;
    const std::string id = running_task(place);
    for (const char* chunk : {"eins ", "zwö\n", "drei"}) (void)place.change(id, AppendOutput{chunk});
    CHECK(place.rows("SELECT end_bytes, chunk FROM output_chunks ORDER BY id") ==
          Lines{"5|eins ", "10|zwö\n", "14|drei"});
    CHECK(place.rows("SELECT output FROM tasks") == Lines{""});
    CHECK(place.record(id)["output"] == "eins zwö\ndrei");
    CHECK(place.rows("SELECT output FROM task_outputs") == Lines{"eins zwö\ndrei"});
    CHECK(Json::parse(export_text(place.database()))["tasks"][0]["output"] == "eins zwö\ndrei");
    (void)place.change(id, CompleteTask{});
    CHECK(place.rows("SELECT output, (SELECT count(*) FROM output_chunks) FROM tasks") ==
          Lines{"eins zwö\ndrei|0"});
    CHECK(place.record(id)["output"] == "eins zwö\ndrei");
    CHECK(verify(place.store()).finding_count == 0);
  }

  TEST_CASE("every way to end folds; queueing again keeps") {
    const std::vector<TaskAction> ends{CompleteTask{}, FailTask{"e"}, CancelTask{}};
    for (const TaskAction& end : ends) {
      TaskPlace place;
      const std::string id = running_task(place);
      (void)place.change(id, AppendOutput{"x"});
      (void)place.change(id, end);
      CHECK(place.rows("SELECT output, (SELECT count(*) FROM output_chunks) FROM tasks") == Lines{"x|0"});
    }
  }

  TEST_CASE("a long output leaves its row while more comes") {
    TaskPlace place;
    const std::string id = running_task(place);
    const std::string many(10'000, 'y');
    (void)place.change(id, AppendOutput{many});
    (void)place.change(id, FailTask{"e"});
    (void)place.change(id, RetryTask{});
    (void)place.change(id, StartTask{});
    (void)place.change(id, AppendOutput{"end"});
    CHECK(
        place.rows("SELECT length(output), (SELECT group_concat(end_bytes) FROM output_chunks) FROM tasks") ==
        Lines{"0|10000,10003"});
    CHECK(place.record(id)["output"] == many + "end");
  }

  TEST_CASE("chunks of several tasks stay apart, and go with their task" * damages) {
    TaskPlace place;
    const std::string a = running_task(place);
    const std::string b = running_task(place);
    for (int i = 0; i < 3; ++i) {
      (void)place.change(a, AppendOutput{"a"});
      (void)place.change(b, AppendOutput{"b"});
    }
    CHECK(place.record(a)["output"] == "aaa");
    CHECK(place.record(b)["output"] == "bbb");
    place.edit("PRAGMA foreign_keys=ON; DELETE FROM tasks WHERE legacy_id = '" + a + "'");
    CHECK(place.rows("SELECT count(*) FROM output_chunks") == Lines{"3"});
  }
}
