// SPDX-License-Identifier: MIT
#include "document_tables.hpp"

#include <fmt/format.h>

#include <cctype>
#include <fstream>
#include <regex>
#include <stdexcept>

namespace cli_tests {
namespace {

bool is_of_word(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

/// Whether `part`, which stands at `at`, is no piece of a longer word there.
bool is_whole(const std::string& line, std::size_t at, const std::string& part) {
  const std::size_t end = at + part.size();
  const bool begins = at == 0 || !is_of_word(part.front()) || !is_of_word(line[at - 1]);
  return begins && (end == line.size() || !is_of_word(part.back()) || !is_of_word(line[end]));
}

std::string without_quoted(const std::string& line) {
  static const std::regex k_quoted{R"('[^']*'|"[^"]*")"};
  return std::regex_replace(line, k_quoted, "''");
}

}  // namespace

DocumentTables::DocumentTables(const std::filesystem::path& file) {
  static const std::string k_arrow = " => ";
  std::ifstream lines(file);
  std::string section;
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.empty() || line.starts_with('#')) continue;
    const std::size_t arrow = line.find(k_arrow);
    if (line.starts_with('[') && line.ends_with(']')) {
      section = line.substr(1, line.size() - 2);
    } else if (arrow == std::string::npos) {
      throw std::runtime_error(fmt::format("{}:{}: no row", file.string(), number));
    } else {
      m_sections[section].push_back({fmt::format("{}:{}", file.filename().string(), number),
                                     line.substr(0, arrow), line.substr(arrow + k_arrow.size())});
    }
  }
}

std::string DocumentTables::value_for(const std::string& section, const std::string& line) {
  for (Row& row : m_sections[section]) {
    if (line.find(row.part) == std::string::npos) continue;
    row.is_used = true;
    return row.value;
  }
  return {};
}

std::string DocumentTables::with_stand_ins(const std::string& line) {
  std::string text = line;
  for (Row& row : m_sections["stand-ins"]) {
    for (std::size_t at = text.find(row.part); at != std::string::npos; at = text.find(row.part, at)) {
      const bool is_it = is_whole(text, at, row.part);
      if (is_it) text.replace(at, row.part.size(), row.value);
      row.is_used = row.is_used || is_it;
      at += is_it ? row.value.size() : 1;
    }
  }
  return text;
}

std::vector<std::string> DocumentTables::unused() const {
  std::vector<std::string> all;
  for (const auto& [section, rows] : m_sections) {
    for (const Row& row : rows) {
      if (!row.is_used) all.push_back(row.place + " " + row.part);
    }
  }
  return all;
}

std::string placeholder_in(const std::string& line) {
  static const std::regex k_placeholder{R"((^|[\s=:(@])([A-Z][A-Z_]*)(?=$|[\s=:)@]|\.\.\.)|…|\.\.\.)"};
  std::smatch found;
  const std::string open = without_quoted(line);
  return std::regex_search(open, found, k_placeholder) ? found.str() : "";
}

}  // namespace cli_tests
