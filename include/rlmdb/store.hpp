// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "rlmdb/access.hpp"
#include "rlmdb/change.hpp"
#include "rlmdb/claim.hpp"
#include "rlmdb/event.hpp"
#include "rlmdb/log.hpp"
#include "rlmdb/remove.hpp"
#include "rlmdb/task.hpp"

namespace rlmdb {

class Store;

namespace db {
class Connections;
[[nodiscard]] Connections& connections_of(const Store& store) noexcept;
[[nodiscard]] const std::shared_ptr<Connections>& shared_connections(const Store& store) noexcept;
}  // namespace db

struct StoreOptions {
  Durability durability = Durability::full;
  std::chrono::milliseconds busy_timeout{30'000};  ///< how long to wait for other writers before Error busy
  LogSink log;                                     ///< may be empty
  /// Who works here: the name that claims and events have. It gives no rights. "": user@host of this process.
  /// Error usage when it is no UTF-8, has control characters or more than 200 bytes.
  std::string owner{};
  /// The time of day, where the caller has one of its own: asked in each call, by the thread that makes it,
  /// for times that are written, leases, backoffs and ages. Empty: the system's. Waiting goes by a monotonic
  /// clock.
  std::function<std::chrono::system_clock::time_point()> clock{};
  /// Whether nobody wants the call any more. Asked by the thread that makes it: every few milliseconds while a
  /// statement runs or another writer is waited for, and before a commit. Once it is true, the call changes
  /// nothing and is Error io, "interrupted"; but a call that has committed something ends its work, because its
  /// answer is the only one that says what became of it. May be empty; must not use the Store, nor throw.
  std::function<bool()> cancelled{};
  /// Called by the same thread after each commit, for who makes one answer of several calls. May be empty; must
  /// not use the Store, nor throw.
  std::function<void()> committed{};
};

/// One value of a query result: NULL, integer, real, text or blob (blob bytes in `Blob::bytes`).
struct Blob {
  std::string bytes;
};
using SqlValue = std::variant<std::monostate, std::int64_t, double, std::string, Blob>;

/// A value for a parameter of a query: `name` as it stands there, ":id", "@id", "$id" or "?3", or "id" for one of the
/// first three; "": for the next one by number.
struct SqlParameter {
  std::string name{};
  SqlValue value{};
};

/// Called once with the column names, then once a row. Return false to stop early. Either may be empty.
struct RowSink {
  std::function<void(const std::vector<std::string>& names)> columns{};
  std::function<bool(const std::vector<SqlValue>& row)> row{};
};

/// One step of the schema's history.
struct MigrationStep {
  int number = 0;
  std::string name;    ///< "tasks"
  std::string sha256;  ///< of the step's SQL text, hex
  bool applied = false;
  std::string applied_at;  ///< UTC, milliseconds; "" while pending
};

struct MigrationStatus {
  int current = 0;  ///< `PRAGMA user_version`
  int newest = 0;   ///< newest step this library knows
  std::vector<MigrationStep> steps;
};

/// What Store::backup does where a file of that name is there already.
enum class ExistingBackup {
  refuse,   ///< Error conflict
  replace,  ///< an older backup of this database goes once the new one is complete and verified; Error
            ///< conflict for any other file that is not empty
};
struct BackupReport;  // rlmdb/backup.hpp

/// One open rlmdb database. Owns its connection; movable, not copyable. Several threads may use one Store:
/// its calls are taken one after the other (follow_events and a waiting claim let others in between); moving
/// and destroying it are for one thread alone. Any number of Stores, in any number of threads and processes,
/// may be open on one file. After fork() the child must open a Store of its own: every call on the parent's
/// is Error internal there, and destroying it leaves the parent's locks alone. Reads see one snapshot a call.
/// Throws Error: not_found (no file), not_our_database, schema_too_new, corrupt, io (network file system,
/// permission), busy.
class Store {
 public:
  /// Makes an empty database (mode 0600), with the directories that it lacks (0700), and opens it. Error
  /// conflict if the path exists; the file appears complete or not at all and is durable on return.
  [[nodiscard]] static Store create(const std::filesystem::path& path, const StoreOptions& options = {});
  /// Opens an existing database. Never creates one, never migrates; a read_write open of an older schema is
  /// Error conflict with the hint to run `rlmdb migrate up`.
  [[nodiscard]] static Store open(const std::filesystem::path& path, Access access,
                                  const StoreOptions& options = {});

  /// Opens the database, for reading and writing, and makes it where there is none. Of several that make it
  /// at once all get the same.
  [[nodiscard]] static Store open_or_create(const std::filesystem::path& path,
                                            const StoreOptions& options = {});

  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  ~Store();

  /// Counts per state, as the legacy getStats(). One index scan.
  [[nodiscard]] TaskStats stats() const;
  /// Tasks newest first by `createdAt` read as a date, ties in store order, as the legacy
  /// getTasks(). Tasks whose date is no strict ISO time come last, in store order.
  [[nodiscard]] std::vector<TaskSummary> list(const TaskFilter& filter = {}) const;
  /// The whole record, or nullopt.
  [[nodiscard]] std::optional<RecordText> find_record(const TaskId& id) const;
  /// The records that list() would name, in its order, until `sink` returns false. One snapshot, one record
  /// in memory at a time. `sink` may call the Store.
  void records(const TaskFilter& filter, const std::function<bool(const RecordText&)>& sink) const;
  /// All output of a task, also what a running one has appended: the text, or the JSON of what is no text;
  /// "" where it has none. Error not_found.
  [[nodiscard]] std::string output(const TaskId& id) const;
  /// The tasks of the nodes right below its node, in store order. Error not_found for the task.
  [[nodiscard]] std::vector<TaskSummary> children(const TaskId& id) const;
  /// nullopt for a root and a task of no tree. Error not_found for the task.
  [[nodiscard]] std::optional<TaskSummary> parent(const TaskId& id) const;
  /// Its parent, the parent of that, and so on to the root; each once, where they form a ring.
  [[nodiscard]] std::vector<TaskSummary> ancestors(const TaskId& id) const;
  /// The columns `list` would give for one task, or nullopt.
  [[nodiscard]] std::optional<TaskSummary> find_task(const TaskId& id) const;
  /// What these tasks depend on, in the order of their records. Error not_found for an id that no task has.
  [[nodiscard]] std::vector<Dependency> dependencies(std::span<const TaskId> ids) const;
  /// Runs one read-only statement. Error usage for anything that could write, attach or change settings,
  /// and for SQL errors (message from SQLite).
  void query(std::string_view sql, const RowSink& sink) const;
  /// The same with values for its parameters; Error usage for one that it does not have, or has and is not
  /// given.
  void query(std::string_view sql, std::span<const SqlParameter> parameters, const RowSink& sink) const;

  /// Applies changes in one transaction: all of them, or Error and none. Durable on return (as the Store's
  /// Durability says), with one event a change. A `request_id` that was used before gives the answer of that
  /// time and changes nothing; with other changes it is Error conflict. Errors: not_found (no such task;
  /// `where` is its id), conflict (state, version, token), invalid_input (a text that is no UTF-8, a value
  /// that is no JSON; `where` is the place in `changes`), usage, busy, io. Cost: a few row writes a change,
  /// at any number of tasks and any length of output; a change of members (SetMembers, AddCost) reads and
  /// writes the rest of the record.
  ChangeReport change(std::span<const TaskChange> changes, const std::string& request_id = {});
  /// The same for one change.
  ChangeResult change(const TaskChange& change, const std::string& request_id = {});

  /// Removes tasks with their variables, output and checkpoints, as cleanup() does: each writes an event, its
  /// history stays, its id is not given out again, and an import that meets its record leaves it out
  /// (`removed_here`). A tree of which every node goes takes its documents, state and settings with it, and
  /// what rlmdb wrote into the project for it. All of them or, with an Error, none; durable on return. Errors:
  /// not_found; conflict for a version, a token, a claim that holds, tasks below that stay, an unfinished task
  /// that depends on it, a document that describes it as a node of a tree that stays, a pinned checkpoint;
  /// busy, io. Request ids as for change(). Cost: the tasks, and one look at all nodes and unfinished tasks.
  RemoveReport remove(std::span<const TaskId> ids, const RemoveTask& how = {},
                      const std::string& request_id = {});
  /// The same of one task.
  RemoveReport remove(const TaskId& id, const RemoveTask& how = {}, const std::string& request_id = {});

  /// Takes the best ready task: highest priority, then the one that arrived first, whose dependencies are met
  /// and which the strategy of its parent lets run, and so of all above it (decision 012). nullopt: none is ready (within `wait`). Leases that have
  /// expired are ended first: each counts an attempt and puts its task back, after a backoff, or fails it
  /// with `attempts_exhausted`. Durable on return. Errors: busy, io, not_found (no such owner process).
  [[nodiscard]] std::optional<Claim> claim(const ClaimOptions& options = {});
  /// Queued tasks that claim would take, in that order.
  [[nodiscard]] std::vector<TaskSummary> ready(const ReadyFilter& filter = {}) const;
  /// Every queued task with the reason why it is or is not ready, ready ones first. Several statements a
  /// waiting task.
  [[nodiscard]] std::vector<Readiness> explain_ready(const ReadyFilter& filter = {}) const;

  /// The same of one task; nullopt: it is not queued. Error not_found.
  [[nodiscard]] std::optional<Readiness> explain_ready(const TaskId& id) const;

  /// Counts, running tasks and the five newest, as the legacy getSummary().
  [[nodiscard]] StoreSummary summary() const;

  /// The number of the newest event; 0: there is none.
  [[nodiscard]] std::int64_t newest_event() const;
  /// Events in order. `sink` returns false to stop, and may be empty. One snapshot.
  void events(const EventFilter& filter, const std::function<bool(const Event&)>& sink) const;
  /// Events in order, then those that come, until `sink` returns false or `options.cancelled` true. No
  /// snapshot is held between polls. To go on after a restart: `filter.since` is the last seq that was seen.
  void follow_events(const EventFilter& filter, const FollowOptions& options,
                     const std::function<bool(const Event&)>& sink) const;

  /// Copies the database as it is at this moment to one complete file, mode 0600, while others go on reading
  /// and writing; then reads the copy as verify() does, and only then gives it its name. Durable on return.
  /// Findings of verify() are reported and hold nothing back: an edit of one's own is one too. Other calls of
  /// this Store wait. Errors: conflict (`file` is there, is the database or one of its companions, is no
  /// regular file, or has a -gate or a -wal with commits beside it), corrupt (the copy fails SQLite's own
  /// check), usage (no name; inside of a Transaction, whose changes may still be taken back), busy, io. On an
  /// error nothing is left and what was there is as it was. Costs about three times reading the file; while
  /// the pages are copied no -wal goes into the file.
  [[nodiscard]] BackupReport backup(const std::filesystem::path& file,
                                    ExistingBackup existing = ExistingBackup::refuse) const;

  /// Ends it as the destructor does. Every later call is Error usage, but this one; so is this one inside a
  /// callback of another, or a Transaction.
  void close();
  /// From now on: what StoreOptions::busy_timeout says. For a single call, before it.
  void set_busy_timeout(std::chrono::milliseconds timeout);

  [[nodiscard]] const std::filesystem::path& path() const noexcept;
  /// Tells this database from every other, whatever their files are called: a number that was drawn when it was
  /// made. A copy or a backup of it has the same. nullopt: it waits for a migration.
  [[nodiscard]] std::optional<std::int64_t> database_id() const;
  /// The name that its claims and events have.
  [[nodiscard]] const std::string& owner() const;

 private:
  friend db::Connections& db::connections_of(const Store& store) noexcept;
  friend const std::shared_ptr<db::Connections>& db::shared_connections(const Store& store) noexcept;

  explicit Store(std::shared_ptr<db::Connections> connections);
  std::shared_ptr<db::Connections> m_connections;
};

/// What `migrate status` shows. Opens read-only, changes nothing.
[[nodiscard]] MigrationStatus migration_status(const std::filesystem::path& database);

struct MigrationReport {
  MigrationStatus status;    ///< after the run
  std::vector<int> applied;  ///< numbers applied by this call, in order; empty = nothing to do
  std::optional<std::filesystem::path>
      backup;                           ///< copy made before the first step; absent when nothing was due
  std::vector<std::string> made_again;  ///< what had been dropped in another tool: "INDEX tasks_by_state"
};

/// Makes indexes, views and triggers again that were dropped in another tool, no tables. Then applies pending
/// migrations, one transaction a step, after a backup beside the file. Idempotent; safe when
/// several processes call it at once. Throws Error conflict when a recorded checksum differs.
[[nodiscard]] MigrationReport migrate_up(const std::filesystem::path& database,
                                         const StoreOptions& options = {});

}  // namespace rlmdb
