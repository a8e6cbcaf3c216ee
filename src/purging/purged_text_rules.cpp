// SPDX-License-Identifier: MIT
#include "purging/purged_text_rules.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

namespace rlmdb::purging {

namespace {

/// A text inside JSON inside JSON is escaped twice, and so on.
constexpr int k_most_levels = 3;
constexpr std::string_view k_mark = "[purged";

/// What is read at once: a byte, or the bytes that an escape stands for.
struct Unit {
  std::array<char, 4> bytes{};
  std::size_t size = 0;
  std::size_t end = 0;  ///< one past it in the value

  [[nodiscard]] bool is(char byte) const noexcept { return size == 1 && bytes[0] == byte; }
};

void put_utf8(std::uint32_t code, Unit& unit) {
  const auto put = [&](std::uint32_t byte) { unit.bytes.at(unit.size++) = static_cast<char>(byte); };
  unit.size = 0;
  if (code < 0x80) return put(code);
  if (code < 0x800) {
    put(0xC0 | code >> 6);
  } else {
    if (code < 0x10000) {
      put(0xE0 | code >> 12);
    } else {
      put(0xF0 | code >> 18);
      put(0x80 | (code >> 12 & 0x3F));
    }
    put(0x80 | (code >> 6 & 0x3F));
  }
  put(0x80 | (code & 0x3F));
}

std::optional<Unit> read_unit(std::string_view value, std::size_t at, int level);

std::optional<std::uint32_t> read_hex(std::string_view value, std::size_t& at, int level) {
  std::uint32_t code = 0;
  for (int digit = 0; digit < 4; ++digit) {
    const auto unit = read_unit(value, at, level);
    constexpr std::string_view k_digits = "0123456789abcdef";
    if (!unit || unit->size != 1) return std::nullopt;
    const char byte = unit->bytes[0];
    const std::size_t found =
        k_digits.find(byte >= 'A' && byte <= 'F' ? static_cast<char>(byte - 'A' + 'a') : byte);
    if (found == std::string_view::npos) return std::nullopt;
    code = code * 16 + static_cast<std::uint32_t>(found);
    at = unit->end;
  }
  return code;
}

/// The low half of a character of two halves, where it follows.
std::optional<std::uint32_t> read_low_half(std::string_view value, std::size_t& at, int level) {
  const auto backslash = read_unit(value, at, level);
  if (!backslash || !backslash->is('\\')) return std::nullopt;
  const auto letter = read_unit(value, backslash->end, level);
  if (!letter || !letter->is('u')) return std::nullopt;
  std::size_t end = letter->end;
  const auto low = read_hex(value, end, level);
  if (!low || *low < 0xDC00 || *low > 0xDFFF) return std::nullopt;
  at = end;
  return low;
}

/// What stands behind a backslash; `level` is that of the backslash.
std::optional<Unit> read_escape(std::string_view value, std::size_t at, int level) {
  auto unit = read_unit(value, at, level);
  if (!unit || unit->size != 1) return std::nullopt;
  constexpr std::string_view k_letters = "bfnrt\"\\/";
  constexpr std::string_view k_meant = "\b\f\n\r\t\"\\/";
  const std::size_t letter = k_letters.find(unit->bytes[0]);
  if (letter != std::string_view::npos) {
    unit->bytes[0] = k_meant[letter];
    return unit;
  }
  if (unit->bytes[0] != 'u') return std::nullopt;
  std::size_t end = unit->end;
  auto code = read_hex(value, end, level);
  if (!code) return std::nullopt;
  if (*code >= 0xD800 && *code < 0xDC00)
    if (const auto low = read_low_half(value, end, level))
      code = 0x10000 + ((*code - 0xD800) << 10) + (*low - 0xDC00);
  put_utf8(*code, *unit);
  unit->end = end;
  return unit;
}

/// nullopt: the end, or an escape that JSON does not have.
std::optional<Unit> read_unit(std::string_view value, std::size_t at, int level) {
  if (level == 0) {
    if (at >= value.size()) return std::nullopt;
    return Unit{{value[at]}, 1, at + 1};
  }
  auto unit = read_unit(value, at, level - 1);
  if (!unit || !unit->is('\\')) return unit;
  return read_escape(value, unit->end, level - 1);
}

std::string as_pointer_name(std::string_view text) {
  std::string name;
  for (const char byte : text) {
    if (byte == '~' || byte == '/') {
      name += byte == '~' ? "~0" : "~1";
    } else {
      name += byte;
    }
  }
  return name;
}

bool is_of_number(char byte) {
  return (byte >= '0' && byte <= '9') || byte == '-' || byte == '+' || byte == '.' || byte == 'e' ||
         byte == 'E';
}

/// The closing quote of the string whose inside begins at `begin`, or the end.
std::size_t end_of_string(std::string_view json, std::size_t begin) {
  std::size_t at = begin;
  while (at < json.size() && json[at] != '"') at += json[at] == '\\' ? 2U : 1U;
  return std::min(at, json.size());
}

}  // namespace

PurgedText::PurgedText(std::string text) {
  const std::string name = as_pointer_name(text);
  m_patterns.push_back(std::move(text));
  if (name != m_patterns.front()) m_patterns.push_back(name);
}

bool PurgedText::may_have(std::string_view value) const {
  return value.find('\\') != std::string_view::npos ||
         std::any_of(m_patterns.begin(), m_patterns.end(), [&](const std::string& pattern) {
           return value.find(pattern) != std::string_view::npos;
         });
}

std::size_t PurgedText::end_of_match(std::string_view value, std::size_t at, int level) const {
  const auto end_of = [&](std::string_view pattern) -> std::size_t {
    std::size_t place = at;
    while (!pattern.empty()) {
      const auto unit = read_unit(value, place, level);
      if (!unit || !pattern.starts_with(std::string_view(unit->bytes.data(), unit->size))) return 0;
      pattern.remove_prefix(unit->size);
      place = unit->end;
    }
    return place;
  };
  for (const std::string& pattern : m_patterns)
    if (const std::size_t end = end_of(pattern); end != 0) return end;
  return 0;
}

void PurgedText::find_in(std::string_view value, std::size_t begin, std::size_t end, int level,
                         std::vector<Stretch>& found) const {
  const std::string_view inside = value.substr(0, end);
  std::array<char, 3> first{text().front(), m_patterns.back().front(), '\\'};
  const std::string_view candidates(first.data(), first.size());
  for (std::size_t at = begin; at < end;) {
    if (level == 0) {
      at = inside.find_first_of(candidates, at);
      if (at == std::string_view::npos) return;
    }
    std::size_t match = 0;
    if (candidates.find(inside[at]) != std::string_view::npos)
      for (int deeper = level; match == 0 && deeper <= k_most_levels; ++deeper)
        match = end_of_match(inside, at, deeper);
    if (match != 0) {
      found.push_back({at, match});
      at = match;
      continue;
    }
    const auto unit = read_unit(inside, at, level);
    at = unit ? unit->end : at + 1;
  }
}

void PurgedText::find_in_json(std::string_view json, std::vector<Stretch>& found) const {
  for (std::size_t at = 0; at < json.size();) {
    if (json[at] == '"') {
      const std::size_t end = end_of_string(json, at + 1);
      if (may_have(json.substr(at + 1, end - at - 1))) find_in(json, at + 1, end, 1, found);
      at = end + 1;
    } else if (is_of_number(json[at]) && json[at] != 'e' && json[at] != 'E') {
      std::size_t end = at;
      while (end < json.size() && is_of_number(json[end])) ++end;
      if (json.substr(at, end - at).find(text()) != std::string_view::npos) found.push_back({at, end, true});
      at = end;
    } else {
      ++at;
    }
  }
}

std::vector<Stretch> PurgedText::find(std::string_view value, ValueForm form) const {
  std::vector<Stretch> found;
  if (!may_have(value)) return found;
  switch (form) {
    case ValueForm::text:
      find_in(value, 0, value.size(), 0, found);
      break;
    case ValueForm::json:
      find_in_json(value, found);
      break;
    case ValueForm::json_inside:
      find_in(value, 0, value.size(), 1, found);
      break;
  }
  return found;
}

bool PurgedText::is_across(std::string_view json, const std::vector<Stretch>& found) const {
  if (text().find_first_of("\"{}[],:") == std::string::npos) return false;
  for (std::size_t at = json.find(text()); at != std::string_view::npos; at = json.find(text(), at + 1)) {
    const std::size_t end = at + text().size();
    const bool is_found = std::any_of(found.begin(), found.end(), [&](const Stretch& stretch) {
      return stretch.begin < end && at < stretch.end;
    });
    if (!is_found) return true;
  }
  return false;
}

std::string without(std::string_view value, const std::vector<Stretch>& stretches, std::string_view mark) {
  std::string left;
  std::size_t at = 0;
  for (const Stretch& stretch : stretches) {
    left += value.substr(at, stretch.begin - at);
    if (stretch.is_number) left += '"';
    left += mark;
    if (stretch.is_number) left += '"';
    at = stretch.end;
  }
  left += value.substr(at);
  return left;
}

std::size_t place_without(std::size_t place, const std::vector<Stretch>& stretches, std::string_view mark) {
  std::size_t moved = place;
  for (const Stretch& stretch : stretches) {
    if (stretch.begin >= place) break;
    moved = moved + mark.size() - (std::min(stretch.end, place) - stretch.begin);
  }
  return moved;
}

std::string mark_after(std::size_t taken) {
  return std::string(k_mark) + (taken == 0 ? "" : "-" + std::to_string(taken + 1)) + "]";
}

std::size_t newest_mark_in(std::string_view value) {
  std::size_t newest = 0;
  for (std::size_t at = value.find(k_mark); at != std::string_view::npos; at = value.find(k_mark, at + 1)) {
    std::string_view rest = value.substr(at + k_mark.size());
    if (rest.starts_with(']')) newest = std::max<std::size_t>(newest, 1);
    if (!rest.starts_with('-')) continue;
    rest.remove_prefix(1);
    std::size_t number = 0;
    std::size_t digits = 0;
    constexpr std::size_t k_most_digits = 9;
    while (digits < rest.size() && digits < k_most_digits && rest[digits] >= '0' && rest[digits] <= '9')
      number = number * 10 + static_cast<std::size_t>(rest[digits++] - '0');
    if (digits > 0 && rest.substr(digits).starts_with(']')) newest = std::max(newest, number);
  }
  return newest;
}

}  // namespace rlmdb::purging
