// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rlmdb/store.hpp"
#include "rlmdb/watch.hpp"
#include "rlmdb/work_left.hpp"
#include "work/job.hpp"

namespace rlmdb::cli {

/// How many of a worker's runs ended how.
struct WorkCounts {
  std::int64_t completed = 0;
  std::int64_t failed = 0;
  std::int64_t retried = 0;
  std::int64_t released = 0;
  std::int64_t lost = 0;
};

/// Takes tasks and runs a command for each, in one thread. A destroyed one has no command left.
class Worker {
 public:
  struct Hooks {
    std::function<void(const WorkEvent&)> tell;
    /// Called at least ten times a second with what runs. True: end the commands, give the tasks back.
    std::function<bool(const Worker&)> look;
  };

  /// All but `options` must outlive it. Error io.
  Worker(Store& store, WorkOptions options, Hooks hooks);

  /// Until nothing is left, or `look` said to end: false. Errors as of Store::claim and Store::change; then
  /// the commands are killed, and what was claimed stays so until its lease ends.
  bool run();

  [[nodiscard]] const WorkCounts& counts() const noexcept { return m_counts; }
  /// What runs, in the order of its start.
  [[nodiscard]] const std::vector<std::unique_ptr<Job>>& jobs() const noexcept { return m_jobs; }
  /// What keeps the processes of a command together, as far as the kernel allows it.
  [[nodiscard]] Containment containment() const noexcept { return m_containment; }
  /// Nothing has run and nothing could be claimed for a while, longer than most backoffs; but something may come.
  [[nodiscard]] bool is_waiting() const noexcept {
    constexpr std::chrono::seconds k_while{2};
    return m_waits_since.has_value() && Job::Clock::now() - *m_waits_since >= k_while;
  }
  /// What it waits for; once run() has returned, what it left.
  [[nodiscard]] const WorkLeft& left() const noexcept { return m_left; }

 private:
  void fill();
  [[nodiscard]] bool take_task();
  void begin(Claim claim, std::int64_t claimed_at_ms);
  [[nodiscard]] bool is_nothing_left();
  void wait() const;
  void serve();
  void take_news();
  void tell(const WorkEvent& event);

  Store& m_store;
  WorkOptions m_options;
  Hooks m_hooks;
  StoreWatch m_watch;
  std::vector<std::unique_ptr<Job>> m_jobs;
  std::unique_ptr<GuardedCommand> m_next_command;  ///< its owner() owns the next claim
  Containment m_containment = Containment::parent_death;
  WorkCounts m_counts;
  WorkLeft m_left;
  Job::Clock::time_point m_next_claim{};
  Job::Clock::time_point m_next_look{};
  Job::Clock::time_point m_next_count{};
  std::optional<Job::Clock::time_point> m_waits_since;
  bool m_has_news = true;      ///< since a claim found nothing
  bool m_has_changed = false;  ///< the database, since the tasks of the jobs were looked at
};

}  // namespace rlmdb::cli
