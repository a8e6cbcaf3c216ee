// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
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
  /// How many checkpoints of each tree are kept; nullopt: it was not set.
  [[nodiscard]] std::optional<std::int64_t> checkpoints_kept();
  /// False: it was as long, or as many, before. REQUIRES: a number for checkpoints, a duration for all
  /// others.
  bool put(RetentionKind kind, const Retained& kept, std::string_view now);
  /// False: it was not set.
  bool remove(RetentionKind kind);
  /// Of all: what goes by them was listed, or removed, at that time.
  void mark_listed(std::string_view now);

 private:
  db::Connection& m_connection;
};

}  // namespace rlmdb::retention
