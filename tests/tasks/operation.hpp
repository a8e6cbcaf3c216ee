// SPDX-License-Identifier: MIT
/// What the processes of a race log: one record an operation, one a read.
#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <string>

#include "rlmdb/change.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::test {

enum class Verb : std::uint8_t {
  add,
  start,
  complete,
  fail,
  cancel,
  retry,
  append,
  set_prompt,
  set_result,
  set_priority,
  heartbeat,
  release,
  claim
};

/// `repeated`: the answer to an earlier call of the same request id. `none`: a claim found nothing.
enum class Outcome : std::uint8_t { done, repeated, none, refused };

/// The writer of what any process may be the first to write.
constexpr std::int32_t k_anybody = -1;

/// No task, no token, no version.
constexpr std::int64_t k_absent = -1;

struct Operation {
  Verb verb = Verb::add;
  Outcome outcome = Outcome::refused;
  ErrorCode code = ErrorCode::internal;  ///< where it was refused
  bool alone = true;                     ///< false: another change shared its transaction
  std::int32_t writer = 0;
  std::int32_t number = 0;  ///< with `writer` it names the value written, so no two writes are alike
  std::int64_t task = k_absent;
  std::int64_t priority = 0;           ///< of an add or a set_priority
  std::int64_t token = k_absent;       ///< given; of a claim: received
  std::int64_t if_version = k_absent;  ///< given
  std::int64_t seq = 0;                ///< of a done or repeated one
  std::int64_t version = 0;            ///< of a done or repeated one
  std::int64_t known_seq = 0;          ///< what its process knew to be committed before the call
  std::int64_t wait_ns = 0;            ///< how long the call took
};

/// One snapshot that a reader saw.
struct Read {
  std::int64_t seq = 0;  ///< the newest event of the snapshot
  std::int64_t task = 0;
  std::uint64_t hash = 0;           ///< of the whole text
  std::array<char, 160> excerpt{};  ///< its beginning
};

/// What it writes: prompt, result, error or chunk.
inline std::string value_text(const Operation& operation) {
  const std::string who = operation.writer == k_anybody ? "anybody" : "w" + std::to_string(operation.writer);
  return who + "-" + std::to_string(operation.number) + ";";
}

inline TaskId task_id(std::int64_t number) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "task-%04lld", static_cast<long long>(number));
  return TaskId{text.data()};
}

inline std::int64_t task_number(const TaskId& id) {
  return std::stoll(id.text.substr(id.text.find('-') + 1));
}

inline JsonText json_string(const std::string& plain) {
  return JsonText{"\"" + plain + "\""};
}

inline NewTask new_task(const Operation& operation) {
  NewTask task;
  task.prompt = value_text(operation);
  task.priority = JsonText{std::to_string(operation.priority)};
  return task;
}

inline TaskAction action_of(const Operation& operation) {
  const std::string value = value_text(operation);
  switch (operation.verb) {
    case Verb::add:
      return new_task(operation);
    case Verb::start:
      return StartTask{};
    case Verb::complete:
      return CompleteTask{value};
    case Verb::fail:
      return FailTask{value};
    case Verb::cancel:
      return CancelTask{};
    case Verb::retry:
      return RetryTask{};
    case Verb::append:
      return AppendOutput{value};
    case Verb::set_prompt:
      return SetMembers{{{"prompt", json_string(value)}}};
    case Verb::set_result:
      return SetMembers{{{"result", json_string(value)}}};
    case Verb::set_priority:
      return SetMembers{{{"priority", JsonText{std::to_string(operation.priority)}}}};
    case Verb::heartbeat:
      return Heartbeat{};
    case Verb::release:
      return ReleaseTask{};
    case Verb::claim:
      break;
  }
  throw std::logic_error("a claim is no change");
}

inline TaskChange change_of(const Operation& operation) {
  TaskChange change;
  if (operation.verb != Verb::add) change.id = task_id(operation.task);
  change.action = action_of(operation);
  if (operation.if_version != k_absent) change.only_if.if_version = operation.if_version;
  if (operation.token != k_absent) change.only_if.token = operation.token;
  return change;
}

}  // namespace rlmdb::test
