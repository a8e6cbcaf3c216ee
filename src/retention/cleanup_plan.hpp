// SPDX-License-Identifier: MIT
/// What is old enough to go, and why other old things stay. Reads alone; asked once for the plan, and again
/// in each transaction that removes some of it.
#pragma once

#include <string>
#include <vector>

#include "db/connection.hpp"
#include "retention/cleanup_keepers.hpp"
#include "retention/retention_rows.hpp"
#include "rlmdb/cleanup.hpp"

namespace rlmdb::retention {

/// What goes together: one task, or all nodes of a tree.
struct Departure {
  std::string tree_id;  ///< "": a task outside trees
  std::vector<OldTask> tasks;
};

struct CleanupPlan {
  Cutoffs cutoffs;
  std::int64_t now_ms = 0;
  std::vector<Departure> departures;
  std::int64_t first_event = 0;  ///< the first that stays; 0: all do
  std::string requests_before;   ///< UTC text; "": all stay
};

/// Fills in what goes and what stays. REQUIRES: one snapshot. Error conflict when the clock lies before the
/// newest event, which is the newest time that rlmdb itself wrote: what a source says is its own.
[[nodiscard]] CleanupPlan plan_cleanup(db::Connection& connection, const RetentionPolicy& policy,
                                       CleanupReport& report);

/// Whether it may still go, and all of it is as it was planned. REQUIRES: a write transaction.
[[nodiscard]] bool may_still_go(db::Connection& connection, const CleanupPlan& plan, const Keepers& keepers,
                                const Departure& departure);

}  // namespace rlmdb::retention
