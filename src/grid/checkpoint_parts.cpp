// SPDX-License-Identifier: MIT
#include "grid/checkpoint_parts.hpp"

#include <algorithm>

#include "grid/grid_state_rules.hpp"
#include "grid/grid_values.hpp"
#include "grid/grid_words.hpp"
#include "grid/grid_yaml.hpp"
#include "grid/state_patch.hpp"
#include "json/object_text.hpp"

namespace rlmdb::grid {

std::string full_thread_id(std::string_view id, std::string_view block) {
  if (number_of(id) < 0) return std::string(id);
  const std::size_t dot = std::min(id.find('.'), id.size());
  if (dot < id.size()) return two_digits(id.substr(0, dot)) + std::string(id.substr(dot));
  return block.empty() ? std::string(id) : std::string(block) + "." + std::string(id);
}

bool is_same_thread(std::string_view left, std::string_view right) {
  const bool are_numbers = number_of(left) >= 0 && number_of(left, 1) >= 0;
  if (!are_numbers) return left == right;
  return number_of(left) == number_of(right) && number_of(left, 1) == number_of(right, 1);
}

std::int64_t complete_threads(std::string_view threads) {
  const std::vector<std::string_view> elements = elements_of(threads);
  return std::count_if(elements.begin(), elements.end(),
                       [](std::string_view thread) { return is_done_entry(thread); });
}

bool is_done_entry(std::string_view thread) {
  return !thread.empty() && is_thread_done(json::text_member(thread, "status").value_or("")) == Done::yes;
}

bool waits_for_answer(const GridFile& checkpoint) {
  return asks_the_user(json::text_member(checkpoint.document, "type").value_or("")) &&
         said_answer(json::text_member(checkpoint.document, "user_response").value_or("")).empty();
}

}  // namespace rlmdb::grid
