// SPDX-License-Identifier: MIT
#include "grid/grid_values.hpp"

#include <algorithm>
#include <charconv>

#include "grid/grid_file_rules.hpp"
#include "json/json_members.hpp"
#include "json/json_string.hpp"
#include "util/instant.hpp"

namespace rlmdb::grid {

std::string text_in(std::string_view raw) {
  switch (json::kind_of(raw)) {
    case JsonKind::string:
      return json::text_of(raw).value_or("");
    case JsonKind::number:
    case JsonKind::boolean:
      return std::string(raw);
    default:
      return {};
  }
}

std::string text_in(std::string_view object, std::string_view name) {
  return text_in(json::find_member(object, name));
}

std::optional<std::int64_t> integer_in(std::string_view object, std::string_view name) {
  const std::string text = text_in(object, name);
  std::int64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, value);
  if (fault != std::errc() || stop != end) return std::nullopt;
  return value;
}

std::vector<std::string_view> elements_in(std::string_view raw) {
  std::vector<std::string_view> elements;
  if (raw.starts_with('[')) json::split_elements(raw, elements);
  return elements;
}

std::vector<std::string_view> elements_in(std::string_view object, std::string_view name) {
  return elements_in(json::find_member(object, name));
}

std::vector<std::string> texts_in(std::string_view raw) {
  std::vector<std::string> texts;
  for (const std::string_view element : elements_in(raw)) {
    if (std::string text = text_in(element); !text.empty()) texts.push_back(std::move(text));
  }
  return texts;
}

std::vector<std::string> texts_in(std::string_view object, std::string_view name) {
  return texts_in(json::find_member(object, name));
}

std::optional<GridTime> time_of(std::string_view text) {
  constexpr std::size_t k_date_length = 10;
  std::string form(text);
  if (form.size() > k_date_length && form[k_date_length] == ' ') form[k_date_length] = 'T';
  if (const auto ms = util::instant_ms(form)) return GridTime{*ms, true};
  if (const auto ms = util::instant_ms(form + "Z")) return GridTime{*ms, false};
  return std::nullopt;
}

std::optional<std::int64_t> moment_of(std::string_view text, std::optional<std::int64_t> utc_offset_minutes) {
  constexpr std::int64_t k_ms_per_minute = 60'000;
  const auto time = time_of(text);
  if (!time) return std::nullopt;
  return time->has_zone ? time->ms : time->ms - utc_offset_minutes.value_or(0) * k_ms_per_minute;
}

std::int64_t thread_number(std::string_view thread) {
  return number_of(thread, thread.find('.') == std::string_view::npos ? 0 : 1);
}

std::string thread_id(std::string_view block, std::string_view thread) {
  if (thread.empty() || block.empty() || thread.find('.') != std::string_view::npos)
    return std::string(thread);
  return std::string(block) + "." + std::string(thread);
}

std::string block_of_thread(std::string_view thread) {
  const std::size_t dot = thread.find('.');
  return dot == std::string_view::npos ? "" : std::string(thread.substr(0, dot));
}

std::string block_text(std::int64_t number) {
  const std::string digits = std::to_string(number);
  return digits.size() < 2 ? "0" + digits : digits;
}

std::string two_digits(std::string_view block) {
  const bool is_number = !block.empty() && block.find_first_not_of("0123456789") == std::string_view::npos;
  return is_number ? block_text(number_of(block)) : std::string(block);
}

bool is_same_block(std::string_view left, std::string_view right) {
  const std::int64_t number = number_of(left);
  return number >= 0 ? number == number_of(right) : left == right;
}

}  // namespace rlmdb::grid
