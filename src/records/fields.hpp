// SPDX-License-Identifier: MIT
/// THE table: which member of a legacy record stands in which column. Reader and writer both go by it; the
/// order of the cells is the order of the columns in *_rows.sql.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "rlmdb/words.hpp"

namespace rlmdb::records {

/// The JSON objects of a record whose members have columns, one layout each.
enum class Level : std::uint8_t { task, metadata, context, cost, variable, variable_metadata, checkpoint };

}  // namespace rlmdb::records

namespace rlmdb {

/// The names in `layouts.level` and in residue.
template <>
inline constexpr std::array<std::string_view, 7> k_words_of<records::Level>{
    "task", "metadata", "context", "cost", "variable", "variable_metadata", "checkpoint"};

}  // namespace rlmdb

namespace rlmdb::records {

inline constexpr std::size_t k_level_count = k_members_of<Level>.size();

/// How a member and its column correspond. Whatever does not fit exactly goes to residue.
enum class FieldKind : std::uint8_t {
  key,      ///< a JSON string that identifies (store id, variable name): see column_key in record_read
  text,     ///< a JSON string
  name,     ///< a JSON string that is not empty: an empty one names nothing and stands in residue
  state,    ///< a JSON string of the state enum; another string stands as "unknown"
  integer,  ///< a number that is an integer's plain text
  real,     ///< a number that is the shortest text of a double
  number,   ///< either
  boolean,  ///< 0 or 1
  any,      ///< any JSON value: two cells, the text and NULL ("text") or "json"
  object,   ///< an object (or list) that has a level or rows of its own
};

struct Field {
  std::string_view name;  ///< the member's name
  FieldKind kind;
  std::uint8_t cell;  ///< index of its (first) cell in the row; of kind `object`: an ObjectField
};

/// The members that are objects or lists with columns or rows of their own.
enum ObjectField : std::uint8_t {
  object_metadata,
  object_rlm_state,
  object_context,
  object_cost,
  object_checkpoints,
  object_variable_metadata,
};

/// Cells of a tasks row.
enum TaskCell : std::size_t {
  task_legacy_id,
  task_prompt,
  task_agent,
  task_priority,
  task_state,
  task_created_at,
  task_started_at,
  task_completed_at,
  task_pid,
  task_result,
  task_result_type,
  task_error,
  task_output,
  k_task_cells
};

/// Cells of a tree_nodes row.
enum NodeCell : std::size_t {
  node_tree_id,
  node_node_id,
  node_parent_ref,
  node_depth,
  node_decomposition_strategy,
  node_merge_strategy,
  node_context_type,
  node_context_source,
  node_context_size_tokens,
  node_cost_input_tokens,
  node_cost_output_tokens,
  node_cost_total_tokens,
  node_cost_input_usd,
  node_cost_output_usd,
  node_cost_total_usd,
  node_cost_subtree_total_usd,
  node_cost_cache_hits,
  node_cost_cache_savings_usd,
  k_node_cells
};

/// Cells of a variables row.
enum VariableCell : std::size_t {
  variable_name,
  variable_value,
  variable_value_type,
  variable_type,
  variable_description,
  variable_source,
  variable_created_at,
  variable_updated_at,
  variable_access_count,
  variable_read_only,
  variable_scope,
  variable_ttl_seconds,
  k_variable_cells
};

/// Cells of a checkpoints row.
enum CheckpointCell : std::size_t {
  checkpoint_checkpoint_id,
  checkpoint_name,
  checkpoint_snapshot_path,
  checkpoint_timestamp,
  checkpoint_description,
  k_checkpoint_cells
};

/// The fields of a level, in the order in which members without a place in the layout are written.
[[nodiscard]] std::span<const Field> fields_of(Level level) noexcept;

/// The field of `level` called `name` (decoded), or nullptr.
[[nodiscard]] const Field* find_field(Level level, std::string_view name) noexcept;

}  // namespace rlmdb::records
