// SPDX-License-Identifier: MIT
#include "grid/git_subject_rules.hpp"

#include <algorithm>
#include <array>

namespace rlmdb::grid {

namespace {

constexpr std::array<std::string_view, 11> k_kinds{"feat",  "fix",   "refactor", "perf", "test",  "docs",
                                                   "style", "chore", "build",    "ci",   "revert"};

bool is_number(std::string_view text) {
  constexpr std::size_t k_most_digits = 9;
  return !text.empty() && text.size() <= k_most_digits &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

GridSubject subject_of(std::string_view text) {
  const std::size_t open = text.find('(');
  const std::string_view kind = text.substr(0, open);
  if (open == std::string_view::npos || std::find(k_kinds.begin(), k_kinds.end(), kind) == k_kinds.end())
    return {};
  const std::size_t close = text.find(')', open);
  if (close == std::string_view::npos) return {};
  const std::string_view scope = text.substr(open + 1, close - open - 1);
  std::string_view rest = text.substr(close + 1);
  if (rest.starts_with('!')) rest.remove_prefix(1);
  if (!rest.starts_with(':')) return {};
  GridSubject subject{std::string(kind),
                      {},
                      {},
                      std::string(rest.substr(std::min(rest.find_first_not_of(' ', 1), rest.size())))};
  const std::size_t dot = scope.find('.');
  const std::string_view block = scope.substr(0, dot);
  if (!is_number(block)) return subject;
  if (dot == std::string_view::npos) {
    subject.block = block;
  } else if (is_number(scope.substr(dot + 1))) {
    subject.block = block;
    subject.thread = scope;
  }
  return subject;
}

}  // namespace rlmdb::grid
