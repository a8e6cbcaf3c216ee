// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <utility>
#include <vector>

#include "grid/grid_file_rules.hpp"
#include "grid/grid_markdown.hpp"
#include "grid/grid_state_rules.hpp"
#include "grid/grid_words.hpp"
#include "grid/grid_yaml.hpp"
#include "grid/labelled_text.hpp"
#include "grid/markdown_documents.hpp"
#include "grid/markdown_labels.hpp"
#include "grid/markdown_table.hpp"
#include "json/json_members.hpp"
#include "json/json_string.hpp"
#include "json/object_text.hpp"
#include "util/text_bytes.hpp"

namespace rlmdb::grid {

namespace {

/// "James Blog" of "# Grid State - James Blog" and of "# Grid State: James Blog".
std::string cluster_of_heading(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const Line line = line_at(text, at);
    at = line.end;
    if (!line.text.starts_with("# ")) continue;
    std::string_view heading = trimmed(line.text.substr(2));
    const std::string folded = util::fold_word(heading);
    if (!folded.starts_with("grid_state")) return {};
    heading.remove_prefix(std::string_view("grid state").size());
    const std::size_t name = heading.find_first_not_of("-: \xe2\x80\x93\x94");
    return name == std::string_view::npos ? std::string() : std::string(heading.substr(name));
  }
  return {};
}

/// Whether the line says of a block that it is done, or is not; nullopt: neither.
std::optional<bool> mark_in(std::string_view line) {
  for (const std::string_view mark :
       {"[x]", "[X]", "\xe2\x9c\x85", "\xe2\x9c\x93", "\xe2\x9c\x94", "\xe2\x98\x91"})
    if (line.find(mark) != std::string_view::npos) return true;
  for (const std::string_view mark : {"[ ]", "[~]", "[-]", "[>]", "\xe2\xac\x9c", "\xe2\x98\x90",
                                      "\xe2\x8f\xb3", "\xf0\x9f\x94\x84", "\xe2\x9d\x8c"})
    if (line.find(mark) != std::string_view::npos) return false;
  return std::nullopt;
}

std::string without_marks(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool is_box = text[at] == '[' && at + 2 < text.size() && text[at + 2] == ']';
    if (is_box) at += 2;
    if (is_box || static_cast<unsigned char>(text[at]) >= 0x80) continue;
    out += text[at] == '|' || text[at] == '*' ? ' ' : text[at];
  }
  return std::string(trimmed(out));
}

/// "- [x] Block 01: Foundation", "| 01 | Foundation | ✅ |".
std::optional<std::string> block_in(std::string_view line) {
  const bool is_item =
      !line.empty() && (std::string_view("-*+|[0123456789").find(line[0]) != std::string_view::npos ||
                        static_cast<unsigned char>(line[0]) >= 0x80);
  if (!is_item) return std::nullopt;
  const auto is_complete = mark_in(line);
  if (!is_complete) return std::nullopt;
  std::string said = without_marks(line);
  std::string_view rest = said;
  rest.remove_prefix(std::min(rest.find_first_not_of("-+ "), rest.size()));
  if (util::fold_word(rest.substr(0, 6)).starts_with("block")) rest = trimmed(rest.substr(5));
  const std::string_view number = digits_at(rest, 0);
  if (number.empty() || number.size() > 3) return std::nullopt;
  rest.remove_prefix(number.size());
  rest.remove_prefix(std::min(rest.find_first_not_of(":.- "), rest.size()));
  json::ObjectText block;
  block.add("block", json::quoted(number));
  block.add("name", json::quoted(trimmed(rest)));
  block.add("is_complete", *is_complete ? "true" : "false");
  return std::move(block).finish();
}

std::vector<std::string> blocks_in(std::string_view text) {
  std::vector<std::string> blocks;
  for (std::size_t at = 0; at < text.size();) {
    const Line line = line_at(text, at);
    at = line.end;
    if (auto block = block_in(trimmed(line.text))) blocks.push_back(*std::move(block));
  }
  return blocks;
}

std::string number_text(std::string_view digits) {
  const std::int64_t number = number_of(digits);
  return number < 0 ? std::string("null") : std::to_string(number);
}

/// Blocks and threads are text.
std::string level_text(std::string_view level, std::string_view digits) {
  return level == "block" || level == "thread" ? json::quoted(digits) : number_text(digits);
}

std::string position_of(std::string_view text, const std::vector<LabelLine>& lines) {
  json::ObjectText position;
  for (const std::string_view level : k_position_levels) {
    const LabelLine* const line = find_line(lines, level);
    if (line == nullptr) continue;
    const Counted parts = counted(value_in(text, *line));
    if (parts.number.empty()) continue;
    position.add(level, level_text(level, parts.number));
    if (!parts.total.empty()) position.add(std::string(level) + "_total", number_text(parts.total));
    if (!parts.name.empty() && (level == "phase" || level == "thread"))
      position.add(std::string(level) + "_name", json::quoted(parts.name));
  }
  return std::move(position).finish();
}

void add_member(json::ObjectText& state, std::string_view text, const LabelLine& line) {
  const std::string_view value = value_in(text, line);
  if (line.member == "status") {
    const std::string_view status = mission_status_of(value);
    state.add("status", json::quoted(status.empty() ? util::fold_word(value) : std::string(status)));
    state.add("status_text", json::quoted(value));
  } else if (line.member == "progress_percent" || line.member == "energy_remaining") {
    const std::string_view digits = percent_in(value);
    if (!digits.empty()) state.add(line.member, number_text(digits));
  } else if (line.member == "cluster") {
    return;
  } else {
    state.add(line.member, json::quoted(unquoted(value)));
  }
}

/// The block that the mission is at is complete where the status says so, whatever the list says.
void add_blocks(json::ObjectText& state, std::string_view text, const std::vector<LabelLine>& lines) {
  std::vector<std::string> blocks = blocks_in(text);
  const LabelLine* const status = find_line(lines, "status");
  const LabelLine* const block = find_line(lines, "block");
  if (status != nullptr && block != nullptr && is_block_complete(value_in(text, *status))) {
    const std::string number(counted(value_in(text, *block)).number);
    const auto is_it = [&](const std::string& raw) {
      return number_of(json::text_member(raw, "block").value_or("")) == number_of(number);
    };
    if (const auto known = std::find_if(blocks.begin(), blocks.end(), is_it); known != blocks.end()) {
      *known = json::with_member(*known, "is_complete", "true");
    } else if (!number.empty()) {
      json::ObjectText complete;
      complete.add("block", json::quoted(number));
      complete.add("is_complete", "true");
      blocks.push_back(std::move(complete).finish());
    }
  }
  if (!blocks.empty()) state.add("blocks", as_array(blocks));
}

}  // namespace

std::string read_markdown_state(std::string_view text) {
  const std::vector<LabelLine> lines = label_lines(text);
  const bool has_status = find_line(lines, "status") != nullptr;
  const bool has_place =
      std::any_of(lines.begin(), lines.end(), [](const LabelLine& line) { return is_level(line.member); });
  const bool is_yaml = std::all_of(lines.begin(), lines.end(), [&](const LabelLine& line) {
    const auto first = static_cast<unsigned char>(text[line.begin + line.before.size()]);
    return trimmed(line.before).empty() && std::isupper(first) == 0;
  });
  if (is_yaml || (!has_status && !has_place)) return {};
  json::ObjectText state;
  const LabelLine* const cluster = find_line(lines, "cluster");
  const std::string name = cluster != nullptr ? unquoted(value_in(text, *cluster)) : cluster_of_heading(text);
  if (!name.empty()) state.add("cluster", json::quoted(name));
  for (const LabelLine& line : lines)
    if (!is_level(line.member)) add_member(state, text, line);
  if (has_place) state.add("position", position_of(text, lines));
  add_blocks(state, text, lines);
  if (const std::string threads = thread_table_json(text); !threads.empty())
    state.add("completed_threads", threads);
  state.add("form", json::quoted("markdown"));
  return std::move(state).finish();
}

}  // namespace rlmdb::grid
