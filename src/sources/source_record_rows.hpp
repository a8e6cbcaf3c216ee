// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "db/connection.hpp"

namespace rlmdb::sources {

/// The writer of `source_records`.
class SourceRecordRows {
 public:
  explicit SourceRecordRows(db::Connection& connection) : m_connection(connection) {}

  [[nodiscard]] bool has_any();
  [[nodiscard]] std::optional<std::string> find(std::int64_t task_id);
  void put(std::int64_t task_id, std::string_view text);
  void remove(std::int64_t task_id);
  void for_each(const std::function<void(std::int64_t task_id, std::string_view text)>& use);

 private:
  db::Connection& m_connection;
};

}  // namespace rlmdb::sources
