// SPDX-License-Identifier: MIT
/// What one run of a task used and what it says of its result.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rlmdb {

/// What a run used. Each is added to what the task has used so far (metadata.cost_tracking), so that the cost
/// of a task is that of all its runs. Nothing is negative. Dollars are kept to 15 digits.
struct RunCost {
  std::optional<std::int64_t> input_tokens{};
  std::optional<std::int64_t> output_tokens{};
  std::optional<std::int64_t> cache_hits{};
  std::optional<double> input_cost_usd{};
  std::optional<double> output_cost_usd{};
  /// absent: what input and output are; of a task that has no total yet it stays unknown while only one of
  /// them is given
  std::optional<double> total_cost_usd{};
  std::optional<double> cache_savings_usd{};
  friend bool operator==(const RunCost&, const RunCost&) = default;
};

/// A file that a run has made.
struct RunArtifact {
  std::string path{};
  std::optional<std::string> type{};
  std::optional<std::string> description{};
};

/// Something that went wrong in a run.
struct RunFault {
  std::string message{};
  std::optional<std::string> code{};
  std::optional<std::string> timestamp{};  ///< ISO 8601 with a zone; absent: the moment of the change
};

/// What a run says beside its output. With any of it the task's result becomes one in the shape of a node's:
/// {"status": …, "output": …, "confidence": …, "metadata": {"model_used": …}, …}.
struct RunDetails {
  std::optional<std::string> status{};  ///< success, partial, failed, cancelled; absent: as the task ends
  std::optional<std::string> output_type{};  ///< text, json, markdown, code, file_path
  std::optional<double> confidence{};        ///< 0 to 1
  std::optional<std::string> model{};
  std::optional<std::string> finish_reason{};  ///< stop, length, tool_use, error
  std::vector<RunArtifact> artifacts{};
  std::vector<RunFault> errors{};  ///< kept in the result's `errors`
};

}  // namespace rlmdb
