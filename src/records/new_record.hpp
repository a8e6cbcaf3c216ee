// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "records/layout_pool.hpp"
#include "records/record.hpp"

namespace rlmdb::records {

/// What a new node's metadata begins with.
struct NewNode {
  std::string_view tree_id;
  std::string_view node_id;
  std::optional<std::string_view> parent_id;  ///< nullopt for a root
  std::int64_t depth = 0;
  std::optional<std::string_view> decomposition_strategy;
  std::optional<std::string_view> merge_strategy;
};

/// A queued task that was never started, with the members of the legacy writer: cells for what columns say,
/// text for what was given as JSON and they cannot say, or not alone. Texts belong to the caller.
struct NewRecord {
  std::string_view id;
  std::string_view created_at;
  Cell prompt;
  Cell agent;
  Cell priority;
  std::optional<NewNode> node;
  /// The compact canonical text of an object: the member of every cell that is not exact, and `metadata` with
  /// the members that follow the node's. "": none.
  std::string given;
};

/// Completes `record`, which is what `values.given` says or empty, by the values. Its texts are those of
/// `values`; layouts belong to the pool or to `overflow`.
void put_values(const NewRecord& values, LayoutPool& layouts, LayoutPool::Overflow& overflow,
                TaskRecord& record);

}  // namespace rlmdb::records
