// SPDX-License-Identifier: MIT
#include "imports/destination.hpp"

#include "db/database.hpp"
#include "db/open_checks.hpp"

namespace rlmdb::imports {

bool Destination::is_there() const {
  return open != nullptr || db::find_real_path(database).has_value();
}

Writable::Writable(const Destination& destination, const StoreOptions& options)
    : m_connection(destination.open) {
  if (m_connection != nullptr) return;
  m_connection = &m_own.emplace(db::open_connection(destination.database, Access::read_write, options));
}

}  // namespace rlmdb::imports
