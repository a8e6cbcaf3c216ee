// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "rlmdb/log.hpp"
#include "rlmdb/task.hpp"

namespace rlmdb {

/// `full`: every acknowledged commit survives a power loss. `normal`: a power loss may lose the newest
/// commits, never the file's consistency.
enum class Durability { full, normal };

enum class Access { read_only, read_write };

struct StoreOptions {
  Durability durability = Durability::full;
  std::chrono::milliseconds busy_timeout{30'000};  ///< how long to wait for other writers before Error busy
  LogSink log;                                     ///< may be empty
};

/// One value of a query result: NULL, integer, real, text or blob (blob bytes in `Blob::bytes`).
struct Blob {
  std::string bytes;
};
using SqlValue = std::variant<std::monostate, std::int64_t, double, std::string, Blob>;

/// Called once with the column names, then once a row. Return false to stop early.
struct RowSink {
  std::function<void(const std::vector<std::string>& names)> columns;
  std::function<bool(const std::vector<SqlValue>& row)> row;
};

/// One step of the schema's history.
struct MigrationStep {
  int number = 0;
  std::string name;    ///< "core"
  std::string sha256;  ///< of the step's SQL text, hex
  bool applied = false;
  std::string applied_at;  ///< UTC, milliseconds; "" while pending
};

struct MigrationStatus {
  int current = 0;  ///< `PRAGMA user_version`
  int newest = 0;   ///< newest step this library knows
  std::vector<MigrationStep> steps;
};

/// One open rlmdb database. Owns its connection; movable, not copyable. A Store is used by one thread at a
/// time; any number of Stores, in any number of threads and processes, may be open on one file. It must not
/// be carried over fork(). Reads see one snapshot a call. Throws Error: not_found (no file),
/// not_our_database, schema_too_new, corrupt, io (network file system, permission), busy.
class Store {
 public:
  /// Makes an empty database (mode 0600) and opens it. Error conflict if the path exists; the file appears
  /// complete or not at all and is durable on return.
  [[nodiscard]] static Store create(const std::filesystem::path& path, const StoreOptions& options = {});
  /// Opens an existing database. Never creates one, never migrates; a read_write open of an older schema is
  /// Error conflict with the hint to run `rlmdb migrate up`.
  [[nodiscard]] static Store open(const std::filesystem::path& path, Access access,
                                  const StoreOptions& options = {});

  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  ~Store();

  /// Counts per state, as the legacy getStats(). One index scan.
  [[nodiscard]] TaskStats stats() const;
  /// Tasks newest first by `createdAt` read as a date, ties in store order, as the legacy getTasks()
  /// (formats.md 2.4). Tasks whose date is no strict ISO time come last, in store order.
  [[nodiscard]] std::vector<TaskSummary> list(const TaskFilter& filter = {}) const;
  /// The whole record as its canonical JSON text (two-space indent, no trailing newline), or nullopt.
  [[nodiscard]] std::optional<std::string> find_task_json(const TaskId& id) const;
  /// The columns `list` would give for one task, or nullopt.
  [[nodiscard]] std::optional<TaskSummary> find_task(const TaskId& id) const;
  /// Runs one read-only statement. Error usage for anything that could write, attach or change settings,
  /// and for SQL errors (message from SQLite).
  void query(std::string_view sql, const RowSink& sink) const;

  [[nodiscard]] const std::filesystem::path& path() const noexcept;

  class Connections;
  /// For the library's own jobs; not part of the promise.
  [[nodiscard]] Connections& connections() const noexcept { return *m_connections; }

 private:
  explicit Store(std::unique_ptr<Connections> connections);
  std::unique_ptr<Connections> m_connections;
};

/// What `migrate status` shows. Opens read-only, changes nothing.
[[nodiscard]] MigrationStatus migration_status(const std::filesystem::path& database);

struct MigrationReport {
  MigrationStatus status;    ///< after the run
  std::vector<int> applied;  ///< numbers applied by this call, in order; empty = nothing to do
  std::optional<std::filesystem::path>
      backup;  ///< copy made before the first step; absent when nothing was due
};

/// Applies pending migrations, one transaction a step, after a backup beside the file. Idempotent; safe when
/// several processes call it at once. Throws Error conflict when a recorded checksum differs.
[[nodiscard]] MigrationReport migrate_up(const std::filesystem::path& database,
                                         const StoreOptions& options = {});

}  // namespace rlmdb
