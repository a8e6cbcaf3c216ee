// SPDX-License-Identifier: MIT
#include "db/user_query.hpp"

#include <sqlite3.h>

#include "rlmdb/error.hpp"

namespace rlmdb::db {

namespace {

bool is_harmless_pragma(std::string_view name, const char* argument) {
  constexpr std::string_view k_with_argument[] = {"table_info", "table_xinfo", "index_info", "index_xinfo",
                                                  "index_list", "foreign_key_list"};
  if (argument == nullptr) return true;
  for (const std::string_view allowed : k_with_argument) {
    if (name == allowed) return true;
  }
  return false;
}

int authorize(void*, int action, const char* first, const char* second, const char*, const char*) {
  switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE: return SQLITE_OK;
    case SQLITE_FUNCTION:
      return second != nullptr && std::string_view(second) == "load_extension" ? SQLITE_DENY : SQLITE_OK;
    case SQLITE_PRAGMA: return is_harmless_pragma(first, second) ? SQLITE_OK : SQLITE_DENY;
    default: return SQLITE_DENY;
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
