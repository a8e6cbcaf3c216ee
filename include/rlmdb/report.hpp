// SPDX-License-Identifier: MIT
/// What a person wants to read about one tree, from one snapshot. Drawing it is the caller's affair.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rlmdb/estimate.hpp"
#include "rlmdb/progress.hpp"
#include "rlmdb/tree.hpp"
#include "rlmdb/tree_settings.hpp"

namespace rlmdb {

class Store;

/// When a node ran, in ms since 1970 UTC; nullopt where its record has no strict ISO time.
struct NodeTimes {
  std::optional<std::int64_t> started_ms;
  std::optional<std::int64_t> ended_ms;
};

/// A node that failed.
struct NodeFailure {
  std::size_t node = 0;       ///< index into Tree::nodes
  std::string error;          ///< whole; the JSON text of an error that is no string; "" where none is kept
  std::int64_t attempts = 0;  ///< how often it was started again
  std::string next;           ///< what `recover` would do with it: one sentence
};

/// A node that is not finished and did not fail.
struct OpenNode {
  std::size_t node = 0;            ///< index into Tree::nodes
  std::string reason;              ///< why it does not go on, or how it does: one sentence
  std::vector<TaskId> blocked_by;  ///< what it waits for first, at most 50
};

/// How many failures and open nodes a report describes; the others are only counted. Each one described
/// costs a few statements.
struct ReportLimits {
  std::size_t failures = 50;
  std::size_t open_nodes = 50;
};

struct TreeReport {
  std::string made_at;  ///< now, UTC, milliseconds
  Tree tree;
  std::vector<NodeTimes> times;          ///< of Tree::nodes, in their order
  TreeProgress progress;                 ///< with the simple estimate
  TimeEstimate estimate;                 ///< the likely one, as estimate_of_tree gives it
  TreeBudget budget;                     ///< as budget_of_tree gives it
  LimitReport limits;                    ///< as limits_of_tree gives it
  TreeCost cost;                         ///< by depth
  std::optional<std::int64_t> first_ms;  ///< earliest start; ms since 1970 UTC
  std::optional<std::int64_t> last_ms;   ///< latest start or end
  std::int64_t work_ms = 0;              ///< sum of the durations of nodes with both times
  std::vector<NodeFailure> failures;     ///< by the time they ended, first ones first
  std::uint64_t failure_count = 0;       ///< of all
  std::vector<OpenNode> open_nodes;      ///< running, then ready, then waiting ones; drawn order among each
  std::uint64_t open_count = 0;          ///< of all
  std::optional<std::string> result;     ///< of the first root, whole; JSON text where it is no string
};

/// Error not_found for an unknown tree, naming unfinished ones. Reads that tree's nodes: linear in them, in
/// memory with their prompts; and for the estimate the newest 20,000 nodes of other trees. Whether the
/// process of a running node lives is judged as `recover` does; nothing is changed, nothing is signalled.
[[nodiscard]] TreeReport report_of_tree(const Store& store, const TreeId& tree,
                                        const ReportLimits& limits = {});

/// A report as a file that is rlmdb's own: `text`, and a last line, a comment in Markdown, with its SHA-256.
/// By that an export knows a `report.md` that nobody changed, and writes it anew once its tree has changed.
[[nodiscard]] std::string sealed_report(std::string_view text);

/// Whether it is one, and is as it was written.
[[nodiscard]] bool is_sealed_report(std::string_view text);

}  // namespace rlmdb
