// SPDX-License-Identifier: MIT
#include "task_model.hpp"

namespace rlmdb::test {

namespace {

bool may_follow(TaskState state, Verb verb) {
  const bool waits_or_runs = state == TaskState::queued || state == TaskState::running;
  switch (verb) {
    case Verb::start:
      return state == TaskState::queued;
    case Verb::complete:
    case Verb::append:
    case Verb::heartbeat:
    case Verb::release:
      return state == TaskState::running;
    case Verb::fail:
    case Verb::cancel:
      return waits_or_runs;
    case Verb::retry:
      return state == TaskState::failed || state == TaskState::cancelled;
    default:
      return true;
  }
}

/// What nobody does to a claimed task without its token.
bool is_owners(Verb verb) {
  return verb != Verb::add && verb != Verb::retry && verb != Verb::claim;
}

TaskState state_after(TaskState state, Verb verb) {
  switch (verb) {
    case Verb::start:
    case Verb::claim:
      return TaskState::running;
    case Verb::complete:
      return TaskState::completed;
    case Verb::fail:
      return TaskState::failed;
    case Verb::cancel:
      return TaskState::cancelled;
    case Verb::add:
    case Verb::retry:
    case Verb::release:
      return TaskState::queued;
    default:
      return state;
  }
}

void write_value(ModelTask& task, const Operation& operation) {
  const std::string value = value_text(operation);
  if (operation.verb == Verb::add || operation.verb == Verb::set_prompt) task.prompt = value;
  if (operation.verb == Verb::add || operation.verb == Verb::set_priority) task.priority = operation.priority;
  if (operation.verb == Verb::complete || operation.verb == Verb::set_result) task.result = value;
  if (operation.verb == Verb::fail) task.error = value;
  if (operation.verb == Verb::append) task.output += value;
}

}  // namespace

std::string state_text(TaskState state) {
  static constexpr std::array k_names = {"queued", "running", "completed", "failed", "cancelled", "unknown"};
  return k_names.at(static_cast<std::size_t>(state));
}

std::optional<ErrorCode> refusal(const ModelTask* task, const Operation& operation) {
  if (operation.verb == Verb::add) return std::nullopt;
  if (task == nullptr) return ErrorCode::not_found;
  const bool needs_token = operation.verb == Verb::heartbeat || operation.verb == Verb::release ||
                           (task->token != k_absent && is_owners(operation.verb));
  const bool wrong_token = operation.token != task->token && (operation.token != k_absent || needs_token);
  const bool wrong_version = operation.if_version != k_absent && operation.if_version != task->version;
  if (wrong_token || wrong_version || !may_follow(task->state, operation.verb)) return ErrorCode::conflict;
  return std::nullopt;
}

const ModelTask* TaskModel::find(std::int64_t task) const {
  const auto found = m_tasks.find(task);
  return found == m_tasks.end() ? nullptr : &found->second;
}

std::optional<std::int64_t> TaskModel::best_ready() const {
  if (m_ready.empty()) return std::nullopt;
  return m_ready.begin()->second;
}

void TaskModel::apply(const Operation& operation) {
  const auto [found, is_new] = m_tasks.try_emplace(operation.task);
  ModelTask& task = found->second;
  if (!is_new) {
    --m_counts.at(static_cast<std::size_t>(task.state));
    ++task.version;
    // The errors of several attempts are kept in the result, with an event of their own.
    if (operation.verb == Verb::fail && task.error) ++task.version;
  }
  m_ready.erase({-task.priority, operation.task});
  task.state = state_after(task.state, operation.verb);
  ++m_counts.at(static_cast<std::size_t>(task.state));
  if (operation.verb == Verb::retry) ++task.attempts;
  if (operation.verb == Verb::claim) task.token = operation.token;
  if (task.state != TaskState::running) task.token = k_absent;
  write_value(task, operation);
  if (task.state == TaskState::queued) m_ready.emplace(-task.priority, operation.task);
}

std::string TaskModel::record_text(std::int64_t number) const {
  const ModelTask* const task = find(number);
  if (task == nullptr) return "";
  return state_text(task->state) + "|" + std::to_string(task->version) + "|" +
         std::to_string(task->attempts) + "|" + std::to_string(task->priority) + "|" + task->prompt + "|" +
         task->result.value_or("NULL") + "|" + task->error.value_or("NULL") + "|" + task->output + "|" +
         std::to_string(task->token);
}

std::string TaskModel::counts_text() const {
  std::string text;
  for (std::size_t state = 0; state < 5; ++state)
    text += (state == 0 ? "" : "|") + std::to_string(m_counts.at(state));
  return text;
}

}  // namespace rlmdb::test
