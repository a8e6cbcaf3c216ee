// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "frame/change_options.hpp"
#include "rlmdb/run.hpp"
#include "tasks/task_verbs.hpp"

namespace rlmdb::cli {

/// Arguments of `rlmdb task`, as typed.
struct TaskOptions {
  std::vector<std::string> words;  ///< the verb and what follows it
  std::optional<std::string> prompt;
  std::optional<std::string> prompt_json;
  std::optional<std::string> agent;
  std::optional<std::string> priority;
  std::optional<std::string> parent;
  std::optional<std::string> tree;
  bool makes_tree = false;
  std::optional<std::string> execution_mode;
  std::optional<std::string> session_id;
  std::optional<std::string> decomposition_strategy;
  std::optional<std::string> merge_strategy;
  std::optional<std::string> context;
  std::optional<std::string> config;
  std::optional<std::string> metadata;
  std::vector<std::string> depends_on;
  std::vector<std::string> on;  ///< of depend
  std::optional<std::int64_t> max_attempts;
  std::optional<std::chrono::milliseconds> backoff;
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
};

void add_task_options(Options& options, TaskOptions& task);

/// Error usage for an option given that says what the lines of --ndjson say.
void require_lines_alone(const Options& options);

}  // namespace rlmdb::cli
