// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "db/connection.hpp"

namespace rlmdb::store {

/// One `events` row; empty texts and 0 are NULL.
struct Event {
  std::string at;
  std::string actor;
  std::string kind;
  std::int64_t task_id = 0;
  std::string tree_id;
  std::int64_t import_id = 0;
  std::string old_state;
  std::string new_state;
};

/// The writer of `events` and `event_changes`.
class EventRows {
 public:
  explicit EventRows(db::Connection& connection) : m_connection(connection) {}

  /// Returns the event's sequence number.
  std::int64_t insert(const Event& event);
  /// `old_value` nullopt: the member was absent.
  void insert_change(std::int64_t event_seq, std::int64_t task_id, std::string_view member,
                     std::optional<std::string_view> old_value);
  /// Time of the newest change that was made here since the newest import; nullopt when there is none.
  [[nodiscard]] std::optional<std::string> last_change_time();

 private:
  db::Connection& m_connection;
};

}  // namespace rlmdb::store
