// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "db/connection.hpp"
#include "retention/cleanup_plan.hpp"

namespace rlmdb::retention {

/// Removes these in one transaction, but for those that changed since they were planned, or that something
/// keeps by now. Each task writes an event, and each tree another after its nodes'. Returns how many tasks
/// were removed.
[[nodiscard]] std::int64_t remove_departures(db::Connection& connection, const CleanupPlan& plan,
                                             std::span<const Departure> batch);

}  // namespace rlmdb::retention
