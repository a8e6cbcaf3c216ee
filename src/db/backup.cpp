// SPDX-License-Identifier: MIT
#include "db/backup.hpp"

#include <SQLiteCpp/Backup.h>
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <sqlite3.h>

#include "db/error_map.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::db {

namespace {

/// In one step: copied piece by piece, every commit of another process would start the copy over.
void copy_all_pages(Connection& source, Connection& destination) {
  try {
    SQLite::Backup backup(destination.database(), source.database());
    const int code = backup.executeStep(-1);
    if (code != SQLITE_DONE)
      throw to_error(code, sqlite3_errstr(code), 0, "copy the database", source.path().string());
  } catch (const SQLite::Exception& exception) {
    throw to_error(exception.getErrorCode(), exception.getErrorStr(),
                   sqlite3_system_errno(destination.handle()), "copy the database",
                   destination.path().string());
  }
}

}  // namespace

void backup_to_new_file(Connection& source, const std::filesystem::path& destination) {
  OpenOptions options = source.options();
  options.path = destination;
  Connection copy = Connection::open_unpublished(options);
  copy_all_pages(source, copy);
  publish(std::move(copy));
}

std::vector<std::string> integrity_messages(Connection& connection) {
  std::vector<std::string> messages;
  Statement statement(connection, "PRAGMA integrity_check");
  for_each_row(statement, [&](const Statement& row) {
    if (row.column_text(0) != "ok") messages.emplace_back(row.column_text(0));
  });
  for (std::string& message : foreign_key_messages(connection)) messages.push_back(std::move(message));
  return messages;
}

std::vector<std::string> foreign_key_messages(Connection& connection) {
  std::vector<std::string> messages;
  Statement statement(connection, "PRAGMA foreign_key_check");
  for_each_row(statement, [&](const Statement& row) {
    messages.push_back(std::string(row.column_text(0)) + ":" + std::string(row.column_text(1)) + " -> " +
                       std::string(row.column_text(2)));
  });
  return messages;
}

}  // namespace rlmdb::db
