// SPDX-License-Identifier: MIT
#include "trees/money_rules.hpp"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <string>

namespace rlmdb::trees {

double without_noise(double sum) {
  const std::string text = fmt::format("{:.{}g}", sum, std::numeric_limits<double>::digits10);
  double value = sum;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace rlmdb::trees
