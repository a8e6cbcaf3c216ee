// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "serve/outbox.hpp"

namespace rlmdb::cli {

/// While it lives, tells a client every few seconds how long a call goes on already, so that it does not take the
/// server for dead. Has a thread of its own, which sends nothing any more once it is destroyed.
class ProgressNotices {
 public:
  static constexpr int k_seconds_between = 3;

  /// `token`: of the request, JSON. `what`: what goes on.
  ProgressNotices(Outbox& outbox, std::string_view token, std::string_view what);
  ProgressNotices(const ProgressNotices&) = delete;
  ProgressNotices& operator=(const ProgressNotices&) = delete;
  ~ProgressNotices();

 private:
  void tell();

  Outbox& m_outbox;
  const std::string m_token;
  const std::string m_what;
  std::mutex m_mutex;
  std::condition_variable m_changed;
  bool m_is_over = false;
  std::thread m_thread;
};

}  // namespace rlmdb::cli
