// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cctype>
#include <utility>
#include <vector>

#include "grid/grid_file_rules.hpp"
#include "grid/grid_markdown.hpp"
#include "grid/grid_state_rules.hpp"
#include "grid/grid_words.hpp"
#include "grid/grid_yaml.hpp"
#include "grid/markdown_documents.hpp"
#include "grid/markdown_labels.hpp"
#include "grid/markdown_table.hpp"
#include "json/json_members.hpp"
#include "json/json_string.hpp"

namespace rlmdb::grid {

namespace {

using StatusWord = std::pair<std::string_view, std::string_view>;

constexpr std::array k_words_to_write = {
    StatusWord{"active", "In progress"}, StatusWord{"completed", "Complete"},
    StatusWord{"checkpoint", "Checkpoint"}, StatusWord{"interrupted", "Interrupted"},
    StatusWord{"failed", "Failed"}};

[[noreturn]] void refuse_member(std::string_view pointer) {
  refuse_input(std::string(pointer), "has no line in a STATE.md that is Markdown",
               "say it in a file of its own, or give STATE.md the YAML form (`rlmdb grid write STATE.md`)");
}

/// A text whose lines are changed one after the other, from the label that each has.
class MarkdownState {
 public:
  explicit MarkdownState(std::string_view text) : m_text(text) {}

  void set(std::string_view member, const std::string& value) {
    const std::vector<LabelLine> lines = label_lines(m_text);
    if (const LabelLine* const line = find_line(lines, member)) {
      m_text.replace(line->value_begin, line->value_end - line->value_begin, value);
      return;
    }
    if (lines.empty()) refuse_member("/" + std::string(member));
    std::string label(member);
    std::replace(label.begin(), label.end(), '_', ' ');
    label.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(label.front())));
    const LabelLine& last = lines.back();
    const std::string_view end = line_end_of(m_text);
    const std::string line =
        std::string(last.before) + label + std::string(last.between) + value + std::string(last.after);
    const bool is_last_line = m_text[last.end - 1] != '\n';
    m_text.insert(last.end, is_last_line ? std::string(end) + line : line + std::string(end));
  }
  [[nodiscard]] std::string value(std::string_view member) const {
    const std::vector<LabelLine> lines = label_lines(m_text);
    const LabelLine* const line = find_line(lines, member);
    return line == nullptr ? std::string() : std::string(value_in(m_text, *line));
  }
  void set_threads(std::string_view raw) { m_text = with_thread_table(m_text, raw); }
  [[nodiscard]] const std::string& text() const { return m_text; }

 private:
  std::string m_text;
};

/// A raw scalar as it stands behind a label.
std::string scalar_text(std::string_view raw, std::string_view pointer) {
  if (raw.starts_with('{') || raw.starts_with('[')) refuse_member(pointer);
  if (raw == "null") return {};
  std::string text = json::text_of(raw).value_or(std::string(raw));
  if (text.find('\n') != std::string::npos || text.find('|') != std::string::npos) refuse_member(pointer);
  return text;
}

void replace_part(std::string& value, std::string_view part, std::string_view by) {
  value.replace(static_cast<std::size_t>(part.data() - value.data()), part.size(), by);
}

/// "04 of 09 (Core)" with what `position` says of the level.
std::string with_count(std::string value, std::string_view level, std::string_view position) {
  const auto given = [&](const std::string& suffix) {
    return json::find_member(position, std::string(level) + suffix);
  };
  const std::string pointer = "/position/" + std::string(level);
  if (const std::string_view raw = given(""); !raw.empty()) {
    const Counted parts = counted(value);
    const std::string number = scalar_text(raw, pointer);
    parts.number.empty() ? (void)(value = number) : replace_part(value, parts.number, number);
  }
  if (const std::string_view raw = given("_total"); !raw.empty()) {
    const Counted parts = counted(value);
    const std::string total = scalar_text(raw, pointer + "_total");
    if (!parts.total.empty()) {
      replace_part(value, parts.total, total);
    } else if (!parts.number.empty()) {
      value.insert(static_cast<std::size_t>(parts.number.data() - value.data()) + parts.number.size(),
                   " of " + total);
    }
  }
  if (const std::string_view raw = given("_name"); !raw.empty()) {
    const Counted parts = counted(value);
    const std::string name = scalar_text(raw, pointer + "_name");
    if (!parts.name.empty()) {
      replace_part(value, parts.name, name);
    } else if (!name.empty()) {
      value += " (" + name + ")";
    }
  }
  const std::size_t empty_name = value.find(" ()");
  if (empty_name != std::string::npos) value.erase(empty_name, 3);
  return value;
}

void set_position(MarkdownState& state, std::string_view position) {
  if (!position.starts_with('{')) refuse_member("/position");
  for (const std::string_view level : k_position_levels) {
    const std::string before = state.value(level);
    const std::string after = with_count(before, level, position);
    if (after != before) state.set(level, after);
  }
}

/// "[████----] 44%" with another number, and as much of the bar as that is.
std::string with_percent(std::string value, const std::string& percent) {
  const std::string_view digits = percent_in(value);
  if (digits.empty()) return percent + "%";
  replace_part(value, digits, percent);
  const std::size_t open = value.find('[');
  const std::size_t close = value.find(']', open);
  if (open == std::string::npos || close == std::string::npos) return value;
  const std::string_view bar = std::string_view(value).substr(open + 1, close - open - 1);
  const bool is_ascii =
      std::all_of(bar.begin(), bar.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  const auto is_lead = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; };
  const auto cells = std::count_if(bar.begin(), bar.end(), is_lead);
  constexpr int k_all = 100;
  const auto full = cells * std::clamp<std::int64_t>(number_of(percent), 0, k_all) / k_all;
  std::string drawn;
  for (std::ptrdiff_t cell = 0; cell < cells; ++cell)
    drawn += cell < full ? (is_ascii ? "#" : "\xe2\x96\x88") : (is_ascii ? "-" : "\xe2\x96\x91");
  return value.replace(open + 1, close - open - 1, drawn);
}

void set_member(MarkdownState& state, std::string_view name, std::string_view raw) {
  const std::string pointer = "/" + std::string(name);
  if (name == "position") return set_position(state, raw);
  if (name == "completed_threads") return state.set_threads(raw);
  if (name == "cluster" || name == "blocks" || name == "form" || name == "status_text")
    refuse_member(pointer);
  const std::string text = scalar_text(raw, pointer);
  if (name == "progress_percent") return state.set(name, with_percent(state.value(name), text));
  if (name == "updated_at" && state.value(name).size() == k_date_bytes)
    return state.set(name, text.substr(0, k_date_bytes));
  if (name != "status") return state.set(name, text);
  const auto word = std::find_if(k_words_to_write.begin(), k_words_to_write.end(),
                                 [&](const StatusWord& words) { return words.first == text; });
  if (mission_status_of(state.value(name)) != text)
    state.set(name, word == k_words_to_write.end() ? text : std::string(word->second));
}

}  // namespace

std::string with_markdown_state(std::string_view text, std::string_view patch_json) {
  MarkdownState state(text);
  std::vector<json::Member> members;
  json::split_members(patch_json, members);
  const std::string block_before = std::string(counted(state.value("block")).number);
  for (const json::Member& member : members)
    set_member(state, json::text_of(member.raw_name).value_or(""), member.raw_value);
  // "Block complete" was said of the block before.
  if (counted(state.value("block")).number != block_before && is_block_complete(state.value("status")))
    state.set("status", "In progress");
  return state.text();
}

}  // namespace rlmdb::grid
