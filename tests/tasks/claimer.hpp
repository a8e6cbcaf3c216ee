// SPDX-License-Identifier: MIT
#pragma once

#include <signal.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <random>
#include <string>

#include "child_process.hpp"
#include "operation.hpp"
#include "record_file.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/store.hpp"
#include "test_dir.hpp"

namespace rlmdb::test {

constexpr int k_claimers = 16;

/// What a claimer was doing when it died.
enum class Phase : int { nothing, in_claim, between, in_complete };

struct Claimers {
  std::atomic<int> waiting{0};
  std::atomic<bool> started{false};
  std::array<std::atomic<Phase>, k_claimers> phases{};
};

/// One acknowledged or refused completion.
struct Completion {
  std::int64_t task = 0;
  std::int64_t token = 0;
  std::int64_t seq = 0;  ///< 0: refused
  ErrorCode code = ErrorCode::internal;
};

/// A kill is no power loss: without syncs more happens in the same time.
inline StoreOptions quick_store() {
  StoreOptions options;
  options.durability = Durability::normal;
  return options;
}

inline std::filesystem::path log_of(const TestDir& dir, int claimer) {
  return dir / ("claimer-" + std::to_string(claimer));
}

struct Habits {
  std::chrono::milliseconds lease{0};
  unsigned deaths_percent = 0;   ///< kills itself with a task in its hands
  unsigned dawdles_percent = 0;  ///< works so long that it loses the task to another one
};

class Claimer {
 public:
  Claimer(const TestDir& dir, std::atomic<Phase>& phase, int number, const Habits& habits, std::uint32_t seed)
      : m_store(Store::open(dir / "x.db", Access::read_write, quick_store())),
        m_log(log_of(dir, number)),
        m_phase(phase),
        m_habits(habits),
        m_random(seed) {}

  /// Until every task is completed, by whomever.
  void run() {
    for (TaskStats stats = m_store.stats(); stats.completed < stats.total; stats = m_store.stats())
      while (work()) continue;
  }

 private:
  /// False: there was no task for a while.
  bool work() {
    m_phase = Phase::in_claim;
    ClaimOptions options;
    options.lease = m_habits.lease;
    options.wait = std::chrono::milliseconds(100);
    const auto claim = m_store.claim(options);
    m_phase = Phase::between;
    if (!claim) return false;
    if (m_random() % 100 < m_habits.deaths_percent) ::raise(SIGKILL);
    if (m_random() % 100 < m_habits.dawdles_percent) wait_until_lost(*claim);
    m_phase = Phase::in_complete;
    complete(*claim);
    m_phase = Phase::nothing;
    return true;
  }

  /// So long that the lease runs out and another one has the task.
  void wait_until_lost(const Claim& claim) const {
    const std::string sql = "SELECT token FROM tasks WHERE legacy_id = '" + claim.id.text + "'";
    wait_until([&] {
      std::int64_t token = 0;
      m_store.query(sql, {[](const auto&) {},
                          [&](const std::vector<SqlValue>& row) {
                            if (const auto* now = std::get_if<std::int64_t>(&row.at(0))) token = *now;
                            return false;
                          }});
      return token != claim.token;
    });
  }

  void complete(const Claim& claim) {
    Completion completion{task_number(claim.id), claim.token, 0, ErrorCode::internal};
    try {
      const TaskChange change{
          claim.id, CompleteTask{std::to_string(claim.token)}, {std::nullopt, claim.token, Force::no}};
      completion.seq = m_store.change(change).event_seq;
    } catch (const Error& error) {
      completion.code = error.code();
    }
    m_log.append(completion);
  }

  Store m_store;
  RecordFile<Completion> m_log;
  std::atomic<Phase>& m_phase;
  Habits m_habits;
  std::mt19937 m_random;
};

}  // namespace rlmdb::test
