// SPDX-License-Identifier: MIT
#include "records/id_rules.hpp"

#include <algorithm>
#include <charconv>

namespace rlmdb::records {

namespace {

/// Longer runs of digits are no counter that a legacy store can have counted to.
constexpr std::size_t k_most_digits = 15;
constexpr std::size_t k_least_digits = 4;

}  // namespace

std::int64_t next_number_after(std::string_view legacy_id) {
  const std::size_t dash = legacy_id.rfind('-');
  std::string_view digits = dash == std::string_view::npos ? legacy_id : legacy_id.substr(dash + 1);
  digits = digits.substr(0, std::min(digits.size(), digits.find_first_not_of("0123456789")));
  if (digits.empty() || digits.size() > k_most_digits) return 0;
  std::int64_t number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number + 1;
}

std::string numbered_id(std::int64_t number) {
  std::string digits = std::to_string(number);
  if (digits.size() < k_least_digits) digits.insert(0, k_least_digits - digits.size(), '0');
  return "task-" + digits;
}

}  // namespace rlmdb::records
