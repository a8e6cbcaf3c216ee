// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <utility>

namespace rlmdb::util {

/// A queue between one producing and one consuming thread that holds at most `capacity` items.
template <class Item>
class BoundedQueue {
 public:
  explicit BoundedQueue(std::size_t capacity) : m_capacity(capacity) {}

  /// Waits for room. False when the consumer has gone: the item is dropped and the producer should stop.
  [[nodiscard]] bool push(Item item) {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [&] { return m_items.size() < m_capacity || m_abandoned; });
    if (m_abandoned) return false;
    m_items.push_back(std::move(item));
    m_changed.notify_all();
    return true;
  }

  /// The producer's last word; `error` is thrown by pop() once the items before it are taken.
  void close(std::exception_ptr error = nullptr) {
    const std::lock_guard lock(m_mutex);
    m_closed = true;
    m_error = std::move(error);
    m_changed.notify_all();
  }

  /// Waits for an item; nullopt when the producer closed the queue and it is empty.
  [[nodiscard]] std::optional<Item> pop() {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [&] { return !m_items.empty() || m_closed; });
    if (m_items.empty()) {
      if (m_error) std::rethrow_exception(m_error);
      return std::nullopt;
    }
    Item item = std::move(m_items.front());
    m_items.pop_front();
    m_changed.notify_all();
    return item;
  }

  /// The consumer's last word.
  void abandon() {
    const std::lock_guard lock(m_mutex);
    m_abandoned = true;
    m_changed.notify_all();
  }

 private:
  std::mutex m_mutex;
  std::condition_variable m_changed;
  std::deque<Item> m_items;
  std::size_t m_capacity;
  bool m_closed = false;
  bool m_abandoned = false;
  std::exception_ptr m_error;
};

}  // namespace rlmdb::util
