// SPDX-License-Identifier: MIT
#include "writing/holds.hpp"

#include <algorithm>

#include "rlmdb/error.hpp"
#include "util/clock.hpp"
#include "writing/claimant.hpp"

namespace rlmdb::writing {

namespace {

bool is_over(const records::StoredHold& hold) {
  return records::state_of_claim(hold.claim, this_machine()) != records::ClaimState::holds;
}

}  // namespace

std::optional<records::StoredClaim> live_hold(db::Connection& connection, std::int64_t task_id) {
  std::optional<records::StoredHold> hold = records::HoldRows(connection).of_task(task_id);
  if (!hold || is_over(*hold)) return std::nullopt;
  return std::move(hold->claim);
}

std::optional<records::StoredClaim> hold_of_another(db::Connection& connection, std::int64_t task_id) {
  std::optional<records::StoredClaim> hold = live_hold(connection, task_id);
  return hold && hold->by.owner != connection.owner() ? std::move(hold) : std::nullopt;
}

std::string reason_of_hold(const records::StoredClaim& hold) {
  return "is held by " + records::words_of_claim(hold, this_machine());
}

std::optional<std::int64_t> own_hold(db::Connection& connection) {
  const auto hold = records::HoldRows(connection).find(connection.owner());
  return hold ? std::optional(hold->id) : std::nullopt;
}

bool is_any_hold_over(db::Connection& connection) {
  const std::vector<records::StoredHold> holds = records::HoldRows(connection).all();
  return std::any_of(holds.begin(), holds.end(), is_over);
}

bool end_holds(db::Connection& connection) {
  records::HoldRows rows(connection);
  bool any = false;
  for (const records::StoredHold& hold : rows.all()) {
    if (!is_over(hold)) continue;
    rows.remove(hold.id);
    any = true;
  }
  return any;
}

std::int64_t put_hold(db::Connection& connection, std::chrono::milliseconds lease,
                      std::optional<std::int64_t> judged_pid) {
  if (lease.count() <= 0) throw Error(ErrorCode::usage, "a lease lasts longer than nothing", "lease");
  records::HoldRows(connection)
      .put(claimant_of(connection.owner(), judged_pid), util::utc_text(util::now() + lease));
  return own_hold(connection).value_or(0);
}

}  // namespace rlmdb::writing
