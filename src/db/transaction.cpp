// SPDX-License-Identifier: MIT
#include "db/transaction.hpp"

#include <sqlite3.h>

#include <algorithm>

#include "db/error_map.hpp"
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
  if (code != SQLITE_OK) throw_last_error(connection.handle(), code, "begin a write transaction");
}

void roll_back(Connection& connection) noexcept {
  // SQLite may have rolled back by itself after a failed write; asking again only fails.
  if (connection.in_transaction()) sqlite3_exec(connection.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

}  // namespace

WriteTransaction::WriteTransaction(Connection& connection) : m_connection(connection) {
  if (connection.in_transaction())
    throw Error(ErrorCode::internal, "a write transaction begins inside another", connection.path().string());
  const auto deadline = steady_clock::now() + connection.options().busy_timeout;
  if (!connection.is_unpublished() && !connection.gate().is_held())
    m_hold.emplace(connection.gate().acquire(connection.options().busy_timeout));
  begin_immediate(connection, std::chrono::duration_cast<milliseconds>(deadline - steady_clock::now()));
  m_open = true;
}

WriteTransaction::~WriteTransaction() {
  end();
}

void WriteTransaction::commit() {
  if (!m_open)
    throw Error(ErrorCode::internal, "a transaction is committed twice", m_connection.path().string());
  try {
    m_connection.cached("COMMIT").run();
  } catch (...) {
    end();
    throw;
  }
  m_open = false;
  m_hold.reset();
}

void WriteTransaction::end() noexcept {
  if (m_open) roll_back(m_connection);
  m_open = false;
  m_hold.reset();
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
