// SPDX-License-Identifier: MIT
#include "db/connection_thread.hpp"

#include "rlmdb/error.hpp"

namespace rlmdb::db {

void ConnectionThread::refuse() {
  throw Error(ErrorCode::internal, "a connection is used by two threads at the same time", {},
              "this is a fault of rlmdb; report it with what was being done");
}

LentConnection::LentConnection(ConnectionThread& thread)
    : m_thread(thread), m_was_inside(thread.is_inside()), m_lent_before(thread.lent()) {
  (void)thread.enter();
  thread.m_lent.store(this, std::memory_order_relaxed);
  thread.m_user.store({}, std::memory_order_relaxed);
}

LentConnection::~LentConnection() {
  m_thread.m_lent.store(m_lent_before, std::memory_order_relaxed);
  m_thread.m_user.store(m_was_inside ? std::this_thread::get_id() : std::thread::id(),
                        std::memory_order_relaxed);
}

LentConnection::Turn::Turn(LentConnection& lent) : m_lent(lent), m_lock(lent.m_turn, std::defer_lock) {
  begin();
}

LentConnection::Turn::~Turn() {
  if (m_lock) end();
}

void LentConnection::Turn::end() noexcept {
  m_lent.m_thread.m_user.store({}, std::memory_order_relaxed);
  m_lock.unlock();
}

void LentConnection::Turn::begin() {
  m_lock.lock();
  m_lent.m_thread.m_user.store(std::this_thread::get_id(), std::memory_order_relaxed);
}

}  // namespace rlmdb::db
