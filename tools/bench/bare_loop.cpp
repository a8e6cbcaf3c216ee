// SPDX-License-Identifier: MIT
#include "bare_loop.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "bare_loop.sql.hpp"

namespace bench {

namespace {

/// As many as in the library.
constexpr int k_checkpoint_pages = 4'000;

std::string sql(std::string_view name) {
  const std::string mark = fmt::format("-- name: {}\n", name);
  const std::size_t found = k_bare_loop_sql.find(mark);
  if (found == std::string_view::npos)
    throw std::runtime_error(fmt::format("bare_loop.sql has no statement {}", name));
  const std::size_t begin = found + mark.size();
  return std::string(k_bare_loop_sql.substr(begin, k_bare_loop_sql.find("-- name: ", begin) - begin));
}

std::string with_since(std::string_view name, std::int64_t since) {
  constexpr std::string_view k_mark = "{since}";
  std::string text = sql(name);
  for (std::size_t at = text.find(k_mark); at != std::string::npos; at = text.find(k_mark))
    text.replace(at, k_mark.size(), fmt::format("{}", since));
  return text;
}

Rows read_rows(const rlmdb::Store& store, std::string_view name, std::int64_t since) {
  Rows rows;
  store.query(with_since(name, since), {.columns = [](const auto&) {},
                                        .row =
                                            [&](const std::vector<rlmdb::SqlValue>& row) {
                                              rows.push_back(row);
                                              return true;
                                            }});
  return rows;
}

std::int64_t first(const std::vector<rlmdb::SqlValue>& row) {
  return std::get<std::int64_t>(row.front());
}

struct Binder {
  sqlite3_stmt* statement;
  int column;

  int operator()(std::monostate /*null*/) const { return sqlite3_bind_null(statement, column); }
  int operator()(std::int64_t value) const { return sqlite3_bind_int64(statement, column, value); }
  int operator()(double value) const { return sqlite3_bind_double(statement, column, value); }
  int operator()(const std::string& value) const {
    return sqlite3_bind_text(statement, column, value.data(), static_cast<int>(value.size()), SQLITE_STATIC);
  }
  int operator()(const rlmdb::Blob& value) const {
    return sqlite3_bind_blob(statement, column, value.bytes.data(), static_cast<int>(value.bytes.size()),
                             SQLITE_STATIC);
  }
};

}  // namespace

std::int64_t last_event(const rlmdb::Store& store) {
  return first(read_rows(store, "select_last_event", 0).front());
}

WrittenRows read_written(const rlmdb::Store& store, std::string_view kind, std::int64_t since) {
  WrittenRows rows;
  rows.kind = kind;
  rows.tasks = read_rows(store, fmt::format("read_{}", kind), since);
  rows.events = read_rows(store, "read_events", since);
  rows.changes = read_rows(store, "read_changes", since);
  rows.counters = read_rows(store, "read_counters", since);
  if (rows.tasks.size() != rows.events.size())
    throw std::runtime_error("an event of the library names no task");
  return rows;
}

BareLoop::BareLoop(const std::filesystem::path& database, rlmdb::Durability durability) {
  check(sqlite3_open_v2(database.c_str(), &m_database, SQLITE_OPEN_READWRITE, nullptr), SQLITE_OK);
  sqlite3_wal_autocheckpoint(m_database, 0);
  sqlite3_wal_hook(
      m_database,
      [](void* pages, sqlite3*, const char*, int count) {
        *static_cast<int*>(pages) = count;
        return SQLITE_OK;
      },
      &m_wal_pages);
  run("PRAGMA journal_mode=WAL; PRAGMA cell_size_check=ON; PRAGMA journal_size_limit=16777216; "
      "PRAGMA foreign_keys=ON; PRAGMA cache_size=-16384; PRAGMA temp_store=FILE; PRAGMA mmap_size=0");
  run(durability == rlmdb::Durability::full ? "PRAGMA synchronous=FULL" : "PRAGMA synchronous=NORMAL");
}

BareLoop::~BareLoop() {
  for (const auto& [name, statement] : m_statements) sqlite3_finalize(statement);
  sqlite3_close(m_database);
}

void BareLoop::write(const WrittenRows& rows) {
  sqlite3_stmt* begin = prepared("begin");
  sqlite3_stmt* commit = prepared("commit");
  sqlite3_stmt* task = prepared("write_" + rows.kind);
  sqlite3_stmt* event = prepared("write_event");
  sqlite3_stmt* change = prepared("write_change");
  sqlite3_stmt* counters = prepared("write_counters");
  auto next_change = rows.changes.begin();
  for (std::size_t i = 0; i < rows.events.size(); ++i) {
    step(begin);
    write_row(task, rows.tasks[i]);
    write_row(event, rows.events[i]);
    for (; next_change != rows.changes.end() && first(*next_change) == first(rows.events[i]); ++next_change)
      write_row(change, *next_change);
    if (!rows.counters.empty()) write_row(counters, rows.counters[i]);
    step(commit);
    keep_wal_short();
  }
}

void BareLoop::require_same(const std::filesystem::path& other, std::int64_t since) {
  // Attached only now: BEGIN IMMEDIATE would lock both.
  run(fmt::format("ATTACH '{}' AS other", other.string()));
  for (const char* table : {"tasks", "events", "changes", "meta"}) {
    const std::string count = with_since(fmt::format("count_different_{}", table), since);
    if (number(count) != 0)
      throw std::runtime_error(fmt::format("the bare loop wrote other values than the library: {}", table));
  }
  run("DETACH other");
}

void BareLoop::move_wal_into_file() {
  run("PRAGMA wal_checkpoint(TRUNCATE)");
}

void BareLoop::run(const std::string& text) {
  check(sqlite3_exec(m_database, text.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
}

std::int64_t BareLoop::number(const std::string& text) {
  sqlite3_stmt* statement = nullptr;
  check(sqlite3_prepare_v2(m_database, text.c_str(), -1, &statement, nullptr), SQLITE_OK);
  check(sqlite3_step(statement), SQLITE_ROW);
  const std::int64_t value = sqlite3_column_int64(statement, 0);
  sqlite3_finalize(statement);
  return value;
}

sqlite3_stmt* BareLoop::prepared(const std::string& name) {
  sqlite3_stmt*& statement = m_statements[name];
  if (statement == nullptr)
    check(
        sqlite3_prepare_v3(m_database, sql(name).c_str(), -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr),
        SQLITE_OK);
  return statement;
}

void BareLoop::step(sqlite3_stmt* statement) {
  check(sqlite3_step(statement), SQLITE_DONE);
  sqlite3_reset(statement);
}

void BareLoop::write_row(sqlite3_stmt* statement, const std::vector<rlmdb::SqlValue>& row) {
  int column = 0;
  for (const rlmdb::SqlValue& value : row) std::visit(Binder{statement, ++column}, value);
  step(statement);
}

void BareLoop::keep_wal_short() {
  if (m_wal_pages < k_checkpoint_pages) return;
  m_wal_pages = 0;
  check(sqlite3_wal_checkpoint_v2(m_database, "main", SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr),
        SQLITE_OK);
}

void BareLoop::check(int got, int wanted) const {
  if (got != wanted) throw std::runtime_error(sqlite3_errmsg(m_database));
}

}  // namespace bench
