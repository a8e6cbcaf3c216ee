// SPDX-License-Identifier: MIT
#include "loops/failure_rules.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "json/json_members.hpp"
#include "json/json_number.hpp"
#include "json/json_string.hpp"
#include "json/object_text.hpp"

namespace rlmdb::loops {

namespace {

constexpr std::array<std::string_view, 3> k_members_that_say{"status", "result", "outcome"};
constexpr std::array<std::string_view, 3> k_words_of_failure{"failed", "failure", "error"};

bool says_failure(std::string_view entry) {
  const auto is_word = [&](std::string_view member) {
    const auto word = json::text_member(entry, member);
    return word &&
           std::find(k_words_of_failure.begin(), k_words_of_failure.end(), *word) != k_words_of_failure.end();
  };
  return json::find_member(entry, "success") == "false" ||
         std::any_of(k_members_that_say.begin(), k_members_that_say.end(), is_word);
}

std::optional<std::int64_t> failed_tests(std::string_view entry) {
  return json::exact_int64(json::find_member(json::find_member(entry, "test_results"), "failed"));
}

}  // namespace

bool has_failed(std::string_view entry, std::string_view before) {
  if (says_failure(entry)) return true;
  const std::int64_t failed = failed_tests(entry).value_or(0);
  return failed > 0 && failed >= failed_tests(before).value_or(0);
}

bool is_stuck(std::span<const std::string> entries) {
  if (entries.size() < k_stuck_failures) return false;
  for (std::size_t i = 0; i < k_stuck_failures; ++i)
    if (!has_failed(entries[i], i + 1 < entries.size() ? std::string_view(entries[i + 1]) : "")) return false;
  return true;
}

}  // namespace rlmdb::loops
