// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "rules.hpp"

namespace architecture {
namespace {

/// Headers whose one function is a subject of its own.
constexpr std::array<std::string_view, 2> k_subjects_of_their_own = {
    "src/db/temp_files_vfs.hpp",                   // a VFS of SQLite
    "tools/rlmdb/checkpoints/workflow_verbs.hpp",  // the other half of a command
};

/// Without preprocessor lines.
std::string declarations_only(const SourceFile& file) {
  static const std::regex k_directive(R"(^\s*#)");
  std::string text;
  bool goes_on = false;
  for (const std::string& line : split_lines(code_only(file))) {
    const bool is_directive = goes_on || std::regex_search(line, k_directive);
    goes_on = is_directive && line.ends_with('\\');
    if (!is_directive) text += line + "\n";
  }
  return text;
}

bool is_type(const std::string& declaration) {
  static const std::regex k_type(R"(^\s*(template\s*<[^{]*>\s*)?(class|struct|enum|union|concept)\b)");
  return std::regex_search(declaration, k_type);
}

bool is_forward(const std::string& declaration) {
  static const std::regex k_forward(R"(^\s*(class|struct|enum class)\s+[\w:]+\s*$)");
  return std::regex_match(declaration, k_forward);
}

bool is_function(const std::string& declaration) {
  static const std::regex k_no_function(R"(^\s*(using|typedef|friend|static_assert)\b)");
  if (is_type(declaration) || std::regex_search(declaration, k_no_function)) return false;
  const std::string head = declaration.substr(0, declaration.find('{'));
  const std::size_t parameters = head.find('(');
  return parameters != std::string::npos && parameters < head.find('=');
}

/// What stands in the namespaces of a header, each with its body: of a class the whole.
std::vector<std::string> declarations_in(const SourceFile& file) {
  static const std::regex k_namespace(R"(\bnamespace\b[\w:\s]*$)");
  std::vector<std::string> found;
  std::string current;
  std::size_t depth = 0;
  const auto take = [&] {
    if (current.find_first_not_of(" \n\t") != std::string::npos) found.push_back(current);
    current.clear();
  };
  for (const char c : declarations_only(file)) {
    const bool is_outside = depth == 0;
    if (is_outside && (c == ';' || c == '}')) {
      take();
    } else if (is_outside && c == '{' && std::regex_search(current, k_namespace)) {
      current.clear();
    } else {
      current += c;
      depth += c == '{' ? 1U : 0U;
      depth -= c == '}' ? 1U : 0U;
      // No semicolon ends the body of a function.
      if (c == '}' && depth == 0 && is_function(current)) take();
    }
  }
  return found;
}

}  // namespace

std::vector<Breach> check_lone_functions(const SourceFile& file) {
  const bool is_header = file.path.ends_with(".hpp") && (is_under(file, "src") || is_under(file, "tools"));
  if (!is_header || std::count(k_subjects_of_their_own.begin(), k_subjects_of_their_own.end(), file.path) > 0)
    return {};
  std::vector<std::string> declarations = declarations_in(file);
  std::erase_if(declarations, is_forward);
  if (declarations.size() != 1 || !is_function(declarations.front())) return {};
  return {
      {file.path, 0, "declares one function and nothing else; it belongs into the header of its subject"}};
}

}  // namespace architecture
