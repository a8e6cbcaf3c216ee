// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
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
  /// So many bytes of notifications, or one of any length, may wait.
  static constexpr std::size_t k_most_notice_bytes = std::size_t{8} << 20;

  /// Writes to `descriptor`, which stays the caller's.
  explicit Outbox(int descriptor);
  Outbox(const Outbox&) = delete;
  Outbox& operator=(const Outbox&) = delete;
  /// finish().
  ~Outbox();

  /// `message` ends with its line feed.
  void add(std::string message);
  /// The same for one that answers no call.
  void add_notice(std::string message);
  /// Whether no more than half of what may wait of them does.
  [[nodiscard]] bool has_room_for_notices() const;
  /// Until less of them waits than may, or nobody reads; false after `longest`.
  [[nodiscard]] bool wait_for_notices(std::chrono::milliseconds longest);
  /// That somebody has taken, of all there was.
  [[nodiscard]] std::uint64_t written_bytes() const noexcept { return m_written; }
  [[nodiscard]] bool is_full() const;
  /// Writes all that was added, unless nobody reads; then no more may be.
  void finish();
  /// Until there is room, or nobody reads.
  void wait_for_room();
  /// Nobody will read what is added: the other end is closed, or never read.
  [[nodiscard]] bool is_given_up() const;

 private:
  struct Message {
    std::string text;
    bool is_notice = false;
  };

  void add(Message message);
  void write_all();
  [[nodiscard]] bool write(const std::string& message);

  const int m_descriptor;
  mutable std::mutex m_mutex;
  std::condition_variable m_changed;
  std::deque<Message> m_messages;
  std::size_t m_bytes = 0;
  std::size_t m_notice_bytes = 0;
  std::atomic<std::uint64_t> m_written{0};
  bool m_is_given_up = false;
  bool m_has_ended = false;
  std::thread m_writer;
};

}  // namespace rlmdb::cli
