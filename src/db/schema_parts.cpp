// SPDX-License-Identifier: MIT
#include "db/schema_parts.hpp"

#include <algorithm>
#include <optional>
#include <unordered_set>
#include <utility>

#include "db/sql_text.hpp"
#include "db/transaction.hpp"
#include "migrator.sql.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::db {

namespace {

/// Of "CREATE [UNIQUE] INDEX name ON …": "INDEX" and "name".
SchemaPart named_in(std::string_view definition) {
  constexpr std::string_view k_delimiters = " \n(";
  SchemaPart named;
  named.definition = definition;
  std::size_t begin = definition.find(' ') + 1;
  const auto next_word = [&] {
    const std::size_t end = std::min(definition.find_first_of(k_delimiters, begin), definition.size());
    const std::string_view word = definition.substr(begin, end - begin);
    begin = end + 1;
    return word;
  };
  named.kind = next_word();
  if (named.kind == "UNIQUE") named.kind = next_word();
  named.name = next_word();
  return named;
}

/// SQLite keeps the text of a trigger as it was given.
bool is_defined(const std::vector<SchemaPart>& parts, std::string_view trigger) {
  return std::any_of(parts.begin(), parts.end(), [&](const SchemaPart& part) {
    return part.definition.starts_with(trigger) && part.definition.substr(trigger.size()).starts_with(';');
  });
}

struct MadePart {
  std::string title;  ///< "INDEX tasks_by_state"
  std::string sql;
};

std::vector<MadePart> parts_made(Connection& connection) {
  std::vector<MadePart> parts;
  for_each_row(connection.cached(sql_named(k_migrator_sql, "select_parts")), [&](const Statement& row) {
    parts.push_back({std::string(row.column_text(0)) + ' ' + std::string(row.column_text(1)),
                     std::string(row.column_text(2))});
  });
  return parts;
}

Error foreign_trigger(const Connection& connection, const std::string& name) {
  return {ErrorCode::conflict,
          connection.path().string() + " has the trigger " + name +
              ", which rlmdb did not make: what is written could become something else",
          "sqlite_schema:" + name,
          "remove the trigger with the program that made it, then run the command again; reading works"};
}

Error missing(const Connection& connection, const SchemaPart& part) {
  return {ErrorCode::corrupt,
          connection.path().string() +
              " lacks a part of its schema, which was dropped in another tool: " + title_of(part),
          "sqlite_schema:" + std::string(part.name),
          "run `rlmdb migrate up`, which makes indexes, views and triggers again, then `rlmdb verify`"};
}

/// Of "CREATE UNIQUE INDEX name ON table (columns)…": what finds the rows that it would keep apart.
std::string query_of_duplicates(Connection& connection, std::string_view sql) {
  const std::size_t table = sql.find(" ON ") + 4;
  const std::size_t open = sql.find(" (", table);
  const std::size_t close = std::min(sql.find(" WHERE ", open), sql.size());
  const std::string_view columns = sql.substr(open + 2, sql.rfind(')', close - 1) - open - 2);
  const std::string place = std::string(sql.substr(table, open - table)) + std::string(sql.substr(close));
  Statement& query = connection.cached(sql_named(k_migrator_sql, "query_of_duplicates"));
  query.bind_all(columns, place);
  return get_maybe(query, [](const Statement& row) { return std::string(row.column_text(0)); }).value_or("");
}

/// Another tool may have put rows in while a unique index was gone.
void make_part(Connection& connection, const MadePart& part) {
  try {
    connection.execute(part.sql);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::conflict || !part.title.starts_with("INDEX ")) throw;
    throw Error(
        ErrorCode::corrupt,
        connection.path().string() + " has rows that the missing " + part.title + " would have kept apart",
        "sqlite_schema:" + part.title.substr(part.title.find(' ') + 1),
        "nothing was changed; put a backup back (`rlmdb restore FILE`), or keep a copy of the file and "
        "remove the rows that are too many in sqlite3: " +
            query_of_duplicates(connection, part.sql));
  }
}

}  // namespace

std::string title_of(const SchemaPart& part) {
  return std::string(part.kind) + ' ' + std::string(part.name);
}

std::vector<SchemaPart> parts_defined(std::span<const Migration> migrations) {
  constexpr std::string_view k_begin = "\nCREATE ";
  std::vector<SchemaPart> parts;
  for (const Migration& migration : migrations)
    for (std::size_t at = migration.sql.find(k_begin); at != std::string_view::npos;
         at = migration.sql.find(k_begin, at + 1))
      parts.push_back(named_in(migration.sql.substr(at + 1)));
  return parts;
}

void require_own_parts(Connection& connection, std::span<const Migration> migrations) {
  const std::vector<SchemaPart> defined = parts_defined(migrations);
  std::unordered_set<std::string_view> wanted(defined.size());
  for (const SchemaPart& part : defined)
    if (part.kind != "TABLE") wanted.insert(part.name);
  Statement& there = connection.cached(sql_named(k_migrator_sql, "select_part_names"));
  for_each_row(there, [&](const Statement& row) {
    if (!row.column_text(1).empty() && !is_defined(defined, row.column_text(1)))
      throw foreign_trigger(connection, std::string(row.column_text(0)));
    wanted.erase(row.column_text(0));
  });
  if (wanted.empty()) return;
  throw missing(connection, *std::find_if(defined.begin(), defined.end(), [&](const SchemaPart& part) {
                  return part.kind != "TABLE" && wanted.contains(part.name);
                }));
}

std::vector<std::string> make_missing_parts(Connection& connection, std::span<const Migration> migrations) {
  std::unordered_set<std::string> there;
  for (const MadePart& part : parts_made(connection)) there.insert(part.title);
  std::vector<std::string> made;
  std::optional<WriteTransaction> transaction;
  Connection twin = Connection::open_in_memory();
  for (const Migration& migration : migrations) twin.execute(migration.sql);
  for (const MadePart& part : parts_made(twin)) {
    if (there.contains(part.title)) continue;
    if (!transaction) transaction.emplace(connection);
    make_part(connection, part);
    made.push_back(part.title);
  }
  if (transaction) transaction->commit();
  return made;
}

}  // namespace rlmdb::db
