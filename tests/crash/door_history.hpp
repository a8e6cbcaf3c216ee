// SPDX-License-Identifier: MIT
/// Holds what was answered, and what became of each task, against what the database says in the end.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "door_client.hpp"

namespace rlmdb::test {

struct DoorHistory {
  std::vector<std::string> faults{};  ///< at most 20
  std::uint64_t acknowledged = 0;
  std::uint64_t refused = 0;
  std::uint64_t by_worker = 0;  ///< of the acknowledged ones, the ends of workers' commands
  std::uint64_t tasks = 0;
  std::uint64_t claims = 0;
  std::uint64_t lost = 0;       ///< claims whose lease ran out
  std::uint64_t recovered = 0;  ///< claims that a recover ended
};

/// Nobody is at the database any more, and every task is completed. `unacknowledged`: so many adds at most may be
/// done without an answer.
[[nodiscard]] DoorHistory check_doors(const std::filesystem::path& database, const std::vector<Told>& told,
                                      std::size_t unacknowledged);

/// What workers printed, as if a client had been told it. A line that was not written to its end counts for
/// nothing.
[[nodiscard]] std::vector<Told> read_work_log(const std::filesystem::path& file);

}  // namespace rlmdb::test
