// SPDX-License-Identifier: MIT
#include "yaml/yaml_source.hpp"

#include <algorithm>
#include <optional>

#include "rlmdb/error.hpp"
#include "util/text_bytes.hpp"

namespace rlmdb::yaml {

namespace {

/// U+0085, U+2028, U+2029: breaks of lines in YAML 1.1, ordinary characters in YAML 1.2.
constexpr std::array<std::string_view, 3> k_old_breaks = {"\xC2\x85", "\xE2\x80\xA8", "\xE2\x80\xA9"};
constexpr unsigned k_first_private = 0xE000;
constexpr unsigned k_private_count = 0x1900;
constexpr std::size_t k_index_step = 64;

bool begins_character(char byte) noexcept {
  return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
}

bool is_utf16(std::string_view yaml) noexcept {
  return yaml.starts_with("\xFF\xFE") || yaml.starts_with("\xFE\xFF");
}

std::string private_character(unsigned number) {
  const unsigned code = k_first_private + number;
  return {static_cast<char>(0xE0U | (code >> 12U)), static_cast<char>(0x80U | ((code >> 6U) & 0x3FU)),
          static_cast<char>(0x80U | (code & 0x3FU))};
}

std::optional<unsigned> digit_of(char c) noexcept {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a') + 10;
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A') + 10;
  return std::nullopt;
}

/// The private characters that `text` holds, or may spell as an escape.
std::vector<bool> private_characters_of(std::string_view text) {
  std::vector<bool> used(k_private_count, false);
  const auto use = [&](unsigned code) {
    if (code >= k_first_private && code < k_first_private + k_private_count)
      used[code - k_first_private] = true;
  };
  unsigned window = 0;
  std::size_t digits = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::optional<unsigned> digit = digit_of(text[i]);
    digits = digit ? digits + 1 : 0;
    window = digit ? ((window << 4U) | *digit) & 0xFFFFU : 0;
    if (digits >= 4) use(window);
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xF0U) == 0xE0U && i + 2 < text.size()) {
      use(((byte & 0x0FU) << 12U) | ((static_cast<unsigned char>(text[i + 1]) & 0x3FU) << 6U) |
          (static_cast<unsigned char>(text[i + 2]) & 0x3FU));
    }
  }
  return used;
}

/// `text` with each of `from` replaced by what stands at its place in `to`.
template <class From, class To>
std::string with_each_replaced(std::string_view text, const From& from, const To& to) {
  std::string replaced;
  replaced.reserve(text.size() + 16);
  for (std::size_t at = 0; at < text.size();) {
    const auto found = std::find_if(from.begin(), from.end(),
                                    [&](const auto& one) { return text.substr(at, one.size()) == one; });
    if (found == from.end()) {
      replaced += text[at++];
    } else {
      replaced += to[static_cast<std::size_t>(found - from.begin())];
      at += found->size();
    }
  }
  return replaced;
}

bool holds_any(std::string_view text) {
  return std::any_of(k_old_breaks.begin(), k_old_breaks.end(),
                     [&](std::string_view one) { return text.find(one) != std::string_view::npos; });
}

/// "byte 12 (line 3, column 5)": bytes from 0, lines and characters of a line from 1.
std::string place_in(std::string_view yaml, std::size_t byte) {
  byte = std::min(byte, yaml.size());
  const std::string_view before = yaml.substr(0, byte);
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const std::size_t last_break = before.rfind('\n');
  const std::string_view in_line =
      last_break == std::string_view::npos ? before : before.substr(last_break + 1);
  const auto column = std::count_if(in_line.begin(), in_line.end(), begins_character) + 1;
  return "byte " + std::to_string(byte) + " (line " + std::to_string(line) + ", column " +
         std::to_string(column) + ")";
}

}  // namespace

void refuse(std::string_view yaml, std::size_t byte, const std::string& reason, const std::string& hint) {
  throw Error(ErrorCode::invalid_input, reason, place_in(yaml, byte), hint);
}

Source::Source(std::string_view yaml, std::size_t most_bytes) : m_yaml(yaml) {
  if (yaml.size() > most_bytes) {
    throw Error(ErrorCode::invalid_input,
                "the YAML is larger than " + std::to_string(most_bytes) + " bytes: it has " +
                    std::to_string(yaml.size()),
                "byte " + std::to_string(most_bytes));
  }
  if (is_utf16(yaml)) refuse(yaml, 0, "the text is UTF-16", "save it as UTF-8");
  if (const auto invalid = util::find_invalid_utf8(yaml)) {
    refuse(yaml, *invalid, "a byte that is no UTF-8", "save the text as UTF-8");
  }
  if (yaml.starts_with(util::k_byte_order_mark)) m_mark_bytes = util::k_byte_order_mark.size();
  m_text = yaml.substr(m_mark_bytes);
  if (holds_any(m_text)) choose_stand_ins();
  index_characters();
}

void Source::choose_stand_ins() {
  const std::vector<bool> used = private_characters_of(m_text);
  std::size_t chosen = 0;
  for (unsigned number = 0; number < k_private_count && chosen < m_stand_ins.size(); ++number) {
    if (!used[number]) m_stand_ins[chosen++] = private_character(number);
  }
  if (chosen < m_stand_ins.size()) refuse(m_yaml, 0, "the text uses every private character of Unicode");
  m_with_stand_ins = with_each_replaced(m_text, k_old_breaks, m_stand_ins);
  m_text = m_with_stand_ins;
}

void Source::index_characters() {
  std::size_t characters = 0;
  for (std::size_t byte = m_mark_bytes; byte < m_yaml.size(); ++byte) {
    if (!begins_character(m_yaml[byte])) continue;
    if (characters % k_index_step == 0) m_byte_of_each_64th.push_back(byte);
    ++characters;
  }
}

std::size_t Source::byte_of(std::size_t character) const noexcept {
  const std::size_t step = character / k_index_step;
  if (step >= m_byte_of_each_64th.size()) return m_yaml.size();
  std::size_t byte = m_byte_of_each_64th[step];
  for (std::size_t left = character % k_index_step; left > 0 && byte < m_yaml.size(); --left) {
    do ++byte;
    while (byte < m_yaml.size() && !begins_character(m_yaml[byte]));
  }
  return byte;
}

std::size_t Source::byte_of_text(std::size_t byte) const noexcept {
  const std::string_view before = m_text.substr(0, std::min(byte, m_text.size()));
  return byte_of(static_cast<std::size_t>(std::count_if(before.begin(), before.end(), begins_character)));
}

std::string Source::restored(std::string_view value) const {
  if (m_with_stand_ins.empty()) return std::string(value);
  return with_each_replaced(value, m_stand_ins, k_old_breaks);
}

}  // namespace rlmdb::yaml
