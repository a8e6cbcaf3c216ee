// SPDX-License-Identifier: MIT
#include "db/integrity.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <optional>

#include "rlmdb/error.hpp"

namespace rlmdb::db {

namespace {

constexpr const char* k_most_messages = "1000";

/// Ends what a connection runs once the time is over.
class Deadline {
 public:
  Deadline(Connection& connection, std::chrono::milliseconds patience)
      : m_connection(connection), m_end(std::chrono::steady_clock::now() + patience) {
    constexpr int k_steps = 100;
    sqlite3_progress_handler(
        connection.handle(), k_steps, [](void* self) { return static_cast<Deadline*>(self)->look(); }, this);
  }
  Deadline(const Deadline&) = delete;
  Deadline& operator=(const Deadline&) = delete;
  ~Deadline() { m_connection.look_while_running(); }

  [[nodiscard]] bool is_over() const noexcept { return m_is_over; }

 private:
  int look() noexcept {
    m_is_over = m_is_over || std::chrono::steady_clock::now() >= m_end;
    return m_is_over ? 1 : 0;
  }

  Connection& m_connection;
  std::chrono::steady_clock::time_point m_end;
  bool m_is_over = false;
};

/// The messages of one check, integrity_check or quick_check, of the whole file or of one table.
std::vector<std::string> messages_of(Connection& connection, const std::string& argument,
                                     const std::string& check = "integrity_check") {
  std::vector<std::string> messages;
  try {
    Statement statement(connection, "PRAGMA " + check + "(" + argument + ")");
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

/// nullopt: the time was over before.
std::optional<std::vector<std::string>> messages_within(Connection& connection,
                                                        std::chrono::milliseconds patience) {
  const Deadline deadline(connection, patience);
  try {
    std::vector<std::string> messages = messages_of(connection, k_most_messages);
    if (!deadline.is_over()) return messages;
  } catch (const Error&) {
    if (!deadline.is_over()) throw;
  }
  return std::nullopt;
}

}  // namespace

PatientDamage find_damage(Connection& connection, const std::vector<std::string>& tables,
                          std::chrono::milliseconds patience) {
  if (tables.empty()) return {find_damage(connection), {}};
  if (const auto messages = messages_within(connection, patience))
    return {messages->empty() ? std::vector<Damage>{} : find_damage(connection), {}};
  PatientDamage found;
  for (const std::string& table : table_names(connection)) {
    const bool is_doubtful = std::find(tables.begin(), tables.end(), table) != tables.end();
    if (is_doubtful) found.half_checked.push_back(table);
    for (std::string& message :
         messages_of(connection, quoted(table), is_doubtful ? "quick_check" : "integrity_check"))
      found.damage.push_back({table, std::move(message)});
  }
  return found;
}

std::vector<Damage> find_damage(Connection& connection) {
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
