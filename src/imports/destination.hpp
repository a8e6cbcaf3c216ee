// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>

#include "db/connection.hpp"
#include "rlmdb/store.hpp"

namespace rlmdb::imports {

/// The database that sources go into.
struct Destination {
  std::filesystem::path database;
  db::Connection* open = nullptr;  ///< that of an open Store; nullptr: it is opened for this, or made

  [[nodiscard]] bool is_there() const;
};

/// The connection of an open Store, or one for as long as this lives. REQUIRES: the database is there.
class Writable {
 public:
  Writable(const Destination& destination, const StoreOptions& options);
  Writable(const Writable&) = delete;
  Writable& operator=(const Writable&) = delete;
  [[nodiscard]] db::Connection& connection() const noexcept { return *m_connection; }

 private:
  std::optional<db::Connection> m_own;
  db::Connection* m_connection;
};

}  // namespace rlmdb::imports
