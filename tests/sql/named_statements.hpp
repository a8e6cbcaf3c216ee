// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "db/sql_text.hpp"
#include "test_dir.hpp"

namespace rlmdb::test {

/// A statement as it stands in a .sql file beside its .cpp.
struct SqlStatement {
  std::filesystem::path file;
  std::string name;
  std::string text;
};

inline const std::filesystem::path k_source_directory = RLMDB_SOURCE_DIR;

inline std::vector<std::filesystem::path> files_of_room(const std::string& room,
                                                        const std::string& extension) {
  std::set<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(k_source_directory / "src" / room))
    if (entry.path().extension() == extension) files.insert(entry.path());
  return {files.begin(), files.end()};
}

inline std::vector<SqlStatement> statements_of(const std::vector<std::string>& rooms) {
  std::vector<SqlStatement> statements;
  for (const std::string& room : rooms) {
    for (const std::filesystem::path& file : files_of_room(room, ".sql")) {
      const std::string text = read_all(file);
      for (const db::NamedStatement& statement : db::all_statements(text))
        statements.push_back({file, std::string(statement.name), std::string(statement.text)});
    }
  }
  return statements;
}

}  // namespace rlmdb::test
