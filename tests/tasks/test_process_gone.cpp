// SPDX-License-Identifier: MIT
// After a crash every view says which running tasks nobody works on any more.
#include <doctest/doctest.h>

#include "program_run.hpp"
#include "rlmdb/estimate.hpp"
#include "rlmdb/progress.hpp"
#include "rlmdb/recover.hpp"
#include "task_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

constexpr const char* k_note = "1 running, process gone: rlmdb recover\n";

/// A tree of two running nodes: the process of the second lives.
class CrashedPlace : public TaskPlace {
 public:
  CrashedPlace() {
    for (int i = 0; i < 2; ++i) {
      NewTask task;
      task.prompt = std::string("node");
      task.tree = TreeId{"tree-1"};
      if (i > 0) task.parent = TaskId{"task-0000"};
      (void)add(task);
    }
    (void)force("task-0000", StartTask{});
    (void)store().claim();
  }
  [[nodiscard]] std::string json(std::initializer_list<std::string> words) const {
    Launch launch = rlmdb_on(database(), words);
    launch.words.emplace_back("--json");
    return run(launch).out;
  }
};

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_SUITE("tasks::process_gone") {
  TEST_CASE("the library tells it of trees, nodes and tasks") {
    CrashedPlace place;
    const TreeStatus status = status_of_tree(place.store(), TreeId{"tree-1"});
    CHECK(status.progress.running == 2);
    CHECK(status.progress.process_gone == 1);
    CHECK(status.progress.remaining_tasks == 2);
    CHECK(progress_of_trees(place.store()).at(0).process_gone == 1);
    CHECK(list_trees(place.store()).at(0).progress.process_gone == 1);
    for (const ActiveTask& task : status.active)
      CHECK(task.is_process_gone == (id_text(task.task_id) == "task-0000"));
    for (const TreeNode& node : load_tree(place.store(), TreeId{"tree-1"}).nodes)
      CHECK(node.is_process_gone == (id_text(node.task_id) == "task-0000"));
    for (const TaskSummary& task : place.store().list({}))
      CHECK(task.is_process_gone == (task.id.text == "task-0000"));
    (void)recover(place.store(), std::nullopt);
    CHECK(progress_of_trees(place.store()).at(0).process_gone == 0);
  }

  TEST_CASE("every view names the command") {
    CrashedPlace place;
    for (const auto& words : std::vector<std::vector<std::string>>{{"status"},
                                                                   {"status", "tree-1"},
                                                                   {"progress"},
                                                                   {"progress", "tree-1"},
                                                                   {"tree", "tree-1"},
                                                                   {"eta", "tree-1"},
                                                                   {"trees"},
                                                                   {"list"},
                                                                   {"summary"}}) {
      Launch launch = rlmdb_on(place.database(), {});
      launch.words.insert(launch.words.end(), words.begin(), words.end());
      const Ended ended = run(launch);
      CAPTURE(words.front());
      CAPTURE(words.size());
      CHECK(has(ended.out + ended.error, k_note));
    }
    CHECK(has(run_rlmdb(place.database(), {"tree", "tree-1"}).out, "task-0000 [running, process gone]"));
    CHECK(has(run_rlmdb(place.database(), {"tree", "tree-1"}).out, "task-0001 [running, claimed by "));
  }

  TEST_CASE("and JSON has it") {
    CrashedPlace place;
    CHECK(has(place.json({"progress", "tree-1"}), R"("process_gone":1)"));
    CHECK(has(place.json({"status", "tree-1"}), R"("process_gone":true)"));
    CHECK(has(place.json({"eta", "tree-1"}), R"("process_gone":1)"));
    CHECK(has(place.json({"trees"}), R"("process_gone":1)"));
    CHECK(has(place.json({"tree", "tree-1"}), R"("process_gone":true)"));
    CHECK(has(place.json({"list"}), R"("process_gone":true)"));
    CHECK(has(place.json({"summary"}), R"("process_gone":true)"));
  }

  TEST_CASE("the likely time to the end counts its work as to be done again") {
    TaskPlace place;
    for (int i = 0; i < 4; ++i) {
      NewTask task;
      task.prompt = std::string("node");
      task.tree = TreeId{"tree-1"};
      if (i > 0) task.parent = TaskId{"task-0000"};
      (void)place.add(task);
    }
    place.edit(
        "UPDATE tasks SET state = 'completed', started_at = '2026-01-01T00:00:00.000Z', "
        "completed_at = '2026-01-01T00:01:00.000Z' WHERE id > 1; "
        "UPDATE tasks SET state = 'running', started_at = '2026-01-01T00:01:00.000Z', pid = 7 WHERE id = 1");
    const TimeEstimate estimate = estimate_of_tree(place.store(), TreeId{"tree-1"}).estimate;
    CHECK(estimate.reason == "");
    CHECK(estimate.p50_ms == 60'000);
  }
}
