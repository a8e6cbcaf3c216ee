// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <string>
#include <thread>

namespace rlmdb::cli {

/// What is to be sent, written by a thread of its own, so that who reads never waits for who does not. Any thread
/// may add to it.
class Outbox {
 public:
  /// Beyond this no call is begun any more (busy).
  static constexpr std::size_t k_full_bytes = std::size_t{64} << 20;
  /// Beyond this nobody reads: what is added is dropped, and nothing is written any more.
  static constexpr std::size_t k_most_bytes = 3 * k_full_bytes;

  /// Writes to `descriptor`, which stays the caller's.
  explicit Outbox(int descriptor);
  Outbox(const Outbox&) = delete;
  Outbox& operator=(const Outbox&) = delete;
  /// finish().
  ~Outbox();

  /// `message` ends with its line feed.
  void add(std::string message);
  [[nodiscard]] bool is_full() const;
  /// Writes all that was added, unless nobody reads; then no more may be.
  void finish();
  /// Until there is room, or nobody reads.
  void wait_for_room();
  /// Nobody will read what is added: the other end is closed, or never read.
  [[nodiscard]] bool is_given_up() const;

 private:
  void write_all();
  [[nodiscard]] bool write(const std::string& message) const;

  const int m_descriptor;
  mutable std::mutex m_mutex;
  std::condition_variable m_changed;
  std::deque<std::string> m_messages;
  std::size_t m_bytes = 0;
  bool m_is_given_up = false;
  bool m_has_ended = false;
  std::thread m_writer;
};

}  // namespace rlmdb::cli
