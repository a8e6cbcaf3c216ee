// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace rlmdb::test {

inline std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end == std::string_view::npos ? end : end + 1));
    text.remove_prefix(lines.back().size());
  }
  return lines;
}

/// The lines that `before` alone has, with "-", and those that `after` alone has, with "+", with their ends,
/// in their order; by the longest common part. For small texts.
inline std::string line_difference(std::string_view before, std::string_view after) {
  const std::vector<std::string_view> left = lines_of(before);
  const std::vector<std::string_view> right = lines_of(after);
  std::vector<std::vector<std::size_t>> common(left.size() + 1,
                                               std::vector<std::size_t>(right.size() + 1, 0));
  for (std::size_t i = left.size(); i-- > 0;) {
    for (std::size_t j = right.size(); j-- > 0;)
      common[i][j] = left[i] == right[j]
                         ? common[i + 1][j + 1] + 1
                         : (common[i + 1][j] > common[i][j + 1] ? common[i + 1][j] : common[i][j + 1]);
  }
  std::string difference;
  for (std::size_t i = 0, j = 0; i < left.size() || j < right.size();) {
    if (i < left.size() && j < right.size() && left[i] == right[j]) {
      ++i;
      ++j;
    } else if (i < left.size() && (j == right.size() || common[i + 1][j] >= common[i][j + 1])) {
      difference.append("-").append(left[i++]);
    } else {
      difference.append("+").append(right[j++]);
    }
  }
  return difference;
}

}  // namespace rlmdb::test
