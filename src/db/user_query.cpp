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

int authorize(void*, int action, const char* first, const char* second, const char*, const char*) {
  switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE:
      return SQLITE_OK;
    case SQLITE_FUNCTION:
      return second != nullptr && std::string_view(second) == "load_extension" ? SQLITE_DENY : SQLITE_OK;
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

/// Installs the authorizer for as long as it lives.
class ReadingOnly {
 public:
  explicit ReadingOnly(sqlite3* handle) : m_handle(handle) {
    sqlite3_set_authorizer(m_handle, authorize, nullptr);
  }
  ReadingOnly(const ReadingOnly&) = delete;
  ReadingOnly& operator=(const ReadingOnly&) = delete;
  ~ReadingOnly() { sqlite3_set_authorizer(m_handle, nullptr, nullptr); }

 private:
  sqlite3* m_handle;
};

}  // namespace

void with_user_statement(Connection& connection, std::string_view sql,
                         const std::function<void(Statement&)>& use) {
  const ReadingOnly reading_only(connection.handle());
  Statement statement(connection, sql, SqlAuthor::user);
  if (!statement.is_read_only()) {
    throw Error(ErrorCode::usage, "only statements that read are allowed", "", "use SELECT");
  }
  use(statement);
}

}  // namespace rlmdb::db
