// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

struct sqlite3;
struct sqlite3_stmt;

namespace rlmdb::db {

class Connection;
class ConnectionThread;

enum class ColumnType { null, integer, real, text, blob };

/// One value of a row. `bytes` holds texts and blobs and lives as column_text says.
struct ColumnValue {
  ColumnType type = ColumnType::null;
  std::int64_t integer = 0;
  double real = 0;
  std::string_view bytes;
};

/// Whose SQL it is: an error in our own is a bug (internal), in the user's it is `usage` with SQLite's
/// message.
enum class SqlAuthor { rlmdb, user };

/// One prepared statement. Not SQLite::Statement, because that allocates a shared pointer for each column
/// read, and this path reads tens of millions of columns. Belongs to its connection and must not outlive it;
/// one thread at a time, and at the same time no other one with any statement of its connection: Error internal. Every failure is an rlmdb::Error.
class Statement {
 public:
  /// `sql` is exactly one statement, else Error internal (or usage, for the user's).
  Statement(Connection& connection, std::string_view sql, SqlAuthor author = SqlAuthor::rlmdb);
  Statement(sqlite3* handle, std::string_view sql, SqlAuthor author = SqlAuthor::rlmdb);

  /// Parameters count from 1. Bindings stay over reset() until bound anew or clear_bindings().
  void bind_null(int parameter);
  void bind_int64(int parameter, std::int64_t value);
  void bind_double(int parameter, double value);
  /// Not copied: the text must stay alive and unchanged until the statement is reset or the parameter bound
  /// anew. An empty view is the empty text, never NULL.
  void bind_text(int parameter, std::string_view text);
  /// As bind_text.
  void bind_blob(int parameter, std::string_view bytes);
  /// nullopt binds NULL.
  void bind_int64(int parameter, const std::optional<std::int64_t>& value);
  void bind_double(int parameter, const std::optional<double>& value);
  void bind_text(int parameter, const std::optional<std::string_view>& text);
  void bind_text(int parameter, const char* text) { bind_text(parameter, std::string_view(text)); }
  void bind_text(int parameter, const std::string& text) { bind_text(parameter, std::string_view(text)); }
  /// A temporary would be gone before step().
  void bind_text(int parameter, std::string&& text) = delete;
  void bind_text(int parameter, const std::optional<std::string>& text);
  void bind_text(int parameter, std::optional<std::string>&& text) = delete;

  /// bind_all(a, b, …) binds parameters 1, 2, …: integers, doubles, texts, optionals of these, nullptr.
  template <class... Values>
  Statement& bind_all(const Values&... values);

  /// True: a row is there. False: done, and the statement is reset.
  [[nodiscard]] bool step();
  /// Steps to the end, ignoring rows, and resets.
  void run();
  /// Ends the current execution; keeps bindings.
  void reset() noexcept;
  void clear_bindings() noexcept;

  /// Columns count from 0. Views live until the next step(), reset() or read of the same column as another
  /// type.
  [[nodiscard]] std::int64_t column_int64(int column) const noexcept;
  [[nodiscard]] double column_double(int column) const noexcept;
  [[nodiscard]] std::string_view column_text(int column) const noexcept;
  [[nodiscard]] std::string_view column_blob(int column) const noexcept;
  [[nodiscard]] ColumnType column_type(int column) const noexcept;
  /// The same value as its type and content in one call; quicker where many columns are read.
  [[nodiscard]] ColumnValue column_value(int column) const noexcept;
  [[nodiscard]] bool column_is_null(int column) const noexcept;
  [[nodiscard]] std::optional<std::int64_t> column_optional_int64(int column) const noexcept;
  [[nodiscard]] std::optional<double> column_optional_double(int column) const noexcept;
  [[nodiscard]] std::optional<std::string_view> column_optional_text(int column) const noexcept;

  [[nodiscard]] int column_count() const noexcept;
  [[nodiscard]] std::string_view column_name(int column) const noexcept;
  [[nodiscard]] int parameter_count() const noexcept;
  /// The place of ":id"; 0: there is none of that name.
  [[nodiscard]] int parameter_named(const std::string& name) const noexcept;
  /// ":id"; of one that has no name "?3".
  [[nodiscard]] std::string parameter_name(int parameter) const;
  /// SQLite's word that this statement cannot change the database file.
  [[nodiscard]] bool is_read_only() const noexcept;
  /// True between a step() that gave a row and the reset.
  [[nodiscard]] bool is_running() const noexcept;

  [[nodiscard]] sqlite3_stmt* handle() const noexcept { return m_statement.get(); }

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const noexcept;
  };

  Statement(sqlite3* handle, ConnectionThread* thread, std::string_view sql, SqlAuthor author);

  void check_bind(int code) const;
  [[nodiscard]] bool step_alone();
  template <class Value>
  void bind_value(int parameter, const Value& value);

  std::unique_ptr<sqlite3_stmt, Finalize> m_statement;
  SqlAuthor m_author;
  ConnectionThread* m_thread = nullptr;  ///< nullptr: of a connection that is being opened
};

template <class Value>
void Statement::bind_value(int parameter, const Value& value) {
  if constexpr (std::is_same_v<Value, std::nullptr_t>) {
    bind_null(parameter);
  } else if constexpr (std::is_floating_point_v<Value>) {
    bind_double(parameter, value);
  } else if constexpr (std::is_integral_v<Value>) {
    bind_int64(parameter, std::int64_t{value});
  } else if constexpr (std::is_constructible_v<std::optional<std::string_view>, Value>) {
    bind_text(parameter, std::optional<std::string_view>(value));
  } else {
    if (value) {
      bind_value(parameter, *value);
    } else {
      bind_null(parameter);
    }
  }
}

template <class... Values>
Statement& Statement::bind_all(const Values&... values) {
  int parameter = 0;
  (bind_value(++parameter, values), ...);
  return *this;
}

/// Calls `row(statement)` for every row, then the statement is reset (also when `row` throws).
template <class Row>
void for_each_row(Statement& statement, Row&& row) {
  struct Reset {
    Statement& statement;
    ~Reset() { statement.reset(); }
  } reset{statement};
  while (statement.step()) row(std::as_const(statement));
}

/// As for_each_row, until `is_it(statement)`.
template <class IsIt>
void find_row(Statement& statement, IsIt&& is_it) {
  struct Reset {
    Statement& statement;
    ~Reset() { statement.reset(); }
  } reset{statement};
  while (statement.step() && !is_it(std::as_const(statement))) {
  }
}

/// `read(statement)` of the first row, or nullopt without a row. What `read` returns must own its bytes.
template <class Read>
[[nodiscard]] auto get_maybe(Statement& statement, Read&& read)
    -> std::optional<decltype(read(std::as_const(statement)))> {
  struct Reset {
    Statement& statement;
    ~Reset() { statement.reset(); }
  } reset{statement};
  if (!statement.step()) return std::nullopt;
  return read(std::as_const(statement));
}

/// The first column of the first row as an integer. Error internal without a row.
[[nodiscard]] std::int64_t get_int64(Statement& statement);
/// The first column of the first row as text. Error internal without a row.
[[nodiscard]] std::string get_text(Statement& statement);

}  // namespace rlmdb::db
