// SPDX-License-Identifier: MIT
// What tests must not do: be random without saying how, or wait without an end.
#include <algorithm>
#include <regex>
#include <string>
#include <vector>

#include "rules.hpp"

namespace architecture {
namespace {

bool is_test_code(const SourceFile& file) {
  return is_cpp(file) && is_under(file, "tests") && !is_under(file, "tests/architecture");
}

/// Whether one of the lines from `before` above the given one to `after` below it matches.
bool is_near(const std::vector<std::string>& lines, std::size_t line, std::size_t before, std::size_t after,
             const std::regex& pattern) {
  const std::size_t first = line < before ? 0 : line - before;
  const std::size_t last = std::min(line + after + 1, lines.size());
  for (std::size_t index = first; index < last; ++index) {
    if (std::regex_search(lines[index], pattern)) return true;
  }
  return false;
}

}  // namespace

std::vector<Breach> check_seeds(const SourceFile& file) {
  static const std::regex k_draw(R"(\brandom_device\b.*[({]|\brandom_seed\(\))");
  static const std::regex k_said(R"re(\b(CAPTURE|INFO|MESSAGE)\(.*seed)re");
  std::vector<Breach> breaches;
  if (!is_test_code(file) || file.path == "tests/support/random_seed.hpp") return breaches;
  const std::vector<std::string> lines = split_lines(code_only(file));
  for (std::size_t line = 0; line < lines.size(); ++line) {
    // One seed for all cases of a file is said where it is used.
    const std::size_t reach = lines[line].find("static") == std::string::npos ? 3 : lines.size();
    if (std::regex_search(lines[line], k_draw) && !is_near(split_lines(file.text), line, 0, reach, k_said))
      breaches.push_back({file.path, line + 1, "draws a seed that no failure prints"});
  }
  return breaches;
}

std::vector<Breach> check_waits(const SourceFile& file) {
  static const std::regex k_sleep(R"(\b(sleep_for|sleep_until|usleep|nanosleep|sleep)\()");
  static const std::regex k_end(R"(deadline|moment)");
  std::vector<Breach> breaches;
  if (!is_test_code(file)) return breaches;
  const std::vector<std::string> lines = split_lines(code_only(file));
  for (std::size_t line = 0; line < lines.size(); ++line) {
    if (std::regex_search(lines[line], k_sleep) && !is_near(lines, line, 8, 1, k_end))
      breaches.push_back({file.path, line + 1, "sleeps without a deadline, or a moment that is drawn"});
  }
  return breaches;
}

}  // namespace architecture
