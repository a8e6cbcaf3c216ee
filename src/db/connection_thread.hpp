// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <mutex>
#include <thread>

namespace rlmdb::db {

class LentConnection;

/// Which thread works with a connection: one at a time. Whatever runs SQL enters first, and a thread that
/// comes while another is inside, or while the connection is lent, is refused with Error internal, in every
/// build. Nothing here orders memory: threads that hand a connection over have to do that themselves, and
/// ThreadSanitizer sees where they do not.
class ConnectionThread {
 public:
  /// From its construction to its end the connection is this thread's. Nests.
  class Entry {
   public:
    explicit Entry(ConnectionThread& thread) : m_thread(thread), m_is_first(thread.enter()) {}
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;
    ~Entry() {
      if (m_is_first) m_thread.m_user.store({}, std::memory_order_relaxed);
    }

   private:
    ConnectionThread& m_thread;
    bool m_is_first;
  };

  /// nullptr: it is lent to nobody.
  [[nodiscard]] LentConnection* lent() const noexcept { return m_lent.load(std::memory_order_relaxed); }
  [[nodiscard]] bool is_inside() const noexcept {
    return m_user.load(std::memory_order_relaxed) == std::this_thread::get_id();
  }

 private:
  friend class LentConnection;

  /// True: this thread was not inside before.
  bool enter() {
    const std::thread::id me = std::this_thread::get_id();
    std::thread::id user = m_user.load(std::memory_order_relaxed);
    if (user == me) return false;
    if (user == std::thread::id() && lent() == nullptr &&
        m_user.compare_exchange_strong(user, me, std::memory_order_relaxed))
      return true;
    refuse();
  }
  [[noreturn]] static void refuse();

  std::atomic<std::thread::id> m_user;
  std::atomic<LentConnection*> m_lent = nullptr;
};

/// A connection that another thread reads with, piece by piece, while the one that lent it goes on without it.
/// Whoever wants to use it takes a turn, the lender as well. Lending may be done again within a turn. Made and
/// destroyed by the lender's thread; by then the other one has to have ended.
class LentConnection {
 public:
  class Turn {
   public:
    explicit Turn(LentConnection& lent);
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    ~Turn();
    /// Gives the turn up, and waits for it again.
    void end() noexcept;
    void begin();

   private:
    LentConnection& m_lent;
    std::unique_lock<std::mutex> m_lock;
  };

  explicit LentConnection(ConnectionThread& thread);
  LentConnection(const LentConnection&) = delete;
  LentConnection& operator=(const LentConnection&) = delete;
  ~LentConnection();

 private:
  ConnectionThread& m_thread;
  bool m_was_inside;
  LentConnection* m_lent_before;
  std::mutex m_turn;
};

}  // namespace rlmdb::db
