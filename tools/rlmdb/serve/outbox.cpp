// SPDX-License-Identifier: MIT
#include "serve/outbox.hpp"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace rlmdb::cli {

Outbox::Outbox(int descriptor) : m_descriptor(descriptor), m_writer([this] { write_all(); }) {}

Outbox::~Outbox() {
  finish();
}

void Outbox::finish() {
  {
    const std::lock_guard lock(m_mutex);
    m_has_ended = true;
  }
  m_changed.notify_all();
  if (m_writer.joinable()) m_writer.join();
}

void Outbox::add(std::string message) {
  add(Message{std::move(message), false});
}

void Outbox::add_notice(std::string message) {
  add(Message{std::move(message), true});
}

void Outbox::add(Message message) {
  {
    const std::lock_guard lock(m_mutex);
    if (m_is_given_up) return;
    m_bytes += message.text.size();
    m_notice_bytes += message.is_notice ? message.text.size() : 0;
    m_messages.push_back(std::move(message));
    if (m_bytes > k_most_bytes) {
      m_is_given_up = true;
      m_messages.clear();
    }
  }
  m_changed.notify_all();
}

bool Outbox::has_room_for_notices() const {
  const std::lock_guard lock(m_mutex);
  return m_notice_bytes <= k_most_notice_bytes / 2;
}

bool Outbox::wait_for_notices(std::chrono::milliseconds longest) {
  std::unique_lock lock(m_mutex);
  return m_changed.wait_for(lock, longest,
                            [this] { return m_notice_bytes < k_most_notice_bytes || m_is_given_up; });
}

bool Outbox::is_full() const {
  const std::lock_guard lock(m_mutex);
  return m_bytes > k_full_bytes;
}

void Outbox::wait_for_room() {
  std::unique_lock lock(m_mutex);
  m_changed.wait(lock, [this] { return m_bytes <= k_full_bytes || m_is_given_up; });
}

bool Outbox::is_given_up() const {
  const std::lock_guard lock(m_mutex);
  return m_is_given_up;
}

void Outbox::write_all() {
  std::unique_lock lock(m_mutex);
  while (true) {
    m_changed.wait(lock, [this] { return m_has_ended || !m_messages.empty() || m_is_given_up; });
    if (m_is_given_up || m_messages.empty()) return;
    const Message message = std::move(m_messages.front());
    m_messages.pop_front();
    lock.unlock();
    const bool is_written = write(message.text);
    lock.lock();
    m_bytes -= message.text.size();
    m_notice_bytes -= message.is_notice ? message.text.size() : 0;
    m_is_given_up = m_is_given_up || !is_written;
    m_changed.notify_all();
  }
}

bool Outbox::write(const std::string& message) {
  constexpr int k_pause_ms = 100;
  for (std::size_t written = 0; written < message.size();) {
    // Who is stopped in a write cannot look whether it was given up meanwhile.
    pollfd output{m_descriptor, POLLOUT, 0};
    if (::poll(&output, 1, k_pause_ms) == 0) {
      if (is_given_up()) return false;
      continue;
    }
    constexpr std::size_t k_piece = 4096;
    const std::size_t most = std::min(message.size() - written, k_piece);
    const ssize_t count = ::write(m_descriptor, message.data() + written, most);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    written += static_cast<std::size_t>(count);
    m_written += static_cast<std::uint64_t>(count);
  }
  return true;
}

}  // namespace rlmdb::cli
