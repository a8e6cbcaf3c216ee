// SPDX-License-Identifier: MIT
#include "db/copy_database.hpp"

#include <SQLiteCpp/Backup.h>
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <sqlite3.h>

#include "db/error_map.hpp"
#include "db/publish.hpp"
#include "db/wal_owner.hpp"
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

Connection copy_to_unpublished(Connection& source, const std::filesystem::path& destination) {
  OpenOptions options = source.options();
  options.path = destination;
  Connection copy = Connection::open_unpublished(options);
  copy_all_pages(source, copy);
  return copy;
}

void backup_to_new_file(Connection& source, const std::filesystem::path& destination) {
  publish(copy_to_unpublished(source, destination));
}

void copy_unchecked(Connection& source, const std::filesystem::path& destination) {
  std::promise<void> checked;
  checked.set_value();
  publish(copy_to_unpublished(source, destination), {checked.get_future()});
}

void replace_content(Connection& source, Connection& destination) {
  if (!destination.gate().is_held() || destination.in_transaction())
    throw Error(ErrorCode::internal, "a database is replaced outside its gate", destination.path().string());
  const auto page_bytes = [](Connection& connection) {
    Statement statement(connection, "PRAGMA page_size");
    return get_int64(statement);
  };
  if (page_bytes(source) != page_bytes(destination))
    throw Error(ErrorCode::conflict,
                "the two databases have pages of different sizes, " + std::to_string(page_bytes(source)) +
                    " and " + std::to_string(page_bytes(destination)) + " bytes",
                destination.path().string(), "restore it under a name where there is no database yet");
  destination.require_in_place();
  copy_all_pages(source, destination);
  remember_wal(destination, FileChange::none);
  destination.require_in_place();
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
