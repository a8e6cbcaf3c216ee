// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

#include "checks/verify_notes.hpp"
#include "db/connection.hpp"

namespace rlmdb::checks {

/// An empty database of the same schema, in memory: a checkpoint of a workflow is written into it with the
/// code that imports it, and its rows are held against those that are stored. So there is one mapping of a
/// text to rows, not two. What repeats other texts is generated from them (decision 028).
class VerifyTwin {
 public:
  /// `version`: how many of the migrations; of more than there are, all.
  explicit VerifyTwin(int version);

  [[nodiscard]] int version() const noexcept { return m_version; }

  /// Makes the database at the first call: a verify without workflows does not need it.
  [[nodiscard]] db::Connection& connection();

  /// Runs `statement` for `stored` in the database and for `made` here, and notes each difference. Its first
  /// column names the row; columns that are inside ids, and those of `apart`, are not compared.
  void compare(db::Connection& database, std::string_view statement, std::int64_t stored, std::int64_t made,
               VerifyNotes& notes, std::initializer_list<std::string_view> apart = {});

 private:
  int m_version;
  std::optional<db::Connection> m_connection;
};

}  // namespace rlmdb::checks
