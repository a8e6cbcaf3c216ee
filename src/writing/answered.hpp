// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "db/connection.hpp"
#include "rlmdb/change.hpp"

namespace rlmdb::writing {

/// A request that may have been answered before. REQUIRES: an open write transaction.
class Answered {
 public:
  /// `request_id` "": the request is not remembered, and `digest`, which says what it asks for, not called.
  Answered(db::Connection& connection, const std::string& request_id,
           const std::function<std::string()>& digest);

  /// The answer to an earlier call with this id; Error conflict where that call asked for something else.
  [[nodiscard]] std::optional<ChangeReport> earlier() const;
  void keep(const std::string& now, const ChangeReport& report) const;

 private:
  db::Connection& m_connection;
  const std::string& m_request_id;
  std::string m_sha256;
};

/// How errors name the change: "change" where it is the only one, else "changes[3]".
[[nodiscard]] std::string place_of_change(std::size_t index, std::size_t count);

}  // namespace rlmdb::writing
