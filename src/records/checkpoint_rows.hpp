// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/connection.hpp"
#include "records/child_cursor.hpp"
#include "records/record.hpp"
#include "records/text_arena.hpp"

namespace rlmdb::records {

/// What an element of metadata.checkpoints says.
struct ListedCheckpoint {
  std::string checkpoint_id;
  std::optional<std::string> name;
  std::optional<std::string> timestamp;
  std::optional<std::string> description;
  std::optional<std::string> snapshot_path;
};

/// The writer of `checkpoints`. Layout ids must be filled in.
class CheckpointRows {
 public:
  explicit CheckpointRows(db::Connection& connection) : m_connection(connection) {}

  void insert(std::int64_t task_id, std::int64_t position, const CheckpointRecord& checkpoint);
  void remove_all(std::int64_t task_id);
  /// Where a new element of metadata.checkpoints goes; nullopt where the task has no such array yet, or its
  /// rows alone do not say all of it. A few index entries, however long the array is.
  [[nodiscard]] std::optional<std::int64_t> next_position(std::int64_t task_id);
  /// Whether some metadata.checkpoints names the checkpoint.
  [[nodiscard]] bool is_named(std::string_view checkpoint_id);
  /// tasks.id of a task whose list names it.
  [[nodiscard]] std::optional<std::int64_t> find_task_that_names(std::string_view checkpoint_id);
  /// tasks.id of those whose lists name the checkpoint of that owner (snapshots.scope, owner), where none of
  /// that id is left to them once those in `going_json`, a JSON array of snapshots.id, are gone.
  [[nodiscard]] std::vector<std::int64_t> tasks_that_lose(std::string_view checkpoint_id,
                                                          std::string_view scope, std::string_view owner,
                                                          std::string_view going_json);
  /// The checkpoints that tasks which have not ended start from (resume_checkpoints). Of the nodes of a tree;
  /// of one task by its store id.
  [[nodiscard]] std::vector<std::string> resumed_in_tree(std::string_view tree_id);
  [[nodiscard]] std::vector<std::string> resumed_by_task(std::string_view legacy_id);
  /// A task's list, oldest first, without elements that have no id.
  [[nodiscard]] std::vector<ListedCheckpoint> listed(std::int64_t task_id);
  /// tasks.id of those whose list has an element with an id.
  [[nodiscard]] std::vector<std::int64_t> tasks_with_lists();

 private:
  /// Kept, because looking it up for every row costs more than binding it.
  [[nodiscard]] db::Statement& insert_statement();

  db::Connection& m_connection;
  db::Statement* m_insert = nullptr;
};

/// Reads the checkpoints of tasks; see ChildCursor for the cost.
class CheckpointCursor {
 public:
  CheckpointCursor(db::Connection& connection, Walk walk);

  /// Fills `record.checkpoints` with those of `record.id`, in order. Texts are kept in `arena`.
  void read(TaskRecord& record, TextArena& arena);

 private:
  ChildCursor<CheckpointRecord> m_rows;
};

}  // namespace rlmdb::records
