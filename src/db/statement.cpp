// SPDX-License-Identifier: MIT
#include "db/statement.hpp"

#include <sqlite3.h>

#include <climits>
#include <optional>

#include "db/connection.hpp"
#include "db/connection_thread.hpp"
#include "db/error_map.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::db {

namespace {

/// In the user's SQL these are the user's; in ours they are bugs.
bool is_about_sql(int code) {
  const int primary = code & 0xff;
  return primary == SQLITE_ERROR || primary == SQLITE_AUTH || primary == SQLITE_MISMATCH ||
         primary == SQLITE_RANGE || primary == SQLITE_TOOBIG || primary == SQLITE_CONSTRAINT;
}

[[noreturn]] void fail(sqlite3* handle, int code, SqlAuthor author, std::string_view doing) {
  if (author == SqlAuthor::user && is_about_sql(code))
    throw Error(ErrorCode::usage, std::string("the SQL is refused: ") + sqlite3_errmsg(handle));
  throw_last_error(handle, code, doing);
}

[[noreturn]] void fail_count(SqlAuthor author, const char* message) {
  throw Error(author == SqlAuthor::user ? ErrorCode::usage : ErrorCode::internal, message);
}

ColumnType type_of(int sqlite_type) noexcept {
  switch (sqlite_type) {
    case SQLITE_INTEGER:
      return ColumnType::integer;
    case SQLITE_FLOAT:
      return ColumnType::real;
    case SQLITE_TEXT:
      return ColumnType::text;
    case SQLITE_BLOB:
      return ColumnType::blob;
    default:
      return ColumnType::null;
  }
}

sqlite3_stmt* prepare(sqlite3* handle, std::string_view sql, SqlAuthor author, const char** tail) {
  if (sql.size() > static_cast<std::size_t>(INT_MAX)) fail_count(author, "the SQL is too long");
  sqlite3_stmt* statement = nullptr;
  const unsigned flags = author == SqlAuthor::rlmdb ? SQLITE_PREPARE_PERSISTENT : 0U;
  const int code =
      sqlite3_prepare_v3(handle, sql.data(), static_cast<int>(sql.size()), flags, &statement, tail);
  if (code != SQLITE_OK) fail(handle, code, author, "prepare a statement");
  return statement;
}

}  // namespace

void Statement::Finalize::operator()(sqlite3_stmt* statement) const noexcept {
  sqlite3_finalize(statement);
}

Statement::Statement(Connection& connection, std::string_view sql, SqlAuthor author)
    : Statement((connection.require_usable(), connection.handle()), &connection.thread(), sql, author) {}

Statement::Statement(sqlite3* handle, std::string_view sql, SqlAuthor author)
    : Statement(handle, nullptr, sql, author) {}

Statement::Statement(sqlite3* handle, ConnectionThread* thread, std::string_view sql, SqlAuthor author)
    : m_author(author), m_thread(thread) {
  std::optional<ConnectionThread::Entry> mine;
  if (thread != nullptr) mine.emplace(*thread);
  const char* tail = nullptr;
  m_statement.reset(prepare(handle, sql, author, &tail));
  if (!m_statement) fail_count(author, "there is no SQL statement here");
  const auto used = static_cast<std::size_t>(tail - sql.data());
  // A tail of blanks, comments or semicolons compiles to no statement.
  const std::string_view rest = sql.substr(used);
  if (rest.find_first_not_of(" \t\r\n;") == std::string_view::npos) return;
  const std::unique_ptr<sqlite3_stmt, Finalize> second(prepare(handle, rest, author, &tail));
  if (second) fail_count(author, "there is more than one SQL statement here");
}

void Statement::check_bind(int code) const {
  if (code != SQLITE_OK) throw_last_error(sqlite3_db_handle(m_statement.get()), code, "bind a value");
}

void Statement::bind_null(int parameter) {
  check_bind(sqlite3_bind_null(m_statement.get(), parameter));
}

void Statement::bind_int64(int parameter, std::int64_t value) {
  check_bind(sqlite3_bind_int64(m_statement.get(), parameter, value));
}

void Statement::bind_double(int parameter, double value) {
  check_bind(sqlite3_bind_double(m_statement.get(), parameter, value));
}

void Statement::bind_text(int parameter, std::string_view text) {
  // SQLite takes a null pointer for NULL, and an empty view may have one.
  const char* bytes = text.data() == nullptr ? "" : text.data();
  check_bind(
      sqlite3_bind_text64(m_statement.get(), parameter, bytes, text.size(), SQLITE_STATIC, SQLITE_UTF8));
}

void Statement::bind_blob(int parameter, std::string_view bytes) {
  const char* data = bytes.data() == nullptr ? "" : bytes.data();
  check_bind(sqlite3_bind_blob64(m_statement.get(), parameter, data, bytes.size(), SQLITE_STATIC));
}

void Statement::bind_int64(int parameter, const std::optional<std::int64_t>& value) {
  value ? bind_int64(parameter, *value) : bind_null(parameter);
}

void Statement::bind_double(int parameter, const std::optional<double>& value) {
  value ? bind_double(parameter, *value) : bind_null(parameter);
}

void Statement::bind_text(int parameter, const std::optional<std::string_view>& text) {
  text ? bind_text(parameter, *text) : bind_null(parameter);
}

void Statement::bind_text(int parameter, const std::optional<std::string>& text) {
  text ? bind_text(parameter, std::string_view(*text)) : bind_null(parameter);
}

bool Statement::step() {
  if (m_thread == nullptr) return step_alone();
  const ConnectionThread::Entry mine(*m_thread);
  return step_alone();
}

bool Statement::step_alone() {
  const int code = sqlite3_step(m_statement.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) {
    reset();
    return false;
  }
  struct ResetAfterThrow {
    Statement& statement;
    ~ResetAfterThrow() { statement.reset(); }
  } const reset_after_throw{*this};
  fail(sqlite3_db_handle(m_statement.get()), code, m_author,
       is_read_only() ? "read from the database" : "write to the database");
}

void Statement::run() {
  while (step()) {
  }
}

void Statement::reset() noexcept {
  sqlite3_reset(m_statement.get());
}

void Statement::clear_bindings() noexcept {
  sqlite3_clear_bindings(m_statement.get());
}

std::int64_t Statement::column_int64(int column) const noexcept {
  return sqlite3_column_int64(m_statement.get(), column);
}

double Statement::column_double(int column) const noexcept {
  return sqlite3_column_double(m_statement.get(), column);
}

std::string_view Statement::column_text(int column) const noexcept {
  const void* const bytes = sqlite3_column_text(m_statement.get(), column);
  if (bytes == nullptr) return {};
  return {static_cast<const char*>(bytes),
          static_cast<std::size_t>(sqlite3_column_bytes(m_statement.get(), column))};
}

std::string_view Statement::column_blob(int column) const noexcept {
  const void* const bytes = sqlite3_column_blob(m_statement.get(), column);
  if (bytes == nullptr) return {};
  return {static_cast<const char*>(bytes),
          static_cast<std::size_t>(sqlite3_column_bytes(m_statement.get(), column))};
}

ColumnType Statement::column_type(int column) const noexcept {
  return type_of(sqlite3_column_type(m_statement.get(), column));
}

ColumnValue Statement::column_value(int column) const noexcept {
  // Connections are opened without mutexes, so this value may be read directly.
  sqlite3_value* const value = sqlite3_column_value(m_statement.get(), column);
  ColumnValue result;
  result.type = type_of(sqlite3_value_type(value));
  if (result.type == ColumnType::integer) {
    result.integer = sqlite3_value_int64(value);
  } else if (result.type == ColumnType::real) {
    result.real = sqlite3_value_double(value);
  } else if (result.type != ColumnType::null) {
    const auto* const bytes = static_cast<const char*>(sqlite3_value_blob(value));
    if (bytes != nullptr) result.bytes = {bytes, static_cast<std::size_t>(sqlite3_value_bytes(value))};
  }
  return result;
}

bool Statement::column_is_null(int column) const noexcept {
  return sqlite3_column_type(m_statement.get(), column) == SQLITE_NULL;
}

std::optional<std::int64_t> Statement::column_optional_int64(int column) const noexcept {
  if (column_is_null(column)) return std::nullopt;
  return column_int64(column);
}

std::optional<double> Statement::column_optional_double(int column) const noexcept {
  if (column_is_null(column)) return std::nullopt;
  return column_double(column);
}

std::optional<std::string_view> Statement::column_optional_text(int column) const noexcept {
  if (column_is_null(column)) return std::nullopt;
  return column_text(column);
}

int Statement::column_count() const noexcept {
  return sqlite3_column_count(m_statement.get());
}

std::string_view Statement::column_name(int column) const noexcept {
  const char* name = sqlite3_column_name(m_statement.get(), column);
  return name == nullptr ? std::string_view() : std::string_view(name);
}

int Statement::parameter_named(const std::string& name) const noexcept {
  return sqlite3_bind_parameter_index(m_statement.get(), name.c_str());
}

std::string Statement::parameter_name(int parameter) const {
  const char* const name = sqlite3_bind_parameter_name(m_statement.get(), parameter);
  return name != nullptr ? name : "?" + std::to_string(parameter);
}

int Statement::parameter_count() const noexcept {
  return sqlite3_bind_parameter_count(m_statement.get());
}

bool Statement::is_read_only() const noexcept {
  return sqlite3_stmt_readonly(m_statement.get()) != 0;
}

bool Statement::is_running() const noexcept {
  return sqlite3_stmt_busy(m_statement.get()) != 0;
}

std::int64_t get_int64(Statement& statement) {
  const auto value = get_maybe(statement, [](const Statement& row) { return row.column_int64(0); });
  if (!value) throw Error(ErrorCode::internal, "a query that must give a row gave none");
  return *value;
}

std::string get_text(Statement& statement) {
  auto value = get_maybe(statement, [](const Statement& row) { return std::string(row.column_text(0)); });
  if (!value) throw Error(ErrorCode::internal, "a query that must give a row gave none");
  return *std::move(value);
}

}  // namespace rlmdb::db
