// SPDX-License-Identifier: MIT
#include "grid/markdown_labels.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "grid/grid_markdown.hpp"
#include "grid/grid_state_rules.hpp"
#include "util/text_bytes.hpp"

namespace rlmdb::grid {

namespace {

using Words = std::pair<std::string_view, std::string_view>;

/// What labels mean; a level of the position is its own name.
constexpr std::array k_members = {
    Words{"cluster", "cluster"},
    Words{"mission", "cluster"},
    Words{"project", "cluster"},
    Words{"session", "session_id"},
    Words{"session_id", "session_id"},
    Words{"status", "status"},
    Words{"state", "status"},
    Words{"progress", "progress_percent"},
    Words{"completion", "progress_percent"},
    Words{"mode", "mode"},
    Words{"energy", "energy_remaining"},
    Words{"energy_remaining", "energy_remaining"},
    Words{"created", "created_at"},
    Words{"started", "created_at"},
    Words{"created_at", "created_at"},
    Words{"updated", "updated_at"},
    Words{"last_updated", "updated_at"},
    Words{"updated_at", "updated_at"},
    Words{"last_activity", "updated_at"},
    Words{"last_update", "updated_at"},
    Words{"error", "error"},
    Words{"last_error", "error"},
    Words{"last_checkpoint", "last_checkpoint"},
    Words{"phase", "phase"},
    Words{"block", "block"},
    Words{"wave", "wave"},
    Words{"thread", "thread"},
    Words{"current_phase", "phase"},
    Words{"current_block", "block"},
    Words{"current_wave", "wave"},
    Words{"current_thread", "thread"},
};

std::string_view member_of_label(std::string_view label) {
  const auto found = std::find_if(k_members.begin(), k_members.end(),
                                  [&](const Words& words) { return words.first == label; });
  return found == k_members.end() ? std::string_view() : found->second;
}

/// How long the time is that a value begins with, as in "2026-02-11, tide tables read"; all of one that
/// begins with none.
std::size_t time_at_front(std::string_view value) {
  const std::size_t end = value.find_first_not_of("0123456789-T:.Z+ ");
  std::size_t length = std::min(end, value.size());
  while (length > 0 && (value[length - 1] == ' ' || value[length - 1] == '-')) --length;
  return length < k_date_bytes ? value.size() : length;
}

/// nullopt: it has no label, or one that nobody knows.
std::optional<LabelLine> label_in(std::string_view text, const Line& line) {
  const std::size_t begin = std::min(line.text.find_first_not_of("-*+|> \t"), line.text.size());
  std::size_t end = begin;
  const auto is_of_label = [](char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == ' ' || c == '_';
  };
  while (end < line.text.size() && is_of_label(line.text[end])) ++end;
  const bool is_cell = line.text.starts_with('|');
  const std::string_view label = trimmed(line.text.substr(begin, end - begin));
  std::size_t value = end;
  bool has_mark = false;
  while (value < line.text.size() &&
         std::string_view(":* \t|").find(line.text[value]) != std::string_view::npos) {
    has_mark = has_mark || line.text[value] == (is_cell ? '|' : ':');
    ++value;
  }
  LabelLine found;
  found.member = member_of_label(snake_case(label));
  if (!has_mark || found.member.empty()) return std::nullopt;
  std::size_t value_end = line.text.find_last_not_of(is_cell ? " \t|*" : " \t*") + 1;
  value_end = std::max(value, value_end);
  const std::size_t label_end = begin + label.size();
  found.begin = line.begin;
  found.end = line.end;
  found.before = line.text.substr(0, begin);
  found.between = line.text.substr(label_end, value - label_end);
  found.after = line.text.substr(value_end);
  found.value_begin = line.begin + value;
  found.value_end = line.begin + value_end;
  if (found.member.ends_with("_at"))
    found.value_end = found.value_begin + time_at_front(value_in(text, found));
  if (is_cell && value_in(text, found).find('|') != std::string_view::npos)
    return std::nullopt;  // more than two
  return found;
}

}  // namespace

std::string status_word(std::string_view text) {
  std::string plain;
  for (const char c : text)
    if (static_cast<unsigned char>(c) < 0x80 &&
        std::string_view("0123456789").find(c) == std::string_view::npos)
      plain += c;
  std::string word = util::fold_word(plain);
  for (std::size_t twice = word.find("__"); twice != std::string::npos; twice = word.find("__"))
    word.erase(twice, 1);
  return word;
}

bool is_block_complete(std::string_view status) {
  return status_word(status).starts_with("block_complete");
}

bool is_level(std::string_view member) {
  return std::find(k_position_levels.begin(), k_position_levels.end(), member) != k_position_levels.end();
}

std::string_view value_in(std::string_view text, const LabelLine& line) {
  return text.substr(line.value_begin, line.value_end - line.value_begin);
}

std::vector<LabelLine> label_lines(std::string_view text) {
  std::vector<LabelLine> lines;
  bool is_fenced = false;
  for (std::size_t at = 0; at < text.size();) {
    const Line line = line_at(text, at);
    at = line.end;
    if (trimmed(line.text).starts_with("```")) is_fenced = !is_fenced;
    if (is_fenced || line.text.starts_with('#')) continue;
    const auto label = label_in(text, line);
    const auto is_same = [&](const LabelLine& known) { return known.member == label->member; };
    if (label && std::none_of(lines.begin(), lines.end(), is_same)) lines.push_back(*label);
  }
  return lines;
}

const LabelLine* find_line(const std::vector<LabelLine>& lines, std::string_view member) {
  const auto found =
      std::find_if(lines.begin(), lines.end(), [&](const LabelLine& line) { return line.member == member; });
  return found == lines.end() ? nullptr : &*found;
}

std::string_view digits_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
  return text.substr(std::min(at, text.size()), end - at);
}

Counted counted(std::string_view value) {
  Counted parts;
  const std::size_t begin = value.find_first_of("0123456789");
  if (begin == std::string_view::npos) return parts;
  const bool is_inside = begin > 0 && value[begin - 1] == '(';  // "Core (2 of 3)"
  if (is_inside) parts.name = trimmed(value.substr(0, begin - 1));
  parts.number = digits_at(value, begin);
  std::string_view rest = value.substr(begin + parts.number.size());
  const std::string_view behind = trimmed(rest);
  for (const std::string_view word : {std::string_view("of "), std::string_view("/")}) {
    if (!behind.starts_with(word)) continue;
    const std::string_view total = trimmed(behind.substr(word.size()));
    parts.total = digits_at(total, 0);
    if (!parts.total.empty()) rest = total.substr(parts.total.size());
  }
  rest = trimmed(rest);
  if (is_inside) return parts;
  if (rest.starts_with('(') && rest.ends_with(')')) {
    parts.name = rest.substr(1, rest.size() - 2);
  } else if (const std::size_t name = rest.find_first_not_of("-:. \xe2\x80\x93\x94");
             name != std::string_view::npos && name > 0) {
    parts.name = rest.substr(name);
  }
  return parts;
}

std::string_view percent_in(std::string_view value) {
  const std::size_t sign = value.find('%');
  std::size_t end = sign == std::string_view::npos ? value.size() : sign;
  while (end > 0 && value[end - 1] == ' ') --end;
  std::size_t begin = end;
  while (begin > 0 && value[begin - 1] >= '0' && value[begin - 1] <= '9') --begin;
  return value.substr(begin, end - begin);
}

}  // namespace rlmdb::grid
