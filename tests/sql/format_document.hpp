// SPDX-License-Identifier: MIT
/// docs/FORMAT.md and other documents as a test reads them.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "named_statements.hpp"

namespace rlmdb::test {

/// A fenced block: ```language, its lines, ```.
struct Block {
  std::string language;
  std::string text;
};

struct Section {
  std::string heading;  ///< of `## heading`
  std::string text;
  std::vector<Block> blocks;
};

inline std::vector<Section> read_document(const std::string& path) {
  std::istringstream lines(read_all(k_source_directory / path));
  std::vector<Section> sections(1);
  bool in_block = false;
  for (std::string line; std::getline(lines, line);) {
    Section& section = sections.back();
    if (line.starts_with("```")) {
      in_block = !in_block;
      if (in_block) section.blocks.push_back({line.substr(3), ""});
    } else if (in_block) {
      section.blocks.back().text += line + "\n";
    } else if (line.starts_with("## ")) {
      sections.push_back({line.substr(3), "", {}});
    } else {
      section.text += line + "\n";
    }
  }
  return sections;
}

/// Throws when the document has no such section.
inline Section section_of_format(const std::string& heading) {
  for (const Section& section : read_document("docs/FORMAT.md"))
    if (section.heading == heading) return section;
  throw std::runtime_error("docs/FORMAT.md has no section " + heading);
}

/// A shell pads columns, and editors and reviews do not show it.
inline std::string without_trailing_spaces(const std::string& text) {
  std::string result;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    result += line.erase(line.find_last_not_of(' ') + 1) + "\n";
  return result;
}

/// The cells of the Markdown table rows in `text`, trimmed, without back quotes.
inline std::vector<std::vector<std::string>> table_rows(const std::string& text) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("| ")) continue;
    std::vector<std::string> cells;
    std::istringstream parts(line.substr(1));
    for (std::string part; std::getline(parts, part, '|');) {
      std::erase(part, '`');
      const auto begin = part.find_first_not_of(' ');
      const auto end = part.find_last_not_of(' ');
      cells.push_back(begin == std::string::npos ? "" : part.substr(begin, end - begin + 1));
    }
    rows.push_back(std::move(cells));
  }
  return rows;
}

}  // namespace rlmdb::test
