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

/// Those of every room.
inline std::vector<SqlStatement> all_statements() {
  std::set<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(k_source_directory / "src"))
    if (entry.path().extension() == ".sql") files.insert(entry.path());
  std::vector<SqlStatement> statements;
  for (const std::filesystem::path& file : files) {
    const std::string text = read_all(file);
    for (const db::NamedStatement& statement : db::all_statements(text))
      statements.push_back({file, std::string(statement.name), std::string(statement.text)});
  }
  return statements;
}

/// Those of a finished schema: all but the migrator's, which also speak of what is not there yet.
inline std::vector<SqlStatement> statements_of_schema() {
  std::vector<SqlStatement> statements = all_statements();
  std::erase_if(statements,
                [](const SqlStatement& statement) { return statement.file.filename() == "migrator.sql"; });
  return statements;
}

}  // namespace rlmdb::test
