// SPDX-License-Identifier: MIT
#include "document_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <string_view>
#include <utility>

#include "frame/command_line.hpp"
#include "frame/help_text.hpp"

namespace cli_tests {
namespace {

namespace fs = std::filesystem;
using Form = DocumentLine::Form;

const std::string k_program = "rlmdb ";
const std::string k_head = "### " + k_program;

std::string trimmed(const std::string& line) {
  const std::size_t begin = line.find_first_not_of(' ');
  return begin == std::string::npos ? "" : line.substr(begin);
}

bool has_call(const std::string& text) {
  return text.find(k_program) != std::string::npos;
}

/// Whether what is to be typed goes on below it.
bool goes_on(const std::string& line) {
  return line.ends_with('\\') || line.ends_with('|');
}

const rlmdb::cli::CommandText* text_of_command(const std::string& name) {
  static const rlmdb::cli::CommandLine k_all;
  for (const auto& command : k_all.commands()) {
    if (command->text().name == name) return &command->text();
  }
  return nullptr;
}

bool is_verb_of(const std::string& command, const std::string& word) {
  const rlmdb::cli::CommandText* const text = text_of_command(command);
  return text != nullptr && std::any_of(text->verbs.all.begin(), text->verbs.all.end(),
                                        [&](const rlmdb::cli::Verb& verb) { return verb.word() == word; });
}

/// Reads a document from its first line to its last.
class Reader {
 public:
  explicit Reader(std::string name) : m_name(std::move(name)), m_command(fs::path(m_name).stem().string()) {}

  void take(const std::string& line) {
    ++m_number;
    const bool is_fence = trimmed(line).starts_with("```");
    if (is_fence && !m_in_fence) end_paragraph();
    if (is_fence && m_in_fence && m_language == "sh") end_script();
    if (is_fence) {
      m_in_fence = !m_in_fence;
      m_language = trimmed(line).substr(3);
    } else if (m_in_fence) {
      take_fenced(line);
    } else {
      take_open(line);
    }
    m_is_behind_space = line.empty() || is_fence;
  }

  [[nodiscard]] std::vector<DocumentLine> end() {
    end_paragraph();
    return std::move(m_lines);
  }

 private:
  void add(std::size_t number, std::string text, Form form) {
    m_lines.push_back({fmt::format("{}:{}", m_name, number), std::move(text), form});
  }

  void take_fenced(const std::string& line) {
    if (m_language == "sh") {
      if (m_script_at == 0 && has_call(line)) m_script_at = m_number;
      m_script += line + "\n";
    } else if (m_language == "console") {
      if (line.starts_with("$ ") && has_call(line)) add(m_number, line.substr(2), Form::console);
    } else {
      const std::size_t at = line.find(k_program);
      const std::string typed = trimmed(line);
      if (typed.starts_with(k_program))
        add(m_number, typed, Form::example);
      else if (at != std::string::npos && at > 0 && line[at - 1] == '/')
        add(m_number, line.substr(at), Form::example);
      m_paragraph.emplace_back(m_number, line);
      end_paragraph();
    }
  }

  void end_script() {
    if (m_script_at != 0) add(m_script_at, m_script, Form::example);
    m_script_at = 0;
    m_script.clear();
  }

  void take_open(const std::string& line) {
    m_in_example = line.starts_with("    ") && (m_is_behind_space || m_in_example);
    if (m_in_example) {
      take_example(trimmed(line));
    } else if (line.starts_with('#')) {
      end_paragraph();
      if (line.starts_with(k_head)) {
        m_command = line.substr(k_head.size(), line.find(' ', k_head.size()) - k_head.size());
        add(m_number, line.substr(k_head.find('r')), Form::names);
      }
    } else if (line.empty()) {
      end_paragraph();
    } else {
      m_paragraph.emplace_back(m_number, line);
    }
  }

  void take_example(const std::string& line) {
    if (m_open_example.empty()) m_example_at = m_number;
    m_open_example += line;
    if (goes_on(line)) {
      m_open_example += "\n";
      return;
    }
    if (has_call(m_open_example) && !m_open_example.starts_with('#'))
      add(m_example_at, m_open_example, Form::example);
    m_open_example.clear();
  }

  /// Code in sentences; it may go on in the next line, and in a table `\|` is a bar.
  void end_paragraph() {
    bool in_code = false;
    std::string code;
    std::size_t begin = 0;
    for (const auto& [number, line] : m_paragraph) {
      const bool in_table = line.starts_with('|');
      for (std::size_t at = 0; at < line.size(); ++at) {
        if (line[at] == '`') {
          if (in_code) add_code(begin, code);
          in_code = !in_code;
          begin = number;
          code.clear();
        } else if (!(in_table && line.compare(at, 2, "\\|") == 0)) {
          code += line[at];
        }
      }
      code += ' ';
    }
    m_paragraph.clear();
  }

  void add_code(std::size_t number, const std::string& code) {
    if (code.starts_with(k_program)) {
      add(number, code, Form::inlined);
      return;
    }
    if (code.find(" --") == std::string::npos) return;
    const std::string word = code.substr(0, code.find(' '));
    const bool is_command = text_of_command(word) != nullptr;
    const bool is_verb = is_verb_of(m_command, word);
    if (is_command || is_verb) {
      const std::string whole = k_program + (is_command ? "" : m_command + " ") + code;
      add(number, whole, Form::names);
      if (is_command && is_verb) m_lines.back().otherwise = k_program + m_command + " " + code;
    }
  }

  std::string m_name;
  std::string m_command;  ///< what the page or the section is about
  std::vector<DocumentLine> m_lines;
  std::size_t m_number = 0;
  bool m_in_fence = false;
  std::string m_language;
  std::string m_script;
  std::size_t m_script_at = 0;
  bool m_is_behind_space = true;
  bool m_in_example = false;
  std::string m_open_example;
  std::size_t m_example_at = 0;
  std::vector<std::pair<std::size_t, std::string>> m_paragraph;
};

/// The lines of one example: that of a loop goes on to its `done`.
std::vector<std::string> statements_of(const rlmdb::cli::CommandText& text) {
  std::vector<std::string> all;
  bool is_open = false;
  for (const std::string_view example : text.examples) {
    if (is_open || example.starts_with(' ') || example.starts_with("done")) {
      all.back() += "\n" + std::string(example);
    } else {
      all.emplace_back(example);
    }
    is_open = goes_on(std::string(example));
  }
  return all;
}

}  // namespace

std::vector<fs::path> documents() {
  const fs::path source = RLMDB_SOURCE_DIR;
  std::vector<fs::path> all{"README.md", "tools/node/README.md", "tools/python/README.md"};
  for (const char* folder : {"docs", "docs/man"}) {
    for (const auto& entry : fs::directory_iterator(source / folder)) {
      if (entry.path().extension() == ".md" && entry.path().filename() != "CHANGELOG.md")
        all.push_back(fs::relative(entry.path(), source));
    }
  }
  std::sort(all.begin(), all.end());
  return all;
}

std::vector<DocumentLine> lines_of_document(const std::string& text, const std::string& name) {
  Reader reader(name);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) reader.take(line);
  return reader.end();
}

std::vector<DocumentLine> lines_of_help() {
  const rlmdb::cli::CommandLine command_line;
  std::vector<const rlmdb::cli::CommandText*> texts{&rlmdb::cli::program_text()};
  for (const auto& command : command_line.commands()) texts.push_back(&command->text());
  std::vector<DocumentLine> all;
  for (const rlmdb::cli::CommandText* text : texts) {
    for (const std::string& statement : statements_of(*text)) {
      if (!statement.starts_with('#') && has_call(statement))
        all.push_back({fmt::format("help of {}", text->name), statement, Form::example});
    }
  }
  return all;
}

}  // namespace cli_tests
