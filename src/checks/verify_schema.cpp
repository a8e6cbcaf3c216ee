// SPDX-License-Identifier: MIT
// verify, the file and its schema: what SQLite says, and whether every table, index, view and trigger is the
// one that the migrations make.
#include <chrono>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "checks/verify_parts.hpp"
#include "db/integrity.hpp"
#include "db/migrator.hpp"
#include "db/schema.hpp"
#include "db/sql_text.hpp"
#include "util/sha256.hpp"
#include "verify.sql.hpp"

namespace rlmdb::checks {

namespace {

/// "index tasks_by_turn" and what it is, without regard to white space.
using Objects = std::map<std::string, std::string>;

std::string with_single_spaces(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const bool is_space = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!is_space) {
      result += c;
    } else if (!result.empty() && result.back() != ' ') {
      result += ' ';
    }
  }
  return result;
}

Objects objects_of(db::Connection& connection) {
  Objects objects;
  db::for_each_row(connection.cached(db::sql_named(k_verify_sql, "select_schema_objects")),
                   [&](const db::Statement& row) {
                     objects.emplace(row.column_text(0), with_single_spaces(row.column_text(1)));
                   });
  return objects;
}

/// What so many migrations make is the same in every database: the process looks once.
const Objects& objects_made(VerifyTwin& twin) {
  static std::mutex mutex;
  static std::map<int, Objects> made;
  const std::lock_guard lock(mutex);
  const auto known = made.find(twin.version());
  return known != made.end() ? known->second
                             : made.emplace(twin.version(), objects_of(twin.connection())).first->second;
}

void compare_objects(const Objects& stored, const Objects& made, VerifyNotes& notes) {
  for (const auto& [name, definition] : made) {
    const auto found = stored.find(name);
    if (found == stored.end()) {
      notes.add(name, "schema_differs", "the schema has it, the database does not");
    } else if (found->second != definition) {
      notes.add(name, "schema_differs", "it is not as the schema defines it");
    }
  }
  for (const auto& [name, definition] : stored)
    if (!made.contains(name)) notes.add(name, "schema_differs", "the database has it, the schema does not");
}

/// The tables with an index that the schema does not have, or has otherwise.
std::vector<std::string> tables_of_foreign_indexes(const Objects& stored, const Objects& made) {
  std::vector<std::string> tables;
  for (const auto& [name, definition] : stored) {
    const auto own = made.find(name);
    if (name.starts_with("index ") && (own == made.end() || own->second != definition))
      tables.push_back(definition.substr(0, definition.find(": ")));
  }
  return tables;
}

/// Of the steps that the file says were taken, each is this program's.
void verify_steps(db::Connection& connection, int version, VerifyNotes& notes) {
  std::map<int, std::string> recorded;
  db::for_each_row(
      connection.cached(db::sql_named(k_verify_sql, "select_steps")), [&](const db::Statement& row) {
        recorded.emplace(static_cast<int>(row.column_int64(0)),
                         std::string(row.column_text(1)) + ' ' + std::string(row.column_text(2)));
      });
  for (const db::Migration& step : db::migrations()) {
    if (step.number > version) break;
    const std::string sha256 = step.sha256.empty() ? util::sha256_hex(step.sql) : std::string(step.sha256);
    const auto found = recorded.find(step.number);
    if (found != recorded.end() && found->second == std::string(step.name) + ' ' + sha256) continue;
    notes.add("schema_migrations:" + std::to_string(step.number), "schema_differs",
              "this migration is not recorded as this program makes it");
  }
}

}  // namespace

void verify_file(db::Connection& connection, VerifyTwin& twin, VerifyNotes& notes) {
  constexpr std::chrono::seconds k_patience(10);
  std::vector<std::string> foreign;
  notes.guarded("the schema",
                [&] { foreign = tables_of_foreign_indexes(objects_of(connection), objects_made(twin)); });
  notes.guarded("the file", [&] {
    const db::PatientDamage found = db::find_damage(connection, foreign, k_patience);
    for (const db::Damage& damage : found.damage)
      notes.add(damage.table.empty() ? "the file" : damage.table, "database_damaged", damage.message);
    for (const std::string& table : found.half_checked)
      notes.add(
          table, "not_checked",
          "an index that rlmdb did not make takes long to compute: whether the indexes of the table say "
          "what its rows say was not looked at");
  });
  notes.guarded("the file", [&] {
    for (const db::BrokenReference& row : db::broken_references(connection))
      notes.add(row.row, "reference_broken", "it names a row of " + row.parent + " that does not exist");
  });
}

void verify_schema(db::Connection& connection, VerifyTwin& twin, VerifyNotes& notes) {
  notes.guarded("the schema", [&] { compare_objects(objects_of(connection), objects_made(twin), notes); });
  notes.guarded("schema_migrations", [&] { verify_steps(connection, connection.user_version(), notes); });
}

void verify_tables(db::Connection& connection, VerifyNotes& notes) {
  std::map<std::string, std::string> queries;
  notes.guarded("the schema", [&] {
    db::for_each_row(
        connection.cached(db::sql_named(k_verify_sql, "select_table_queries")),
        [&](const db::Statement& row) { queries.emplace(row.column_text(0), row.column_text(1)); });
  });
  for (const auto& [table, query] : queries) {
    TableRows& looked = notes.report().tables.emplace_back(TableRows{table, 0});
    notes.guarded(table, [&, name = table, text = query] {
      db::Statement statement(connection, text);
      while (statement.step()) {
        // Looking at every column makes SQLite read the pages that long values overflow into.
        for (int column = 0; column < statement.column_count(); ++column)
          (void)statement.column_value(column);
        ++looked.rows;
      }
    });
  }
}

}  // namespace rlmdb::checks
