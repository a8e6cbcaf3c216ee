// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <thread>
#include <utility>

#include "db/connection.hpp"
#include "util/bounded_queue.hpp"

namespace rlmdb::db {

/// Items that are read with a connection on a thread of their own, at most `capacity` ahead of the caller. The
/// connection is lent to that thread as long as a ReadAhead exists: whatever else its lender does with it has
/// to take a turn, as a call of the same Store from a callback does.
template <class Item>
class ReadAhead {
 public:
  /// Hands an item on. Does not return where the caller has gone.
  using Push = std::function<void(Item)>;
  /// Runs on the thread, with the connection's turn, which it has not while it waits in Push.
  using Read = std::function<void(const Push& push)>;

  ReadAhead(Connection& connection, std::size_t capacity, Read read)
      : m_lent(connection.thread()),
        m_items(capacity),
        m_read(std::move(read)),
        m_thread([this] { run(); }) {}
  ReadAhead(const ReadAhead&) = delete;
  ReadAhead& operator=(const ReadAhead&) = delete;
  ~ReadAhead() {
    m_items.abandon();
    m_thread.join();
  }

  /// nullopt at the end. Rethrows what the reading thread met.
  [[nodiscard]] std::optional<Item> next() { return m_items.pop(); }

 private:
  struct Abandoned {};

  void run() {
    try {
      LentConnection::Turn turn(m_lent);
      m_read([&](Item item) {
        turn.end();
        const bool is_wanted = m_items.push(std::move(item));
        turn.begin();
        if (!is_wanted) throw Abandoned{};
      });
    } catch (const Abandoned&) {
    } catch (...) {
      return m_items.close(std::current_exception());
    }
    m_items.close();
  }

  LentConnection m_lent;
  util::BoundedQueue<Item> m_items;
  Read m_read;
  std::thread m_thread;  ///< last: it uses all above
};

}  // namespace rlmdb::db
