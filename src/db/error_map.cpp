// SPDX-License-Identifier: MIT
#include "db/error_map.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <system_error>

#include "db/lock_holder.hpp"

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
    case SQLITE_INTERRUPT:
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
    return "it is there as a whole or not at all: check the disk, and look before it is done again";
  switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return "another program works on the file; try again when it is done";
    case SQLITE_FULL:
      return "make room on the disk; the database is as it was";
    case SQLITE_IOERR:
      return "check the disk; the database was not found to be damaged";
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

/// What SQLite was about to do when the operating system refused, which it calls "disk I/O error" throughout;
/// nullptr where its own words say it. `doing` may name another step: a COMMIT reads, a SELECT may write a
/// temporary file.
const char* refused_step(int code) {
  switch (code) {
    case SQLITE_IOERR_READ:
    case SQLITE_IOERR_SHORT_READ:
    case SQLITE_IOERR_CORRUPTFS:
      return "a read from its files failed";
    case SQLITE_IOERR_WRITE:
      return "a write to its files failed";
    case SQLITE_IOERR_FSYNC:
    case SQLITE_IOERR_DIR_FSYNC:
      return "the disk did not confirm a write";
    case SQLITE_IOERR_TRUNCATE:
      return "one of its files could not be cut short";
    case SQLITE_IOERR_SHMOPEN:
    case SQLITE_IOERR_SHMSIZE:
    case SQLITE_IOERR_SHMMAP:
      return "its -shm file could not be made or grown";
    case SQLITE_IOERR_FSTAT:
    case SQLITE_IOERR_ACCESS:
      return "one of its files could not be looked at";
    default:
      return nullptr;
  }
}

std::string words_of(int code, std::string_view message) {
  if (const char* const step = refused_step(code)) return step;
  switch (code & 0xff) {
    case SQLITE_FULL:
      return "the disk is full";
    case SQLITE_CANTOPEN:
      return "one of its files cannot be opened";
    case SQLITE_CORRUPT:
      return "its file is damaged: " + std::string(message);
    default:
      return std::string(message);
  }
}

/// What a failed read of the file or its -wal left; 0 for none. SQLite takes EIO at a read for a damaged file
/// system, and then calls the database damaged.
int errno_of_read(sqlite3* handle) {
  const auto is_of_device = [](int error) { return error == EIO || error == ENXIO || error == ERANGE; };
  int error = 0;
  sqlite3_file_control(handle, "main", SQLITE_FCNTL_LAST_ERRNO, &error);
  if (is_of_device(error)) return error;
  sqlite3_file* wal = nullptr;
  sqlite3_file_control(handle, "main", SQLITE_FCNTL_JOURNAL_POINTER, &wal);
  if (wal == nullptr || wal->pMethods == nullptr) return 0;
  error = 0;
  wal->pMethods->xFileControl(wal, SQLITE_FCNTL_LAST_ERRNO, &error);
  return is_of_device(error) ? error : 0;
}

/// What SQLite says of a statement of ours when somebody else has changed the schema: every one of them is
/// prepared against the whole schema by a test.
bool is_about_missing_part(int code, std::string_view message) {
  constexpr std::string_view k_beginnings[] = {"no such table", "no such column", "no such index",
                                               "ON CONFLICT clause does not match"};
  if ((code & 0xff) != SQLITE_ERROR) return false;
  return message.find(" has no column named ") != std::string_view::npos ||
         std::any_of(std::begin(k_beginnings), std::end(k_beginnings), [&](std::string_view beginning) {
           return message.substr(0, beginning.size()) == beginning;
         });
}

Error missing_part_error(std::string_view message, std::string_view doing, std::string where) {
  return {ErrorCode::corrupt,
          "cannot " + std::string(doing) +
              ": a part of the database's schema is missing: " + std::string(message),
          std::move(where),
          "keep a copy of the file and its -wal, then run rlmdb verify, which names every part; rlmdb "
          "migrate up makes indexes, views and triggers again, rlmdb restore puts a backup in the place of a "
          "file "
          "that lacks a table"};
}

Error busy_error(sqlite3* handle, std::string_view doing) {
  const std::string path = database_path(handle);
  const auto holder = path.empty() ? std::nullopt : lock_holder(path);
  return {ErrorCode::busy,
          "cannot " + std::string(doing) + ": " +
              (holder ? process_words(*holder) + " has locked the database" : "the database is locked"),
          path, hint_of(SQLITE_BUSY)};
}

}  // namespace

Error to_error(int code, std::string_view message, int system_errno, std::string_view doing,
               std::string where) {
  std::string text = "cannot " + std::string(doing) + ": " + words_of(code, message);
  const int primary = code & 0xff;
  const bool from_system = primary == SQLITE_IOERR || primary == SQLITE_CANTOPEN || primary == SQLITE_FULL;
  if (from_system && system_errno != 0) text += " (" + std::generic_category().message(system_errno) + ")";
  return {code_of(code), text, std::move(where), hint_of(code)};
}

Error last_error(sqlite3* handle, int code, std::string_view doing) {
  if ((code & 0xff) == SQLITE_BUSY) return busy_error(handle, doing);
  if ((code & 0xff) == SQLITE_CORRUPT)
    if (const int error = errno_of_read(handle); error != 0)
      return to_error(SQLITE_IOERR_READ, {}, error, doing, database_path(handle));
  const int extended = sqlite3_extended_errcode(handle);
  // Some calls report a code without leaving it in the connection.
  const bool recorded = (extended & 0xff) == (code & 0xff);
  if (recorded && is_about_missing_part(extended, sqlite3_errmsg(handle)))
    return missing_part_error(sqlite3_errmsg(handle), doing, database_path(handle));
  return to_error(recorded ? extended : code, recorded ? sqlite3_errmsg(handle) : sqlite3_errstr(code),
                  sqlite3_system_errno(handle), doing, database_path(handle));
}

void throw_last_error(sqlite3* handle, int code, std::string_view doing) {
  throw last_error(handle, code, doing);
}

std::string database_path(sqlite3* handle) {
  const char* path = sqlite3_db_filename(handle, "main");
  return path == nullptr ? std::string() : std::string(path);
}

}  // namespace rlmdb::db
