// SPDX-License-Identifier: MIT
#include "records/stored_claim.hpp"

#include <utility>

#include "records/cell_columns.hpp"
#include "util/clock.hpp"
#include "util/instant.hpp"
#include "util/process_identity.hpp"

namespace rlmdb::records {

namespace {

bool is_process_gone(const Claimant& by, const util::Machine& machine) {
  const bool is_judged = by.boot_id == machine.boot_id && by.pid && by.start_ticks && by.pid_namespace &&
                         by.pid_namespace == machine.pid_namespace;
  if (!is_judged || *by.pid <= 0 || !std::in_range<pid_t>(*by.pid)) return false;
  return !util::is_alive({static_cast<pid_t>(*by.pid), static_cast<std::uint64_t>(*by.start_ticks)});
}

}  // namespace

std::optional<StoredClaim> read_claim(const db::Statement& row, int column) {
  if (row.column_is_null(column)) return std::nullopt;
  return StoredClaim{{read_optional_text(row, column), read_optional_text(row, column + 1),
                      read_optional_text(row, column + 2), row.column_optional_int64(column + 3),
                      row.column_optional_int64(column + 4), row.column_optional_int64(column + 5)},
                     read_optional_text(row, column + 6)};
}

ClaimState state_of_claim(const StoredClaim& claim, const util::Machine& machine) {
  const auto end = util::instant_ms(claim.lease_expires_at.value_or(""));
  if (end && *end < util::now_ms()) return ClaimState::lease_over;
  const Claimant& by = claim.by;
  if (by.host && *by.host == machine.host && by.boot_id && *by.boot_id != machine.boot_id)
    return ClaimState::earlier_boot;
  return is_process_gone(by, machine) ? ClaimState::process_gone : ClaimState::holds;
}

std::string words_of_claim(const StoredClaim& claim, const util::Machine& machine) {
  const Claimant& by = claim.by;
  std::string words = by.owner.value_or("somebody");
  if (by.host && *by.host != machine.host) words += " on " + by.host->substr(0, by.host->find('/'));
  return words + " until " + claim.lease_expires_at.value_or("it is released");
}

}  // namespace rlmdb::records
