// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "db/connection.hpp"
#include "purging/purged_text_rules.hpp"
#include "rlmdb/purge.hpp"

namespace rlmdb::purging {

/// Where the text stands: fills in `values` and `mark`. Error usage where it cannot be taken out. REQUIRES:
/// one snapshot.
void plan_text(db::Connection& connection, const PurgedText& text, PurgeReport& report);

/// Looks again, and takes it out: rows, digests, versions, events. Fills in `records` too. Error conflict
/// where it stands in a task that a claim holds, unless forced. REQUIRES: a write transaction.
void take_text_out(db::Connection& connection, const PurgedText& text, Force force, PurgeReport& report);

}  // namespace rlmdb::purging
