// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "db/connection.hpp"

namespace rlmdb::sources {

/// The task that a record of a source is here.
struct ReissuedTask {
  std::int64_t task_id = 0;
  std::string legacy_id;  ///< its store id here
};

/// The writer of `reissued_ids`: records that are here under another store id than in their sources.
class ReissuedRows {
 public:
  explicit ReissuedRows(db::Connection& connection) : m_connection(connection) {}

  [[nodiscard]] bool has_any();
  /// `legacy_id` and `created_at` are those of the source; nullopt: it goes by its own id.
  [[nodiscard]] std::optional<ReissuedTask> find(std::string_view legacy_id, std::string_view created_at);
  void put(std::string_view legacy_id, std::string_view created_at, std::int64_t task_id);

 private:
  db::Connection& m_connection;
};

}  // namespace rlmdb::sources
