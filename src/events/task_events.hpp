// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/connection.hpp"
#include "events/event_rows.hpp"
#include "rlmdb/event.hpp"

namespace rlmdb::events {

/// Events of tasks as their histories need them. REQUIRES: one snapshot, as long as the object lives.
class TaskEvents {
 public:
  /// Walks all events for those of imports.
  explicit TaskEvents(db::Connection& connection) : m_rows(connection), m_imports(m_rows.of_imports()) {}

  /// The task's own events and those of imports that changed it, with their changes of it, oldest first.
  [[nodiscard]] std::vector<Event> of(std::int64_t key);
  /// The record of the task, compact, as it was after the event `seq`; nullopt: it did not exist yet. `now`
  /// is the record as it is.
  [[nodiscard]] std::optional<std::string> record_at(std::int64_t key, std::string now, std::int64_t seq);

 private:
  EventRows m_rows;
  std::vector<Event> m_imports;
};

/// Error not_found where events after `seq` have been cleaned up. `what` is what was asked for.
void require_kept(db::Connection& connection, std::int64_t seq, const std::string& what);

/// The names of an RFC 6901 pointer, decoded.
[[nodiscard]] std::vector<std::string> pointer_names(std::string_view pointer);

/// The record, compact, as it was before a change that it has in it.
[[nodiscard]] std::string without_change(std::string_view record, const MemberChange& change);

}  // namespace rlmdb::events
