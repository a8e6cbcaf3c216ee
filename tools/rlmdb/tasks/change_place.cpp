// SPDX-License-Identifier: MIT
#include "tasks/change_place.hpp"

#include <charconv>
#include <string>
#include <string_view>

namespace rlmdb::cli {
namespace {

/// "change" or "changes[3]" at the beginning of `where`; "" where it is something else.
std::string_view change_of(std::string_view where) {
  constexpr std::string_view k_one = "change";
  constexpr std::string_view k_many = "changes[";
  if (where.starts_with(k_many)) {
    return where.substr(0, where.find(']') + 1);
  }
  return where.starts_with(k_one) ? k_one : std::string_view{};
}

std::size_t index_of(std::string_view change) {
  std::size_t index = 0;
  if (const std::size_t bracket = change.find('['); bracket != std::string_view::npos) {
    std::from_chars(change.data() + bracket + 1, change.data() + change.size(), index);
  }
  return index;
}

std::string without(std::string text, const std::string& part) {
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at)) {
    text.erase(at, part.size());
  }
  return text;
}

}  // namespace

Error in_place(const Error& error, const TaskLines* lines) {
  const bool is_of_value = error.code() == ErrorCode::invalid_input || error.code() == ErrorCode::usage;
  const std::string change(is_of_value ? change_of(error.where()) : std::string_view{});
  if (change.empty()) {
    return error;
  }
  const std::string member = without(without(error.where(), change + "."), change);
  std::string where = lines == nullptr ? member : lines->place(index_of(change));
  if (lines != nullptr && !member.empty()) {
    where += " " + member;
  }
  return Error(error.code(), without(error.what(), change + "."), where, error.hint());
}

}  // namespace rlmdb::cli
