// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <sstream>
#include <stdexcept>

#include "pages/man_page.hpp"
#include "pages/roff.hpp"

namespace rlmdb::pages {
namespace {

/// "Of a task." of "Of a task. It has". What all tables of documents begin with tells none from the others.
std::string first_sentence(const std::string& text) {
  const std::size_t begin = text.starts_with("The text is the data") ? text.find(". ") + 2 : 0;
  for (std::size_t at = text.find('.', begin); at != std::string::npos; at = text.find('.', at + 1)) {
    if (at + 1 == text.size() || text[at + 1] == ' ') return text.substr(begin, at + 1 - begin);
  }
  return text.substr(begin);
}

/// One entry for each heading "### `name`" between "## TITLE" and the next section.
std::string entries_below(const std::string& format, const std::string& title) {
  static const std::string k_name = "### `";
  std::istringstream lines(format.substr(format.find("\n## " + title + "\n") + 1));
  std::string line;
  std::getline(lines, line);
  std::string roff;
  while (std::getline(lines, line) && !line.starts_with("## ")) {
    if (!line.starts_with(k_name)) continue;
    const std::string name = line.substr(k_name.size(), line.rfind('`') - k_name.size());
    std::getline(lines, line);
    std::string text;
    while (std::getline(lines, line) && !line.empty()) text += (text.empty() ? "" : " ") + line;
    if (text.empty() || text.starts_with('|')) throw std::runtime_error(name + " is not described");
    roff += fmt::format(".TP\n{}\n{}", bold(name), roff_within_entry(first_sentence(text)));
  }
  return roff;
}

}  // namespace

std::string man_page_of_format(const HandWritten& own, const std::string& format, std::string_view date) {
  std::string page = section("NAME", "rlmdb\\-format \\- the database of rlmdb, one SQLite file\n");
  for (const auto& [title, text] : own.sections) {
    if (title == "SEE ALSO") {
      page += section("TABLES", entries_below(format, "Tables"));
      page += section("VIEWS", entries_below(format, "Views"));
    }
    page += section(title, roff_of_markdown(text));
  }
  return ascii_page(title_line("RLMDB-FORMAT", "5", date) + page);
}

}  // namespace rlmdb::pages
