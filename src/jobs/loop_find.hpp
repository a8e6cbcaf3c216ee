// SPDX-License-Identifier: MIT
#pragma once

#include "db/connection.hpp"
#include "rlmdb/loop.hpp"
#include "store/loop_rows.hpp"

namespace rlmdb::jobs {

/// The loop that people call so. Error not_found where there is none.
[[nodiscard]] store::LoopHead get_loop(db::Connection& connection, const LoopId& loop);

}  // namespace rlmdb::jobs
