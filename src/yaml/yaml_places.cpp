// SPDX-License-Identifier: MIT
#include "yaml/yaml_places.hpp"

#include <algorithm>

namespace rlmdb::yaml {

namespace {

constexpr std::string_view k_breaks = "\r\n";
constexpr std::string_view k_mark = "\xEF\xBB\xBF";

bool is_block_scalar(const Node& node) {
  return node.style == NodeStyle::literal || node.style == NodeStyle::folded;
}

std::size_t behind(std::string_view yaml, std::size_t at, char indicator) {
  at = skip_blanks(yaml, at);
  return at < yaml.size() && yaml[at] == indicator ? at + 1 : k_no_place;
}

}  // namespace

std::size_t column_of(std::string_view yaml, std::size_t at) {
  const std::string_view before = yaml.substr(0, at);
  const std::size_t last_break = before.find_last_of(k_breaks);
  std::string_view in_line = last_break == std::string_view::npos ? before : before.substr(last_break + 1);
  if (last_break == std::string_view::npos && in_line.starts_with(k_mark))
    in_line.remove_prefix(k_mark.size());
  return static_cast<std::size_t>(std::count_if(in_line.begin(), in_line.end(), [](char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
  }));
}

std::size_t line_end(std::string_view yaml, std::size_t at) {
  return std::min(yaml.find_first_of(k_breaks, at), yaml.size());
}

std::size_t skip_blanks(std::string_view yaml, std::size_t at) {
  for (;;) {
    at = std::min(yaml.find_first_not_of(" \t\r\n", at), yaml.size());
    if (at == yaml.size() || yaml[at] != '#') return at;
    at = line_end(yaml, at);
  }
}

std::size_t behind_properties(std::string_view yaml, std::size_t at) {
  while (at < yaml.size() && (yaml[at] == '&' || yaml[at] == '!')) {
    at = skip_blanks(yaml, std::min(yaml.find_first_of(" \t\r\n", at), yaml.size()));
  }
  return at;
}

bool has_line_break(std::string_view text) {
  return text.find_first_of(k_breaks) != std::string_view::npos;
}

std::string_view line_break_of(std::string_view yaml) {
  const std::size_t first = yaml.find('\n');
  const bool is_crlf = first != std::string_view::npos && first > 0 && yaml[first - 1] == '\r';
  return is_crlf ? "\r\n" : "\n";
}

std::string_view gap_before(std::string_view yaml, const Node& node, std::size_t behind) {
  return yaml.substr(behind, node.begin - behind);
}

std::size_t end_of_comments(std::string_view yaml, const Node& node, std::size_t behind) {
  const std::size_t last = gap_before(yaml, node, behind).find_last_not_of(" \t\r\n");
  return last == std::string_view::npos ? behind : behind + last + 1;
}

bool is_one_line(std::string_view yaml, const Node& node) {
  return !has_line_break(yaml.substr(node.begin, node.end - node.begin));
}

std::string comment_of_head(std::string_view yaml, const Node& node) {
  if (!is_block_scalar(node)) return {};
  const std::string_view head = yaml.substr(node.begin, line_end(yaml, node.begin) - node.begin);
  std::size_t begin = std::min(head.find(" #"), head.size());
  while (begin > 0 && head[begin - 1] == ' ') --begin;
  return std::string(head.substr(begin));
}

std::optional<ByteRange> chomping_of_open_end(std::string_view yaml, const Node& node) {
  if (!is_block_scalar(node) || node.end != yaml.size()) return std::nullopt;
  const std::size_t begin = yaml.find_first_of("|>", behind_properties(yaml, node.begin)) + 1;
  std::string_view indicators = yaml.substr(begin, 2);
  indicators = indicators.substr(0, indicators.find_first_of(" \r\n"));
  if (indicators.find('-') != std::string_view::npos) return std::nullopt;
  const std::size_t plus = indicators.find('+');
  if (plus == std::string_view::npos) return ByteRange{begin, begin};
  return ByteRange{begin + plus, begin + plus + 1};
}

std::size_t behind_colon(const NodeTree& tree, NodeId key) {
  return behind(tree.yaml, tree[key].end, ':');
}

std::size_t behind_dash(const NodeTree& tree, NodeId sequence, NodeId before) {
  const std::size_t from = before == k_no_node ? behind_properties(tree.yaml, tree[sequence].begin)
                                               : std::size_t{tree[before].end};
  return behind(tree.yaml, from, '-');
}

std::size_t column_of_keys(const NodeTree& tree, NodeId mapping) {
  const std::size_t begin = tree[tree[mapping].first].begin;
  const std::size_t before = tree.yaml.substr(0, begin).find_last_not_of(' ');
  const bool is_asked = before != std::string_view::npos && tree.yaml[before] == '?';
  return column_of(tree.yaml, is_asked ? before : begin);
}

std::size_t column_of_parts(const NodeTree& tree, NodeId collection) {
  if (tree[collection].kind == NodeKind::mapping) return column_of_keys(tree, collection);
  const std::size_t behind_first = behind_dash(tree, collection, k_no_node);
  return behind_first == k_no_place ? 0 : column_of(tree.yaml, behind_first - 1);
}

}  // namespace rlmdb::yaml
