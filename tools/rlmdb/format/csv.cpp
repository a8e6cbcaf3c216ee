// SPDX-License-Identifier: MIT
#include "format/csv.hpp"

namespace rlmdb::cli {

std::string csv_line(const std::vector<std::string>& fields) {
  std::string line;
  for (const std::string& field : fields) {
    line += &field == &fields.front() ? "" : ",";
    if (field.find_first_of(",\"\r\n") == std::string::npos) {
      line += field;
      continue;
    }
    line += '"';
    for (const char character : field) {
      line += character == '"' ? "\"\"" : std::string(1, character);
    }
    line += '"';
  }
  return line + "\n";
}

}  // namespace rlmdb::cli
