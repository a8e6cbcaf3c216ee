// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "db/connection.hpp"
#include "records/record.hpp"
#include "rlmdb/task.hpp"
#include "util/digest128.hpp"

namespace rlmdb::records {

/// What an import must know of a row it meets again.
struct TaskKey {
  std::int64_t id = 0;
  std::int64_t position = 0;
  std::int64_t version = 1;
  std::int64_t import_id = 0;  ///< 0: made here
  util::Digest128 source_digest{};
  bool has_source_digest = false;
};

/// The writer of `tasks`. Layout ids must be filled in.
class TaskRows {
 public:
  explicit TaskRows(db::Connection& connection) : m_connection(connection) {}

  /// False, and nothing written, when the store id is taken.
  [[nodiscard]] bool insert(const TaskRecord& record);
  void update(const TaskRecord& record);
  /// The columns that documents may give (document_values.hpp), and the residue that marks them.
  void put_document_values(const TaskRecord& record);
  /// tasks.id of those that have any.
  [[nodiscard]] std::vector<std::int64_t> ids_with_document_values();
  void update_source(std::int64_t id, std::int64_t import_id, std::string_view source_digest,
                     std::int64_t source_version);
  void update_position(std::int64_t id, std::int64_t position);
  /// Puts a task back into the queue: no pid, no claim, no end, one attempt more, `checkpoint_id` to start
  /// from.
  void queue_again(std::int64_t id, std::string_view checkpoint_id, std::int64_t event_seq);
  /// Whether a task or a node of a document goes by that id: it would stand for both.
  [[nodiscard]] bool is_id_taken(std::string_view id);
  /// The part of it that an insert cannot tell.
  [[nodiscard]] bool is_id_of_document(std::string_view id);
  [[nodiscard]] std::optional<TaskKey> find_key(std::string_view legacy_id);
  /// tasks.id of the task that people call `id` (task_lookup.hpp).
  [[nodiscard]] std::optional<std::int64_t> find_id(std::string_view id);
  /// The same; error not_found where there is none.
  [[nodiscard]] std::int64_t get_id(std::string_view id);
  /// Where the one task has no event of its own, its newest is the other's.
  void keep_last_event(std::int64_t from_id, std::int64_t to_id);
  /// With all that belongs to it in other tables; its events stay.
  void remove(std::int64_t id);
  /// Error internal when there is no such row.
  [[nodiscard]] std::int64_t position(std::int64_t id);
  /// The largest tasks.id; 0 when there is none.
  [[nodiscard]] std::int64_t last_id();
  /// The next id that no task and no state document ever had. Taken once use_ids() was told.
  [[nodiscard]] std::int64_t next_id();
  /// Ids before `next` are never given again.
  void use_ids(std::int64_t next);
  /// Whether no import ever wrote it.
  [[nodiscard]] bool is_made_here(std::int64_t id);
  [[nodiscard]] std::int64_t count_of_source(std::string_view source_path);
  /// REQUIRES: one snapshot.
  [[nodiscard]] TaskStats count_by_state();

 private:
  /// Kept, because looking it up for every row costs more than binding it.
  [[nodiscard]] db::Statement& insert_statement();

  db::Connection& m_connection;
  db::Statement* m_insert = nullptr;
};

}  // namespace rlmdb::records
