// SPDX-License-Identifier: MIT
#include "format/json_writer.hpp"
#include "tasks/other_states.hpp"
#include "tasks/print_ready.hpp"
#include "tasks/print_summary.hpp"
#include "tasks/print_tasks.hpp"

namespace rlmdb::cli {
namespace {

JsonObject& add_state(JsonObject& object, const TaskSummary& task) {
  return task.state.has_value() ? object.add("state", task.state_text) : object.add_literal("state", "null");
}

void add_members(JsonObject& object, const TaskSummary& task) {
  object.add("id", task.id.text);
  add_state(object, task)
      .add("agent", task.agent)
      .add("priority", task.priority)
      .add("created_at", task.created_at)
      .add("started_at", task.started_at)
      .add("completed_at", task.completed_at)
      .add("pid", task.pid)
      .add("tree_id", task.tree_id)
      .add("prompt", task.prompt);
}

void append_task(std::string& json, const TaskSummary& task) {
  JsonObject object(json);
  add_members(object, task);
  object.close();
}

void append_listed(std::string& json, const TaskSummary& task) {
  JsonObject object(json);
  add_members(object, task);
  object.add("process_gone", task.is_process_gone).close();
}

void append_readiness(std::string& json, const Readiness& task) {
  JsonObject object(json);
  add_members(object, task.task);
  object.add("code", task.code).add("reason", task.reason);
  object.add_array("blocked_by", task.blocked_by,
                   [](std::string& list, const TaskId& id) { append_json(list, id.text); });
  object.add("not_before", task.not_before).close();
}

template <class Tasks, class Append>
std::string task_list(const Tasks& tasks, Append append, const std::optional<std::int64_t>& limit) {
  std::string json;
  JsonObject data(json);
  data.add_array("tasks", tasks, append).add("count", static_cast<std::int64_t>(tasks.size()));
  if (limit.has_value()) {
    data.add("limit", *limit);
  }
  data.close();
  return json;
}

void append_running(std::string& json, const TaskSummary& task) {
  JsonObject(json)
      .add("id", task.id.text)
      .add("prompt", task.prompt)
      .add("agent", task.agent)
      .add("started_at", task.started_at)
      .add("process_gone", task.is_process_gone)
      .close();
}

void append_recent(std::string& json, const TaskSummary& task) {
  JsonObject object(json);
  object.add("id", task.id.text).add("prompt", task.prompt);
  add_state(object, task).add("completed_at", task.completed_at).close();
}

}  // namespace

std::string json_list(const std::vector<TaskSummary>& tasks, std::int64_t limit) {
  return task_list(tasks, append_listed, limit);
}

std::string json_ready(const std::vector<TaskSummary>& tasks) {
  return task_list(tasks, append_task, std::nullopt);
}

std::string json_readiness(const std::vector<Readiness>& tasks) {
  return task_list(tasks, append_readiness, std::nullopt);
}

std::string json_blocked(const std::vector<Readiness>& tasks, std::int64_t limit) {
  return task_list(tasks, append_readiness, limit);
}

std::string json_show(const std::vector<std::string>& records) {
  if (records.size() == 1) {
    return R"({"task":)" + records.front() + "}";
  }
  std::string data = R"({"tasks":[)";
  for (const std::string& record : records) {
    data += &record == &records.front() ? "" : ",";
    data += record;
  }
  return data + "]}";
}

std::string json_stats(const TaskStats& stats) {
  std::string json;
  JsonObject(json)
      .add("total", stats.total)
      .add("queued", stats.queued)
      .add("running", stats.running)
      .add("completed", stats.completed)
      .add("failed", stats.failed)
      .add("cancelled", stats.cancelled)
      .add("other", other_states(stats))
      .close();
  return json;
}

std::string json_summary(const StoreSummary& summary) {
  std::string json;
  JsonObject(json)
      .add_literal("stats", json_stats(summary.stats))
      .add_array("running", summary.running, append_running)
      .add_array("recent", summary.recent, append_recent)
      .close();
  return json;
}

}  // namespace rlmdb::cli
