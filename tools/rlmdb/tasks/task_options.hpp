// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frame/change_options.hpp"
#include "rlmdb/change_fields.hpp"
#include "rlmdb/remove.hpp"
#include "tasks/task_verbs.hpp"

namespace rlmdb::cli {

/// Arguments of `rlmdb task`, as typed.
struct TaskOptions {
  std::vector<std::string> words;  ///< the verb and what follows it
  std::optional<std::string> prompt;
  std::optional<std::string> prompt_json;
  NewTask task;                   ///< but its prompt
  std::vector<std::string> on;    ///< of depend
  std::optional<std::string> by;  ///< of note
  bool wants_failed = false;      ///< of retry, instead of IDs
  TasksBelow below = TasksBelow::stay;
  Run run = Run::apply;
  bool holds_all = false;
  bool lets_go = false;
  std::chrono::milliseconds lease = k_default_lease;
  std::optional<std::int64_t> pid;
  std::optional<std::string> result;
  std::optional<std::string> result_json;
  std::optional<std::string> error;
  std::optional<std::string> error_code;
  bool is_partial = false;
  RunCost cost;
  RunDetails details;
  std::vector<std::string> artifacts;
  ChangeOptions change;
  std::optional<std::string> lines;  ///< the file of --ndjson
  std::optional<std::string> list;   ///< of --tasks, or "-"

  /// Whether JSON objects say what the words and options do not.
  [[nodiscard]] bool has_objects() const noexcept { return lines.has_value() || list.has_value(); }
};

/// The option of a field: "--max-attempts".
[[nodiscard]] std::string option_of(const NewTaskField& field);
/// Its member of a line: "max_attempts".
[[nodiscard]] inline std::string_view member_of(const NewTaskField& field) {
  return field.given_as.empty() ? field.name : field.given_as;
}

void add_task_options(Options& options, TaskOptions& task);

/// Error usage for an option given that says what the objects of --ndjson or --tasks say.
void require_objects_alone(const Options& options);

}  // namespace rlmdb::cli
