// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "db/connection.hpp"
#include "db/transaction.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::test {

inline db::OpenOptions writing(const std::filesystem::path& path) {
  db::OpenOptions options;
  options.path = path;
  options.access = db::Access::read_write;
  return options;
}

inline db::OpenOptions reading(const std::filesystem::path& path) {
  db::OpenOptions options;
  options.path = path;
  return options;
}

/// A published database with the empty table t(x).
inline void make_database(const std::filesystem::path& path) {
  db::Connection connection = db::Connection::open_unpublished(writing(path));
  connection.execute("CREATE TABLE t (x)");
  publish(std::move(connection));
}

inline std::int64_t number(db::Connection& connection, const std::string& sql) {
  db::Statement statement(connection, sql);
  return db::get_int64(statement);
}

inline std::string text(db::Connection& connection, const std::string& sql) {
  db::Statement statement(connection, sql);
  return db::get_text(statement);
}

/// Runs `sql` in a write transaction of its own.
inline void write(db::Connection& connection, const std::string& sql) {
  db::WriteTransaction transaction(connection);
  connection.execute(sql);
  transaction.commit();
}

/// The Error a call throws, nullopt when it throws none.
template <class Call>
std::optional<Error> error_of(Call&& call) {
  try {
    call();
  } catch (const Error& error) {
    return error;
  }
  return std::nullopt;
}

template <class Call>
std::string code_of(Call&& call) {
  const auto error = error_of(std::forward<Call>(call));
  return error ? std::string(to_text(error->code())) : "no error";
}

}  // namespace rlmdb::test
