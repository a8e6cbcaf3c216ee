// SPDX-License-Identifier: MIT
#include "grid/grid_document.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include "grid/blockers_text.hpp"
#include "grid/decisions_text.hpp"
#include "grid/grid_yaml.hpp"
#include "grid/labelled_text.hpp"
#include "grid/markdown_documents.hpp"
#include "grid/scratchpad_text.hpp"
#include "grid/warmth_text.hpp"
#include "json/json_members.hpp"
#include "json/object_text.hpp"
#include "rlmdb/error.hpp"
#include "util/text_bytes.hpp"
#include "yaml/yaml_text.hpp"

namespace rlmdb::grid {

namespace {

bool is_rule(const Line& line) {
  return line.text.starts_with("---") && is_blank(line.text.substr(3));
}

/// Files that are YAML, or may be.
bool asks_for_yaml(GridFileKind kind) {
  return kind != GridFileKind::decisions && kind != GridFileKind::blockers &&
         kind != GridFileKind::scratchpad && kind != GridFileKind::other;
}

/// Files that say nothing without YAML.
bool is_only_yaml(GridFileKind kind) {
  return kind == GridFileKind::state || kind == GridFileKind::checkpoint || kind == GridFileKind::summary;
}

bool is_mapping(std::string_view yaml) {
  try {
    return yaml::to_json(yaml, k_text_members).starts_with('{');
  } catch (const Error&) {
    return false;
  }
}

/// Where the first "---" is, if nothing but comments and blank lines stands before it.
std::optional<Line> opening_rule(std::string_view text) {
  for (std::size_t at = text.starts_with(util::k_byte_order_mark) ? util::k_byte_order_mark.size() : 0;
       at < text.size();) {
    const Line line = line_at(text, at);
    if (is_rule(line)) return line;
    if (!is_blank(line.text) && !line.text.starts_with('#')) return std::nullopt;
    at = line.end;
  }
  return std::nullopt;
}

std::optional<Line> closing_rule(std::string_view text, std::size_t begin) {
  for (std::size_t at = begin; at < text.size();) {
    const Line line = line_at(text, at);
    if (is_rule(line)) return line;
    at = line.end;
  }
  return std::nullopt;
}

GridDocument faulty(std::string fault, std::size_t offset) {
  return {{}, std::move(fault), offset};
}

/// "byte 12 (line 3, column 5)" as 12.
std::size_t offset_in(std::string_view where) {
  constexpr std::string_view k_byte = "byte ";
  std::size_t offset = 0;
  const std::size_t begin = where.find(k_byte);
  if (begin != std::string_view::npos)
    std::from_chars(where.data() + begin + k_byte.size(), where.data() + where.size(), offset);
  return offset;
}

std::string with_list(std::string_view front, std::string_view name, const std::vector<std::string>& list) {
  return json::with_member(front, name, as_array(list));
}

std::string document_of(GridFileKind kind, std::string_view text, std::size_t body, std::string_view front) {
  switch (kind) {
    case GridFileKind::warmth:
      return warmth_json(front, read_warmth_sections(text, body));
    case GridFileKind::decisions:
      return with_list(front, "decisions", read_decisions(text, body));
    case GridFileKind::blockers: {
      std::vector<std::string> blockers;
      for (BlockerText& blocker : read_blockers(text, body)) blockers.push_back(std::move(blocker.json));
      return with_list(front, "blockers", blockers);
    }
    case GridFileKind::scratchpad: {
      std::vector<std::string> entries;
      for (ScratchEntry& entry : read_scratchpad(text, body)) entries.push_back(std::move(entry.json));
      return with_list(front, "entries", entries);
    }
    default:
      return std::string(front);
  }
}

}  // namespace

std::size_t body_begin(const TextParts& parts, std::string_view text) {
  const std::size_t rule = text.size() - parts.body.size();
  if (parts.before.empty() && parts.yaml.empty())
    return parts.body.starts_with(util::k_byte_order_mark) ? util::k_byte_order_mark.size() : 0;
  return rule < text.size() ? line_at(text, rule).end : rule;
}

TextParts split(GridFileKind kind, std::string_view text) {
  if (const auto opening = opening_rule(text)) {
    const auto closing = closing_rule(text, opening->end);
    const std::size_t end = closing ? closing->begin : text.size();
    const std::string_view yaml = text.substr(opening->end, end - opening->end);
    if (closing || is_only_yaml(kind) || is_mapping(yaml))
      return {text.substr(0, opening->end), yaml, text.substr(end)};
    return {{}, {}, text};
  }
  const std::size_t mark = text.starts_with(util::k_byte_order_mark) ? util::k_byte_order_mark.size() : 0;
  if (asks_for_yaml(kind) && is_mapping(text.substr(mark))) return {{}, text, {}};
  return {{}, {}, text};
}

bool is_markdown(std::string_view document) {
  return json::find_member(document, "form") == "\"markdown\"";
}

std::vector<std::string> repeated_members(GridFileKind kind, std::string_view text) {
  if (kind == GridFileKind::other || util::find_invalid_utf8(text)) return {};
  std::string_view yaml = split(kind, text).yaml;
  if (yaml.starts_with(util::k_byte_order_mark)) yaml.remove_prefix(util::k_byte_order_mark.size());
  try {
    return yaml::repeated_members(yaml);
  } catch (const Error&) {
    return {};  // what cannot be read is told as that
  }
}

namespace {

GridDocument read_yaml_document(GridFileKind kind, std::string_view text) {
  if (const auto offset = util::find_invalid_utf8(text)) return faulty("bytes that are no UTF-8", *offset);
  const TextParts parts = split(kind, text);
  std::string_view yaml = parts.yaml;
  std::size_t begin = parts.before.size();
  if (parts.before.empty() && yaml.empty() && is_only_yaml(kind)) yaml = text;  // for what is wrong with it
  if (begin == 0 && yaml.starts_with(util::k_byte_order_mark)) {
    begin = util::k_byte_order_mark.size();
    yaml.remove_prefix(begin);
  }
  try {
    std::string front = yaml.find_first_not_of(" \t\r\n") == std::string_view::npos
                            ? "{}"
                            : yaml::to_json(yaml, k_text_members);
    if (front == "null") front = "{}";
    if (!front.starts_with('{')) return faulty("it says no names and values", begin);
    if (front == "{}" && is_only_yaml(kind)) return faulty("it says nothing", begin);
    return {document_of(kind, text, body_begin(parts, text), front), {}, 0};
  } catch (const Error& error) {
    return faulty(error.what(), std::min(begin + offset_in(error.where()), text.size()));
  }
}

bool says_state(std::string_view document) {
  return !json::find_member(document, "status").empty() || !json::find_member(document, "position").empty();
}

}  // namespace

GridDocument read_document(GridFileKind kind, std::string_view text) {
  if (kind == GridFileKind::other) return {};
  GridDocument read = read_yaml_document(kind, text);
  // YAML that cannot be read is not Markdown.
  const bool is_read = !read.json.empty() || !opening_rule(text);
  const bool may_be_markdown = (kind == GridFileKind::state && is_read && !says_state(read.json)) ||
                               (kind == GridFileKind::summary && is_read);
  if (!may_be_markdown || util::find_invalid_utf8(text)) return read;
  std::string markdown =
      kind == GridFileKind::state ? read_markdown_state(text) : read_markdown_summary(text, read.json);
  return markdown.empty() ? read : GridDocument{std::move(markdown), {}, 0};
}

}  // namespace rlmdb::grid
