// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "db/connection.hpp"

namespace rlmdb::records {

/// A `layouts` row as text; the legacy room knows how to read it.
struct LayoutText {
  std::string level;
  std::string members_json;
};

/// The writer of `layouts`.
class LayoutRows {
 public:
  explicit LayoutRows(db::Connection& connection) : m_connection(connection) {}

  /// Id of the layout, which is written when it is new. Sets `added` then.
  [[nodiscard]] std::int64_t intern(std::string_view level, std::string_view members_json,
                                    std::uint64_t& added);
  /// Error corrupt when no such layout exists.
  [[nodiscard]] LayoutText get(std::int64_t id);

 private:
  db::Connection& m_connection;
};

}  // namespace rlmdb::records
