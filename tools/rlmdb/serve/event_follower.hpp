// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <thread>

#include "events/event_options.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/store.hpp"
#include "serve/outbox.hpp"

namespace rlmdb::cli {

/// Sends the events of a database as they come: `events` with those that were committed, in order, each once;
/// `events.missed` in the place of those that nobody took; `events.ended` when it cannot go on. Has a thread and a
/// Store of its own, and touches nothing else of the process. Who owns it is one thread.
class EventFollower {
 public:
  /// While as much waits to be sent as an Outbox takes, and nobody reads for so long, events are missed.
  static constexpr std::chrono::seconds k_patience{1};

  /// `options.log` is not used. Error not_found for the database, a task or a tree.
  EventFollower(const std::filesystem::path& path, StoreOptions options, const EventOptions& what,
                Outbox& outbox);
  EventFollower(const EventFollower&) = delete;
  EventFollower& operator=(const EventFollower&) = delete;
  /// stop().
  ~EventFollower();

  /// The number after which it begins: the one that was asked for, or that of the newest event.
  [[nodiscard]] std::int64_t since() const noexcept { return m_filter.since; }
  void start();
  /// It sends nothing more, and has said what was missed. Returns the number of the last event that was sent or
  /// missed, since() where there was none.
  std::int64_t stop();
  /// It was started, and has not come to an end by itself.
  [[nodiscard]] bool is_following() const noexcept { return m_is_following; }

 private:
  struct Range {
    std::int64_t from = 0;
    std::int64_t to = 0;
  };

  void follow();
  [[nodiscard]] bool take(const Event& event);
  [[nodiscard]] bool is_over();
  /// Sends what has been put together.
  void flush();
  [[nodiscard]] bool wait_for_room() const;
  void send_missed();
  /// Why what comes is not what follows what was sent; nullopt: it is.
  [[nodiscard]] std::optional<Error> break_in_history();

  const std::filesystem::path m_path;
  Store m_store;
  EventFilter m_filter;
  const PreviousValues m_values;
  Outbox& m_outbox;
  std::int64_t m_looked_at;  ///< the newest event when the history was last looked at

  std::string m_batch;  ///< JSON objects with commas in between
  Range m_batch_range;
  std::optional<Range> m_missed;
  std::int64_t m_last;
  std::optional<Error> m_failure;
  std::atomic<bool> m_is_stopped{false};
  std::atomic<bool> m_is_following{false};
  std::thread m_thread;
};

}  // namespace rlmdb::cli
