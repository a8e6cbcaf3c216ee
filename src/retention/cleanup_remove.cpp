// SPDX-License-Identifier: MIT
#include "retention/cleanup_remove.hpp"

#include "db/transaction.hpp"
#include "retention/remover.hpp"

namespace rlmdb::retention {

std::int64_t remove_departures(db::Connection& connection, const CleanupPlan& plan,
                               std::span<const Departure> batch) {
  db::WriteTransaction transaction(connection);
  const Keepers keepers(connection, plan.now_ms);
  Remover remover(connection);
  for (const Departure& departure : batch) {
    if (may_still_go(connection, plan, keepers, departure)) remover.remove(departure);
  }
  const auto removed = static_cast<std::int64_t>(remover.finish().size());
  transaction.commit();
  return removed;
}

}  // namespace rlmdb::retention
