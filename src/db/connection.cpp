// SPDX-License-Identifier: MIT
// How a database is opened:
//  1 Its real path; a network file system is refused for writing.
//  2 A look at the header through an `immutable` connection, which reads no schema and leaves no -wal or -shm
//    beside a file that is not ours.
//  3 The real connection, hardened before its first read; the header again, now under SQLite's locks.
//  4 Settings; for writing the gate.
// Only SQLite touches the file: closing any other descriptor of it would drop SQLite's locks in this process.
#include "db/connection.hpp"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "db/attach_turn.hpp"
#include "db/connection_settings.hpp"
#include "db/error_map.hpp"
#include "db/file_system_guard.hpp"
#include "db/file_uri.hpp"
#include "db/lost_commits.hpp"
#include "db/open_checks.hpp"
#include "db/temp_files_vfs.hpp"
#include "db/wal_owner.hpp"
#include "rlmdb/error.hpp"
#include "util/user_and_host.hpp"

namespace rlmdb::db {

namespace {

namespace fs = std::filesystem;

/// Without this SQLite takes a process-wide mutex at every allocation, for statistics that nobody reads. It
/// has no effect in a process that has used SQLite before; that costs speed only.
void skip_memory_statistics() {
  static std::once_flag once;
  std::call_once(once, [] { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); });
}

int remember_wal_pages(void* pages, sqlite3* /*handle*/, const char* /*schema*/, int count) {
  *static_cast<std::int64_t*>(pages) = count;
  return SQLITE_OK;
}

std::uintmax_t size_or_zero(const fs::path& path) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(path, error);
  return error ? 0 : size;
}

bool may_write(const fs::path& file) {
  return ::faccessat(AT_FDCWD, file.c_str(), W_OK, AT_EACCESS) == 0;
}

fs::path beside(const fs::path& database, const char* suffix) {
  return database.string() + suffix;
}

}  // namespace

struct Connection::StatementCache {
  struct Hash {
    std::size_t operator()(std::string_view sql) const noexcept {
      return std::hash<const void*>()(sql.data()) ^ (sql.size() << 1U);
    }
  };
  struct SameText {
    bool operator()(std::string_view a, std::string_view b) const noexcept {
      return a.data() == b.data() && a.size() == b.size();
    }
  };
  std::unordered_map<std::string_view, Statement, Hash, SameText> by_text;
};

Connection::Connection(OpenOptions options)
    : m_options(std::move(options)), m_statements(std::make_unique<StatementCache>()) {
  if (!m_options.cancelled) return;
  m_options.cancelled = [given = std::move(m_options.cancelled), has_stored = m_has_stored] {
    return !*has_stored && given();
  };
}

void Connection::note_commit() const {
  *m_has_stored = true;
  if (m_options.committed) m_options.committed();
}

const std::string& Connection::owner() const {
  return m_options.owner.empty() ? util::user_and_host() : m_options.owner;
}

Connection::Connection(Connection&&) noexcept = default;

Connection& Connection::operator=(Connection&& other) noexcept {
  if (this == &other) return *this;
  close();
  m_options = std::move(other.m_options);
  m_private = std::move(other.m_private);
  m_gate = std::move(other.m_gate);
  m_database = std::move(other.m_database);
  m_mark = std::move(other.m_mark);
  m_busy = std::move(other.m_busy);
  m_thread = std::move(other.m_thread);
  m_statements = std::move(other.m_statements);
  m_has_stored = std::move(other.m_has_stored);
  m_wal_pages = std::move(other.m_wal_pages);
  m_tried_wal_pages = other.m_tried_wal_pages;
  m_witness = std::move(other.m_witness);
  m_place = other.m_place;
  m_immutable = other.m_immutable;
  m_given_up = other.m_given_up;
  return *this;
}

Connection::~Connection() {
  close();
}

void Connection::close() noexcept {
  m_statements.reset();
  {
    // Whoever is alone here moves the -wal into the file and removes it.
    std::optional<AttachTurn> turn;
    const bool is_shared = m_database && !is_unpublished() && !m_immutable;
    if (is_shared) {
      // Who waited in vain has waited as long as he was to.
      const bool has_waited = (m_busy && m_busy->has_given_up()) || (m_gate && m_gate->has_given_up());
      turn.emplace(m_options.path, has_waited ? std::chrono::milliseconds(0) : AttachTurn::k_longest_wait);
      remember_wal(*this, FileChange::moving);
    }
    m_database.reset();
    m_mark.reset();
    if (is_shared) remember_what_is_left(m_options.path);
  }
  m_gate.reset();
  discard_private_file();
}

void Connection::abandon() noexcept {
  // The memory stays, on purpose: freeing it would close descriptors, and with them drop the parent's locks.
  (void)m_statements.release();
  (void)m_database.release();
  (void)m_mark.release();
  (void)m_gate.release();
  (void)m_private.release();
}

void Connection::close_database() {
  m_statements.reset();
  if (sqlite3_next_stmt(handle(), nullptr) != nullptr)
    throw Error(ErrorCode::internal, "a statement outlives its connection", path().string());
  m_database.reset();
  m_mark.reset();
}

Connection Connection::open(const OpenOptions& options) {
  Connection connection(options);
  OpenOptions& own = connection.m_options;
  own.path = real_path(options.path);
  if (own.access == Access::read_write) require_one_name(own.path);
  const auto network = network_file_system(own.path);
  if (network && own.access == Access::read_write)
    throw Error(ErrorCode::io,
                own.path.string() + " lies on a network file system (" + *network +
                    "), where SQLite cannot keep several writers apart",
                own.path.string(), "move the database to a local disk; reading it works from here");
  if (network)
    connection.log(LogLevel::warning, own.path.string() + " lies on a network file system (" + *network +
                                          "); reading it while another machine writes is not safe");
  connection.open_main_file(file_uri(own.path, k_immutable), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
  if (!header_is_ours(connection.handle())) require_ours(connection.handle(), own.path);
  require_own_wal(own.path, connection.handle());
  connection.m_database.reset();
  if (own.access == Access::read_write) {
    connection.open_for_writing();
  } else {
    // Also reading, the last one to close completes the file; but not where locks may be a fiction.
    connection.open_for_reading(network ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE);
  }
  return connection;
}

Connection Connection::open_in_memory() {
  OpenOptions options;
  options.path = ":memory:";
  Connection connection(options);
  connection.open_main_file(options.path.string(),
                            SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY);
  return connection;
}

void Connection::keep_witness() {
  m_witness = std::make_unique<WitnessKeeper>(*this);
}

void Connection::trust_foreign_keys() {
  execute("PRAGMA foreign_keys=OFF");
}

void Connection::open_main_file(const std::string& uri_or_path, int flags) {
  m_database.reset();
  skip_memory_statistics();
  const char* const vfs = m_options.temp_store == TempStore::file
                              ? temp_files_vfs(util::parent_directory(m_options.path))
                              : nullptr;
  const int all_flags = flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_EXRESCODE;
  try {
    m_database = std::make_unique<SQLite::Database>(uri_or_path.c_str(), all_flags, 0, vfs);
  } catch (const SQLite::Exception& exception) {
    throw to_error(exception.getExtendedErrorCode(), exception.getErrorStr(), 0, "open the database",
                   m_options.path.string());
  }
  m_mark = std::make_unique<util::OpenDatabase>(m_options.path);
  if (!m_busy) m_busy = std::make_unique<BusyWait>(m_options.path, m_options.log, m_options.cancelled);
  m_busy->install(handle());
  set_busy_timeout(m_options.busy_timeout);
  harden(handle(), is_unpublished() ? FileState::unpublished : FileState::published);
}

void Connection::open_for_writing() {
  open_main_file(m_options.path.string(), SQLITE_OPEN_READWRITE);
  // SQLite opens what it may not write for reading, silently.
  if (sqlite3_db_readonly(handle(), "main") != 0)
    throw Error(ErrorCode::io, "no permission to write " + m_options.path.string(), m_options.path.string(),
                "check the owner and the mode of the file");
  m_gate = std::make_unique<WriterGate>(m_options.path, m_options.log, m_options.cancelled);
  require_ours(handle(), m_options.path);
  apply_settings(*this);
  m_place = FilePlace(m_options.path);
  int was_moved = 0;
  sqlite3_file_control(handle(), "main", SQLITE_FCNTL_HAS_MOVED, &was_moved);
  if (was_moved != 0)
    throw Error(ErrorCode::conflict, m_options.path.string() + " was replaced while it was opened",
                m_options.path.string(), "run the command again");
  sqlite3_wal_hook(handle(), remember_wal_pages, m_wal_pages.get());
}

void Connection::read_as_unchanging(const char* reason) {
  open_main_file(file_uri(m_options.path, k_immutable), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
  require_ours(handle(), m_options.path);
  m_immutable = true;
  log(LogLevel::warning, m_options.path.string() + " is read as an unchanging file, because " + reason +
                             "; changes made meanwhile by others are not seen safely");
}

void Connection::open_for_reading(int flags) {
  // A -shm that could not be made or grown to its least size is in nobody's use.
  constexpr std::uintmax_t k_least_shm_bytes = 32'768;
  const auto has_shm = [this] { return size_or_zero(beside(m_options.path, "-shm")) >= k_least_shm_bytes; };
  const auto has_wal = [this] { return size_or_zero(beside(m_options.path, "-wal")) > 0; };
  if (!may_write(m_options.path) && !has_shm() && !has_wal()) {
    read_as_unchanging("who may not write it would leave files beside it that keep its owner from writing");
    return apply_settings(*this);
  }
  try {
    open_main_file(m_options.path.string(), flags);
    require_ours(handle(), m_options.path);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::io || has_shm()) throw;
    if (has_wal())
      throw Error(
          ErrorCode::io,
          "the newest commits of " + m_options.path.string() +
              " stand in its -wal file, which cannot be used where no -shm file can be made beside it",
          m_options.path.string(),
          "make room on the disk, or let a user who may write there run any rlmdb import or migrate");
    read_as_unchanging("no -shm file can be made beside it");
  }
  apply_settings(*this);
  if (!m_immutable) m_place = FilePlace(m_options.path);
}

Statement& Connection::cached(std::string_view sql) {
  require_usable();
  const ConnectionThread::Entry mine(*m_thread);
  auto found = m_statements->by_text.find(sql);
  if (found == m_statements->by_text.end())
    found = m_statements->by_text.emplace(sql, Statement(*this, sql)).first;
  Statement& statement = found->second;
  if (statement.is_running())
    throw Error(ErrorCode::internal, "a prepared statement is used again while it runs", path().string());
  statement.reset();
  statement.clear_bindings();
  return statement;
}

void Connection::execute(std::string_view script) {
  require_usable();
  const ConnectionThread::Entry mine(*m_thread);
  const std::string text(script);
  const int code = sqlite3_exec(handle(), text.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) throw_last_error(handle(), code, "change the database");
}

std::int64_t Connection::last_insert_rowid() const noexcept {
  return sqlite3_last_insert_rowid(handle());
}

std::int64_t Connection::changes() const noexcept {
  return sqlite3_changes64(handle());
}

std::int64_t Connection::total_changes() const noexcept {
  return sqlite3_total_changes64(handle());
}

std::int64_t Connection::data_version() {
  return get_int64(cached("PRAGMA data_version"));
}

bool Connection::in_transaction() const noexcept {
  return sqlite3_get_autocommit(handle()) == 0;
}

int Connection::user_version() {
  return static_cast<int>(get_int64(cached("PRAGMA user_version")));
}

WriterGate& Connection::gate() const {
  if (!m_gate)
    throw Error(ErrorCode::usage, "the database was not opened for writing", m_options.path.string(),
                "nothing was changed; open it with Access::read_write");
  return *m_gate;
}

void Connection::log(LogLevel level, std::string_view message) const {
  if (m_options.log) m_options.log(level, message);
}

void Connection::set_busy_timeout(std::chrono::milliseconds timeout) noexcept {
  m_busy->set_timeout(timeout);
}

void Connection::give_up() noexcept {
  m_given_up = true;
  sqlite3_db_config(handle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
}

void Connection::require_usable() const {
  if (m_given_up)
    throw Error(ErrorCode::io,
                "the database is not used any more after a commit that the disk did not confirm",
                path().string(), "open it again and look at what is there");
}

sqlite3* Connection::handle() const noexcept {
  return m_database ? m_database->getHandle() : nullptr;
}

std::optional<std::size_t> Connection::read_file(std::uint64_t offset, std::span<char> into) const {
  sqlite3_file* file = nullptr;
  sqlite3_int64 bytes = 0;
  if (sqlite3_file_control(handle(), "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK ||
      file == nullptr || file->pMethods == nullptr || file->pMethods->xFileSize(file, &bytes) != SQLITE_OK)
    return std::nullopt;
  const auto left = static_cast<std::uint64_t>(bytes) - std::min(offset, static_cast<std::uint64_t>(bytes));
  const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(left, into.size()));
  const int result = count == 0 ? SQLITE_OK
                                : file->pMethods->xRead(file, into.data(), static_cast<int>(count),
                                                        static_cast<sqlite3_int64>(offset));
  return result == SQLITE_OK ? std::optional(count) : std::nullopt;
}

}  // namespace rlmdb::db
