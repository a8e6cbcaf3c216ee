// SPDX-License-Identifier: MIT
#pragma once

#include "db/connection.hpp"
#include "rlmdb/store.hpp"

namespace rlmdb {

/// What a Store holds.
class Store::Connections {
 public:
  explicit Connections(db::Connection connection) : main(std::move(connection)) {}
  mutable db::Connection main;
};

}  // namespace rlmdb
