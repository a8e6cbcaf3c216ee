// SPDX-License-Identifier: MIT
// How events, reasons, summaries and cleanups look, from values.
#include <doctest/doctest.h>

#include <string>

#include "cleanup/print_cleanup.hpp"
#include "events/print_events.hpp"
#include "tasks/print_summary.hpp"
#include "tasks/task_columns.hpp"

using namespace rlmdb::cli;
using rlmdb::CleanupReport;
using rlmdb::CleanupRun;
using rlmdb::Event;
using rlmdb::Readiness;
using rlmdb::StoreSummary;
using rlmdb::TaskState;
using rlmdb::TaskSummary;

namespace {

constexpr Terminal k_pipe{};

Terminal screen(std::size_t width) {
  return {true, false, width, true};
}

Event failed_event() {
  Event event;
  event.seq = 12;
  event.at = "2026-02-09T10:04:05.678Z";
  event.by = "rlmdb/4711";
  event.kind = "task:failed";
  event.task = rlmdb::TaskId{"task-0003"};
  event.tree_id = rlmdb::TreeId{"tree-12345678"};
  event.node_id = "task-0a0b0c0d";
  event.old_state = "running";
  event.new_state = "failed";
  event.token = 7;
  event.reason = "attempts_exhausted";
  return event;
}

Event grown_event() {
  Event event = failed_event();
  event.kind = "task:updated";
  event.new_state = "running";
  event.token.reset();
  event.reason.clear();
  event.changes = {{"/output", std::nullopt, 1500},
                   {"/a\tb", "\"x\\n\"", std::nullopt},
                   {"/c", std::nullopt, std::nullopt}};
  return event;
}

TaskSummary task_named(const std::string& id, TaskState state, const std::string& state_text) {
  TaskSummary task;
  task.id = {id};
  task.state = state;
  task.state_text = state_text;
  task.agent = "coder";
  task.priority = 2.5;
  task.created_at = "2026-02-09T10:00:00.000Z";
  task.prompt = "Write\tthe tests of the parser, all of them";
  return task;
}

Readiness waiting_task() {
  return {task_named("task-0007", TaskState::queued, "queued"),
          "dependency",
          "waits for task-0003, which is running",
          {{"task-0003"}},
          std::nullopt};
}

}  // namespace

TEST_SUITE("cli::store_text") {
  TEST_CASE("an event is one line, whole in a pipe and cut at the edge of a terminal") {
    const Event event = failed_event();
    CHECK_EQ(text_event(event, PreviousValues::hidden, k_pipe),
             "12\t2026-02-09T10:04:05.678Z\trlmdb/"
             "4711\ttask:failed\ttask-0003\ttree-12345678\ttask-0a0b0c0d\trunning\tfailed\t7\t"
             "attempts_exhausted\n");
    CHECK_EQ(text_event(event, PreviousValues::hidden, screen(120)),
             "    12  2026-02-09 10:04:05Z  task:failed     task-0003  running → failed  attempts_exhausted  "
             "tree-12345678  token 7  …\n");
    CHECK_EQ(text_event(event, PreviousValues::hidden, screen(72)),
             "    12  10:04:05  task:failed     task-0003  running → failed  attempts…\n");
    CHECK_EQ(text_event(event, PreviousValues::hidden, screen(40)),
             "    12  task:failed     task-0003  runn…\n");
    CHECK_EQ(text_event(event, PreviousValues::hidden, {true, false, 60, false}),
             "    12  10:04:05  task:failed     task-0003  running -> f...\n");
  }

  TEST_CASE("previous values stand behind their event") {
    const Event event = grown_event();
    CHECK_EQ(
        text_event(event, PreviousValues::shown, screen(200)),
        "    12  2026-02-09 10:04:05Z  task:updated    task-0003  /output had 1.5 kB, /a\\tb was \"x\\n\", "
        "/c was absent  tree-12345678  rlmdb/4711\n");
    CHECK_EQ(text_event(event, PreviousValues::shown, k_pipe),
             "12\t2026-02-09T10:04:05.678Z\trlmdb/"
             "4711\ttask:updated\ttask-0003\ttree-12345678\ttask-0a0b0c0d\trunning\trunning\t\t\t"
             R"([{"member":"/output","old_bytes":1500},{"member":"/a\\tb","old_json":"\\"x\\\\n\\""},)"
             R"({"member":"/c","old_json":null}])"
             "\n");
  }

  TEST_CASE("an event as JSON is one line without an envelope") {
    CHECK_EQ(
        json_event(failed_event(), PreviousValues::hidden),
        R"({"seq":12,"at":"2026-02-09T10:04:05.678Z","by":"rlmdb/4711","kind":"task:failed",)"
        R"("task_id":"task-0003","tree_id":"tree-12345678","node_id":"task-0a0b0c0d","old_state":"running","new_state":"failed",)"
        R"("token":7,"reason":"attempts_exhausted"})"
        "\n");
    Event imported;
    imported.seq = 1;
    imported.at = "2026-02-09T10:04:05.678Z";
    imported.kind = "import:finished";
    CHECK_EQ(
        json_event(imported, PreviousValues::shown),
        R"({"seq":1,"at":"2026-02-09T10:04:05.678Z","by":null,"kind":"import:finished","task_id":null,)"
        R"("tree_id":null,"node_id":null,"old_state":null,"new_state":null,"token":null,"reason":null,"changes":[]})"
        "\n");
  }

  TEST_CASE("the reason is the last column, and the last to be cut") {
    CHECK_EQ(readiness_rows().text(std::vector{waiting_task()}, k_pipe),
             "task-0007\tqueued\tcoder\t2.5\t2026-02-09T10:00:00.000Z\t\tWrite\\tthe tests of the parser, "
             "all of them\t"
             "dependency\twaits for task-0003, which is running\n");
    CHECK_EQ(
        readiness_rows().text(std::vector{waiting_task()}, screen(120)),
        "ID         CODE        AGENT  PRIO  TREE  PROMPT                          REASON\n"
        "task-0007  dependency  coder   2.5        Write\\tthe tests of the parse…  waits for task-0003, "
        "which is running\n");
    CHECK_EQ(readiness_rows().text(std::vector{waiting_task()}, screen(40)),
             "ID         CODE        REASON\n"
             "task-0007  dependency  waits for task-0…\n");
    CHECK_EQ(readiness_rows().text(std::vector<Readiness>{}, screen(40)), "");
  }

  TEST_CASE("reasons as JSON stand behind the members of the task") {
    CHECK_EQ(
        readiness_rows().json("tasks", std::vector{waiting_task()}),
        R"({"tasks":[{"id":"task-0007","state":"queued","agent":"coder","priority":2.5,)"
        R"("created_at":"2026-02-09T10:00:00.000Z","started_at":null,"completed_at":null,"pid":null,)"
        R"("tree_id":null,"prompt":"Write\tthe tests of the parser, all of them","code":"dependency",)"
        R"("reason":"waits for task-0003, which is running","blocked_by":["task-0003"],"not_before":null}],)"
        R"("count":1})");
    CHECK_EQ(readiness_rows().json("tasks", std::vector<Readiness>{}, ListPart{-3, {}}),
             R"({"tasks":[],"count":0,"limit":-3,"truncated":false,"next":null})");
  }

  TEST_CASE("a summary without tasks is its counts") {
    CHECK_EQ(
        text_summary({}, k_pipe),
        "count\tqueued\t0\ncount\trunning\t0\ncount\tcompleted\t0\ncount\tfailed\t0\ncount\tcancelled\t0\n"
        "count\tother\t0\ncount\ttotal\t0\n");
    StoreSummary summary;
    TaskSummary odd = task_named("task-0001", TaskState::unknown, "");
    odd.state.reset();
    odd.prompt = "p";
    summary.recent = {odd};
    CHECK_EQ(
        json_summary(summary),
        R"({"stats":{"total":0,"queued":0,"running":0,"completed":0,"failed":0,"cancelled":0,"other":0},)"
        R"("running":[],"recent":[{"id":"task-0001","prompt":"p","state":null,"completed_at":null}]})");
  }

  TEST_CASE("a cleanup tells what went, what goes and what stays") {
    CleanupReport report;
    auto run = CleanupRun::dry_run;
    CHECK_EQ(text_cleanup(report, run, k_pipe), "nothing is old enough to go\n");
    report.kept = {{rlmdb::TaskId{"task-2"}, {}, 1, "task-3 is not finished and needs it"},
                   {{}, rlmdb::TreeId{"tree-1"}, 2, "1 of its 3 nodes is not finished"}};
    report.to_review = {{{"task-4"}, "2026-01-09T10:00:00.000Z", {}}};
    CHECK_EQ(text_cleanup(report, run, k_pipe),
             "nothing is old enough to go\ntask-2 stays: task-3 is not finished and needs it\n"
             "tree-1 (2 old nodes) stays: 1 of its 3 nodes is not finished\n"
             "1 old failed task to review (`rlmdb cleanup --review`), kept until then: task-4\n");
    report.tasks = {
        {{"task-0001"}, "failed", "2026-02-09T10:00:00.000Z", {}, 1500, "failed more than 30 d ago"}};
    report.bytes = 2000;
    report.events = 2;
    report.kept.clear();
    report.to_review.clear();
    CHECK_EQ(text_cleanup(report, run, k_pipe),
             "would remove 1 task, 2 events: 2.0 kB in the tasks' records\n");
    run = CleanupRun::apply;
    CHECK_EQ(text_cleanup(report, run, k_pipe), "removed 0 of 1 task before it was interrupted\n");
    report.applied = true;
    report.removed = 1;
    CHECK_EQ(text_cleanup(report, run, k_pipe), "removed 1 task, 2 events: 2.0 kB in the tasks' records\n");
    CHECK_EQ(text_removals(report, k_pipe), "task-0001\tfailed\t2026-02-09T10:00:00.000Z\t\t1500\n");
    CHECK_EQ(text_removals(report, screen(40)),
             "ID         STATE   ENDED            SIZE\ntask-0001  failed  2026-02-09 1…  1.5 kB\n");
    CHECK_EQ(
        json_cleanup(report),
        R"({"tasks":[{"id":"task-0001","state":"failed","completed_at":"2026-02-09T10:00:00.000Z",)"
        R"("tree_id":null,"bytes":1500,"reason":"failed more than 30 d ago"}],"trees":[],"kept":[],)"
        R"("to_review":[],"at":"","removed":1,"bytes":2000,"events":2,"requests":0,"kept_tasks":0,)"
        R"("expired":[],"empty_states":[],"project_files":[],"workflow_checkpoints":[],"checkpoints":[],)"
        R"("packed":0,"undated":[],"undated_workflow_checkpoints":0,"applied":true})");
  }
}
