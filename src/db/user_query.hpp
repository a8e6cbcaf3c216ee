// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string_view>

#include "db/connection.hpp"

namespace rlmdb::db {

/// Forbids a connection everything but reading for as long as it lives: no writes, no ATTACH, no PRAGMA that
/// sets something, no function that reaches out of the database. Those of one connection are nested. One
/// thread, on the stack.
class UserGuard {
 public:
  explicit UserGuard(sqlite3* handle);
  UserGuard(const UserGuard&) = delete;
  UserGuard& operator=(const UserGuard&) = delete;
  ~UserGuard();

  /// What `work` returns; meanwhile everything is allowed. For the caller's own code between two steps of the
  /// user's statement, because that may ask the same database something else.
  template <class Work>
  auto lifted(Work&& work) {
    struct Lowered {
      bool& lifted;
      ~Lowered() { lifted = false; }
    } const in_the_end{m_lifted};
    m_lifted = true;
    return work();
  }

 private:
  void install();

  sqlite3* m_handle;
  UserGuard* m_outer;
  bool m_lifted = false;
};

/// Prepares one statement of a user's and lets `use` run it under a UserGuard. Error usage for anything that
/// is forbidden and for SQL errors (SQLite's message).
void with_user_statement(Connection& connection, std::string_view sql,
                         const std::function<void(Statement&, UserGuard&)>& use);

}  // namespace rlmdb::db
