// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "db/statement.hpp"
#include "util/machine.hpp"

namespace rlmdb::records {

/// Who claims a task. A process is named to be judged only where `start_ticks` is given; a pid alone is for
/// people.
struct Claimant {
  std::optional<std::string> owner;  ///< a name; nullopt: nobody
  std::optional<std::string> host;   ///< util::host_identity()
  std::optional<std::string> boot_id;
  std::optional<std::int64_t> pid;
  std::optional<std::int64_t> start_ticks;
  std::optional<std::int64_t> pid_namespace;
};

/// The claim that a running task is under.
struct StoredClaim {
  Claimant by;
  std::optional<std::string> lease_expires_at;  ///< UTC text
};

/// The columns from `column` on: owner, owner_host, owner_boot_id, owner_pid, owner_start_ticks,
/// owner_pid_namespace, lease_expires_at. nullopt where nobody has claimed the task.
[[nodiscard]] std::optional<StoredClaim> read_claim(const db::Statement& row, int column);

/// Whether a claim still keeps a task from others, or what ended it.
enum class ClaimState { holds, lease_over, earlier_boot, process_gone };

/// A claim holds until its lease ends, whoever and wherever its owner is, but for two proofs of death: it was
/// made on this host under an earlier boot, or for a process that was named to be judged and is gone here. A
/// lease that ends at no time that can be read does not end. Reads the clock and /proc; signals nothing.
[[nodiscard]] ClaimState state_of_claim(const StoredClaim& claim, const util::Machine& machine);

/// "anna@build-7 until 2026-02-09T10:04:05.678Z", with the host where that is another one.
[[nodiscard]] std::string words_of_claim(const StoredClaim& claim, const util::Machine& machine);

}  // namespace rlmdb::records
