// SPDX-License-Identifier: MIT
#include "mcp/progress_notices.hpp"

#include <fmt/format.h>

#include <chrono>

#include "format/json_writer.hpp"

namespace rlmdb::cli {

ProgressNotices::ProgressNotices(Outbox& outbox, std::string_view token, std::string_view what)
    : m_outbox(outbox), m_token(token), m_what(what), m_thread([this] { tell(); }) {}

ProgressNotices::~ProgressNotices() {
  {
    const std::lock_guard lock(m_mutex);
    m_is_over = true;
  }
  m_changed.notify_all();
  m_thread.join();
}

void ProgressNotices::tell() {
  std::unique_lock lock(m_mutex);
  const auto begin = std::chrono::steady_clock::now();
  for (int seconds = k_seconds_between;; seconds += k_seconds_between) {
    const auto next = begin + std::chrono::seconds(seconds);
    if (m_changed.wait_until(lock, next, [this] { return m_is_over; })) return;
    if (!m_outbox.has_room_for_notices()) continue;
    JsonObject notice;
    notice.add("jsonrpc", "2.0").add("method", "notifications/progress");
    notice.add_object("params", seconds, [this](JsonObject& params, int so_far) {
      params.add("progressToken", JsonView{m_token})
          .add("progress", so_far)
          .add("message", fmt::format("{}, {} s so far", m_what, so_far));
    });
    m_outbox.add_notice(notice.text() + "\n");
  }
}

}  // namespace rlmdb::cli
