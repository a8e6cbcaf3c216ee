// SPDX-License-Identifier: MIT
#include "trees/node_label.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "format/state_look.hpp"
#include "format/units_text.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

/// Combining characters take no column and are as many as somebody wrote: text is bounded by bytes as well.
constexpr std::size_t k_most_bytes_a_column = 8;

constexpr Terminal k_any_label_text{};

bool is_space(char byte) {
  return byte == ' ' || byte == '\n' || byte == '\t' || byte == '\r' || byte == '\v' || byte == '\f';
}

std::string with_single_spaces(std::string_view text, std::size_t most_bytes) {
  std::string line;
  bool is_space_due = false;
  for (const char byte : text) {
    if (line.size() >= most_bytes) {
      break;
    }
    if (is_space(byte)) {
      is_space_due = !line.empty();
      continue;
    }
    if (is_space_due) {
      line += ' ';
    }
    is_space_due = false;
    line += byte;
  }
  return line;
}

bool begins_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
}

/// The beginning of `text`, of at most `most_bytes`, no character cut.
std::string_view leading_characters(std::string_view text, std::size_t most_bytes) {
  if (text.size() <= most_bytes) {
    return text;
  }
  std::size_t end = most_bytes;
  while (end > 0 && !begins_character(text[end])) {
    --end;
  }
  return text.substr(0, end);
}

/// How many bytes of `text` fit into `columns`; at least one character.
std::size_t bytes_that_fit(std::string_view text, std::size_t columns) {
  std::size_t end = 0;
  std::size_t used = 0;
  while (end < text.size()) {
    std::size_t next = end + 1;
    while (next < text.size() && !begins_character(text[next])) {
      ++next;
    }
    used += display_width(text.substr(end, next - end));
    if (used > columns && end > 0) {
      break;
    }
    end = next;
  }
  return end;
}

}  // namespace

std::string node_name(const TreeNode& node) {
  constexpr std::size_t k_columns = 60;
  return one_line(id_of_node(node), k_columns);
}

std::string node_state(const TreeNode& node) {
  constexpr std::size_t k_columns = 30;
  const StateWord word = word_of_node(node);
  const bool is_told = word == StateWord::stuck || word == StateWord::interrupted;
  return (node.state_text.empty() ? "no state" : one_line(node.state_text, k_columns)) +
         (is_told ? ", " + std::string(look_of(word).name) : std::string());
}

std::string node_cost(const TreeNode& node, std::string_view unknown) {
  if (!node.cost_usd.has_value() && (node.children == 0 || !node.subtree_cost_usd.has_value())) {
    return std::string(unknown);
  }
  const std::string own = node.cost_usd.has_value() ? fmt::format("${:.4f}", *node.cost_usd) : "-";
  return node.children == 0
             ? own
             : own + " of " + known_usd_text(node.subtree_cost_usd, node.subtree_nodes_without_cost);
}

std::string node_head(const TreeNode& node, Costs costs) {
  std::string head = fmt::format("{} {} · {}", symbol_of(word_of_node(node), k_any_label_text),
                                 node_name(node), node_state(node));
  if (costs == Costs::shown) {
    head += " · " + node_cost(node, "no cost");
  }
  return head;
}

std::string one_line(std::string_view text, std::size_t columns) {
  const std::size_t most_bytes = columns * k_most_bytes_a_column;
  const std::string line = with_single_spaces(text, 2 * most_bytes);
  const std::string_view kept = leading_characters(line, most_bytes);
  const bool is_cut = kept.size() < line.size();
  return cut_to_width(make_visible(kept) + (is_cut ? "…" : ""), columns);
}

std::vector<std::string> broken_line(std::string_view line, std::size_t columns) {
  std::vector<std::string> lines;
  while (!line.empty()) {
    std::size_t length = bytes_that_fit(line, columns);
    if (length < line.size()) {
      const std::size_t space = line.substr(0, length + 1).rfind(' ');
      length = space == std::string_view::npos || space == 0 ? length : space;
    }
    lines.emplace_back(line.substr(0, length));
    line.remove_prefix(length);
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  }
  return lines;
}

std::string left_out_below(std::uint64_t nodes) {
  return "+" + count_text(nodes) + " below";
}

}  // namespace rlmdb::cli
