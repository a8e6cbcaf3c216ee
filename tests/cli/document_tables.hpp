// SPDX-License-Identifier: MIT
/// tests/cli/documents/tables: what stands for the words of documents, and which lines are not run as others.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace cli_tests {

/// Sections of rows `part => value`. A row is for the lines in which its part stands; each has to be for one.
class DocumentTables {
 public:
  explicit DocumentTables(const std::filesystem::path& file);

  /// The value for a line, given with its place before it; "" where the section has no row for it.
  [[nodiscard]] std::string value_for(const std::string& section, const std::string& line);
  /// The line with its stand-ins.
  [[nodiscard]] std::string with_stand_ins(const std::string& line);
  /// The rows that were for no line yet, with their places.
  [[nodiscard]] std::vector<std::string> unused() const;

 private:
  struct Row {
    std::string place;
    std::string part;
    std::string value;
    bool is_used = false;
  };

  std::map<std::string, std::vector<Row>> m_sections;
};

/// The first word of a line that only stands for something: in capitals and not quoted, or an ellipsis; "" for
/// none.
[[nodiscard]] std::string placeholder_in(const std::string& line);

}  // namespace cli_tests
