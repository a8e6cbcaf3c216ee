// SPDX-License-Identifier: MIT
#include "db/error_map.hpp"

#include <sqlite3.h>

#include <system_error>

namespace rlmdb::db {

namespace {

ErrorCode code_of_constraint(int code) {
  switch (code) {
    case SQLITE_CONSTRAINT_UNIQUE:
    case SQLITE_CONSTRAINT_PRIMARYKEY:
    case SQLITE_CONSTRAINT_ROWID:
    case SQLITE_CONSTRAINT_FOREIGNKEY:
      return ErrorCode::conflict;
    default:
      return ErrorCode::internal;
  }
}

ErrorCode code_of(int code) {
  switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL:
      return ErrorCode::busy;
    case SQLITE_CORRUPT:
      return ErrorCode::corrupt;
    case SQLITE_NOTADB:
      return ErrorCode::not_our_database;
    case SQLITE_FULL:
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_NOMEM:
    case SQLITE_NOLFS:
      return ErrorCode::io;
    case SQLITE_TOOBIG:
      return ErrorCode::invalid_input;
    case SQLITE_CONSTRAINT:
      return code_of_constraint(code);
    default:
      return ErrorCode::internal;
  }
}

std::string hint_of(int code) {
  if (code == SQLITE_IOERR_FSYNC || code == SQLITE_IOERR_DIR_FSYNC)
    return "the disk did not confirm the write; it is there as a whole or not at all: check the disk, then "
           "run "
           "the same command again";
  switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return "another program works on the file; try again when it is done";
    case SQLITE_FULL:
      return "make room on the disk; the database is as it was";
    case SQLITE_CORRUPT:
      return "keep a copy of the file and its -wal, then run rlmdb verify";
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_CANTOPEN:
      return "check the permissions of the file and of its directory";
    default:
      return {};
  }
}

}  // namespace

Error to_error(int code, std::string_view message, int system_errno, std::string_view doing,
               std::string where) {
  std::string text = "cannot " + std::string(doing) + ": " + std::string(message);
  const int primary = code & 0xff;
  const bool from_system = primary == SQLITE_IOERR || primary == SQLITE_CANTOPEN || primary == SQLITE_FULL;
  if (from_system && system_errno != 0) text += " (" + std::generic_category().message(system_errno) + ")";
  return {code_of(code), text, std::move(where), hint_of(code)};
}

void throw_last_error(sqlite3* handle, int code, std::string_view doing) {
  const int extended = sqlite3_extended_errcode(handle);
  // Some calls report a code without leaving it in the connection.
  const bool recorded = (extended & 0xff) == (code & 0xff);
  throw to_error(recorded ? extended : code, recorded ? sqlite3_errmsg(handle) : sqlite3_errstr(code),
                 sqlite3_system_errno(handle), doing, database_path(handle));
}

std::string database_path(sqlite3* handle) {
  const char* path = sqlite3_db_filename(handle, "main");
  return path == nullptr ? std::string() : std::string(path);
}

}  // namespace rlmdb::db
