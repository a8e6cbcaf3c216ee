// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "db/transaction.hpp"
#include "task_place.hpp"
#include "trees/dependency_faults.hpp"

using namespace rlmdb;
using namespace rlmdb::test;
using namespace rlmdb::trees;

namespace {

void name_dependencies(TaskPlace& place, const std::string& id, const std::string& json) {
  place.set(id, "metadata", R"({"depends_on":)" + json + "}");
}

/// The same of each task, asked for before all are read: of a task alone, and behind those before it.
void check_tasks_alone(db::Connection& connection, const std::map<std::int64_t, std::string>& texts) {
  DependencyFaults one_by_one(connection);
  db::for_each_row(connection.cached("SELECT id FROM tasks ORDER BY id"), [&](const db::Statement& row) {
    const std::int64_t id = row.column_int64(0);
    const auto found = texts.find(id);
    const std::string text = found == texts.end() ? std::string() : found->second;
    CHECK(one_by_one.circle_of(id) == text);
    CHECK(DependencyFaults(connection).circle_of(id) == text);
  });
  std::set<std::string> circles;
  for (const auto& [id, text] : texts) circles.insert(text);
  CHECK(one_by_one.circles().size() == circles.size());
}

/// "TEXT of TASKS" of each circle, then "TASK POINTER NAME" of each unknown id.
std::vector<std::string> faults_of(const TaskPlace& place) {
  db::Connection connection = db::Connection::open(reading(place.database()));
  const db::ReadTransaction snapshot(connection);
  DependencyFaults faults(connection);
  std::vector<std::string> lines;
  std::map<std::int64_t, std::string> texts;
  for (const DependencyCircle& circle : faults.circles()) {
    lines.push_back(circle.text + " of");
    for (const Blocker& task : circle.all) {
      lines.back() += " " + task.name;
      CHECK(faults.circle_of(task.id) == circle.text);
      texts[task.id] = circle.text;
    }
  }
  check_tasks_alone(connection, texts);
  for (const UnknownDependency& unknown : faults.unknown())
    lines.push_back(unknown.task.name + " " + unknown.pointer + " " + unknown.name);
  CHECK(faults.circle_of(0).empty());
  return lines;
}

}  // namespace

TEST_SUITE("trees::dependency_faults") {
  TEST_CASE("circles in store order, the tasks that hang together with them, and ids that no task has") {
    TaskPlace place;
    for (int i = 0; i < 8; ++i) (void)place.add();
    name_dependencies(place, "task-0000", R"(["task-0001"])");
    name_dependencies(place, "task-0001", R"(["task-0003", "task-0002"])");
    name_dependencies(place, "task-0002", R"(["task-0001"])");
    name_dependencies(place, "task-0003", R"(["task-0004"])");
    name_dependencies(place, "task-0004", R"(["task-0001", null, "x/y"])");
    name_dependencies(place, "task-0005", R"("task-0005")");
    name_dependencies(place, "task-0006", "\"a~b\"");
    CHECK(faults_of(place) ==
          std::vector<std::string>{
              "task-0001 → task-0002 → task-0001 of task-0001 task-0002 task-0003 task-0004",
              "task-0005 → task-0005 of task-0005", "task-0004 /depends_on/2 x/y",
              "task-0006 /depends_on a~b"});
  }

  TEST_CASE("what is finished neither waits nor holds anything up") {
    TaskPlace place;
    for (int i = 0; i < 3; ++i) (void)place.add();
    name_dependencies(place, "task-0000", R"(["task-0001"])");
    name_dependencies(place, "task-0001", R"(["task-0000"])");
    name_dependencies(place, "task-0002", R"(["nowhere"])");
    CHECK(faults_of(place).size() == 2);
    (void)place.change("task-0001", CancelTask{});
    (void)place.force("task-0002", CompleteTask{});
    CHECK(faults_of(place).empty());
  }

  TEST_CASE("of a task alone the same circle is told as of all: random dependencies of twelve tasks") {
    for (unsigned seed = 0; seed < 20; ++seed) {
      CAPTURE(seed);
      std::minstd_rand random(seed);
      TaskPlace place;
      for (int i = 0; i < 12; ++i) (void)place.add();
      for (int i = 0; i < 12; ++i) {
        std::string ids;
        for (int j = 0; j < 12; ++j)
          if (random() % 10 == 0)
            ids += (ids.empty() ? "\"task-00" : ", \"task-00") + std::string(j < 10 ? "0" : "") +
                   std::to_string(j) + "\"";
        if (!ids.empty())
          name_dependencies(place, std::string(i < 10 ? "task-000" : "task-00") + std::to_string(i),
                            "[" + ids + "]");
      }
      (void)faults_of(place);
    }
  }
}
