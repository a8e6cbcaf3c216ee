// SPDX-License-Identifier: MIT
/// One legacy record taken apart: the rows it becomes. Plain values; texts are views whose owner the
/// producing function names.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "records/cell.hpp"
#include "records/fields.hpp"

namespace rlmdb::records {

/// The member order of one JSON object (a `layouts` row).
struct Layout {
  struct Member {
    std::string name_json;  ///< canonical JSON text of the name, with quotes
    const Field* field;     ///< nullptr: no column, the value stands in residue
  };
  Level level = Level::task;
  std::string members_json;  ///< `layouts.members`: a JSON array of the names
  std::vector<Member> members;
  std::vector<const Field*> absent;  ///< the level's fields that it does not name
};

/// A layout as a row names it and as code uses it. Readers of JSON fill `layout`, the store fills `id`; the
/// job that brings the two together fills in the other.
struct LayoutRef {
  std::int64_t id = 0;             ///< `layouts.id`; 0 is NULL: no such object
  const Layout* layout = nullptr;  ///< owned by whoever made it
  [[nodiscard]] bool present() const noexcept { return id != 0 || layout != nullptr; }
};

struct VariableRecord {
  std::int64_t id = 0;  ///< variables.id of one that was read
  std::array<Cell, k_variable_cells> cells;
  LayoutRef layout;           ///< absent: a bare value
  LayoutRef metadata_layout;  ///< absent: no metadata object
  std::string_view residue;   ///< JSON object text, or empty
};

struct CheckpointRecord {
  std::array<Cell, k_checkpoint_cells> cells;
  LayoutRef layout;  ///< absent: the element is no object
  std::string_view residue;
};

struct TaskRecord {
  std::int64_t id = 0;              ///< tasks.id
  std::int64_t position = 0;        ///< tasks.position
  std::int64_t version = 1;         ///< tasks.version
  std::int64_t import_id = 0;       ///< tasks.import_id; 0 is NULL
  std::int64_t event_seq = 0;       ///< tasks.last_event_seq when it is written; 0: as it was
  std::string_view source_digest;   ///< 16 bytes, or empty
  std::int64_t source_version = 0;  ///< 0 is NULL

  std::array<Cell, k_task_cells> task;
  LayoutRef layout;
  LayoutRef metadata_layout;  ///< absent: metadata is no object
  std::string_view residue;   ///< for the levels task, metadata, context and cost

  bool has_node = false;  ///< a tree_nodes row belongs to it
  std::array<Cell, k_node_cells> node;
  LayoutRef context_layout;
  LayoutRef cost_layout;

  std::vector<VariableRecord> variables;      ///< in order
  std::vector<CheckpointRecord> checkpoints;  ///< in order

  /// The whole record as compact JSON where the columns cannot rebuild it; empty for nearly every record. It
  /// counts while the columns still give the text whose digest `verbatim_digest` is (16 bytes).
  std::string_view verbatim;
  std::string_view verbatim_digest;

  void clear();
};

}  // namespace rlmdb::records
