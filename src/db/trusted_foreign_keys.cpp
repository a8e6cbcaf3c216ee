// SPDX-License-Identifier: MIT
#include "db/trusted_foreign_keys.hpp"

#include "rlmdb/error.hpp"

namespace rlmdb::db {

TrustedForeignKeys::TrustedForeignKeys(Connection& connection) : m_connection(connection) {
  if (connection.in_transaction())
    connection.execute("PRAGMA defer_foreign_keys=ON");
  else
    connection.trust_foreign_keys();
}

TrustedForeignKeys::~TrustedForeignKeys() {
  if (m_connection.in_transaction()) return;
  try {
    m_connection.execute("PRAGMA foreign_keys=ON");
  } catch (const Error&) {
    // Only a connection that was given up refuses it, and that one writes nothing any more.
  }
}

}  // namespace rlmdb::db
