// SPDX-License-Identifier: MIT
/// The part of a tree.json that is not its nodes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rlmdb::tree_documents {

/// What TreeMetadata says.
struct TreeTotals {
  std::string tree_id;
  std::string root_prompt;
  std::int64_t max_depth = 0;
  std::int64_t nodes = 0;
  std::int64_t completed = 0;
  std::int64_t failed = 0;
  double cost_usd = 0;
  std::int64_t tokens = 0;
  std::optional<std::string> execution_mode;
  std::optional<std::string> session_id;
  std::string created_at;    ///< "": none of its nodes says when
  std::string completed_at;  ///< "": not all of its nodes are completed or cancelled
  std::optional<std::int64_t> duration_ms;
};

/// What nodes of a document say that they used.
struct NodeSums {
  double cost_usd = 0;
  std::int64_t tokens = 0;

  void add(std::string_view node_json);
};

/// An outline for a tree that has none: "root_task" stands as {}, or "nodes" as [].
[[nodiscard]] std::string new_outline(const TreeTotals& totals, bool is_list);

/// Whether the outline's nodes stand in "nodes".
[[nodiscard]] bool has_node_list(std::string_view outline);

/// The outline with this mode and session, where they are given and it says others.
[[nodiscard]] std::string with_mode(std::string_view outline,
                                    const std::optional<std::string>& execution_mode,
                                    const std::optional<std::string>& session_id);

/// The outline with the counts and the end of its metadata as in `totals`, and with what else of them that
/// lacks; one without metadata stays so. Of
/// dollars and tokens that it gave, what its nodes did not say for themselves (`said`) stays on top of what
/// they say now.
[[nodiscard]] std::string with_totals(std::string_view outline, TreeTotals totals, const NodeSums& said);

}  // namespace rlmdb::tree_documents
