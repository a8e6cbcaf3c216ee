// SPDX-License-Identifier: MIT
#pragma once

#include "db/connection.hpp"

namespace rlmdb::db {

/// While it lives SQLite does not look up parents and children, for a job that writes both sides itself and
/// reads every reference back; inside of a transaction, where that cannot be changed, it does so at the end.
class TrustedForeignKeys {
 public:
  explicit TrustedForeignKeys(Connection& connection);
  TrustedForeignKeys(const TrustedForeignKeys&) = delete;
  TrustedForeignKeys& operator=(const TrustedForeignKeys&) = delete;
  ~TrustedForeignKeys();

 private:
  Connection& m_connection;
};

}  // namespace rlmdb::db
