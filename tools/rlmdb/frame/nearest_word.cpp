// SPDX-License-Identifier: MIT
#include "frame/nearest_word.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>

#include "rlmdb/error.hpp"

namespace rlmdb::cli {
namespace {

/// Letters to change, add, drop or swap with their neighbour.
std::size_t edit_distance(std::string_view left, std::string_view right) {
  std::vector<std::vector<std::size_t>> cost(left.size() + 1, std::vector<std::size_t>(right.size() + 1));
  for (std::size_t i = 0; i <= left.size(); ++i) {
    for (std::size_t j = 0; j <= right.size(); ++j) {
      if (i == 0 || j == 0) {
        cost[i][j] = i + j;
        continue;
      }
      const std::size_t changed = cost[i - 1][j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1);
      cost[i][j] = std::min({changed, cost[i - 1][j] + 1, cost[i][j - 1] + 1});
      if (i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1]) {
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
      }
    }
  }
  return cost[left.size()][right.size()];
}

}  // namespace

std::optional<std::string> nearest_word(std::string_view word, const std::vector<std::string>& words,
                                        std::size_t most) {
  std::optional<std::string> nearest;
  constexpr std::size_t k_longest_word = 64;
  if (word.size() > k_longest_word) {
    return nearest;
  }
  std::size_t least = std::min(word.size() / 2, most) + 1;
  for (const std::string& candidate : words) {
    const bool begins = word.size() >= 3 && candidate.starts_with(word);
    const std::size_t distance = begins ? 1 : edit_distance(word, candidate);
    if (distance < least) {
      least = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

std::optional<std::string> nearest_word(std::string_view word, const std::vector<std::string>& reading,
                                        const std::vector<std::string>& changing) {
  const auto nearest = nearest_word(word, changing, 1);
  return nearest.has_value() ? nearest : nearest_word(word, reading);
}

void refuse_word(const std::string& word, std::span<const std::string_view> words,
                 const std::string& refusal) {
  const auto nearest = nearest_word(word, {words.begin(), words.end()});
  throw Error(ErrorCode::usage, refusal, word,
              nearest.has_value() ? fmt::format("did you mean {}?", *nearest)
                                  : fmt::format("it is one of {}", fmt::join(words, ", ")));
}

}  // namespace rlmdb::cli
