// SPDX-License-Identifier: MIT
#include "pages/hand_written.hpp"

#include <fstream>
#include <sstream>
#include <stdexcept>

#include "rlmdb/version.hpp"

namespace rlmdb::pages {
namespace {

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& what) {
  throw std::runtime_error(file.string() + ": " + what);
}

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of('\n');
  const std::size_t end = text.find_last_not_of('\n');
  return begin == std::string::npos ? std::string() : text.substr(begin, end - begin + 1) + "\n";
}

std::map<std::string, std::string> options_in(const std::filesystem::path& file, const std::string& list) {
  static const std::string k_begin = "- `";
  static const std::string k_end = "`: ";
  std::map<std::string, std::string> options;
  std::string* text = nullptr;
  std::istringstream lines(list);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t end = line.find(k_end);
    if (line.starts_with(k_begin) && end != std::string::npos) {
      const std::string name = line.substr(k_begin.size(), end - k_begin.size());
      if (options.contains(name)) refuse(file, name + " stands twice");
      text = &(options[name] = line.substr(end + k_end.size()) + "\n");
    } else if (text != nullptr && (line.empty() || line.starts_with("  "))) {
      *text += line.empty() ? "\n" : line.substr(2) + "\n";
    } else {
      refuse(file, "OPTIONS is a list of options: " + line);
    }
  }
  return options;
}

}  // namespace

std::string HandWritten::section(const std::string& title) const {
  for (const auto& [name, text] : sections) {
    if (name == title) return text;
  }
  return {};
}

HandWritten read_hand_written(const std::filesystem::path& file) {
  static const std::string k_title = "## ";
  std::ifstream stream(file);
  if (!stream) refuse(file, "is not there");
  HandWritten page{file, {}, {}};
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with(k_title)) {
      const std::string title = line.substr(k_title.size());
      if (!page.section(title).empty()) refuse(file, title + " stands twice");
      page.sections.emplace_back(title, "");
    } else if (page.sections.empty()) {
      if (!line.empty()) refuse(file, "begins with a section: " + line);
    } else {
      page.sections.back().second += line + "\n";
    }
  }
  for (auto& section : page.sections) section.second = trimmed(section.second);
  page.options = options_in(file, page.section("OPTIONS"));
  std::erase_if(page.sections, [](const auto& section) { return section.first == "OPTIONS"; });
  return page;
}

std::string release_date(const std::filesystem::path& changes) {
  const std::string begin = "## " + std::string(library_version()) + ", ";
  std::ifstream stream(changes);
  std::string line;
  while (std::getline(stream, line) && !line.starts_with("## ")) {
  }
  if (!line.starts_with(begin)) refuse(changes, "the newest version is not this one: " + line);
  return line.substr(begin.size());
}

}  // namespace rlmdb::pages
