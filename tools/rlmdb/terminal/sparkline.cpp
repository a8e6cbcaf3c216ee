// SPDX-License-Identifier: MIT
#include "terminal/sparkline.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace rlmdb::cli {

std::string sparkline(const std::vector<double>& scores, std::size_t most, const Terminal& terminal) {
  constexpr std::size_t k_steps = 8;
  constexpr std::array<std::string_view, k_steps> k_bars{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  constexpr std::array<std::string_view, k_steps> k_plain{"_", ".", "-", ":", "=", "+", "*", "#"};
  const auto& signs = terminal.has_utf8 ? k_bars : k_plain;
  std::string line;
  for (std::size_t i = scores.size() - std::min(scores.size(), most); i < scores.size(); ++i) {
    const double share = std::clamp(scores[i], 0.0, 100.0) / 100.0;
    line += signs.at(std::min(static_cast<std::size_t>(share * k_steps), k_steps - 1));
  }
  return line;
}

}  // namespace rlmdb::cli
