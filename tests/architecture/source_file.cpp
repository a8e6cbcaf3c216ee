// SPDX-License-Identifier: MIT
#include "source_file.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <regex>
#include <sstream>

namespace architecture {
namespace {

enum class Piece { code, literal, skipped };

/// Cuts C++ text into code, string literals and what no rule looks at (comments, character literals).
class Cutter {
 public:
  explicit Cutter(const std::string& text) : m_text(text) {}

  template <typename Visit>
  void run(const Visit& visit) {
    while (m_position < m_text.size()) {
      const std::size_t begin = m_position;
      const Piece piece = take();
      visit(piece, begin, m_position);
    }
  }

 private:
  Piece take() {
    if (starts("//")) return skip_until("\n", 0);
    if (starts("/*")) return skip_until("*/", 2);
    if (starts("R\"") && !follows_word()) return take_raw();
    if (m_text[m_position] == '"') return take_quoted('"', Piece::literal);
    if (m_text[m_position] == '\'' && !follows_word()) return take_quoted('\'', Piece::skipped);
    ++m_position;
    return Piece::code;
  }

  [[nodiscard]] bool starts(const char* word) const { return m_text.compare(m_position, 2, word) == 0; }

  // A quote after a letter or digit separates digits (1'000) or belongs to an identifier.
  [[nodiscard]] bool follows_word() const {
    return m_position > 0 && std::isalnum(static_cast<unsigned char>(m_text[m_position - 1])) != 0;
  }

  Piece skip_until(const std::string& end, std::size_t extra) {
    const std::size_t found = m_text.find(end, m_position + extra);
    m_position = found == std::string::npos ? m_text.size() : found + extra;
    return Piece::skipped;
  }

  Piece take_raw() {
    const std::size_t open = m_text.find('(', m_position);
    const std::string close = ")" + m_text.substr(m_position + 2, open - m_position - 2) + "\"";
    const std::size_t found = m_text.find(close, open);
    m_position = found == std::string::npos ? m_text.size() : found + close.size();
    return Piece::literal;
  }

  Piece take_quoted(char quote, Piece piece) {
    ++m_position;
    while (m_position < m_text.size() && m_text[m_position] != quote && m_text[m_position] != '\n') {
      m_position += m_text[m_position] == '\\' ? 2U : 1U;
    }
    m_position = std::min(m_position + 1, m_text.size());
    return piece;
  }

  const std::string& m_text;
  std::size_t m_position = 0;
};

bool is_written_by_people(const std::string& name) {
  static const std::array<const char*, 9> k_suffixes = {".cpp", ".hpp", ".sql",  ".cmake", ".txt",
                                                        ".md",  ".js",  ".json", ".in"};
  return name.find('.') == std::string::npos ||
         std::any_of(k_suffixes.begin(), k_suffixes.end(),
                     [&](const char* suffix) { return name.ends_with(suffix); });
}

std::string read_text(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace

std::vector<SourceFile> read_tree(const std::filesystem::path& root) {
  std::vector<SourceFile> files;
  const auto add = [&](const std::filesystem::path& path) {
    if (is_written_by_people(path.filename().string())) {
      files.push_back({path.lexically_relative(root).generic_string(), read_text(path)});
    }
  };
  for (const auto& entry : std::filesystem::directory_iterator(root)) {
    if (entry.is_regular_file()) add(entry.path());
  }
  for (const char* folder : {".ci", "docs", "include", "migrations", "src", "tests", "tools"}) {
    if (!std::filesystem::is_directory(root / folder)) continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
      if (entry.is_regular_file()) add(entry.path());
    }
  }
  std::sort(files.begin(), files.end(),
            [](const SourceFile& a, const SourceFile& b) { return a.path < b.path; });
  return files;
}

bool is_cpp(const SourceFile& file) {
  return file.path.ends_with(".cpp") || file.path.ends_with(".hpp");
}

bool is_under(const SourceFile& file, const std::string& folder) {
  return file.path.starts_with(folder + "/");
}

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::vector<Include> find_includes(const SourceFile& file) {
  static const std::regex k_include(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])");
  std::vector<Include> found;
  std::size_t number = 0;
  for (const std::string& line : split_lines(file.text)) {
    ++number;
    std::smatch match;
    if (std::regex_search(line, match, k_include)) found.push_back({number, match[2], match[1] == "\""});
  }
  return found;
}

std::vector<Literal> find_literals(const SourceFile& file) {
  std::vector<Literal> literals;
  bool joins = false;
  Cutter(file.text).run([&](Piece piece, std::size_t begin, std::size_t end) {
    const std::string text = file.text.substr(begin, end - begin);
    if (piece == Piece::literal) {
      if (!joins) {
        const auto breaks =
            std::count(file.text.begin(), file.text.begin() + static_cast<std::ptrdiff_t>(begin), '\n');
        literals.push_back({static_cast<std::size_t>(breaks) + 1, ""});
      }
      const std::size_t open = text.find('"') + 1;
      const std::size_t close = text.find_last_of('"');
      literals.back().text += text.substr(open, close > open ? close - open : 0);
      joins = true;
    } else if (piece == Piece::code && std::isspace(static_cast<unsigned char>(text[0])) == 0) {
      joins = false;
    }
  });
  return literals;
}

std::string code_only(const SourceFile& file) {
  std::string code = file.text;
  Cutter(file.text).run([&](Piece piece, std::size_t begin, std::size_t end) {
    if (piece == Piece::code) return;
    for (std::size_t at = begin; at < end; ++at) {
      if (code[at] != '\n') code[at] = ' ';
    }
  });
  return code;
}

}  // namespace architecture
