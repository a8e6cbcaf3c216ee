// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "db/connection.hpp"
#include "records/cell.hpp"
#include "records/stored_claim.hpp"

namespace rlmdb::records {

/// Before which time a queued task is not claimed.
struct NotBefore {
  std::string time;           ///< UTC, milliseconds
  bool is_scheduled = false;  ///< somebody asked for it; otherwise it is the end of a backoff
};

/// What a change must know of a task: its short columns.
struct TaskHead {
  std::int64_t id = 0;
  std::string legacy_id;
  std::optional<std::string> state;  ///< as the column has it
  std::int64_t version = 1;
  std::optional<std::int64_t> pid;
  std::optional<std::string> started_at;
  std::optional<std::string> completed_at;
  std::optional<std::int64_t> token;
  std::int64_t attempts = 0;
  std::optional<std::string> lease_expires_at;
  std::optional<NotBefore> not_before;
  std::optional<std::string> resume_checkpoint_id;
  std::string tree_id;              ///< "" outside a tree
  std::int64_t last_event_seq = 0;  ///< 0: none
  bool has_result = false;
  bool has_error = false;
  std::optional<std::int64_t> row_output_bytes;  ///< of the output in its row; nullopt: none was ever set
  /// The record has exactly the members of the legacy writer, and its columns say all of them but `metadata`.
  bool is_in_columns = false;
  bool is_plain = false;  ///< `metadata` too
};

/// How often a task was lost and may be lost.
struct RetryPolicy {
  std::int64_t attempts = 0;        ///< lost or failed so far
  std::int64_t max_attempts = 3;    ///< lost or failed attempts after which it is given up
  std::int64_t backoff_ms = 1'000;  ///< after the first lost one, doubled after each
  bool is_given = false;            ///< somebody said how many attempts there are
};

/// The member that a change of state sets besides the state.
enum class EndMember { none, result, error };

/// What a change of state writes. Views belong to the caller. Without `completed_at` the record has no end at
/// all, not even one that no column shows.
struct NewState {
  std::string_view state;
  std::optional<std::string_view> started_at;
  std::optional<std::string_view> completed_at;
  std::optional<std::int64_t> pid;
  std::int64_t attempts = 0;
  std::optional<NotBefore> not_before;
  std::optional<std::string_view> lease_expires_at;
  Claimant owner;
  std::optional<std::int64_t> token;
  EndMember end = EndMember::none;
  Cell end_value;
  Cell end_type;  ///< of a result: NULL or "json"
};

/// The value of `result` or `error`.
struct EndValue {
  std::optional<std::string> text;
  bool is_json = false;  ///< the text is JSON, not the value itself
};

/// The columns of `tasks` that say how far a task is, and their writer.
class TaskHeads {
 public:
  explicit TaskHeads(db::Connection& connection) : m_connection(connection) {}

  [[nodiscard]] db::Connection& connection() noexcept { return m_connection; }
  /// The task that people call `id`, or that of several that is claimed under `token` (task_lookup.hpp).
  [[nodiscard]] std::optional<TaskHead> find(std::string_view id,
                                             std::optional<std::int64_t> token = std::nullopt);
  /// The node that a checkpoint of that tree calls `member`.
  [[nodiscard]] std::optional<TaskHead> find_member(std::string_view member, std::string_view tree_id);
  /// Error internal when there is no such row.
  [[nodiscard]] TaskHead get(std::int64_t id);
  /// The claim that stands in its row, over or not.
  [[nodiscard]] std::optional<StoredClaim> claim(std::int64_t id);

  // Changes raise the version and name the event that was written for them.

  /// Writes a state, and ends any claim that `next` does not name.
  void update(const TaskHead& before, const NewState& next, std::int64_t event_seq);
  void touch(std::int64_t id, std::int64_t event_seq);
  void extend_lease(std::int64_t id, std::string_view lease_expires_at, std::int64_t event_seq);

  // What follows is bookkeeping: no version, no event.

  [[nodiscard]] EndValue end_value(std::int64_t id, EndMember member);
  /// No claim, no backoff, no blocker. One that runs now or is completed is scheduled no more.
  void drop_claim(std::int64_t id);
  /// From now on it starts again from its newest checkpoint, whatever a recovery chose before.
  void start_from_newest(std::int64_t id);
  /// How often it is tried; of a queued task also for when it is scheduled.
  void copy_settings(std::int64_t to, std::int64_t from);
  void set_retry_policy(std::int64_t id, std::optional<std::int64_t> max_attempts,
                        std::optional<std::int64_t> backoff_ms);
  /// Instead of a backoff too; nullopt: it may be claimed at once.
  void schedule(std::int64_t id, std::optional<std::string_view> not_before);
  /// Takes a task out of the ready ones until `blocker` has ended.
  void block(std::int64_t id, std::int64_t blocker);
  /// The same of some of the nodes behind it that have its parent: `most` are looked at.
  void block_siblings(std::int64_t id, std::int64_t most);
  /// The same as block() until there is a newer task, which may be the one that was not there.
  void block_for_unknown(std::int64_t id);
  /// Whether tasks came since some were blocked for an unknown one. One look at an index.
  [[nodiscard]] bool has_newcomers();
  /// Those are looked at again.
  void unblock_for_newcomers();
  /// Takes every note away that block() has made: all waiting tasks are looked at again.
  void unblock_all();
  /// Its own setting, else that of the retry_policy of its execution_config, else the default.
  [[nodiscard]] RetryPolicy retry_policy(std::int64_t id);
  /// `timeout_ms` of what is known as its execution_config; absent where that is no whole number from 1.
  [[nodiscard]] std::optional<std::chrono::milliseconds> timeout(std::int64_t id);

  /// Takes the chunks of a task that has ended into its row, where all its output is short.
  void fold_output(std::int64_t id);
  /// Makes a chunk of an output that is long, for every change of a row writes the whole row. For the record
  /// it is the same.
  void keep_output_apart(const TaskHead& head);

 private:
  [[nodiscard]] std::string unfold_output(std::int64_t id);

  db::Connection& m_connection;
};

}  // namespace rlmdb::records
