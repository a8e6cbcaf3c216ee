// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "rlmdb/store.hpp"

namespace bench {

/// Makes a database of queued tasks task-0000, task-0001… Each is some 1.3 KB as a legacy record, nearly all
/// of it prompt. `priorities` says over how many priorities they are spread at random: with one of them
/// claims follow the ids, with many they jump about in the whole store.
void fill_tasks(const std::filesystem::path& database, std::uint64_t tasks, std::uint64_t priorities);

/// One of these tasks.
[[nodiscard]] rlmdb::NewTask new_task(std::uint64_t number, std::uint64_t priorities);

[[nodiscard]] std::string task_id(std::uint64_t number);

/// All numbers below `count` once, neighbours far apart; then from the beginning.
class Picks {
 public:
  explicit Picks(std::uint64_t count);
  [[nodiscard]] std::uint64_t at(std::uint64_t index) const;

 private:
  std::uint64_t m_count;
  std::uint64_t m_stride;
};

struct ChangeOptions {
  std::filesystem::path database;  ///< made by fill_tasks; it is copied, not changed
  rlmdb::Durability durability = rlmdb::Durability::full;
  std::uint64_t operations = 2000;  ///< a round
  std::uint64_t rounds = 5;
};

/// Microseconds a change, round by round: the library, then the bare loop that writes the same rows.
struct Rounds {
  std::vector<double> ours_us;
  std::vector<double> bare_us;
};

/// All throw when the two wrote different values.
[[nodiscard]] Rounds measure_start_and_complete(const ChangeOptions& options);
[[nodiscard]] Rounds measure_claim_and_complete(const ChangeOptions& options);
[[nodiscard]] Rounds measure_new(const ChangeOptions& options);

/// Microseconds to set the priority of a task, the median of each round: of one with 2 KB of output and one with 2 MB.
struct MemberTimes {
  std::vector<double> small_us;
  std::vector<double> large_us;
};

/// Adds the two tasks to the database.
[[nodiscard]] MemberTimes measure_set_priority(const ChangeOptions& options);

/// `apart`: a commit to claim a task and one to complete it. `together`: each task is completed in the commit
/// that claims the next.
enum class ClaimLoop { apart, together };

/// Seconds in which one loop claims and completes every task of `database`, one after the other.
[[nodiscard]] double claim_all(const std::filesystem::path& database, rlmdb::Durability durability,
                               ClaimLoop loop);

struct OneShotTimes {
  std::vector<double> process_ms;
  std::vector<double> fdatasync_ms;  ///< 4 KiB written over the same place of a file beside the database
};

/// Runs `program --db DATABASE task complete ID` for tasks all over the store, each time after one fdatasync.
/// The tasks are started before that.
[[nodiscard]] OneShotTimes measure_one_shot(const std::filesystem::path& program,
                                            const std::filesystem::path& database, std::uint64_t tasks,
                                            std::uint64_t runs);

[[nodiscard]] double median(std::vector<double> values);
/// The value that at most five in a hundred exceed.
[[nodiscard]] double percentile_95(std::vector<double> values);

}  // namespace bench
