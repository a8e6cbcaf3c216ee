// SPDX-License-Identifier: MIT
#include "db/integrity.hpp"

#include <algorithm>

#include "rlmdb/error.hpp"

namespace rlmdb::db {

namespace {

/// The messages of one check of integrity, of the whole file or of one table.
std::vector<std::string> messages_of(Connection& connection, const std::string& argument) {
  std::vector<std::string> messages;
  try {
    Statement statement(connection, "PRAGMA integrity_check(" + argument + ")");
    for_each_row(statement, [&](const Statement& row) {
      if (row.column_text(0) != "ok") messages.emplace_back(row.column_text(0));
    });
  } catch (const Error& error) {
    if (error.code() != ErrorCode::corrupt) throw;
    messages.emplace_back(error.what());
  }
  return messages;
}

std::vector<std::string> table_names(Connection& connection) {
  std::vector<std::string> names;
  Statement statement(connection, "PRAGMA table_list");
  for_each_row(statement, [&](const Statement& row) {
    const bool is_ours = row.column_text(0) == "main" && row.column_text(2) == "table";
    if (is_ours && !row.column_text(1).starts_with("sqlite_")) names.emplace_back(row.column_text(1));
  });
  std::sort(names.begin(), names.end());
  return names;
}

std::string quoted(const std::string& name) {
  std::string text = "\"";
  for (const char c : name) text.append(c == '"' ? 2 : 1, c);
  return text + '"';
}

}  // namespace

std::vector<Damage> find_damage(Connection& connection) {
  constexpr const char* k_most_messages = "1000";
  std::vector<Damage> damage;
  std::vector<std::string> messages = messages_of(connection, k_most_messages);
  if (messages.empty()) return damage;
  for (const std::string& table : table_names(connection)) {
    for (std::string& message : messages_of(connection, quoted(table))) {
      std::erase(messages, message);
      damage.push_back({table, std::move(message)});
    }
  }
  for (std::string& message : messages) damage.push_back({"", std::move(message)});
  return damage;
}

std::vector<BrokenReference> broken_references(Connection& connection) {
  std::vector<BrokenReference> broken;
  Statement statement(connection, "PRAGMA foreign_key_check");
  for_each_row(statement, [&](const Statement& row) {
    std::string name(row.column_text(0));
    if (!row.column_is_null(1)) name += ":" + std::string(row.column_text(1));
    broken.push_back({std::move(name), std::string(row.column_text(2))});
  });
  return broken;
}

}  // namespace rlmdb::db
