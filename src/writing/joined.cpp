// SPDX-License-Identifier: MIT
#include "writing/joined.hpp"

#include <utility>

#include "db/wal_checkpoint.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::writing {

Joined::Joined(const Store& store)
    : m_connections(db::shared_connections(store)),
      m_use(std::in_place, *m_connections),
      m_was_joining(connection().is_joining()),
      m_transaction(std::in_place, connection()) {}

void Joined::join() {
  connection().set_joining(true);
}

void Joined::commit() {
  if (!is_open())
    throw Error(ErrorCode::internal, "a transaction is committed twice", m_connections->path().string());
  connection().set_joining(m_was_joining);
  m_transaction->commit();
  db::keep_wal_short(connection());
  end();
}

void Joined::end() noexcept {
  if (!is_open()) return;
  connection().set_joining(m_was_joining);
  m_transaction.reset();
  m_use.reset();
}

}  // namespace rlmdb::writing
