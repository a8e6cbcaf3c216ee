// SPDX-License-Identifier: MIT
/// Queued tasks that somebody keeps for himself (decision 062): whom they are kept from, and their beginning
/// and end. The owner is the connection's.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "db/connection.hpp"
#include "records/hold_rows.hpp"

namespace rlmdb::writing {

/// The hold that keeps a queued task from this connection's owner; nullopt: nobody's, his own, or one that is
/// over. Reads the clock, and /proc where a process was named.
[[nodiscard]] std::optional<records::StoredClaim> hold_of_another(db::Connection& connection,
                                                                  std::int64_t task_id);
/// The hold of a task, whosever it is; nullopt: nobody's, or one that is over.
[[nodiscard]] std::optional<records::StoredClaim> live_hold(db::Connection& connection, std::int64_t task_id);
/// "is held by anna until 2026-02-09T10:04:05.678Z".
[[nodiscard]] std::string reason_of_hold(const records::StoredClaim& hold);

/// holds.id of the connection's owner; nullopt: he holds nothing.
[[nodiscard]] std::optional<std::int64_t> own_hold(db::Connection& connection);
[[nodiscard]] bool is_any_hold_over(db::Connection& connection);

// What follows changes rows. REQUIRES: an open write transaction.

/// Ends those that are over: their tasks are anybody's. Whether there were any.
bool end_holds(db::Connection& connection);
/// Makes the owner's hold or extends it: all that he holds is his until `lease` from now. Gives holds.id.
/// Errors: usage for a lease of nothing; not_found where `judged_pid` is no process.
std::int64_t put_hold(db::Connection& connection, std::chrono::milliseconds lease,
                      std::optional<std::int64_t> judged_pid);

}  // namespace rlmdb::writing
