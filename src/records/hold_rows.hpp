// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "db/connection.hpp"
#include "records/stored_claim.hpp"

namespace rlmdb::records {

/// Queued tasks that somebody keeps for himself, and for how long.
struct StoredHold {
  std::int64_t id = 0;  ///< holds.id
  StoredClaim claim;    ///< over or not
};

/// The writer of `holds` and `held_tasks`. A held task is queued: a trigger sees to it.
class HoldRows {
 public:
  explicit HoldRows(db::Connection& connection) : m_connection(connection) {}

  [[nodiscard]] std::vector<StoredHold> all();
  [[nodiscard]] std::optional<StoredHold> find(std::string_view owner);
  /// nullopt: nobody holds it.
  [[nodiscard]] std::optional<StoredHold> of_task(std::int64_t task_id);
  [[nodiscard]] std::int64_t count(std::int64_t hold_id);
  /// Makes the owner's hold, or extends it: one row, however many tasks there are.
  void put(const Claimant& by, std::string_view lease_expires_at);
  void remove(std::int64_t hold_id);
  /// Takes it from another hold, where it is in one.
  void put_task(std::int64_t task_id, std::int64_t hold_id);
  void remove_task(std::int64_t task_id);

 private:
  db::Connection& m_connection;
};

}  // namespace rlmdb::records
