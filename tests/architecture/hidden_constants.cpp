// SPDX-License-Identifier: MIT
#include <map>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "rules.hpp"

namespace architecture {
namespace {

bool is_compiled_in_batches(const SourceFile& file) {
  return is_cpp(file) &&
         (is_under(file, "src") || is_under(file, "include") || is_under(file, "tools/rlmdb"));
}

/// The names of the constants that a file has at namespace scope, with their lines.
std::vector<std::pair<std::string, std::size_t>> constants_of(const SourceFile& file) {
  static const std::regex k_constant(R"(^(?:inline |static )*const(?:expr)? [\w:<>, *]+?\b(k_\w+)[ \[{=;])");
  std::vector<std::pair<std::string, std::size_t>> names;
  std::size_t number = 0;
  for (const std::string& line : split_lines(code_only(file))) {
    ++number;
    std::smatch match;
    if (std::regex_search(line, match, k_constant)) names.emplace_back(match[1].str(), number);
  }
  return names;
}

}  // namespace

std::vector<Breach> check_hidden_constants(const std::vector<SourceFile>& files) {
  std::map<std::string, std::string> headers;
  for (const SourceFile& file : files) {
    if (!is_compiled_in_batches(file) || !file.path.ends_with(".hpp")) continue;
    for (const auto& [name, line] : constants_of(file)) headers.emplace(name, file.path);
  }
  std::vector<Breach> breaches;
  for (const SourceFile& file : files) {
    if (!is_compiled_in_batches(file) || !file.path.ends_with(".cpp")) continue;
    for (const auto& [name, line] : constants_of(file)) {
      const auto header = headers.find(name);
      if (header != headers.end())
        breaches.push_back({file.path, line, name + " is a name of " + header->second + " too"});
    }
  }
  return breaches;
}

}  // namespace architecture
