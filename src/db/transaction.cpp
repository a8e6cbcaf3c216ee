// SPDX-License-Identifier: MIT
#include "db/transaction.hpp"

#include <sqlite3.h>

#include <algorithm>

#include "db/error_map.hpp"
#include "db/lost_commits.hpp"
#include "db/wal_owner.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::db {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

/// The gate keeps rlmdb's own writers away; what SQLite still waits for is some other program.
void begin_immediate(Connection& connection, milliseconds rest) {
  connection.set_busy_timeout(std::max(rest, milliseconds(1)));
  // Prepared once: a change is so short that parsing its BEGIN would be a part of it.
  sqlite3_stmt* const begin = connection.cached("BEGIN IMMEDIATE").handle();
  sqlite3_step(begin);
  const int code = sqlite3_reset(begin);
  connection.set_busy_timeout(connection.options().busy_timeout);
  if (code == SQLITE_OK) return;
  const Error cause = last_error(connection.handle(), code, "begin a write transaction");
  connection.require_wanted(cause.what());
  throw cause;
}

/// A write that is refused (a full disk) and a lock come before the commit stands in the -wal as a whole; of
/// any other failure nobody knows.
bool may_be_stored(int code) {
  const int primary = code & 0xff;
  return code != SQLITE_IOERR_WRITE && primary != SQLITE_BUSY && primary != SQLITE_FULL &&
         primary != SQLITE_CONSTRAINT && primary != SQLITE_MISUSE && primary != SQLITE_ERROR;
}

[[noreturn]] void give_up(Connection& connection, int code) {
  const Error cause = last_error(connection.handle(), code, "commit to the database");
  connection.give_up();
  throw Error(
      ErrorCode::io, std::string(cause.what()) + "; what was to be written may or may not be stored",
      cause.where(),
      "look whether it is there before it is done again (rlmdb events shows the newest changes; while "
      "other programs have the file open it may show only after they have ended), and check the disk");
}

void run_commit(Connection& connection) {
  sqlite3_stmt* const commit = connection.cached("COMMIT").handle();
  sqlite3_step(commit);
  const int code = sqlite3_reset(commit);
  if (code == SQLITE_OK) return;
  if (may_be_stored(code) && !connection.is_unpublished()) give_up(connection, code);
  throw_last_error(connection.handle(), code, "commit to the database");
}

void roll_back(Connection& connection) noexcept {
  // SQLite may have rolled back by itself after a failed write; asking again only fails.
  if (connection.in_transaction()) sqlite3_exec(connection.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

}  // namespace

WriteTransaction::WriteTransaction(Connection& connection) : m_connection(connection) {
  if (connection.in_transaction()) {
    if (!connection.is_joining())
      throw Error(ErrorCode::internal, "a write transaction begins inside another",
                  connection.path().string());
    connection.execute("SAVEPOINT part");
    m_open = m_is_part = true;
    return;
  }
  const auto deadline = steady_clock::now() + connection.options().busy_timeout;
  if (!connection.is_unpublished() && !connection.gate().is_held())
    m_hold.emplace(connection.gate().acquire(connection.options().busy_timeout));
  begin_immediate(connection, std::chrono::duration_cast<milliseconds>(deadline - steady_clock::now()));
  m_open = true;
  try {
    if (connection.witness() != nullptr) connection.witness()->begin(connection);
  } catch (...) {
    end();
    throw;
  }
}

WriteTransaction::~WriteTransaction() {
  end();
}

void WriteTransaction::commit() {
  if (!m_open)
    throw Error(ErrorCode::internal, "a transaction is committed twice", m_connection.path().string());
  if (m_is_part) {
    m_connection.execute("RELEASE part");
    m_open = false;
    return;
  }
  try {
    m_connection.require_wanted();
    m_connection.require_in_place();
    if (!m_connection.in_transaction())
      throw Error(ErrorCode::io, "a write failed, and SQLite has taken the whole transaction back",
                  m_connection.path().string(), "nothing was changed; check the disk, then try again");
    WitnessKeeper* const witness = m_connection.witness();
    if (witness != nullptr) witness->announce(m_connection);
    const std::int64_t pages_before = m_connection.wal_pages();
    run_commit(m_connection);
    m_connection.note_commit();
    if (witness != nullptr) witness->confirm(m_connection);
    const bool may_be_new_wal = pages_before == 0 || m_connection.wal_pages() <= pages_before;
    if (may_be_new_wal && m_connection.has_gate()) remember_wal(m_connection, FileChange::none);
  } catch (...) {
    end();
    throw;
  }
  m_open = false;
  m_hold.reset();
  m_connection.require_in_place();
}

void WriteTransaction::end() noexcept {
  if (m_open && m_is_part) {
    if (m_connection.in_transaction())
      sqlite3_exec(m_connection.handle(), "ROLLBACK TO part; RELEASE part", nullptr, nullptr, nullptr);
  } else if (m_open) {
    roll_back(m_connection);
  }
  m_open = false;
  m_hold.reset();
}

Rehearsal::Rehearsal(Connection& connection) : m_connection(connection) {
  if (!connection.in_transaction() || connection.is_unpublished())
    throw Error(ErrorCode::internal, "there is no transaction of which a part could be taken back",
                connection.path().string());
  connection.execute("SAVEPOINT rehearsal");
}

Rehearsal::~Rehearsal() {
  // A failed write may have made SQLite take back the whole transaction: its commit says so.
  if (m_connection.in_transaction())
    sqlite3_exec(m_connection.handle(), "ROLLBACK TO rehearsal; RELEASE rehearsal", nullptr, nullptr,
                 nullptr);
}

ReadTransaction::ReadTransaction(Connection& connection) : m_connection(connection) {
  if (connection.in_transaction()) return;
  connection.cached("BEGIN DEFERRED").run();
  m_open = true;
  try {
    // A deferred transaction has no snapshot before its first read.
    (void)connection.user_version();
  } catch (...) {
    roll_back(connection);
    throw;
  }
}

ReadTransaction::~ReadTransaction() {
  if (!m_open) return;
  if (sqlite3_exec(m_connection.handle(), "COMMIT", nullptr, nullptr, nullptr) != SQLITE_OK)
    roll_back(m_connection);
}

}  // namespace rlmdb::db
