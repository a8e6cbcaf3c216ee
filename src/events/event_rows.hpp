// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/connection.hpp"
#include "rlmdb/event.hpp"

namespace rlmdb::events {

/// One new `events` row; empty texts and 0 are NULL. Texts belong to the caller. It is about a task, a state
/// document, a loop or none of them.
struct NewEvent {
  std::string_view at = {};
  EventKind kind;
  std::int64_t task_id = 0;
  std::string_view tree_id = {};
  std::int64_t import_id = 0;
  std::string_view old_state = {};
  std::string_view new_state = {};
  std::int64_t token = 0;
  std::string_view reason = {};
  std::int64_t prev_seq = 0;  ///< the event before of what it is about
  std::int64_t state_id = 0;
  std::int64_t loop_id = 0;
  std::string_view node_id = {};  ///< the node whose worker changes a state document
  std::int64_t seq = 0;           ///< 0: the next one
};

/// tasks.id of two tasks that turned out to be one.
struct TaskMove {
  std::int64_t from_id = 0;
  std::int64_t to_id = 0;
};

/// The writer of `events` and `event_changes`.
class EventRows {
 public:
  explicit EventRows(db::Connection& connection) : m_connection(connection) {}

  /// Written by the owner of the connection. Returns the event's sequence number.
  std::int64_t insert(const NewEvent& event);
  /// The sequence number that the next event gets. REQUIRES: a write transaction.
  [[nodiscard]] std::int64_t next_seq();
  /// `owner_id`: the task, state document or loop. `old_json` nullopt: the member was absent. A large value
  /// is kept once, in `contents`.
  void insert_change(std::int64_t event_seq, std::int64_t owner_id, std::string_view member,
                     std::optional<std::string_view> old_json);
  /// The member was a text of `old_bytes` bytes that has only grown.
  void insert_growth(std::int64_t event_seq, std::int64_t owner_id, std::string_view member,
                     std::int64_t old_bytes);

  /// Time of the newest change of a task that was made here since the newest import of a tasks.json; nullopt
  /// when there is none.
  [[nodiscard]] std::optional<std::string> last_change_time();
  /// The JSON text of the last text that a member of a task was changed from; nullopt: none is known. Walks
  /// back along the events of the task.
  [[nodiscard]] std::optional<std::string> last_text(std::int64_t task_id, std::string_view member);

  /// Events after `filter.since`, at most `most`, without their changes.
  [[nodiscard]] std::vector<Event> select(const EventFilter& filter, std::int64_t most);
  /// Fills in what the event changed in `task_key`, or in all tasks when that is 0.
  void read_changes(Event& event, std::int64_t task_key);
  /// Whether something of the tree was changed here since that import. Looks at the events since.
  [[nodiscard]] bool has_changed(std::string_view tree_id, std::int64_t import_id);
  /// The time of the newest event; nullopt without one.
  [[nodiscard]] std::optional<std::string> newest_time();
  /// Of those that are older than `time`. Walks the younger ones.
  [[nodiscard]] std::optional<std::string> newest_time_before(std::string_view time);

  /// The first event that is not before `time`, UTC text, or else the newest: all before it are older. What
  /// comes after it may be older too, where a clock was set back. 0 without any event.
  [[nodiscard]] std::int64_t first_since(std::string_view time);
  /// Events before that one.
  [[nodiscard]] std::int64_t count_before(std::int64_t seq);
  /// Removes the `most` oldest of them with their changes. Returns how many.
  [[nodiscard]] std::int64_t remove_before(std::int64_t seq, std::int64_t most);
  /// Events of a state document with their changes, oldest first; its imports are among them.
  [[nodiscard]] std::vector<Event> of_state(std::int64_t state_key);
  /// The task's own events with their changes, oldest first; those of imports are not among them.
  [[nodiscard]] std::vector<Event> of_task(std::int64_t task_key);
  /// The names of the tasks whose variables were changed here, in their order; of one tree, or of all where
  /// that is "". Walks all changes.
  [[nodiscard]] std::vector<std::string> tasks_with_variable_history(std::string_view tree_id);
  /// The events of all imports, without their changes. Walks all events.
  [[nodiscard]] std::vector<Event> of_imports();
  /// The event of the first import of the source that the task came from; 0: it was made here, or the event
  /// is gone.
  [[nodiscard]] std::int64_t first_import(std::int64_t task_key);
  /// The newest event; 0: there is none.
  [[nodiscard]] std::int64_t newest();
  /// The oldest event kept; 0: there is none.
  [[nodiscard]] std::int64_t oldest();
  /// The newest event that was written by that time, UTC with milliseconds; 0: none was.
  [[nodiscard]] std::int64_t newest_by(std::string_view time);
  /// The events of the one task, and their changes, are the other's from now on.
  void move(const std::vector<TaskMove>& moves);
  /// The events of these owners and trees say nothing any more but when they were and who wrote them, and
  /// their changes go. Both are JSON arrays: of ids, and of names.
  void blank(std::string_view owners_json, std::string_view trees_json);

 private:
  db::Connection& m_connection;
};

}  // namespace rlmdb::events
