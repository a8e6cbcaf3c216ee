// SPDX-License-Identifier: MIT
#include "yaml/yaml_scalar_rules.hpp"

#include <algorithm>
#include <initializer_list>
#include <string>

#include "json/json_number.hpp"

namespace rlmdb::yaml {

namespace {

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

bool is_decimal(char c) {
  return c >= '0' && c <= '9';
}

/// Takes digits off the front; false: there are none.
bool take_digits(std::string_view& text) {
  std::size_t count = 0;
  while (count < text.size() && is_decimal(text[count])) ++count;
  text.remove_prefix(count);
  return count > 0;
}

bool starts_with_one_of(std::string_view text, std::string_view characters) {
  return !text.empty() && characters.find(text.front()) != std::string_view::npos;
}

/// Whether a quoted or plain scalar can hold the character at `at` as it is: no control character, no break
/// of a line in any version of YAML, no byte order mark.
bool is_printable_at(std::string_view text, std::size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte < 0x20) return byte == '\t';
  if (byte == 0x7F) return false;
  const auto next = at + 1 < text.size() ? static_cast<unsigned char>(text[at + 1]) : 0U;
  if (byte == 0xC2) return next >= 0xA0;
  const std::string_view three = text.substr(at, 3);
  return !is_one_of(three, {"\xE2\x80\xA8", "\xE2\x80\xA9", "\xEF\xBB\xBF", "\xEF\xBF\xBE", "\xEF\xBF\xBF"});
}

bool is_all_printable(std::string_view text, std::string_view besides = {}) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!is_printable_at(text, at) && besides.find(text[at]) == std::string_view::npos) return false;
  }
  return true;
}

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

/// Numbers of all kinds, times and dates: what some reader of YAML may take for something else than text.
bool looks_like_a_number(std::string_view text) {
  if (!starts_with_one_of(text, "0123456789+-.")) return false;
  return text.find_first_not_of("0123456789abcdefABCDEFxXoOnNiItTzZ_.:+- ") == std::string_view::npos;
}

bool is_word_of_yaml(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return is_one_of(lower, {"y", "n", "yes", "no", "on", "off", "true", "false", "null", "~", "=", "<<"});
}

}  // namespace

bool is_json_number(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  const bool begins_with_zero = text.starts_with('0');
  const std::string_view whole = text;
  if (!take_digits(text)) return false;
  if (begins_with_zero && whole.size() - text.size() > 1) return false;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    if (!take_digits(text)) return false;
  }
  if (starts_with_one_of(text, "eE")) {
    text.remove_prefix(1);
    if (starts_with_one_of(text, "+-")) text.remove_prefix(1);
    if (!take_digits(text)) return false;
  }
  return text.empty();
}

std::string_view plain_json_of_text_member(std::string_view text) {
  return is_one_of(text, {"", "~", "null", "Null", "NULL"}) ? "null" : "";
}

std::string_view plain_json(std::string_view text) {
  if (is_one_of(text, {"true", "True", "TRUE"})) return "true";
  if (is_one_of(text, {"false", "False", "FALSE"})) return "false";
  if (is_json_number(text) && json::number_of(text)) return text;
  return plain_json_of_text_member(text);
}

bool can_be_plain(std::string_view text, Around around) {
  if (text.empty() || is_blank(text.front()) || is_blank(text.back())) return false;
  if (text.find('\t') != std::string_view::npos || !is_all_printable(text)) return false;
  if (starts_with_one_of(text, ",[]{}#&*!|>'\"%@`")) return false;
  if (starts_with_one_of(text, "-?:") && (text.size() == 1 || text[1] == ' ' || around == Around::flow)) {
    return false;
  }
  if (text.starts_with("---") || text.starts_with("...")) return false;
  if (text.find(": ") != std::string_view::npos || text.ends_with(':')) return false;
  if (text.find(" #") != std::string_view::npos) return false;
  return around == Around::block || text.find_first_of(",[]{}:?") == std::string_view::npos;
}

bool is_plain_text_everywhere(std::string_view text, Around around) {
  return can_be_plain(text, around) && plain_json(text).empty() && !looks_like_a_number(text) &&
         !is_word_of_yaml(text);
}

bool can_be_single_quoted(std::string_view text) {
  return is_all_printable(text);
}

bool can_be_literal(std::string_view text) {
  if (text.empty() || starts_with_one_of(text, " \t\n") || text.ends_with("\n\n")) return false;
  return is_all_printable(text, "\n");
}

bool can_be_folded(std::string_view text) {
  return can_be_literal(text) && text.find("\n ") == std::string_view::npos &&
         text.find("\n\t") == std::string_view::npos;
}

}  // namespace rlmdb::yaml
