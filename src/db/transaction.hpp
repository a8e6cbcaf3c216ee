// SPDX-License-Identifier: MIT
/// The only ways to begin a transaction, and to take a part of one back.
#pragma once

#include <optional>

#include "db/connection.hpp"
#include "db/writer_gate.hpp"

namespace rlmdb::db {

/// Takes the gate (within the connection's busy_timeout; a gate the connection already holds is used and
/// kept), then BEGIN IMMEDIATE. Destruction without commit() rolls back, then the gate is released. Errors of
/// the constructor: busy, io (also "interrupted"). Inside an open one of a connection that is joining (Connection::set_joining) it
/// is a part of that one. On an unpublished connection there is no gate and no rollback: give the connection
/// up instead.
class WriteTransaction {
 public:
  explicit WriteTransaction(Connection& connection);
  WriteTransaction(const WriteTransaction&) = delete;
  WriteTransaction& operator=(const WriteTransaction&) = delete;
  ~WriteTransaction();

  /// Durable on return (Durability::full), and in the file that the path names. A failed commit is rolled
  /// back and thrown, never tried again. Where nobody can know whether it took place (the disk failed), the
  /// error says so and the connection is given up. Error conflict when the file was removed or replaced while
  /// it was open.
  void commit();

 private:
  void end() noexcept;

  Connection& m_connection;
  std::optional<WriterGate::Hold> m_hold;
  bool m_open = false;
  bool m_is_part = false;  ///< of one that was open already
};

/// A part of an open write transaction that is taken back on destruction: what would come of it is seen, and
/// nothing of it stays. REQUIRES: a transaction, and no unpublished connection, which cannot go back.
class Rehearsal {
 public:
  explicit Rehearsal(Connection& connection);
  Rehearsal(const Rehearsal&) = delete;
  Rehearsal& operator=(const Rehearsal&) = delete;
  ~Rehearsal();

 private:
  Connection& m_connection;
};

/// One snapshot: everything read until destruction belongs to the moment of construction. Keep it short; a
/// held snapshot lets the WAL grow. Inside a running transaction of the connection it does nothing.
class ReadTransaction {
 public:
  explicit ReadTransaction(Connection& connection);
  ReadTransaction(const ReadTransaction&) = delete;
  ReadTransaction& operator=(const ReadTransaction&) = delete;
  ~ReadTransaction();

 private:
  Connection& m_connection;
  bool m_open = false;
};

}  // namespace rlmdb::db
