// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include "db/connection.hpp"
#include "rlmdb/retention.hpp"

namespace rlmdb::retention {

/// The writer of `retention_settings`.
class RetentionSettingRows {
 public:
  explicit RetentionSettingRows(db::Connection& connection) : m_connection(connection) {}

  /// In the order of RetentionKind.
  [[nodiscard]] std::vector<RetentionSetting> all();
  /// The same duration once more changes nothing.
  void put(RetentionKind kind, std::chrono::milliseconds kept, std::string_view now);
  void remove(RetentionKind kind);
  /// Of all that were not listed before.
  void mark_listed(std::string_view now);

 private:
  db::Connection& m_connection;
};

}  // namespace rlmdb::retention
