// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>

#include "db/connections.hpp"
#include "db/transaction.hpp"

namespace rlmdb::writing {

/// A write transaction on a Store's connection that the Store's calls become parts of. One thread.
class Joined {
 public:
  /// Begins it, inside another as a part of that.
  explicit Joined(const Store& store);

  [[nodiscard]] bool is_open() const noexcept { return m_use.has_value(); }
  /// REQUIRES: is_open().
  [[nodiscard]] db::Connection& connection() const noexcept { return m_use->connection(); }
  /// From now on the Store's calls are parts of it.
  void join();
  /// Error internal where it has ended.
  void commit();
  /// Takes back what was not committed, and lets others in.
  void end() noexcept;

 private:
  std::shared_ptr<db::Connections> m_connections;
  std::optional<db::Connections::Use> m_use;
  bool m_was_joining;
  std::optional<db::WriteTransaction> m_transaction;
};

}  // namespace rlmdb::writing
