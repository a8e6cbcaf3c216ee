// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

#include "db/connection.hpp"
#include "rlmdb/cleanup.hpp"

namespace rlmdb::retention {

/// Adds to the report what has expired in temporary state documents, and which of them are then empty.
void plan_expired(db::Connection& connection, std::chrono::system_clock::time_point now,
                  CleanupReport& report);

/// Removes what has expired by now, as plan_expired tells, in a transaction of its own: a document writes one
/// event, and one that goes another. The report says what really went.
void remove_expired(db::Connection& connection, std::chrono::system_clock::time_point now,
                    CleanupReport& report);

}  // namespace rlmdb::retention
