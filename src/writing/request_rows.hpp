// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "db/connection.hpp"

namespace rlmdb::writing {

/// An answer that was given once.
struct Request {
  std::string request_sha256;
  std::string answer;
};

/// The writer of `requests`.
class RequestRows {
 public:
  explicit RequestRows(db::Connection& connection) : m_connection(connection) {}

  [[nodiscard]] std::optional<Request> find(std::string_view key);
  void insert(std::string_view key, std::string_view at, const Request& request);
  /// Of requests before `time`, which is UTC text.
  [[nodiscard]] std::int64_t count_before(std::string_view time);
  [[nodiscard]] std::int64_t remove_before(std::string_view time);
  /// Those whose answer holds one of these texts, a JSON array.
  void remove_naming(std::string_view names_json);

 private:
  db::Connection& m_connection;
};

}  // namespace rlmdb::writing
