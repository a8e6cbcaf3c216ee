// SPDX-License-Identifier: MIT
/// The only place that opens SQLite databases, so that every connection has the same settings.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "db/busy_wait.hpp"
#include "db/connection_thread.hpp"
#include "db/file_place.hpp"
#include "db/statement.hpp"
#include "db/writer_gate.hpp"
#include "rlmdb/access.hpp"
#include "rlmdb/log.hpp"
#include "util/foreign_file.hpp"
#include "util/private_file.hpp"

struct sqlite3;
namespace SQLite {
class Database;
}

namespace rlmdb::db {

struct FileCheck;
class WitnessKeeper;

/// Where SQLite puts sorts, index builds and VACUUM: in memory, or in unlinked files (0600) in the database's
/// own directory.
enum class TempStore { memory, file };

struct OpenOptions {
  std::filesystem::path path;
  Access access = Access::read_only;
  Durability durability = Durability::full;
  std::chrono::milliseconds busy_timeout{30'000};
  LogSink log;
  TempStore temp_store = TempStore::memory;
  int cache_kib = 16 * 1024;
  std::string owner;  ///< who works with it; "": user@host
  Cancelled cancelled{};
  std::function<void()> committed{};
};

/// One SQLite connection with rlmdb's settings, its gate and its prepared statements. Movable, but not while
/// a transaction, a Hold or a Statement refers to it. One thread at a time, which whatever runs SQL looks after (connection_thread.hpp); never across fork(). The last one
/// to be destroyed, also of those that only read, moves the -wal into the file and removes it, so that the
/// file alone is complete; a -wal that a killed process left is such a one's too. What fails in that is kept
/// in the -wal for the next one.
class Connection {
 public:
  /// Opens an existing database of ours. Errors: not_found; not_our_database (no SQLite file, empty file,
  /// another application_id; found out before any schema is read); corrupt; conflict (for writing: a file
  /// with several names, each of which would get a -wal of its own); io (no permission, network file system
  /// for writing, a -wal that cannot be read). Where the directory is not writable and no writer has left
  /// anything, reading falls back to `immutable` and the log says so (warning).
  [[nodiscard]] static Connection open(const OpenOptions& options);

  /// A fresh, empty, private file that becomes `options.path` by publish(): journal off, no syncs, so a
  /// failed transaction cannot be rolled back; throw the connection away then. Destruction without publish()
  /// removes the file. Leftovers of crashed processes for the same name are removed first. application_id is
  /// set. `access` and `durability` do not matter. Error conflict if `options.path` exists.
  [[nodiscard]] static Connection open_unpublished(const OpenOptions& options);

  /// An empty database in memory, gone with the connection; without gate, and foreign keys are not looked at.
  [[nodiscard]] static Connection open_in_memory();

  Connection(Connection&&) noexcept;
  Connection& operator=(Connection&&) noexcept;
  ~Connection();

  /// The statement for `sql`, prepared at the first call and kept; it comes reset and without bindings.
  /// `sql` must have static storage (sql_named gives that): it is the key. Error internal when that
  /// statement is still running.
  [[nodiscard]] Statement& cached(std::string_view sql);

  /// Runs a script of any number of statements, ignoring rows.
  void execute(std::string_view script);

  [[nodiscard]] std::int64_t last_insert_rowid() const noexcept;
  /// Pages in the WAL after this connection's last commit; 0 before its first.
  [[nodiscard]] std::int64_t wal_pages() const noexcept { return *m_wal_pages; }
  /// wal_pages() when a checkpoint was last tried.
  [[nodiscard]] std::int64_t tried_wal_pages() const noexcept { return m_tried_wal_pages; }
  void set_tried_wal_pages(std::int64_t pages) noexcept { m_tried_wal_pages = pages; }
  /// Gives everything up without closing anything: for a process that was forked off the one that opened it.
  void abandon() noexcept;
  /// Rows changed by the last statement.
  [[nodiscard]] std::int64_t changes() const noexcept;
  /// Rows changed since it was opened.
  [[nodiscard]] std::int64_t total_changes() const noexcept;
  /// A number that differs after a commit by any other connection. Reads shared memory alone.
  [[nodiscard]] std::int64_t data_version();
  [[nodiscard]] bool in_transaction() const noexcept;
  /// While it is true, write transactions that begin inside the open one are parts of it: committed with it,
  /// rolled back alone.
  void set_joining(bool joins) noexcept { m_joins = joins; }
  [[nodiscard]] bool is_joining() const noexcept { return m_joins; }
  [[nodiscard]] int user_version();

  /// The real path (symbolic links resolved); of an unpublished file, the path it will have.
  [[nodiscard]] const std::filesystem::path& path() const noexcept { return m_options.path; }
  [[nodiscard]] const OpenOptions& options() const noexcept { return m_options; }
  /// Who works with it, for events and claims.
  [[nodiscard]] const std::string& owner() const;
  [[nodiscard]] bool is_unpublished() const noexcept { return m_private != nullptr; }
  /// Opened by the `immutable` fallback: a writer's later changes would not be noticed.
  [[nodiscard]] bool is_immutable() const noexcept { return m_immutable; }
  /// REQUIRES: opened read_write by open(). Error internal otherwise.
  [[nodiscard]] WriterGate& gate() const;
  [[nodiscard]] bool has_gate() const noexcept { return m_gate != nullptr; }
  /// From now on what is committed has a witness beside the file, and the log is told where the file is
  /// behind it. REQUIRES: opened by open(); the newest schema.
  void keep_witness();
  /// nullptr without one.
  [[nodiscard]] WitnessKeeper* witness() const noexcept { return m_witness.get(); }
  void log(LogLevel level, std::string_view message) const;
  /// From now on SQLite does not look up parents and children: for a job that writes both sides itself and
  /// reads every reference back before it commits. REQUIRES: no open transaction.
  void trust_foreign_keys();
  /// How long SQLite itself waits for writers that do not use the gate; a long wait is told to the log.
  void set_busy_timeout(std::chrono::milliseconds timeout) noexcept;
  /// From now on: what options().busy_timeout says.
  void set_busy_timeout_of_calls(std::chrono::milliseconds timeout) noexcept {
    m_options.busy_timeout = timeout;
    set_busy_timeout(timeout);
  }
  [[nodiscard]] std::chrono::milliseconds busy_timeout() const noexcept { return m_busy->timeout(); }
  /// A call begins, which has stored nothing yet and may be given up.
  void begin_call() noexcept { *m_has_stored = false; }
  /// Something is stored: from now on the call is not given up any more, for its answer says what became of it.
  void note_commit() const;
  /// Error io, "interrupted", once options().cancelled says so. `meanwhile`: what was waited for.
  void require_wanted(std::string_view meanwhile = {}) const { m_busy->require_wanted(meanwhile); }
  /// Statements are looked after again as from the beginning, once somebody else's progress handler is done.
  void look_while_running() noexcept { m_busy->look_while_running(handle()); }

  /// Error conflict when the names of the file and its -wal do not mean any more what is open here.
  void require_in_place() const { m_place.require_unmoved(m_options.path); }
  /// After a commit of which nobody knows whether it took place: every later use is Error io, and nothing is
  /// moved from the -wal into the file. What is there has to be looked at by a new connection.
  void give_up() noexcept;
  /// Error io after give_up().
  void require_usable() const;

  /// Which thread works with it.
  [[nodiscard]] ConnectionThread& thread() const noexcept { return *m_thread; }
  [[nodiscard]] sqlite3* handle() const noexcept;
  /// Bytes of its file from `offset` on, by the descriptor that SQLite has, since closing another would drop its
  /// locks: as many as `into` takes, fewer at the end of the file. nullopt: they cannot be read.
  [[nodiscard]] std::optional<std::size_t> read_file(std::uint64_t offset, std::span<char> into) const;

  [[nodiscard]] SQLite::Database& database() const noexcept { return *m_database; }

 private:
  friend FileCheck start_check(const Connection& connection);
  friend void publish(Connection&& connection, FileCheck check);
  struct StatementCache;

  explicit Connection(OpenOptions options);
  void close() noexcept;
  void close_database();
  void open_main_file(const std::string& uri_or_path, int flags);
  void open_for_reading(int flags);
  /// Without locks, and without a file beside it.
  void read_as_unchanging(const char* reason);
  void open_for_writing();
  void discard_private_file() noexcept;

  std::shared_ptr<bool> m_has_stored = std::make_shared<bool>(false);
  OpenOptions m_options;
  std::unique_ptr<util::PrivateFile> m_private;
  std::unique_ptr<WriterGate> m_gate;
  std::unique_ptr<ConnectionThread> m_thread = std::make_unique<ConnectionThread>();
  std::unique_ptr<BusyWait> m_busy;  ///< SQLite holds its address
  std::unique_ptr<SQLite::Database> m_database;
  std::unique_ptr<util::OpenDatabase> m_mark;  ///< as long as m_database is open
  std::unique_ptr<StatementCache> m_statements;
  std::unique_ptr<std::int64_t> m_wal_pages =
      std::make_unique<std::int64_t>(0);  ///< SQLite's hook holds its address
  std::int64_t m_tried_wal_pages = 0;
  std::unique_ptr<WitnessKeeper> m_witness;
  FilePlace m_place;
  bool m_immutable = false;
  bool m_joins = false;
  bool m_given_up = false;
};

/// A `-wal` or `-journal` beside `path`, where there is no database, would be played into the next one that
/// gets the name: Error conflict.
void require_no_rest(const std::filesystem::path& path);

}  // namespace rlmdb::db
