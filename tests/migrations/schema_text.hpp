// SPDX-License-Identifier: MIT
/// The stored schema as text.
#pragma once

#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "db/connection.hpp"
#include "db/statement.hpp"

namespace rlmdb::test {

inline const std::filesystem::path k_source_directory = RLMDB_SOURCE_DIR;

/// Set to write the generated files anew instead of comparing with them.
inline bool is_update_asked() {
  return std::getenv("RLMDB_UPDATE_SCHEMA") != nullptr;
}

struct SchemaObject {
  std::string type;
  std::string name;
  std::string sql;
};

/// In the order in which they were created.
inline std::vector<SchemaObject> objects_of(db::Connection& connection) {
  std::vector<SchemaObject> objects;
  db::Statement statement(connection,
                          "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL "
                          "AND name NOT LIKE 'sqlite_%' ORDER BY rowid");
  while (statement.step())
    objects.push_back({std::string(statement.column_text(0)), std::string(statement.column_text(1)),
                       std::string(statement.column_text(2))});
  return objects;
}

/// White space as one space, comments kept.
inline std::string normalised(std::string_view sql) {
  std::string text;
  for (const char c : sql) {
    const bool space = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (space && (text.empty() || text.back() == ' ')) continue;
    text += space ? ' ' : c;
  }
  return text;
}

/// type and name -> normalised text.
inline std::map<std::string, std::string> by_object(const std::vector<SchemaObject>& objects) {
  std::map<std::string, std::string> texts;
  for (const SchemaObject& object : objects) texts[object.type + " " + object.name] = normalised(object.sql);
  return texts;
}

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines(1);
  for (const char c : text) {
    if (c == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += c;
    }
  }
  return lines;
}

}  // namespace rlmdb::test
