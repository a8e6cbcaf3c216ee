// SPDX-License-Identifier: MIT
#include "checks/verify_twin.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "db/schema.hpp"

namespace rlmdb::checks {

namespace {

using Apart = std::initializer_list<std::string_view>;

bool is_compared(std::string_view column, Apart apart) {
  const auto is_it = [&](std::string_view name) { return name == column; };
  return !is_it("id") && !is_it("content_id") && std::none_of(apart.begin(), apart.end(), is_it);
}

bool is_same(const db::ColumnValue& a, const db::ColumnValue& b) {
  if (a.type != b.type) return false;
  switch (a.type) {
    case db::ColumnType::null:
      return true;
    case db::ColumnType::integer:
      return a.integer == b.integer;
    case db::ColumnType::real:
      return a.real == b.real;
    case db::ColumnType::text:
    case db::ColumnType::blob:
      return a.bytes == b.bytes;
  }
  return false;
}

void compare_row(const db::Statement& stored, const db::Statement& made, Apart apart, VerifyNotes& notes) {
  std::string columns;
  for (int column = 1; column < stored.column_count(); ++column) {
    if (!is_compared(stored.column_name(column), apart)) continue;
    if (is_same(stored.column_value(column), made.column_value(column))) continue;
    if (!columns.empty()) columns += ", ";
    columns += stored.column_name(column);
  }
  if (!columns.empty())
    notes.add(std::string(stored.column_text(0)), "columns_differ",
              "not what the kept text says: " + columns);
}

struct Reset {
  db::Statement& statement;
  ~Reset() { statement.reset(); }
};

}  // namespace

VerifyTwin::VerifyTwin(int version) : m_version(std::clamp(version, 0, db::migrations().back().number)) {}

db::Connection& VerifyTwin::connection() {
  if (!m_connection) {
    db::Connection made = db::Connection::open_in_memory();
    for (const db::Migration& migration : db::migrations())
      if (migration.number <= m_version) made.execute(migration.sql);
    m_connection = std::move(made);
  }
  return *m_connection;
}

void VerifyTwin::compare(db::Connection& database, std::string_view statement, std::int64_t stored,
                         std::int64_t made, VerifyNotes& notes, Apart apart) {
  db::Statement& there = database.cached(statement).bind_all(stored);
  const Reset reset_there{there};
  db::Statement& here = connection().cached(statement).bind_all(made);
  const Reset reset_here{here};
  for (;;) {
    const bool is_stored = there.step();
    const bool is_made = here.step();
    if (!is_stored && !is_made) return;
    if (is_stored && is_made) {
      compare_row(there, here, apart, notes);
    } else if (is_stored) {
      notes.add(std::string(there.column_text(0)), "rows_differ", "the kept text makes no such row");
    } else {
      notes.add(std::string(here.column_text(0)), "rows_differ",
                "the kept text makes a row more than there are");
    }
  }
}

}  // namespace rlmdb::checks
