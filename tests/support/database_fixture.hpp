// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "db/publish.hpp"
#include "db/transaction.hpp"
#include "thrown.hpp"

namespace rlmdb::test {

inline db::OpenOptions writing(const std::filesystem::path& path) {
  db::OpenOptions options;
  options.path = path;
  options.access = rlmdb::Access::read_write;
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

}  // namespace rlmdb::test
