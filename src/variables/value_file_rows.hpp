// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/connection.hpp"

namespace rlmdb::variables {

/// A `value_files` row.
struct ValueFile {
  std::string place;                ///< from the project's root on
  std::int64_t owner_id = 0;        ///< tasks.id or states.id
  std::optional<std::string> name;  ///< nullopt: what rlmdb wrote there is to go
  /// Of the bytes that it was given last, hex; "": it is to get its first; nullopt: only an export writes it.
  std::optional<std::string> sha256;
};

/// The writer of `value_files`.
class ValueFileRows {
 public:
  explicit ValueFileRows(db::Connection& connection) : m_connection(connection) {}

  [[nodiscard]] bool has_any();
  [[nodiscard]] std::optional<ValueFile> find(std::string_view place);
  /// By place, as the others.
  [[nodiscard]] std::vector<ValueFile> of_owner(std::int64_t owner_id);
  [[nodiscard]] std::vector<ValueFile> to_go();
  [[nodiscard]] std::vector<ValueFile> all();
  /// Inserts the row, or replaces the one of its place.
  void put(const ValueFile& file);
  /// The variable has no file any more.
  void release(std::int64_t owner_id, std::string_view name);
  void remove(std::string_view place);
  /// `owners`: a JSON array of ids.
  void remove_of(std::string_view owners);

 private:
  [[nodiscard]] std::vector<ValueFile> files(db::Statement& statement);

  db::Connection& m_connection;
};

}  // namespace rlmdb::variables
