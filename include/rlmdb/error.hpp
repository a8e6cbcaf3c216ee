// SPDX-License-Identifier: MIT
/// The error rule. A call that cannot do what it says throws rlmdb::Error, and then it has changed nothing
/// (where a call can leave part of its work done, its own comment says so). Absence is not an error: such
/// calls return std::optional. Bad content of an imported file is not an exception either: it is a Finding
/// in the report, unless it makes the whole file unusable.
#pragma once

#include <stdexcept>
#include <string>

#include "rlmdb/words.hpp"

namespace rlmdb {

/// What went wrong, as a closed list; docs/cli.md gives each one its exit code.
enum class ErrorCode {
  usage,             ///< the caller's arguments make no sense
  not_found,         ///< no such database, task, tree or file
  invalid_input,     ///< the source is damaged or refused
  conflict,          ///< a precondition (state, version, owner of an id) no longer holds
  busy,              ///< locked past the timeout; the same call may work later
  schema_too_new,    ///< written by a newer rlmdb
  not_our_database,  ///< a SQLite file, or no SQLite file, but not rlmdb's
  corrupt,           ///< the database file is damaged
  io,                ///< the operating system refused: disk full, no permission, a network file system
  internal,          ///< a bug of rlmdb
};

/// Thrown for every failure. `where` is a path, "file:byte offset", a JSON pointer or "table:id"; `hint` is
/// what the user can do next and never holds a complete destructive command. Both may be empty.
class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, const std::string& message, std::string where = {}, std::string hint = {})
      : std::runtime_error(message), m_code(code), m_where(std::move(where)), m_hint(std::move(hint)) {}

  [[nodiscard]] ErrorCode code() const noexcept { return m_code; }
  [[nodiscard]] const std::string& where() const noexcept { return m_where; }
  [[nodiscard]] const std::string& hint() const noexcept { return m_hint; }
  /// True when the same call may succeed later without anything being repaired (only `busy`).
  [[nodiscard]] bool retryable() const noexcept { return m_code == ErrorCode::busy; }

 private:
  ErrorCode m_code;
  std::string m_where;
  std::string m_hint;
};

}  // namespace rlmdb
