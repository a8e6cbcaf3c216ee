// SPDX-License-Identifier: MIT
#include "db/user_query.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <iterator>

#include "rlmdb/error.hpp"

namespace rlmdb::db {

namespace {

/// Pragmas that only tell something. Many others act even without an argument (wal_checkpoint, optimize).
bool is_harmless_pragma(const char* name, const char* argument) {
  constexpr const char* k_with_argument[] = {"table_info", "table_xinfo", "index_info",      "index_xinfo",
                                             "index_list", "table_list",  "foreign_key_list"};
  constexpr const char* k_without_argument[] = {
      "application_id", "collation_list", "compile_options", "database_list", "encoding",   "foreign_keys",
      "freelist_count", "function_list",  "integrity_check", "journal_mode",  "page_count", "page_size",
      "pragma_list",    "quick_check",    "schema_version",  "synchronous",   "table_list", "user_version"};
  const auto contains = [&](const auto& names) {
    return std::any_of(std::begin(names), std::end(names),
                       [&](const char* known) { return sqlite3_stricmp(known, name) == 0; });
  };
  return argument == nullptr ? contains(k_without_argument) : contains(k_with_argument);
}

/// Functions that reach beyond the database: into the process or into its files. A library that is loaded
/// with us may bring those that SQLite does not have itself.
bool is_dangerous_function(const char* name) {
  constexpr const char* k_names[] = {
      "load_extension", "fts3_tokenizer", "icu_load_collation", "readfile", "writefile", "edit", "lsdir",
      "fsdir",          "eval",           "sqlite_log"};
  return std::any_of(std::begin(k_names), std::end(k_names),
                     [&](const char* known) { return sqlite3_stricmp(known, name) == 0; });
}

int authorize_reading(int action, const char* first, const char* second) {
  switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE:
      return SQLITE_OK;
    case SQLITE_FUNCTION:
      return second == nullptr || is_dangerous_function(second) ? SQLITE_DENY : SQLITE_OK;
    case SQLITE_UPDATE:
      // SQLite asks this once for each built-in table function (json_each, pragma_table_info) it sets up. A
      // real UPDATE of the schema is no read-only statement, and DEFENSIVE forbids it as well.
      return std::string_view(first) == "sqlite_master" ? SQLITE_OK : SQLITE_DENY;
    case SQLITE_PRAGMA:
      return is_harmless_pragma(first, second) ? SQLITE_OK : SQLITE_DENY;
    default:
      return SQLITE_DENY;
  }
}

thread_local UserGuard* s_innermost = nullptr;

}  // namespace

UserGuard::UserGuard(sqlite3* handle) : m_handle(handle), m_outer(s_innermost) {
  s_innermost = this;
  install();
}

UserGuard::~UserGuard() {
  s_innermost = m_outer;
  UserGuard* before = m_outer;
  while (before != nullptr && before->m_handle != m_handle) before = before->m_outer;
  if (before != nullptr) {
    before->install();
  } else {
    sqlite3_set_authorizer(m_handle, nullptr, nullptr);
  }
}

void UserGuard::install() {
  const auto authorize = [](void* self, int action, const char* first, const char* second, const char*,
                            const char*) {
    return static_cast<UserGuard*>(self)->m_lifted ? SQLITE_OK : authorize_reading(action, first, second);
  };
  sqlite3_set_authorizer(m_handle, authorize, this);
}

void with_user_statement(Connection& connection, std::string_view sql,
                         const std::function<void(Statement&, UserGuard&)>& use) {
  connection.require_usable();
  UserGuard guard(connection.handle());
  Statement statement(connection, sql, SqlAuthor::user);
  if (!statement.is_read_only()) {
    throw Error(ErrorCode::usage, "only statements that read are allowed", "", "use SELECT");
  }
  use(statement, guard);
}

}  // namespace rlmdb::db
